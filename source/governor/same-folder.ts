// Words that point into the folder of an earlier call: "app.log from the same dir", "the summary in there", "and prices.csv".
import { pickPath } from './pick-path.ts'
import { put } from './reference-rule.ts'
import { type EntriesOf, joinPath, nameOf, type Shown } from './shown-paths.ts'

const KIND = '(?:folder|dir|directory|place|spot|location)'
const SAME = new RegExp(
  String.raw`\b(?:same|that|this)\s+${KIND}\b|\b(?:next\s+to|beside)\s+(?:it|that)\b|\b(?:in|from)\s+there\b`,
  'iu',
)
const FILE_NAME =
  /(?<![\p{L}\p{N}_./~\\-])[\p{L}\p{N}_-]+\.\p{L}[\p{L}\p{N}]{0,7}(?![\p{L}\p{N}_/-]|\.\p{L})/gu

/** "read that one too: faq.md, same folder": the person says where it is. */
export async function bySamePlace(
  message: string,
  { folder }: Shown,
  entriesOf: EntriesOf,
): Promise<string | undefined> {
  const names = [...message.matchAll(FILE_NAME)]
  const [match] = names
  if (match === undefined || names.length > 1 || folder === '.' || !SAME.test(message)) return undefined
  const isThere = (await entriesOf(folder)).includes(match[0])
  return isThere ? put(message, match, { path: joinPath(folder, match[0]), kind: 'file' }) : undefined
}

const THERE = new RegExp(
  String.raw`\b(?:the|that)\s+(?<noun>(?:[\p{L}\p{N}_-]+\s+){0,2}?[\p{L}\p{N}_-]+)\s+(?:(?:in|from|inside)\s+)?(?:there|that\s+${KIND})(?![\p{L}\p{N}'’])`,
  'iu',
)

/** "then open the summary in there" behind a list: an entry by a word of its name. */
export function byThere(message: string, { listed }: Shown): string | undefined {
  const match = THERE.exec(message)
  return match === null ? undefined : put(message, match, pickPath(listed, match.groups?.noun ?? '', false))
}

const BEFORE_NAME =
  'and|now|then|next|also|ok|okay|oops|sorry|no|wait|please|what|how|about|open|read|show|me|display|print|view|cat|see|look|at|the|file|i|mean|meant|wanted'
const BEHIND_NAME = String.raw`(?:from|in|of)\s+(?:the\s+)?same\s+(?:folder|dir|directory|place)|there|too|please|pls|thanks|i\s+meant?|instead|as\s+well|next|now|then`
const NEIGHBOUR = new RegExp(
  String.raw`^(?:[\s,;:!–-]|(?:${BEFORE_NAME})(?![\p{L}\p{N}'’]))*(?<![\p{L}\p{N}_./~\\-])(?<name>[\p{L}\p{N}_-]+\.\p{L}[\p{L}\p{N}]{0,7})(?![\p{L}\p{N}_/-]|\.\p{L})(?:[\s,;:.!?–-]|(?:${BEHIND_NAME})(?![\p{L}\p{N}]))*$`,
  'iu',
)

/** "and measurements.csv" behind data/prices.json: the whole wish is a file of that folder, and of no name at the top. */
export async function byNeighbour(
  message: string,
  { folder, file }: Shown,
  entriesOf: EntriesOf,
): Promise<string | undefined> {
  const name = NEIGHBOUR.exec(message)?.groups?.name
  if (name === undefined || folder === '.' || file === undefined) return undefined
  const [atTop, beside] = [await entriesOf('.'), await entriesOf(folder)]
  if (!beside.includes(name) || atTop.includes(name)) return undefined
  return message.replace(name, () => joinPath(folder, name))
}

const OTHER = new RegExp(
  String.raw`\b(?:the|that)\s+other\s+(?<noun>[\p{L}\p{N}_-]+)(?:\s+(?:(?:in|from)\s+)?(?:there|(?:that|this|the\s+same)\s+${KIND}))?(?![\p{L}\p{N}'’-])`,
  'iu',
)

/** "no, the other recipe" behind recipes/soup.md: the only other file of its folder and kind. */
export async function byOther(
  message: string,
  { folder, file }: Shown,
  entriesOf: EntriesOf,
): Promise<string | undefined> {
  const match = OTHER.exec(message)
  const noun = match?.groups?.noun?.toLowerCase() ?? ''
  const isFile = /^(?:one|file|document|page)$/.test(noun) || [noun, `${noun}s`].includes(nameOf(folder))
  if (match === null || file === undefined || !isFile) return undefined
  const ending = /\.[^.]+$/.exec(file)?.[0] ?? ''
  const others = (await entriesOf(folder)).filter(
    (entry) => !entry.endsWith('/') && entry.endsWith(ending) && joinPath(folder, entry) !== file,
  )
  const [only] = others
  if (only === undefined || others.length > 1) return undefined
  return put(message, match, { path: joinPath(folder, only), kind: 'file' })
}
