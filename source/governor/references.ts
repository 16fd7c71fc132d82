// Words that point at what an earlier call showed ("the second one", "the log file it names", "its reference file") become
// the path itself, so that the message stands alone: the router and the arguments read it as if the person had typed it.
// Invariant: only a path that exists is put there, and only where nothing else can be meant. Next: shown-paths.ts.
import type { EarlierCall } from '../contracts/manifest.ts'
import { editDistance } from '../lib/nearest-name.ts'
import { withRows } from './listed-rows.ts'
import { otherFolder } from './other-folder.ts'
import { pickPath } from './pick-path.ts'
import { NTH, OPENING, placeOf, put, type Rule } from './reference-rule.ts'
import { byNeighbour, byOther, bySamePlace, byThere } from './same-folder.ts'
import {
  type EntriesOf,
  folderOf,
  joinPath,
  nameOf,
  readShown,
  type Shown,
  type ShownPath,
  stemOf,
} from './shown-paths.ts'

/** A longer message says for itself what it means. */
const LONGEST = 200

/** The message with the path that it points at, or as it is. */
export async function resolveReferences(
  message: string,
  earlier: readonly EarlierCall[],
  entriesOf: EntriesOf,
): Promise<string> {
  if (message.length > LONGEST) return message
  for (const call of earlier.toReversed()) {
    const about = withSubject(message, call) ?? withRows(message, call)
    if (about !== undefined) return about
    const shown = await readShown(call, entriesOf)
    for (const rule of RULES) {
      const resolved = await rule(message, shown, entriesOf)
      if (resolved !== undefined) return resolved
    }
  }
  return message
}

const RULES: readonly Rule[] = [
  bySamePlace,
  byOther,
  byThere,
  byPlace,
  byMention,
  byRemark,
  byNoun,
  byName,
  byNeighbour,
  byOtherFolder,
  byPronoun,
  byBareName,
]

const OF_THEM = 'of|from|in|on'
const PLACE = new RegExp(
  `(?<the>\\b(?:the|that|this)\\s+)?\\b(?<nth>${NTH})\\b(?<noun>\\s+(?:one|file|folder|directory|entry|item|document))?` +
    `(?<them>\\s+(?:${OF_THEM})\\s+(?:them|these|those|there|(?:the|that|this)\\s+list))?(?![\\p{L}\\p{N}'-])`,
  'iu',
)
/** What is said of something is no wish to see it. */
const PREDICATE =
  /^\s*(?:is|was|are|were|looks?|sounds?|seems?|has|had|made|makes|reminds?|says)\b|^,\s*(?:do|does|is|are|isn't|don't)\b/i
const NOTHING_BEHIND = /^\s*(?:$|[.,!?;)]|please|pls|plz|too|now|instead|then|again|first\b)/i

/** "open the second one": the entries count as they were shown, folders too; "the second file" counts files. */
function byPlace(message: string, { listed }: Shown): string | undefined {
  const match = PLACE.exec(message)
  if (match === null || listed.length === 0) return undefined
  const { the = '', nth = '', noun = '', them = '' } = match.groups ?? {}
  const behind = message.slice(match.index + match[0].length)
  const isEntry = noun !== '' || them !== '' || (the !== '' && NOTHING_BEHIND.test(behind))
  if (!isEntry || PREDICATE.test(behind)) return undefined
  const counted = listed.filter(({ kind }) => fitsNoun(kind, noun.trim().toLowerCase()))
  return put(message, match, counted.at(placeOf(nth)))
}

function fitsNoun(kind: ShownPath['kind'], noun: string): boolean {
  if (noun === 'file' || noun === 'document') return kind === 'file'
  return noun === 'folder' || noun === 'directory' ? kind === 'folder' : true
}

const WORDS = String.raw`(?:[\p{L}\p{N}_-]+\s+){0,3}?`
const IT = String.raw`(?:it|this|that|he|she|they|(?:the|this|that)\s+(?:file|script|module|one|text|log|page|document))`
const NAMES = String.raw`(?:also\s+)?(?:names|mentions|imports|references|refers\s+to|points\s+(?:to|at)|uses|includes|requires|loads|reads(?:\s+from)?|opens|writes(?:\s+to)?|logs\s+to|links\s+to|speaks\s+of|talks\s+(?:about|of)|cites|needs|depends\s+on)`
const MENTION = new RegExp(
  String.raw`\b(?:the|that|a|an|any)\s+(?<noun>${WORDS}[\p{L}\p{N}_-]+)\s+(?:(?:that|which)\s+)?(?:${IT}\s+(?<verb>${NAMES})|(?<done>named|mentioned|imported|referenced|linked|used|included)(?:\s+(?:there|(?:in|by)\s+(?:it|there|(?:that|this)(?:\s+file)?)))?)(?![\p{L}\p{N}])`,
  'iu',
)

/** "show me the log file it names", "and the module it imports". */
function byMention(message: string, shown: Shown): string | undefined {
  const match = MENTION.exec(message)
  if (match === null) return undefined
  const { noun = '', verb = '', done = '' } = match.groups ?? {}
  const imports = /import|requir|includ|uses|load|need|depend/i.test(verb + done)
  const named = shown.mentioned
  const found = imports ? (pickPath(shown.imported, noun, true) ?? pickPath(named, noun, true)) : undefined
  return put(message, match, found ?? pickPath(named, noun, true) ?? pickPath(shown.imported, noun, true))
}

const REMARK = new RegExp(
  String.raw`\b${IT}\s+${NAMES}\s+(?:a|an|the|some|another|one)\s+(?<noun>${WORDS}[\p{L}\p{N}_-]+?)(?:\s+(?:too|also|as\s+well))?(?=\s*[,;.:–-]|\s+(?:and|so)\b)`,
  'iu',
)
const POINTER = /\b(?:(?:that|this)\s+(?:one|file|too)|that|this|it)(?![\p{L}\p{N}'-])/giu

/** "it mentions a config file too, open that": the pronoun behind the remark is what the remark speaks of. */
function byRemark(message: string, shown: Shown): string | undefined {
  const remark = REMARK.exec(message)
  if (remark === null) return undefined
  const end = remark.index + remark[0].length
  const pointer = [...message.matchAll(POINTER)].find(({ index }) => index >= end)
  const noun = remark.groups?.noun ?? ''
  return pointer && put(message, pointer, pickPath([...shown.mentioned, ...shown.imported], noun, true))
}

const NOUN = new RegExp(
  String.raw`\b(?:its|the|that|this)\s+(?<noun>${WORDS}[\p{L}\p{N}_-]+\s+(?:file|one|document|doc|script|module|page|folder|directory|log|notes?))(?![\p{L}\p{N}'-]|\.\p{L})`,
  'iu',
)

/** "open its reference file", "the soup one": an entry that was shown, by a word of its name or by its kind. */
function byNoun(message: string, shown: Shown): string | undefined {
  const match = NOUN.exec(message)
  if (match === null || PREDICATE.test(message.slice(match.index + match[0].length))) return undefined
  const noun = match.groups?.noun ?? ''
  const found = pickPath(shown.listed, noun, false) ?? pickPath(shown.mentioned, noun, false)
  return put(message, match, READS.test(message.slice(0, match.index)) ? fileIn(found, shown.listed) : found)
}

/** Nobody says these of a folder. */
const READS = /\b(?:cat|read|print)\s+$/i

/** "cat the api one" behind a list of all below `docs`: the only file of that folder. */
function fileIn(found: ShownPath | undefined, listed: readonly ShownPath[]): ShownPath | undefined {
  if (found?.kind !== 'folder') return found
  const [only, ...others] = listed.filter(
    ({ kind, path }) => kind === 'file' && folderOf(path) === found.path,
  )
  return only !== undefined && others.length === 0 ? only : found
}

/** "and inside the api folder?" behind a list of `docs`: a name that was shown there, and that the workspace itself has not. */
async function byName(
  message: string,
  { folder, listed }: Shown,
  entriesOf: EntriesOf,
): Promise<string | undefined> {
  if (folder === '.') return undefined
  const atTop = new Set((await entriesOf('.')).map((name) => name.replace(/\/$/, '').toLowerCase()))
  for (const entry of listed) {
    const name = nameOf(entry.path)
    if (atTop.has(name.toLowerCase())) continue
    const match = namePattern(name, entry.kind).exec(message)
    if (match !== null) return put(message, match, { ...entry, kind: 'file' })
  }
  return undefined
}

function namePattern(name: string, kind: ShownPath['kind']): RegExp {
  const whole = `(?<![\\p{L}\\p{N}_./~-])${RegExp.escape(name)}/?(?![\\p{L}\\p{N}_/-]|\\.\\p{L})`
  if (kind === 'file') return new RegExp(name.includes('.') ? whole : `${whole}(?=\\s+file)`, 'iu')
  const before =
    '(?<=\\b(?:in|inside|into|under|within|through|below|folder|directory|dir|ls)\\s+(?:the\\s+)?)'
  return new RegExp(`${before}${whole}|${whole}(?=\\s+(?:folder|directory|dir|subfolder)\\b)`, 'iu')
}

/** "and recipes?" behind a list; see other-folder.ts. */
async function byOtherFolder(
  message: string,
  shown: Shown,
  entriesOf: EntriesOf,
): Promise<string | undefined> {
  const other = await otherFolder(message, shown, entriesOf)
  if (other === undefined) return undefined
  const before = message.slice(0, other.from).replace(/the\s+$/i, '')
  return `${before}the folder ${other.path}${message.slice(other.to)}`
}

const THAT = new RegExp(
  String.raw`\b(?<=${OPENING}\s+)(?:it|them|(?:that|this|the)(?:\s+(?:one|file|match|document)(?:\s+(?:that\s+|where\s+)?(?:you\s+found\s+(?:it|that)(?:\s+in)?|it(?:['’]s|\s+is|\s+was)\s+in))?)?)(?=\s*(?:$|[.,!?]|please|pls|then|too|for me))`,
  'iu',
)

/** "open that file", "open the file you found it in" behind a search that found one. */
function byPronoun(message: string, { file, listed, mentioned }: Shown): string | undefined {
  const match = THAT.exec(message)
  if (match === null || (file !== undefined && listed.length === 0)) return undefined
  const files = (listed.length > 0 ? listed : mentioned).filter(({ kind }) => kind === 'file')
  return files.length === 1 ? put(message, match, files[0]) : undefined
}

const BARE = new RegExp(
  String.raw`(?:^|\s)(?:${OPENING}|then|and|now|try|no,?|not?|sorry,?|meant|mean)\s+(?:the\s+|my\s+|our\s+)?(?<name>\p{L}[\p{L}\p{N}_-]{3,})(?=(?:\s+(?:file|please|pls|too|instead|as well))*[\s.!?]*$)`,
  'iu',
)
const MOST_WORDS = 8
/** A slip in a shorter word makes another word too easily. */
const SHORTEST_SLIP = 5

/** "ok then reamde": the name of a file without its ending, with one slip at most, as the whole wish behind a call about files. */
async function byBareName(message: string, shown: Shown, entriesOf: EntriesOf): Promise<string | undefined> {
  const match = BARE.exec(message)
  const name = match?.groups?.name?.toLowerCase()
  const isAboutFiles = shown.file !== undefined || shown.listed.length > 0
  if (!match || name === undefined || !isAboutFiles || message.trim().split(/\s+/).length > MOST_WORDS)
    return undefined
  const folders = [...new Set([shown.folder, '.'])]
  for (const isMeant of [isSame, isSlip])
    for (const folder of folders) {
      const files = (await entriesOf(folder)).filter((entry) => !entry.endsWith('/'))
      const meant = files.filter((file) => isMeant(name, stemOf(file).toLowerCase()))
      const [only] = meant
      if (only === undefined || meant.length > 1 || joinPath(folder, only) === shown.file) continue
      const at = match.index + match[0].length - name.length
      // What stands before it was said of the last result.
      return (
        message
          .slice(match.index, at)
          .trimStart()
          .replace(/(?:the|my|our)\s+$/i, '') +
        joinPath(folder, only) +
        message.slice(at + name.length)
      )
    }
  return undefined
}

function isSame(name: string, stem: string): boolean {
  return name === stem
}

function isSlip(name: string, stem: string): boolean {
  if (
    name.length < SHORTEST_SLIP ||
    stem.length < SHORTEST_SLIP ||
    `${name}s` === stem ||
    `${stem}s` === name
  )
    return false
  return editDistance(name, stem) === 1
}

const ITS =
  /^(?:(?:oh|ah|ok|yes),?\s+)?(?:and|also|plus)?,?\s*(?:its|his|her|their)\s+(?<part>(?:[\p{L}-]+\s+){0,2}?[\p{L}-]+)\s+(?<rest>(?:is|are|was|were)\s+\S.*)$/isu
const SUBJECT =
  /^(?<subject>(?:(?:my|our|your|the|user's)\s+(?:[\p{L}\p{N}'-]+\s+){0,2}?[\p{L}\p{N}'-]+|\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?))\s+(?:is|are|was|were|has|have|had|lives?|costs?|stands?|lies|works?|opens?|closes?|likes?|needs?)\b/u

/** "and its code is 3391" behind "my locker is number 48": alone it would say nothing of whose code it is. */
function withSubject(message: string, { arguments: args }: EarlierCall): string | undefined {
  const said = ITS.exec(message)
  const subject = Object.values(args).flatMap((value) =>
    typeof value === 'string' ? (SUBJECT.exec(value)?.groups?.subject ?? []) : [],
  )[0]
  if (said === null || subject === undefined) return undefined
  const { part = '', rest = '' } = said.groups ?? {}
  return `and the ${part} of ${subject} ${rest}`
}
