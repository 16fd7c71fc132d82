// "I'm 72, please put that right", "The main stopcock is behind the washing machine. Write that down": of a story, "that" is what was said
// just before. Pure.

/** Where a sentence ends that another one follows; "Dr. Yilmaz" and "no. 7" go on. */
const END = /(?<!\b(?:mr|mrs|ms|dr|st|no|nr|prof|approx|e\.g|i\.e))[.!?]+["”)]*\s+(?=\S)/giu
/** A sentence that begins like this leans on the one before. */
const LEANS =
  /^(?:(?:and|but|so|also|then|or|because)\s|(?:he|she|it|they|him|her|them|his|their|its|this|that|these|those|there)(?!\p{L}))/iu

/** Where in `message` the sentence begins that ends at `end`; `isThought`: or the first of those that it leans on. */
export function justSaidFrom(message: string, end: number, isThought: boolean): number {
  const said = message.slice(0, end).trimEnd()
  const starts = [0, ...[...said.matchAll(END)].map((match) => match.index + match[0].length)]
  // "My favourite colour is teal. Got it? Keep it"
  if (starts.length > 1 && (said.endsWith('?') || message[said.length] === '?')) starts.pop()
  return starts.findLast((start) => !isThought || !LEANS.test(said.slice(start))) ?? 0
}
