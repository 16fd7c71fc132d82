// Which required values a request does not give: what stands neither in the conversation nor in a default was invented.
// Pure. A wrong alarm costs a question, a miss an invented argument; so only what is plainly not there counts.
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { requiredBeside } from '../lib/open-arguments.ts'
import { caughtOutside, matchesOutside } from '../lib/outside-pattern.ts'
import { wordsOf } from './read-names.ts'
import { quantitiesOf } from './read-numbers.ts'

/** Words that are no value: "read the file", "search for it". */
const EMPTY_WORDS = new Set(
  (
    'a an the this that these those it its one ones some any something anything someone thing things my your our his her their ' +
    'me you i we is are was be to of in on at for from with as and or please now then here there can could would will should ' +
    'do does did let us get got give show tell make take put want need like what which who how called named new other same ' +
    'note save keep store write down record remember mind add work works worked well up out later user about ve got'
  ).split(' '),
)

/** Words for what was not said yet: "add a line", "save a fact". No file or folder is called so by chance, so these do not count there. */
const PLACEHOLDERS =
  'line lines word words fact facts thing things entry entries sentence item text certain'.split(' ')

/** An example in a description is a value, no word for the tool. */
const EXAMPLE = /\be\.g\.[^.;()]*/gi
const FRACTION = /[½⅓⅔¼¾⅛]|\b(?:half|halves|thirds?|quarters?|dozens?|double|twice|triple|both|pair)\b/i

/** What a value is asked for. */
export interface MissingValue {
  readonly name: string
  /** One question. */
  readonly question: string
}

/** Required arguments that `text` (the request, and the turns that it leans on) does not give, in the schema's order. */
export function findMissing(
  args: JsonObject,
  { name, description, parameters }: { name: string; description: string; parameters: JsonSchema },
  text: string,
): MissingValue[] {
  const quantities = quantitiesOf(text)
  const numbers = FRACTION.test(text)
    ? undefined
    : new Set(quantities.flatMap(({ forms, parts }) => [...forms, ...parts]))
  const required = requiredBeside(parameters, args).map(
    ([parameter, schema = {}]) => [parameter, schema] as const,
  )
  const held = required.filter(([, schema]) => isHeldNumber(schema))
  const written = Math.max(quantities.length, text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0)
  const tooMany = numbers === undefined ? 0 : held.length - written
  // Those with a unit come first: "15 percent" alone is the percentage.
  const without = held.toSorted(([, a], [, b]) => Number('x-unit' in a) - Number('x-unit' in b))
  const unheld = new Set(without.slice(0, Math.max(0, tooMany)).map(([parameter]) => parameter))
  return required.flatMap(([parameter, schema], at) => {
    const others = required.slice(0, at).flatMap(([other]) => args[other] ?? [])
    const says = `${description}. ${schema.description ?? ''}`.replaceAll(EXAMPLE, '')
    const about = `${name.replaceAll('_', ' ')} ${says} ${parameter.replaceAll('_', ' ')}`
    if (!unheld.has(parameter) && isGiven(args[parameter], schema, { text, numbers, others, about }))
      return []
    return [{ name: parameter, question: questionFor(parameter, schema) }]
  })
}

function isHeldNumber(schema: JsonSchema): boolean {
  return schema['x-from'] === 'message' && (schema.type === 'number' || schema.type === 'integer')
}

interface Given {
  readonly text: string
  /** undefined: some are said in words that are not read. */
  readonly numbers: ReadonlySet<string> | undefined
  /** Values of the arguments before it. */
  readonly others: readonly JsonValue[]
  /** The tool's own words: a value made of these alone repeats the request's name for the tool. */
  readonly about: string
}

function isGiven(value: JsonValue | undefined, schema: JsonSchema, given: Given): boolean {
  if (value === undefined) return false
  if (value === '') return isMeantEmpty(schema, given.text)
  if (Array.isArray(value)) {
    const items = schema.items ?? {}
    return value.length > 0 && value.every((one) => isGiven(one, items, { ...given, others: [] }))
  }
  const isHeld = schema['x-from'] === 'message'
  if (typeof value === 'number') {
    return (
      !isHeld ||
      given.numbers?.has(String(value)) !== false ||
      hasDigits(given.text, value) ||
      isInRange(value, given.text)
    )
  }
  if (typeof value !== 'string') return true
  // An expression of a request without a number.
  if (schema['x-names'] !== undefined)
    return (
      !hasOwnNumber(value, given) &&
      (given.numbers?.size !== 0 || namesOne(schema, given.text) || CALENDAR.test(given.text))
    )
  if (!isHeld || isAllowed(schema, value) || isNamed(schema, value, given.text)) return true
  const isPlace = schema['x-looks'] === 'file' || schema['x-looks'] === 'folder'
  const own = new Set([...wordsOf(given.about), ...EMPTY_WORDS, ...(isPlace ? [] : PLACEHOLDERS)])
  const bare = isPlace ? value : withoutOthers(value, given.others)
  const isOwn = wordsOf(bare).some((word) => !own.has(word)) || /[^\p{L}\s.,!?'’]|\p{L}\.\p{L}/u.test(bare)
  return (isOwn && !isTaken(value, given)) || isPointedAt(value, given.text)
}

/** "Set the label work to /home/kim/jobs": what stands where its name stands is the value, whatever word it is. */
function isNamed(schema: JsonSchema, value: string, text: string): boolean {
  const named = schema['x-named']
  return typeof named === 'string' && caughtOutside(named, text).some((one) => one.text === value)
}

/** It stands in the request as (a part of) another argument alone: "write a file called x.txt" has no text `x`. */
function isTaken(value: string, { text, others }: Given): boolean {
  if (others.includes(value)) return true
  const isPart = others.some((other) => typeof other === 'string' && other.startsWith(`${value}.`))
  return isPart && !withoutOthers(text, others).includes(value)
}

/** "add a line to todo.md" has no line: what names the file is no part of it. */
function withoutOthers(text: string, others: readonly JsonValue[]): string {
  return others.reduce<string>(
    (left, other) => (typeof other === 'string' && /\S/.test(other) ? left.replaceAll(other, ' ') : left),
    text,
  )
}

/** "entries 20 to 23" names 21, too. */
function isInRange(value: number, text: string): boolean {
  const ranges = [...text.matchAll(/(\d+)\s*(?:to|through|until|-|–)\s*(\d+)/giu)]
  return ranges.some(([, from, to]) => Number(from) < value && value < Number(to))
}

/** `1 200` and `1.200` are 1200 to some. */
function hasDigits(text: string, value: number): boolean {
  return text.replace(/\D/g, '').includes(String(value).replace(/\D/g, ''))
}

/** "multiply it by nine" with nothing before it. */
const POINTS =
  /\b(?:multipl\p{L}+|divid\p{L}+|add|subtract|take|doubl\p{L}+|halv\p{L}+|squar\p{L}+|split|share|raise|round)\s+(?:it|that|this|them|those|the\s+(?:result|sum|total|number))(?![\p{L}'])/iu

/** What a sum has of itself: halves, parts of a clock, a calendar, a measure. */
const KNOWN = new Set([2, 3, 4, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000])

/** A number that the request points at and that stands nowhere; of the 1,531 worked sums none has one. */
function hasOwnNumber(expression: string, { text, numbers }: Given): boolean {
  if (numbers === undefined || !POINTS.test(text)) return false
  const written = (expression.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? []).map((one) =>
    Number(one.replaceAll(',', '')),
  )
  return written.some((one) => !numbers.has(String(one)) && !hasDigits(text, one) && !KNOWN.has(one))
}

/** `how many minutes in a day` has no number, either. */
const CALENDAR =
  /\bhow many \p{L}+ (?:are |is )?(?:there )?(?:in|has) an? (?:day|week|month|year|hour|fortnight|decade|century)\b/iu

/** `pi squared` has no number and needs none. */
function namesOne(schema: JsonSchema, text: string): boolean {
  const names = Array.isArray(schema['x-names']) ? schema['x-names'] : []
  const words = new Set(wordsOf(text))
  return (
    names.some((name) => typeof name === 'string' && name.length > 1 && words.has(name)) || /π|√/.test(text)
  )
}

/** `the word "file"`, `the text folder`: said to be the value, whatever it is. */
function isPointedAt(value: string, text: string): boolean {
  const before = text.slice(0, Math.max(0, text.indexOf(value)))
  return (
    text.includes(value) &&
    /(?:["'“`]|\b(?:words?|text|string|phrase|term|pattern|name|for))\s*$/i.test(before)
  )
}

/** `x-empty`: an empty text is what was asked for where the request matches this regular expression. */
function isMeantEmpty(schema: JsonSchema, text: string): boolean {
  const when = schema['x-empty']
  return typeof when === 'string' && matchesOutside(when, text) === true
}

/** `x-or`: what it may be without standing in the message. */
function isAllowed(schema: JsonSchema, value: string): boolean {
  return Array.isArray(schema['x-or']) && schema['x-or'].includes(value)
}

/** `x-ask` of the schema, or a plain question from its description. */
function questionFor(parameter: string, schema: JsonSchema): string {
  if (typeof schema['x-ask'] === 'string') return schema['x-ask']
  const what = parameter.replaceAll('_', ' ')
  return schema.description === undefined
    ? `What is the ${what}?`
    : `What is the ${what} (${schema.description})?`
}
