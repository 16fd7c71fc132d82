/** What one look at the machine or the home found. */
export interface Check {
  /** e.g. `engine`, `home`, `settings`. */
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  /** What was found, in a sentence or less; it may name files of the person. */
  readonly text: string
  /** What to do next, in a sentence; only where something is to be done. */
  readonly repair?: string
  /** The same without anything private: figures, versions, words that the program itself chose. Only they leave the machine. */
  readonly facts: Readonly<Record<string, string | number | boolean>>
}

export interface DoctorRequest {
  /** Mend what can be mended without loss. */
  readonly repair: boolean
  /** Read every installed model whole and hold its SHA-256 against the catalogue's. */
  readonly sums: boolean
}

export interface DoctorReport {
  readonly version: string
  readonly checks: readonly Check[]
  /** What was mended, a sentence each. */
  readonly repaired: readonly string[]
  /** No check failed; a warning is none. */
  readonly ok: boolean
}

/** Looks at everything that the program stands on. */
export interface DoctorShelf {
  check(request: DoctorRequest): Promise<DoctorReport>
}
