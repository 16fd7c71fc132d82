/** An event with its place in the order. */
export interface RingEntry {
  /** From 1, growing; some are left out. */
  readonly id: number
  readonly text: string
}

/** The newest events of a session, bounded in number and size, for surfaces that come later or come back. */
export interface EventRing {
  /** Names this ring: ids of another say nothing here. */
  readonly epoch: string
  /** Of the newest event; 0: there was none. */
  readonly newest: number
  /** Everything behind `id`; undefined: some of that is gone. */
  since(id: number): readonly RingEntry[] | undefined
  /** All that is there. */
  all(): readonly RingEntry[]
  /** Called after each change; gives what ends that. */
  watch(listener: () => void): () => void
}
