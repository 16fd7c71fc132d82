// "Remind me tomorrow at 10 to get milk" is kept as "get milk tomorrow at 10". Pure.

const ASKED =
  /^(?:(?:please|pls|can you|could you|would you)\s+)*remind\s+me\s+(?:please\s+)?(?<when>(?:(?!\bto\b).){2,40}?)\s+to\s+(?<deed>\S.*?)[\s.!?]*$/isu

/** The text with what is to be done first; as it is where it says more, or where its time would be another one. */
export function deedFirst(text: string, timeOf: (text: string) => string | undefined): string {
  const { when, deed } = ASKED.exec(text.trim())?.groups ?? {}
  if (when === undefined || deed === undefined) return text
  const turned = `${deed} ${when}`
  const time = timeOf(text)
  return time !== undefined && timeOf(when) !== undefined && timeOf(turned) === time ? turned : text
}
