// Which file of a folder a question is about that names none: "how much did we spend in February" is the ledger's. Pure.
import { excerptOf } from './excerpt.ts'
import type { FileProfile } from './file-profile.ts'
import { aboutOf } from './relevant-lines.ts'
import { stemsOf } from './word-stem.ts'

/** How a file is looked for. */
export interface FileWish {
  /** This one alone. */
  readonly only?: string
  /** By words alone: it is not worth waiting for a sentence model. */
  readonly byWords?: boolean
}

/** A file with how much of a question it has. */
export interface MeantFile {
  readonly path: string
  readonly isTable: boolean
  /** What share of the question's words, by how rare they are in the folder: 0 to 1. */
  readonly share: number
  /** How near in meaning it is to what stands there; 0 where no sentence model is. */
  readonly likeness: number
  /** A word of it is in the file's name, or in a column's. */
  readonly isNamed: boolean
  /** How much better it fits than the next one, of about 2 at most. */
  readonly lead: number
  /** The lines of a text that are asked for, with what stands around them; undefined: all of it may be. */
  readonly excerpt: string | undefined
  /** The question has a name, and none of its names stands in the folder. */
  readonly lacksNames?: true
}

/** "Quiz 1" is the column `quiz1`, a "to-do list" is todo.md. */
function wordsOf(question: string, files: readonly FileProfile[]): readonly string[] {
  const words = [...aboutOf(question.replace(/\bto[\s-]do\b/giu, 'todo'))]
  const joined = [...question.matchAll(/(?<word>\p{L}{2,})[\s_-](?<number>\d{1,2})(?!\d|[.,:]\d)/gu)].flatMap(
    ({ groups }) => stemsOf(`${groups?.word}${groups?.number}`),
  )
  return [...words, ...joined.filter((one) => files.some((file) => weightOf(file, one) > 0))]
}

/** How much a word says that stands in the file's name, in a column's, or in a line. */
const IN_NAME = 1
const IN_COLUMN = 0.9
const IN_LINE = 0.7
/** Each further word in the same line means that line more. */
const TOGETHER = 0.25
/** What is worked out is worked out of rows. */
const FOR_TABLES = 0.12
const WORKS_OUT =
  /(?<!\p{L})(?:how (?:many|much)|average|avg|mean|total|sum|altogether|most|least|highest|lowest|biggest|smallest|longest|shortest|cheapest|count)(?!\p{L})/iu

/**
 * The file that has most of a question's words, and is nearest to it in meaning; undefined: none has any. `likeness` gives that of a
 * gist, 0 to 1.
 */
export function meantFile(
  question: string,
  files: readonly FileProfile[],
  likeness: (gist: string) => number = () => 0,
): MeantFile | undefined {
  const asked = wordsOf(question, files)
  const rarity = new Map(asked.map((stem) => [stem, rarityOf(stem, files)]))
  const rarest = (stems: readonly string[], of: (stem: string) => number) =>
    stems.reduce((sum, stem) => sum + of(stem) * (rarity.get(stem) ?? 0), 0)
  const whole = rarest(asked, () => 1)
  const worksOut = WORKS_OUT.test(question)
  const [best, second] = files
    .map((file) => {
      const has = asked.filter((stem) => weightIn(file, stem) > 0)
      const share = has.length === 0 ? 0 : rarest(has, (stem) => weightIn(file, stem)) / whole
      const inLine = Math.max(0, ...file.lines.map((line) => has.filter((stem) => line.has(stem)).length))
      const near = Math.max(0, ...file.gists.map(likeness))
      const more = worksOut && file.columns.size > 0 && share + near > 0 ? FOR_TABLES : 0
      return { file, has, share, near, score: share * (1 + TOGETHER * Math.max(0, inLine - 1)) + near + more }
    })
    .sort((a, b) => b.score - a.score)
  if (best === undefined || best.score <= 0 || lacksYear(question, best.file)) return undefined
  const { path, columns, name } = best.file
  const isTable = columns.size > 0
  return {
    path,
    isTable,
    share: best.share,
    likeness: best.near,
    isNamed: best.has.some((stem) => name.has(stem) || columns.has(stem)),
    lead: best.score - (second?.score ?? 0),
    ...(lacksNames(question, files) && { lacksNames: true }),
    excerpt: isTable
      ? undefined
      : excerptOf(question, best.file, (row, line) => {
          const has = asked.filter((stem) => line.has(stem) && !name.has(stem))
          return rarest(has, () => 1) / Math.max(whole, 0.001) + likeness(row)
        }),
  }
}

/** Capital letters that make no name: days, months, how a person is addressed, who stands nowhere by name. */
const NO_NAME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|mr|mrs|ms|miss|dr|prof|sir|mum|mom|mummy|mommy|dad|daddy|granny|grandma|grandpa|grandad|nan|auntie|aunt|uncle|christmas|easter|god|internet)$/iu

/** "What port does MySQL use": a name, and no file has any of them. */
function lacksNames(question: string, files: readonly FileProfile[]): boolean {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const isName = (word: string) =>
    /^\p{Lu}/u.test(word) && /\p{Ll}/u.test(word) && word.length > 2 && !NO_NAME.test(word)
  const names = [...question.matchAll(/(?<![.!?:;"“]\s*|['’]|^\W*)(?<!\p{L})\p{L}[\p{L}\p{N}]*/gu)]
    .map(([name]) => name)
    .filter(isName)
  // "What Is The Rent"
  if (names.length === 0 || names.length > words.length / 2) return false
  return names.every((name) => !files.some((file) => hasName(file, name.toLowerCase())))
}

/** But for its last letter, which may be another one, or of a plural. */
function hasName({ path, name, columns, rows }: FileProfile, said: string): boolean {
  const start = said.length > 4 ? said.slice(0, -1) : said
  return [path, ...name, ...columns, ...rows].some((one) => one.toLowerCase().includes(start))
}

/** "Who won the cup in 1998" is asked of nothing that has no such year. */
function lacksYear(question: string, { path, rows }: FileProfile): boolean {
  const [year] = /(?<![\d.,$€£])(?:19|20)\d{2}(?![\d.,]\d)(?=\W*$|\W+(?!\w+s\b))/u.exec(question) ?? []
  return year !== undefined && !path.includes(year) && !rows.some((row) => row.includes(year))
}

/** What people say for what stands in tables, by stems. */
const ALIKE: readonly (readonly [said: string, there: string])[] = [
  ['owe owes owed owing unpaid overdue outstanding', 'paid due unpaid'],
  ['turnover turn earn earned make made money takings brought', 'revenue turnover sales takings income'],
  ['spend spent cost costs paid pay money', 'amount spent cost price expense eur gbp usd'],
]
const OTHER_WORDS = ALIKE.map(([said, there]) => [new Set(stemsOf(said)), stemsOf(there)] as const)
const FOR_ANOTHER = 0.8

/** How much a file has of a word, or of another one in a column for the same. */
function weightIn(file: FileProfile, stem: string): number {
  const own = weightOf(file, stem)
  const others = own > 0 ? [] : OTHER_WORDS.filter(([said]) => said.has(stem)).flatMap(([, there]) => there)
  return others.some((other) => file.columns.has(other)) ? FOR_ANOTHER * IN_COLUMN : own
}

function weightOf({ name, columns, lines }: FileProfile, stem: string): number {
  if (name.has(stem)) return IN_NAME
  if (columns.has(stem)) return IN_COLUMN
  return lines.some((line) => line.has(stem)) ? IN_LINE : 0
}

function rarityOf(stem: string, files: readonly FileProfile[]): number {
  const having = files.filter((file) => weightIn(file, stem) > 0).length
  return Math.log(1 + files.length / Math.max(having, 1))
}
