/** Most UTF-16 units of a message that are looked at; of a longer one its first and its last half of this. */
export const consideredUnits = 4000

/**
 * The part of a message that the router looks at: Unicode NFKC, lower case, typographic apostrophes made plain.
 * Bounded before any work, so that a message of ten megabytes costs what one of four kilobytes does.
 */
export function considerText(message: string): string {
  const half = consideredUnits / 2
  const cut =
    message.length <= consideredUnits
      ? message
      : `${message.slice(0, half)} ${message.slice(message.length - half)}`
  const plain = cut.normalize('NFKC').toLowerCase().replaceAll('\u2019', "'")
  // NFKC can make one character into eighteen.
  return plain.length <= consideredUnits + 1 ? plain : plain.slice(0, consideredUnits)
}

/** Every digit as `0`, every run of white space as one space, one space before the first word and behind the last. */
export function foldText(considered: string): string {
  return ` ${considered
    .replace(/\p{Nd}/gu, '0')
    .replace(/\s+/gu, ' ')
    .trim()} `
}

const wordLike = /[\p{L}\p{M}\p{N}_\p{Cs}]/u
const known = new Uint8Array(65536)

/** Whether a UTF-16 unit belongs to a word: letters, marks, numbers, underscore, and both halves of a surrogate pair. */
export function isWordUnit(unit: number): boolean {
  const answer = known[unit]
  if (answer) return answer === 1
  const yes = wordLike.test(String.fromCharCode(unit))
  known[unit] = yes ? 1 : 2
  return yes
}
