/** Which tools have a line of their own in the head by use, decided once a session (docs/tools.md, "Lines by use"). */
export interface ToolLines {
  /** Tools that are used most, with success; empty when that is switched off. */
  readonly byUse: readonly string[]
  pinned(): readonly string[]
  /** Gives why it cannot be kept. */
  pin(name: string, isOn: boolean): string | undefined
  /** Counts a call. */
  note(name: string, ok: boolean): void
}
