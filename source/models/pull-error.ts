/** Why a model could not be fetched. */
export type PullErrorCode =
  /** No source could be reached or had it; the sentence says what each one answered. */
  | 'no_source'
  | 'disk_full'
  /** What came is not the model: its sha256 differs. Nothing of it was kept. */
  | 'bad_checksum'
  | 'cancelled'
  /** Another process fetches or uses it. */
  | 'busy'
  /** The models folder cannot be written. */
  | 'cannot_write'

/** A pull that ended without the model; the message is one sentence for a person. */
export class PullError extends Error {
  readonly code: PullErrorCode

  constructor(code: PullErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PullError'
    this.code = code
  }
}

/** One source cannot give the model; the next one is tried. Never leaves the room. */
export class SourceFailure extends Error {
  readonly badChecksum: boolean

  constructor(message: string, options?: ErrorOptions & { readonly badChecksum?: boolean }) {
    super(message, options)
    this.name = 'SourceFailure'
    this.badChecksum = options?.badChecksum ?? false
  }
}

/** The system's code of an error, e.g. `ENOSPC`; undefined when it has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** There is no such file, nor could there be: a folder on the way to it is a file. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')
}
