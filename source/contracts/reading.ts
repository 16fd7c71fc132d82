/** What a turn cost, as `turn.finished` says it. */
export interface TurnCost {
  readonly turn: number
  /** Message in → first token of the answer; 0 when a tool's own sentence answered. */
  readonly firstTokenMs: number
  readonly totalMs: number
  /** Tokens of prompts that had to be read, and that were there already. */
  readonly evaluated: number
  readonly reused: number
  readonly generated: number
  /** Of the answer; undefined where it was too short to say. */
  readonly tokensPerSecond: number | undefined
}

/** Pictures made of signs, in Unicode or ASCII as the terminal can. */
export interface Drawing {
  /** A share of 0 to 1 as a bar of so many cells. */
  bar(share: number, cells: number): string
  /** A sign for each value, higher for more; the highest stands for the largest of them. */
  sparkline(values: readonly number[]): string
}

/** How answers are read, and what they cost in this session. */
export interface ReadingShelf {
  /** Answers are shown as they are written, with all their signs. */
  readonly raw: boolean
  setRaw(raw: boolean): void
  /** Turns of this session, oldest first. */
  turns(): readonly TurnCost[]
  readonly draw: Drawing
}
