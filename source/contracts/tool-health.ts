/** Why a tool is paused. */
export interface ToolPause {
  /** Failures running, and the code of the last one. */
  readonly failures: number
  readonly code: string
  /** ISO 8601. */
  readonly since: string
}

/** Failures of tools over sessions (docs/tools.md, "A tool that is paused"). */
export interface ToolHealth {
  /** Counts a call; gives the pause that begins with it, and why it cannot be kept. */
  note(
    name: string,
    ok: boolean,
    code: string,
  ): { readonly failures: number; readonly code: string; readonly notKept: string | undefined } | undefined
  paused(): ReadonlyMap<string, ToolPause>
  /** Ends a pause and clears the count; undefined: there is neither. `notKept`: why that holds for this session alone. */
  resume(name: string): { readonly notKept: string | undefined } | undefined
}
