// Writes the JSON of a call's arguments: what the schema fixes is put there in one decode (names, braces),
// the model decides values, and which optional arguments there are. Read value-shape.ts next.
import type { Token } from 'node-llama-cpp'
import type { JsonObject, JsonSchema, JsonValue } from '../../contracts/json.ts'
import { openArguments } from '../../lib/open-arguments.ts'
import { changedNumber } from './changed-number.ts'
import { choicesFor, leansBack, type RequestText } from './choices.ts'
import { decideBehind, type IsLegal } from './decide.ts'
import { differenceOf } from './difference.ts'
import type { Lane } from './lane.ts'
import { withSaidItems } from './said-items.ts'
import { goesOnWide } from './span-shape.ts'
import { readRuled, type TextRule, textRuleOf } from './text-rule.ts'
import { type Reading, readValue } from './value-shape.ts'

export interface WrittenArguments {
  readonly text: string
  readonly generated: number
  readonly weakest: number
  readonly cut: boolean
}

interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
  /** Present when its text is held to something: the message, or the names that an expression may use. */
  readonly rule: TextRule | undefined
  /** Present when the request leaves only these values. */
  readonly choices?: readonly JsonValue[] | undefined
}

/** What may stand behind a value: the opening of another field, or the end. */
interface Continuation {
  readonly text: string
  /** Index of the field that it opens; undefined: the object ends. */
  readonly opens: number | undefined
}

/** A value that ended, and what of the text behind it was already written. */
interface EndedValue {
  readonly value: string
  readonly rest: string
}

/**
 * Decodes `prompt` behind what stands in the lane and writes an object of `schema`.
 * `text` is complete JSON unless `cut`. Aborting leaves the lane usable.
 */
export async function writeArguments(
  lane: Lane,
  prompt: readonly Token[],
  schema: JsonSchema,
  request: RequestText,
  maxTokens: number,
  signal: AbortSignal,
): Promise<WrittenArguments> {
  const changed = changedNumber(schema, request)
  const fields = fieldsOf(schema, request, changed)
  const writer = new ArgumentWriter(lane, prompt, fields, changed, request, maxTokens, signal)
  return writer.write()
}

class ArgumentWriter {
  readonly #lane: Lane
  readonly #fields: readonly Field[]
  /** Arguments that turns before decide. */
  readonly #changed: JsonObject
  readonly #request: RequestText
  readonly #signal: AbortSignal
  #pending: readonly Token[]
  #left: number
  #text = ''
  #generated = 0
  #weakest = 1
  /** Numbers that arguments have by now: each of the request's is for one of them. */
  #taken: readonly number[] = []

  constructor(
    lane: Lane,
    prompt: readonly Token[],
    fields: readonly Field[],
    changed: JsonObject,
    request: RequestText,
    maxTokens: number,
    signal: AbortSignal,
  ) {
    this.#lane = lane
    this.#pending = prompt
    this.#fields = fields
    this.#changed = changed
    this.#request = request
    this.#left = maxTokens
    this.#signal = signal
  }

  async write(): Promise<WrittenArguments> {
    let open = await this.#choose(this.#continuations(0, true), '')
    while (open?.opens !== undefined) {
      const field = this.#fields[open.opens]
      if (field === undefined) break
      const next = this.#continuations(open.opens + 1, false)
      const ended = await this.#value(field, next)
      open = ended && (await this.#choose(next, ended.rest))
    }
    return { text: this.#text, generated: this.#generated, weakest: this.#weakest, cut: open === undefined }
  }

  #continuations(from: number, first: boolean): readonly Continuation[] {
    const found: Continuation[] = []
    for (let index = from; index < this.#fields.length; index++) {
      const field = this.#fields[index]
      if (field === undefined) break
      found.push({ text: `${first ? '{' : ', '}${JSON.stringify(field.name)}:`, opens: index })
      if (field.required) return found
    }
    return [...found, { text: first ? '{}' : '}', opens: undefined }]
  }

  /** Goes on from `written` to one of the continuations, asking the model only where they differ. */
  async #choose(all: readonly Continuation[], written: string): Promise<Continuation | undefined> {
    let text = written
    const tokens: Token[] = []
    for (;;) {
      const fitting = all.filter((one) => one.text.startsWith(text) || text.startsWith(one.text))
      const only = fitting[0]
      if (fitting.length === 1 && only !== undefined) {
        this.#force(only.text.slice(text.length) + this.#lead(only))
        this.#text += only.text + this.#lead(only)
        return only
      }
      const decided = await this.#next((token) => {
        const grown = written + this.#textOf([...tokens, token])
        return this.#addsText(token) && fitting.some((one) => fits(one.text, grown))
      })
      if (decided === undefined) return undefined
      tokens.push(decided)
      text = written + this.#textOf(tokens)
    }
  }

  /** Writes one value; ends when a legal continuation begins behind it or nothing else can follow. */
  async #value(field: Field, next: readonly Continuation[]): Promise<EndedValue | undefined> {
    const ended = await this.#decideValue(this.#narrowed(field), next)
    const number = Number(ended?.value)
    if (ended !== undefined && Number.isFinite(number)) this.#taken = [...this.#taken, number]
    return ended
  }

  async #decideValue(field: Field, next: readonly Continuation[]): Promise<EndedValue | undefined> {
    const before = leadOf(field).trimStart()
    const tokens: Token[] = []
    let text = before
    for (;;) {
      const ended = endOf(field, text, next)
      if (ended !== undefined) {
        this.#text = this.#text.slice(0, this.#text.length - before.length) + ended.value
        return ended
      }
      const decided = await this.#next((token, isFree) => {
        const grown = before + this.#textOf([...tokens, token])
        return this.#addsText(token) && (isFree || isWhole(field, grown)) && isLegalValue(field, grown, next)
      })
      if (decided === undefined) return undefined
      tokens.push(decided)
      text = before + this.#textOf(tokens)
    }
  }

  #lead(continuation: Continuation): string {
    const field = continuation.opens === undefined ? undefined : this.#fields[continuation.opens]
    return field === undefined ? '' : leadOf(this.#narrowed(field))
  }

  /** The field with the values that this request leaves it, given the arguments before it. */
  #narrowed(field: Field): Field {
    const { schema, rule, name } = field
    const changed = this.#changed[name]
    if (changed !== undefined) return { ...field, choices: [changed] }
    if (rule?.type === 'names') {
      const known = rule.copied ?? differenceOf(schema, this.#request)
      return known === undefined ? field : { ...field, choices: [known] }
    }
    const beside = this.#fields.filter((other) => other !== field).map((other) => other.schema)
    return { ...field, choices: choicesFor(schema, this.#request, this.#taken, beside) }
  }

  #force(literal: string): void {
    if (literal !== '') this.#pending = [...this.#pending, ...this.#lane.model.tokenize(literal, false)]
  }

  /** All of them at once: a character may be spread over several tokens. */
  #textOf(tokens: readonly Token[]): string {
    return this.#lane.model.detokenize([...tokens], false)
  }

  /** False for the end of a turn and for other special tokens, which would be written for ever. */
  #addsText(token: Token): boolean {
    const { model } = this.#lane
    return !model.isEogToken(token) && model.detokenize([token], false) !== ''
  }

  async #next(isLegal: IsLegal): Promise<Token | undefined> {
    if (this.#left-- <= 0) return undefined
    const decided = await decideBehind(this.#lane, this.#pending, isLegal, this.#signal)
    if (decided === undefined) return undefined
    this.#generated++
    this.#weakest = Math.min(this.#weakest, decided.probability)
    this.#pending = [decided.token]
    return decided.token
  }
}

/** Those that the request opens, and what turns before decide. */
function fieldsOf(schema: JsonSchema, request: RequestText, changed: JsonObject): readonly Field[] {
  const { whole, latest } = request
  const stated = new Map(
    openArguments(schema, latest ?? whole, leansBack(request)).map((one) => [one.name, one]),
  )
  const open = Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const one =
      stated.get(name) ?? (changed[name] === undefined ? undefined : { name, schema: own, required: true })
    return one === undefined ? [] : [one]
  })
  return open.map((one) => {
    const beside = open.filter((other) => other !== one).map((other) => other.schema)
    const schema = withSaidItems(one.schema, request)
    return { ...one, schema, rule: textRuleOf(schema, whole, latest, beside) }
  })
}

/**
 * What is put there between the colon and the value: the value itself if there is only one, else what can begin in one way.
 * A forced ` "` before `/etc` or `(3 + 2)` splits a token that the model knows whole (` "/`, ` "(`), and it then leaves the
 * slash or bracket out.
 */
function leadOf({ schema, choices }: Field): string {
  if (choices?.length === 1) return ` ${JSON.stringify(choices[0])}`
  return schema.enum?.every((value) => /^[a-z]/i.test(String(value)) && typeof value === 'string') ? ' "' : ''
}

function fits(continuation: string, text: string): boolean {
  return continuation.startsWith(text) || (continuation.endsWith('}') && text.startsWith(continuation))
}

function readField({ schema, rule, choices }: Field, text: string): Reading {
  if (choices !== undefined) return readValue({ enum: choices }, text)
  return rule === undefined ? readValue(schema, text) : readRuled(rule, text)
}

/** Bytes of a character before its last. */
const MOST_BROKEN = 3

/**
 * Where anything may stand, what the model would not write by itself begins no character that is spread over several tokens: pieces of
 * several characters never become one, and behind them nothing is legal.
 */
function isWhole({ choices, rule, schema: { enum: literals } }: Field, text: string): boolean {
  return [choices, rule, literals].some((one) => one !== undefined) || !text.endsWith('\uFFFD')
}

function isLegalValue(field: Field, text: string, next: readonly Continuation[]): boolean {
  const broken = /\uFFFD+$/u.exec(text)?.[0].length ?? 0
  const complete = text.slice(0, text.length - broken).replace(/^ /, '')
  if (broken > MOST_BROKEN) return false
  // Words of the message have a character of several bytes only where it has one.
  if (broken > 0 && field.rule?.type === 'span' && !goesOnWide(field.rule, complete)) return false
  const reading = readField(field, complete)
  if (reading.open) return true
  return reading.ends.some((end) => {
    const rest = complete.slice(end)
    return rest === '' || next.some((one) => fits(one.text, rest))
  })
}

/** The value in `text` if it has certainly ended: something else begins behind it, or it cannot go on. */
function endOf(field: Field, text: string, next: readonly Continuation[]): EndedValue | undefined {
  const unpadded = text.replace(/^ /, '')
  const reading = readField(field, unpadded)
  for (const end of reading.ends) {
    const rest = unpadded.slice(end)
    if (rest === '' ? !reading.open : next.some((one) => fits(one.text, rest))) {
      return { value: unpadded.slice(0, end), rest }
    }
  }
  return undefined
}
