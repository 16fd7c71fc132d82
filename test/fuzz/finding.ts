// What was found: how it is told, and when two are the same.

export interface Finding {
  /** `crash`: something was thrown; `hang`: it took too long; `slow`: nearly; `memory`: it took too much; `stuck`: it waits for ever. */
  readonly kind: 'crash' | 'hang' | 'slow' | 'memory' | 'stuck'
  /** The error with its stack, or what was measured. */
  readonly what: string
  /** The same for inputs that meet the same fault. */
  readonly signature: string
  readonly input: Uint8Array
}

/** A thrown value as a finding. */
export function crashOf(error: unknown, input: Uint8Array): Finding {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const frame =
    /\((?:file:\/\/)?[^()]*?((?:source|test|node_modules)\/[^()]*:\d+):\d+\)/.exec(stack)?.[1] ?? ''
  // An overflow of the stack is met anywhere on the way down.
  const isDeep = /call stack/.test(message)
  const where = isDeep ? '' : frame
  const said =
    message
      .split('\n')[0]
      ?.replace(/[\d'"`].*/, '')
      .slice(0, 80) ?? ''
  return {
    kind: 'crash',
    what: stack || `${name}: ${message}`,
    signature: `${name} ${said.trim()} ${where}`.trim(),
    input,
  }
}
