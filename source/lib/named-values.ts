// Which numbers, dates and times stand in a text, and what each is called there: a note, a list `item: price`, a JSON or YAML file.
// Pure. Tables are read by toolkit/read-table.ts, cell by cell. Next: relevant-lines.ts, which finds what a request needs of them.
import { measureOf, UNIT } from './measures.ts'
import { stemsOf } from './word-stem.ts'

/** `50 minutes` of "Bake for 50 minutes at 220 °C". */
export interface NamedValue {
  /** With its unit: `50 minutes`, `4200 euros`. */
  readonly text: string
  /** What it measures (`temperature`, `money`, `date` …); `number`: nothing that is known. */
  readonly measure: string
  /** Stems of the words around it, each with how much it says of the value, 0 to 1. */
  readonly names: ReadonlyMap<string, number>
  /** Where it stands, as it is told. */
  readonly line: string
  /** The same without the line's other values. */
  readonly alone: string
}

/** The values of a file; of a table those of its cells. */
export interface FileValues {
  readonly isTable: boolean
  readonly values: readonly NamedValue[]
}

/** Of a longer text only the beginning is read, in characters. */
const LONGEST = 40_000
const LONGEST_LINE = 400
const MOST_LINES = 2_000

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?'
const DATE = `(?:${WEEKDAY},?\\s+)?(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH}(?:,?\\s+\\d{4})?|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|\\d{1,2}[./]\\d{1,2}[./]\\d{4})`
const CLOCK = '\\d{1,2}:\\d{2}(?:\\s*[ap]m)?|\\d{1,2}\\s*[ap]m'
const TIME_UNIT = '(?:hours?|hrs?|h|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?)'
const PLAIN = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'
const LENGTH = `(?:${PLAIN})\\s*-?${TIME_UNIT}(?:\\s*(?:and\\s+)?\\d+\\s*(?:minutes?|mins?|m|seconds?|secs?|s))?`
const NUMBER = `(?:[$€£]\\s?)?(?:${PLAIN})(?:[\\s-]?(?:${UNIT})(?![\\p{L}\\p{N}]))?`
const VALUE = new RegExp(
  `(?<![\\p{L}\\p{N}_.,/:+-])(?:(?<date>${DATE})|(?<clock>${CLOCK})|(?<length>${LENGTH})|(?<number>${NUMBER}))(?![\\p{L}\\p{N}_]|[-/.:,]\\d)`,
  'giu',
)
/** What stands before the text of a line. */
const BULLET = /^\s*(?:[-*+•>|]\s+|\d+[.)]\s+)*(?:\[[ x]\]\s*)?/iu
const SECTION = /^\s*(?:\[(?<ini>[^\]]+)\]|(?<yaml>[\w-]+):)\s*$/u
const FIELD = /^(?<name>[\p{L}_][\p{L}\p{N}_.-]*)\s*[:=]\s*(?<value>\S.*)$/u

/** How much a word says of a value: beside it in its line, elsewhere there or in its heading, by what it is. */
const BESIDE = 0.6
const IN_LINE = 0.3
const OF_KIND = 0.5

/** The values of a text, in order; of JSON those of its fields, each called by its path. */
export function namedValues(text: string): readonly NamedValue[] {
  const lines = jsonLines(text) ?? text.slice(0, LONGEST).split('\n')
  let heading = ''
  let section = ''
  return lines.flatMap((line) => {
    const said = line.replace(BULLET, '').trim().slice(0, LONGEST_LINE)
    const opens = SECTION.exec(line)?.groups
    if (opens !== undefined) section = opens.ini ?? opens.yaml ?? ''
    if (opens !== undefined || /^\s*#|^[^:]+:\s*$/u.test(line)) heading = said
    const { name, value } = FIELD.exec(said)?.groups ?? {}
    if (name === undefined || value === undefined) return valuesOfLine(said, heading)
    return valuesOfLine(`${section === '' ? '' : `${section} `}${spokenField(name, value, ': ')}`, heading)
  })
}

/** The values of one line; words of `heading` say something of them, too. */
function valuesOfLine(line: string, heading: string): readonly NamedValue[] {
  const matches = [...line.matchAll(VALUE)]
  return matches.map((match, at) => {
    const { index, 0: whole } = match
    const previous = matches[at - 1]
    const from = previous === undefined ? 0 : previous.index + previous[0].length
    const to = matches[at + 1]?.index ?? line.length
    const names = namesOf([
      [heading, IN_LINE],
      [line, IN_LINE],
      [line.slice(index + whole.length, to), BESIDE],
      [line.slice(from, index), 1],
    ])
    const others = matches.filter((other) => other !== match)
    return namedValue(whole.trim(), names, line, withoutOthers(line, others))
  })
}

/** "Bake at 230 °C for 22 minutes" with one of its values. */
function withoutOthers(line: string, others: readonly RegExpExecArray[]): string {
  const rest = others.reduceRight(
    (text, { index, 0: value }) => text.slice(0, index) + text.slice(index + value.length),
    line,
  )
  return rest.replace(/\s{2,}/g, ' ').trim()
}

/** A value with the words for what it is. */
export function namedValue(
  text: string,
  names: ReadonlyMap<string, number>,
  line: string,
  alone: string = line,
): NamedValue {
  const { measure, words } = measureOf(text)
  const all = new Map(namesOf([[words, OF_KIND]]))
  for (const [name, weight] of names) all.set(name, Math.max(weight, all.get(name) ?? 0))
  const plain = measure === 'date' ? text : text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  return { text: plain, measure, names: all, line, alone }
}

/** Words with their weights; of one that stands twice the greater. */
export function namesOf(
  parts: readonly (readonly [text: string, weight: number])[],
): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const [text, weight] of parts)
    for (const stem of stemsOf(text)) names.set(stem, Math.max(weight, names.get(stem) ?? 0))
  return names
}

/** `electricity standing charge per month: 11.9` for each field of a JSON text; undefined: it is none. */
function jsonLines(text: string): readonly string[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return fieldsOf(JSON.parse(text), []).slice(0, MOST_LINES)
  } catch {
    return undefined
  }
}

function fieldsOf(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null)
    return [
      [...path.slice(0, -1).map(spokenName), spokenField(path.at(-1) ?? '', String(value), ': ')].join(' '),
    ]
  if (Array.isArray(value)) return value.flatMap((record) => fieldsOf(record, [...path, ...textsOf(record)]))
  return Object.entries(value).flatMap(([name, field]) => fieldsOf(field, [...path, name]))
}

/** What a record of a list is called by. */
function textsOf(record: unknown): readonly string[] {
  const fields = typeof record === 'object' && record !== null ? Object.values(record) : []
  return fields.filter((field) => typeof field === 'string').slice(0, 3)
}

/** `distance 21.1 km` of a field `distance_km`, as one reads it aloud. */
export function spokenField(name: string, value: string, joint = ' '): string {
  const unit = /^-?\d+(?:[.,]\d+)?$/.test(value) ? unitOf(name) : undefined
  const bare = unit === undefined ? name : name.slice(0, name.lastIndexOf(unit)).replace(/[\s_([]+$/u, '')
  return `${spokenName(bare)}${joint}${value}${unit === undefined ? '' : ` ${spokenUnit(unit)}`}`
}

/** `flow litres per minute` of `flow_l_per_min`. */
function spokenName(name: string): string {
  const words = name.split('_').map(spokenUnit).join(' ')
  return words.replace(/(?<=\bper \p{L}+)s\b/u, '')
}

/** The unit in which a field of this name is; undefined: it says none, or is a rate (`price_per_kg`). */
export function unitOf(name: string): string | undefined {
  return FIELD_UNIT.exec(name)?.[1]
}

const FIELD_UNIT = new RegExp(
  `(?<!per)[_\\s([]+(${UNIT}|min|mins|minutes|h|hours|sec|seconds|s|days|percent|c|f)[)\\]]?$`,
  'iu',
)

const SPOKEN: { readonly [unit: string]: string } = {
  l: 'litres',
  min: 'minutes',
  h: 'hours',
  s: 'seconds',
  w: 'watts',
  c: '°C',
  f: '°F',
}

/** A unit as it is read aloud, where it is short in the name of a field. */
function spokenUnit(word: string): string {
  return SPOKEN[word.toLowerCase()] ?? word
}
