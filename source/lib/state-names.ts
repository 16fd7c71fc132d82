// Names of files below `states/<model>/`; beside each is `.json`, which says what it is.

/** Cells of a tool's context state. */
export function callStateName(tool: string): string {
  return `call-${tool}.kv`
}

/** Cells of the beginning of a state whose making was interrupted. */
export function begunName(name: string): string {
  return `begun-${name}`
}

/** All that may be there of a tool's context state. */
export function callStateFiles(tool: string): readonly string[] {
  const name = callStateName(tool)
  return [name, begunName(name)].flatMap((one) => [`${one}.json`, one])
}
