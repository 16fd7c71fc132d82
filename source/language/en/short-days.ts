// Days and parts of them as they are typed in haste.
const SHORT_DAYS: Readonly<Record<string, string>> = {
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  tmw: 'tomorrow',
  tmrow: 'tomorrow',
  tomoz: 'tomorrow',
  '2moro': 'tomorrow',
  '2morrow': 'tomorrow',
  '2nite': 'tonight',
  tonite: 'tonight',
  '2day': 'today',
  yday: 'yesterday',
  ystd: 'yesterday',
  arvo: 'afternoon',
  nxt: 'next',
  mon: 'monday',
  tue: 'tuesday',
  tues: 'tuesday',
  wed: 'wednesday',
  weds: 'wednesday',
  thu: 'thursday',
  thur: 'thursday',
  thurs: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
}
/** They are other words, too: days where a word of time stands beside them. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['mon', 'wed', 'sat', 'sun'])
const BEFORE =
  /(?:^|[^\p{L}\p{N}])(?:on|by|next|nxt|this|every|until|till|from|before|after|last|since)\s+$/iu
const BEHIND =
  /^\s*(?:$|[,;!?]|(?:at\s+)?\d|at\s|(?:morning|afternoon|arvo|evening|night|noon|midday|lunch|week|half|to|and|or)(?![\p{L}\p{N}]))/iu
const SHORT = new RegExp(
  `(?<![\\p{L}\\p{N}’'-])(?:${Object.keys(SHORT_DAYS).join('|')})(?![\\p{L}\\p{N}’']|-\\p{L})\\.?`,
  'giu',
)
/** `1/2 hour` is no second of January. */
const HALF = /(?<![\d/.])1\/2 (?:an? )?(?=(?<unit>hour|hr|day|week|month|year)(?![\p{L}s]))/giu

/** The text with such days in full. */
export function withDaysInFull(text: string): string {
  return text
    .replace(SHORT, (word, at: number) => {
      const said = word.replace(/\.$/u, '').toLowerCase()
      const rest = text.slice(at + word.length)
      // Whose dot it is shows by what follows: `on tues. at 9`, and `until tues. Then`.
      const end = word.endsWith('.') && !/^\s+(?:at\b|\d|\p{Ll})/u.test(rest) ? '.' : ''
      const isDay =
        !OTHER_WORDS.has(said) ||
        BEFORE.test(text.slice(0, at)) ||
        (at === 0 ? BEHIND.test(rest) : /^\s*(?:at\s+)?\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]m\b|$)/iu.test(rest))
      return isDay ? `${SHORT_DAYS[said] ?? said}${end}` : word
    })
    .replace(HALF, (_, unit: string) => (/^h/i.test(unit) ? 'half an ' : 'half a '))
}
