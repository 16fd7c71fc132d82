// "My wifi password is Heron77." to "what is my wifi password?": what a person calls theirs is not the program's. Small models
// say again what stands in the facts. Pure.

const MY = /(?<![\p{L}'’])(my|our)(\s+)(\p{L}[\p{L}\p{N}-]*)/giu
const I = /(?<![\p{L}'’])(I)(['’]m|\s+\p{L}+)/gu
const YOUR: { readonly [own: string]: string } = { My: 'Your', Our: 'Your' }

/**
 * `answer` in the person of whoever answers: "my X" and "I do" become "your X" and "you do" where the person said just that in
 * `said`, not within a quotation. What it makes of a beginning stands when more has come, if that ended behind a word.
 */
export function turnPerson(answer: string, said: string): string {
  const known = said.toLowerCase().replaceAll('’', "'")
  const isKnown = (words: string) =>
    new RegExp(
      `(?<![\\p{L}'])${RegExp.escape(words.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' '))}(?![\\p{L}\\p{N}])`,
      'u',
    ).test(known)
  const isQuoted = (at: number) => (answer.slice(0, at).match(/["“”`]/g) ?? []).length % 2 === 1
  return answer
    .replace(MY, (whole: string, own: string, gap: string, word: string, at: number) =>
      isQuoted(at) || !isKnown(`${own} ${word}`) ? whole : `${YOUR[own] ?? 'your'}${gap}${word}`,
    )
    .replace(I, (whole: string, _: string, behind: string, at: number) => {
      if (isQuoted(at) || !isKnown(`i${behind}`)) return whole
      const isStart = /(?:^|[.!?\n]\s*)$/u.test(answer.slice(0, at))
      return `${isStart ? 'You' : 'you'}${turned(behind)}`
    })
}

/** "I am", "I was", "I'm" as they stand behind "you". */
function turned(behind: string): string {
  if (/^['’]m$/u.test(behind)) return behind.replace('m', 're')
  return behind.replace(/\bam$/u, 'are').replace(/\bwas$/u, 'were')
}
