// Days as they are typed in haste.
const SHORT_DAYS: Readonly<Record<string, string>> = {
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  tmw: 'tomorrow',
  tmrow: 'tomorrow',
  tomoz: 'tomorrow',
  '2moro': 'tomorrow',
  '2morrow': 'tomorrow',
  '2nite': 'tonight',
  '2day': 'today',
  yday: 'yesterday',
  ystd: 'yesterday',
}
const SHORT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${Object.keys(SHORT_DAYS).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** The text with such days in full. */
export function withDaysInFull(text: string): string {
  return text.replace(SHORT, (word) => SHORT_DAYS[word.toLowerCase()] ?? word)
}
