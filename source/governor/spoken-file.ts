// "Put bananas on the shopping list", "show me the error log": a file of the workspace that is called by its words and not by its name.
// Invariant: only a file that exists, and the only one that the words can mean. Next: plan-calls.ts.
import { editDistance } from '../lib/nearest-name.ts'
import { type EntriesOf, joinPath, stemOf } from './shown-paths.ts'

const PHRASE =
  /(?<![\p{L}\p{N}])(?:(?:the|my|our)\s+(?:(?:whole|entire|full|complete)\s+)?|(?<=(?<![\p{L}\p{N}])(?:on|in|from|to)\s+)(?!(?:the|my|our)\s))(?=(?<one>[\p{L}\p{N}'-]+)\s+(?<two>[\p{L}\p{N}'-]+)(?:\s+(?<three>[\p{L}\p{N}'-]+))?)/giu
/** What a file is called beside its name. */
const KINDS = new Set(
  'list lists file files notes note log logs document doc sheet table page text'.split(' '),
)
/** A longer message says for itself what it means. */
const LONGEST = 200
const MOST_FOLDERS = 20
/** Of shorter words too many are a slip away from each other. */
const LONG_WORD = 6

interface Named {
  readonly path: string
  /** `shopping`, `error log`. */
  readonly stem: string
  readonly whole: string
  /** Of the folder that it lies in; empty: the workspace. */
  readonly folder: string
}

/** The message with the path of the only file that a phrase of it means; undefined: none, or several. */
export async function withSpokenFile(message: string, entriesOf: EntriesOf): Promise<string | undefined> {
  if (message.length > LONGEST) return undefined
  const phrases = [...message.matchAll(PHRASE)].flatMap(({ 0: lead, index, groups = {} }) =>
    [3, 2].flatMap((count) => {
      const words = [groups.one, groups.two, groups.three]
        .slice(0, count)
        .filter((word) => word !== undefined)
      return words.length < count ? [] : [{ from: index, lead, words }]
    }),
  )
  if (phrases.length === 0) return undefined
  const files = await filesBelow(entriesOf)
  const found = phrases.flatMap((phrase) => {
    const fitting = files.filter((file) => means(phrase.words, file))
    return fitting.map((file) => ({ ...phrase, path: file.path }))
  })
  const [only, ...others] = found
  if (only === undefined || others.some(({ path }) => path !== only.path)) return undefined
  const said = new RegExp(only.words.map((word) => RegExp.escape(word)).join('\\s+'), 'iu')
  const behind = message.slice(only.from + only.lead.length).replace(said, () => only.path)
  return message.slice(0, only.from) + behind
}

function means(words: readonly string[], { stem, whole, folder }: Named): boolean {
  const said = words.map((word) => word.toLowerCase())
  const [all, name, kind] = [said.join(' '), said.slice(0, -1).join(' '), said.at(-1) ?? '']
  const isKind = KINDS.has(kind) || (folder !== '' && (folder === kind || folder === `${kind}s`))
  return (
    inOrder(all) === inOrder(stem) || all === whole || (isKind && (isAlike(name, stem) || name === whole))
  )
}

/** The words by the alphabet: "the 7b grades" are grades_7b. */
function inOrder(words: string): string {
  return words.split(' ').sort().join(' ')
}

/** The same but for a slip in a long word: the "shoping list". */
function isAlike(said: string, stem: string): boolean {
  return said === stem || (said.length >= LONG_WORD && said[0] === stem[0] && editDistance(said, stem) <= 1)
}

async function filesBelow(entriesOf: EntriesOf): Promise<readonly Named[]> {
  const top = await entriesOf('.')
  const folders = top.filter((name) => name.endsWith('/') && !name.startsWith('.')).slice(0, MOST_FOLDERS)
  const inside = await Promise.all(
    folders.map(async (folder) => filesOf(folder.slice(0, -1), await entriesOf(folder.slice(0, -1)))),
  )
  return [...filesOf('.', top), ...inside.flat()]
}

function filesOf(folder: string, entries: readonly string[]): readonly Named[] {
  const names = entries.filter((name) => !name.endsWith('/') && !name.startsWith('.') && /^\S+$/u.test(name))
  return names.map((name) => ({
    path: joinPath(folder, name),
    stem: spoken(stemOf(name)),
    whole: spoken(name),
    folder: folder === '.' ? '' : folder.toLowerCase(),
  }))
}

/** `error.log` as it is said. */
function spoken(name: string): string {
  return name.toLowerCase().replace(/[._-]+/g, ' ')
}
