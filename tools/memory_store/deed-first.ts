// "Remind me tomorrow at 10 to get milk" is kept as "get milk tomorrow at 10". Pure.

/** Nobody sets so many spaces between two words; without a bound a long run of them takes seconds. */
const GAP = String.raw`\s{1,9}`
const ASKED = new RegExp(
  `^(?:(?:please|pls|can you|could you|would you)${GAP})*remind${GAP}me${GAP}(?:please${GAP})?(?<when>(?:(?!\\bto\\b).){2,40}?)${GAP}to${GAP}(?<deed>\\S.*)$`,
  'isu',
)

/** The text with what is to be done first; as it is where it says more, or where its time would be another one. */
export function deedFirst(text: string, timeOf: (text: string) => string | undefined): string {
  const { when, deed: said } = ASKED.exec(text.trim())?.groups ?? {}
  const deed = said?.replace(/(?<![\s.!?])[\s.!?]+$/u, '')
  if (when === undefined || deed === undefined || deed === '') return text
  const turned = `${deed} ${when}`
  const time = timeOf(text)
  return time !== undefined && timeOf(when) !== undefined && timeOf(turned) === time ? turned : text
}
