/** Why a file cannot be written or read, as a clause for a sentence: with what to do where that helps. */

const FULL = 'the disk is full; make room and try again'
const REASONS: { readonly [code: string]: string } = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: 'the disk takes no file of this size',
  EROFS: 'the disk can only be read',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk failed',
}

/** The reason in plain words; the system's own for what is not known here. */
export function diskReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall } = error as NodeJS.ErrnoException
  // What Node says of a folder on a disk that can only be read.
  if (code === 'ENOENT' && syscall === 'mkdir') return 'no folder can be made there'
  const known = code === undefined ? undefined : REASONS[code]
  return known ?? error.message.replace(/[.\s]+$/, '')
}

/** Whether the system refused, and not what was asked for. */
export function isDiskError(error: unknown): boolean {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return code !== undefined && (REASONS[code] !== undefined || syscall !== undefined)
}
