// Rules for strings that JSON Schema cannot say, as keywords of our own in a tool's schema:
// `x-from: message` (with `x-or`: what else it may be, e.g. `.`) `x-behind`: what stands before it) and `x-names` (words that an expression may use). Pure.
import type { JsonSchema } from '../../contracts/json.ts'
import { caughtOutside, endOutside, placesOutside } from '../../lib/outside-pattern.ts'
import { justSaidFrom } from './just-said.ts'
import { saysNumberInWords } from './number-choices.ts'
import { readSpan, type SpanRule } from './span-shape.ts'
import { type Reading, readValue } from './value-shape.ts'

export type TextRule =
  | ({ readonly type: 'span' } & SpanRule)
  /** Every run of letters is one of these, in lower case; the rest are digits and signs. */
  | {
      readonly type: 'names'
      readonly names: readonly string[]
      readonly copied: string | undefined
      /** In characters. */
      readonly longest: number
    }

/** The rule of a schema for a message; undefined: the model is free. `latest`: its last part, where turns before stand in it. */
export function textRuleOf(
  schema: JsonSchema,
  message: string,
  latest: string | undefined = undefined,
  beside: readonly JsonSchema[] = [],
): TextRule | undefined {
  if (schema.type !== 'string') return undefined
  if (schema['x-from'] === 'message') {
    const free = schema['x-free'] === true ? freeText(schema, message, latest ?? message, beside) : {}
    const seams = seamsOf(message, latest)
    return {
      type: 'span',
      message,
      others: textsOf(schema['x-or']),
      ...(schema['x-glued'] === true ? { isGlued: true } : {}),
      ...(schema['x-looks'] === 'file' || schema['x-looks'] === 'folder' ? { isPath: true } : {}),
      ...free,
      ...(seams.length > 0 ? { apart: [...(free.apart ?? []), ...seams] } : {}),
    }
  }
  const names = textsOf(schema['x-names'])
  if (names.length === 0) return undefined
  const said = latest ?? message
  const longest = Math.min(LONGEST, Math.max(SHORTEST_LIMIT, 2 * said.length))
  return { type: 'names', names, copied: writtenExpression(said), longest }
}

/** What the lines of turns before are put together with (`prompt/before.ts`): no value goes over it. */
const SEAM = /^Before: |\nBefore: |\nNow: | -> (?=\{)|(?<=\}) -> /gu

function seamsOf(message: string, latest: string | undefined): readonly (readonly [number, number])[] {
  const before = latest === undefined ? '' : message.slice(0, Math.max(0, message.lastIndexOf(latest)))
  return [...before.matchAll(SEAM)].map(({ 0: seam, index }) => [index, index + seam.length] as const)
}

/** Of an expression, in characters. A small model that falls into "+ 500 + 500 + 500" is ended sooner than that. */
const LONGEST = 400
const SHORTEST_LIMIT = 80

/** Reads a JSON string that keeps the rule from the start of `text`. */
export function readRuled(rule: TextRule, text: string): Reading {
  if (rule.type === 'span') return readSpan(rule, text)
  const reading = readValue({ type: 'string', maxLength: rule.longest }, text)
  const end = reading.ends[0]
  const content = text.slice(1, end === undefined ? text.length : end - 1)
  const runs = [...content.matchAll(/[\p{L}_]+/gu)]
  const keeps = runs.every(({ 0: run, index }) => {
    const name = run.toLowerCase()
    const unfinished = end === undefined && index + run.length === content.length
    return rule.names.some((one) => (unfinished ? one.startsWith(name) : one === name))
  })
  return keeps && /^[\p{L}\d\s+\-*/^%().,!_√²³×÷−·]*$/u.test(content) ? reading : { ends: [], open: false }
}

/** Fewer words behind "save that" are no text of their own. */
const FEWEST_WORDS = 2

/** What only joins a message to what was said before is no part of a text, nor are thanks at its end. */
const LEAD = /^(?:(?:and|also|plus|oh|ah|ok|okay|great|please|pls|plz)[\s,!.:]+)+(?=[\p{L}\p{N}])/iu
const THANKS =
  /(?:(?<=[.!?,])\s*(?:(?:many )?thanks|thank you|thx|cheers)(?![\p{L}\p{N}])[^.!?:]{0,30}|(?<=[.!?])\s*(?:please|pls|plz))[.!?]*\s*$/iu

/** "my doctor's name: Dr Adeyemi": the value alone would say nothing. */
const LABELLED = /^\s*(?:my|our|the|his|her|their)\s[^:.!?"“]{2,40}:\s\S/iu

/** Where a text may stand: behind what matches `x-behind`, if there are some words more, and apart from what other arguments name. */
function freeText(
  schema: JsonSchema,
  message: string,
  latest: string,
  beside: readonly JsonSchema[],
): Pick<SpanRule, 'from' | 'to' | 'apart' | 'unended'> {
  const at = message.lastIndexOf(latest)
  if (at < 0) return {}
  const lead = LEAD.exec(latest)?.[0].length ?? 0
  const thanks = THANKS.exec(latest)?.index ?? latest.length
  const named = beside.flatMap((one) =>
    typeof one['x-named'] === 'string' ? caughtOutside(one['x-named'], latest) : [],
  )
  const without = partsWithout(schema['x-without'], latest)
  const apart = [
    [0, lead],
    [thanks, latest.length],
    ...[...named, ...without].map(({ from, to }) => [from, to]),
  ]
    .filter(([from = 0, to = 0]) => from < to)
    .map(([from = 0, to = 0]): readonly [number, number] => [at + from, at + to])
  const unended = placesOf(schema['x-goes-on'], latest).map(({ from }) => at + from)
  const behind = schema['x-behind']
  const end = typeof behind === 'string' ? endOutside(behind, latest) : undefined
  const left = latest.slice(end).match(/[\p{L}\p{N}]+/gu) ?? []
  const own = schema['x-latest'] === true ? { from: at } : {}
  if (end === undefined || left.length < FEWEST_WORDS) {
    const order = without.length === 0 ? undefined : placesOf(schema['x-just-said'], latest).at(-1)
    const from = order === undefined ? 0 : justSaidFrom(latest, order.from, schema['x-thought'] === true)
    return { apart, unended, ...own, ...(from > 0 ? { from: at + from } : {}) }
  }
  // What stands behind a colon, or what `x-starts` matches, is the text from its first word on.
  const first = at + end + latest.slice(end).search(/[\p{L}\p{N}]/u)
  const before = latest.slice(0, end)
  const isLed = /:\s*$/.test(before) || placesOf(schema['x-starts'], before).some(({ to }) => to === end)
  const isWhole =
    (isLed || LABELLED.test(latest.slice(end))) && !apart.some(([from, to]) => first >= from && first < to)
  return { apart, unended, from: at + end, ...(isWhole ? { to: first } : {}) }
}

function placesOf(pattern: unknown, message: string): ReturnType<typeof placesOutside> {
  return typeof pattern === 'string' ? placesOutside(pattern, message) : []
}

/** `x-without`: parts that are never of the text, where enough is left beside them. */
function partsWithout(pattern: unknown, message: string): ReturnType<typeof placesOutside> {
  const places = placesOf(pattern, message)
  const rest = places.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), message)
  return (rest.match(/[\p{L}\p{N}]+/gu) ?? []).length < FEWEST_WORDS ? [] : places
}

/** Words around an expression that change it. */
const CHANGES =
  /root|half|double|twice|triple|squared?|cubed?|percent|average|mean|minus|plus|times|divided|third|quarter|factorial|negative|sqrt|remainder|modulo|round|nearest|bracket|each|apiece|share|split|left ?over/iu

/** "1,248 divided by 16", "3 x 4.75": words between numbers that are signs. */
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\d)])\s*(?:x|times|multiplied\s+(?:by|with))\s*(?=[\d(])/giu, ' * '],
  [/(?<=[\d)])\s+divided\s+by\s+(?=[\d(])/giu, ' / '],
  [/(?<=[\d)])\s+plus\s+(?=[\d(])/giu, ' + '],
  [/(?<=[\d)])\s+minus\s+(?=[\d(])/giu, ' - '],
]

/** An expression that stands in the message as it is, with all of the message's numbers: there is nothing to decide. */
function writtenExpression(said: string): string | undefined {
  const message = IN_WORDS.reduce((text, [words, sign]) => text.replace(words, sign), said)
  const runs = [...message.matchAll(/[-+(√]?[\d(][\d\s+\-*/^%().,√²³×÷−·]*/gu)].filter(([run]) =>
    /\d/.test(run),
  )
  const [only] = runs
  if (runs.length !== 1 || only === undefined) return undefined
  const expression = only[0].trim().replace(/[.,]+$/, '')
  const around = `${message.slice(0, only.index)} ${message.slice(only.index + only[0].length)}`
  const before = message.slice(0, only.index)
  const touched =
    /\p{L}$/u.test(before) ||
    (/\S$/.test(only[0]) && /^\p{L}/u.test(message.slice(before.length + only[0].length)))
  if (touched || CHANGES.test(around) || saysNumberInWords(around)) return undefined
  if (/[\d)]\s+[\d(]/.test(expression)) return undefined
  return /\d\s*[-+*/^×÷−·]/.test(expression) ? expression : undefined
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
