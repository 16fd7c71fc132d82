/** Which tools have a line of their own in the head by use, by the counts with which a session begins (docs/tools.md, "Lines by use"). */
export interface ToolLines {
  /** Of the tools that are on those that are used most, with success; empty when that is switched off. */
  byUse(isOn: (tool: string) => boolean): readonly string[]
  /** Its calls before this session; 0 where none were counted. */
  calls(tool: string): number
  pinned(): readonly string[]
  /** Gives why it cannot be kept. */
  pin(name: string, isOn: boolean): string | undefined
  /** Counts a call. */
  note(name: string, ok: boolean): void
}
