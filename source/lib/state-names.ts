// Names of files below `states/<model>/`.

/** All that may be there of a tool's context state: its cells, those of one whose making was interrupted, and what says what they are. */
export function callStateFiles(tool: string): readonly string[] {
  return [`call-${tool}.kv`, `begun-call-${tool}.kv`].flatMap((name) => [`${name}.json`, name])
}
