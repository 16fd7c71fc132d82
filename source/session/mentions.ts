// `@path` in a message: a file that goes with it. Pure; what is done with it: attachments.ts.

export interface Mention {
  /** UTF-16 offsets, from the `@` on. */
  readonly from: number
  readonly to: number
  /** As it was written, without quotes. */
  readonly path: string
}

/** An `@` that begins a word; `\@` is none. */
const MENTION = /(?<=^|[\s([{'"])@(?:"([^"\n]+)"|([^\s"]+))/g
const ESCAPED = /(?<=^|[\s([{'"])\\@/g

/** Every mention, in order; whether there is such a file is another question. */
export function mentionsOf(text: string): readonly Mention[] {
  return [...text.matchAll(MENTION)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    path: match[1] ?? match[2] ?? '',
  }))
}

const MARKS = /[.,;:!?)\]}'"]/
/** Behind a path a sentence has `.`, `)?` or `"),`; a name itself may end in some: each is looked for on the disk. */
const MOST_MARKS = 4
/** No system has longer ones. */
const MOST_PATH = 4_096

/**
 * A path, and what it is without the marks of a sentence behind it: `notes.md)?` may mean `notes.md`. Of very many marks (`what?!?!?!`)
 * the last few are tried one by one, and then all at once.
 */
export function readingsOf(path: string): readonly string[] {
  let bare = path.length
  while (bare > 1 && MARKS.test(path[bare - 1] ?? '')) bare--
  const ends = Array.from({ length: MOST_MARKS + 1 }, (_, marks) => path.length - marks)
  const readings = [...ends.filter((end) => end > bare), bare].filter((end) => end <= MOST_PATH)
  return readings.map((end) => path.slice(0, end))
}

/** The text as it is meant: `\@` at a word's beginning is an `@`. */
export function unescaped(text: string): string {
  return text.replace(ESCAPED, '@')
}

/** The same text with nothing mentioned in it, no resource of a server either (`mcp-resources.ts`): for one that the person did not write. */
export function withoutMentions(text: string): string {
  return text.replace(/(?<=^|[\s([{'"])@/g, '\\@').replace(/(?<![\w@\\])@(?=[a-z0-9][\w-]*:)/gi, '\\@')
}

/** The mention that is being typed at the end of a text. */
export function mentionBefore(text: string): Mention | undefined {
  const match = /(?<=^|[\s([{'"])@(?:"([^"\n]*)|([^\s"@]*))$/.exec(text)
  if (match === null) return undefined
  return { from: match.index, to: text.length, path: match[1] ?? match[2] ?? '' }
}
