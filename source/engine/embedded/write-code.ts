// Writes an expression as the rest of a line of code, for models that know code better than JSON (docs/lanes.md), and gives
// the object that has it as its only argument.
import type { Token } from 'node-llama-cpp'
import type { ChatMessage } from '../../contracts/engine.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import { changedNumber } from './changed-number.ts'
import type { RequestText } from './choices.ts'
import { decideBehind } from './decide.ts'
import { differenceOf } from './difference.ts'
import type { Lane } from './lane.ts'
import { readRuled, textRuleOf } from './text-rule.ts'
import type { WrittenArguments } from './write-arguments.ts'

/** Opens the text before everything else. */
const PREAMBLE = 'from math import *\n\n'

/** Requests as comments, each with its answer; ends where the next answer begins if the last message is a request. */
export function renderCode(messages: readonly ChatMessage[]): string {
  const parts = messages.map(({ role, text }) => {
    if (role === 'system') return ''
    return role === 'user' ? `${text.replace(/^/gm, '# ')}\nanswer =` : ` ${text}\n\n`
  })
  return PREAMBLE + parts.join('')
}

/**
 * Decodes `prompt` and writes the line behind it: only what the argument's schema allows an expression to be. `text` is
 * complete JSON unless `cut`. Aborting leaves the lane usable.
 */
export async function writeCode(
  lane: Lane,
  prompt: readonly Token[],
  schema: JsonSchema,
  request: RequestText,
  maxTokens: number,
  signal: AbortSignal,
): Promise<WrittenArguments> {
  const [name, field] = Object.entries(schema.properties ?? {})[0] ?? ['', {}]
  const rule = textRuleOf(field, request.whole, request.latest)
  const done = (line: string, generated: number, weakest: number): WrittenArguments => ({
    text: JSON.stringify({ [name]: line }),
    generated,
    weakest,
    cut: false,
  })
  if (rule?.type !== 'names') throw new RangeError(`\`${name}\` is no expression`)
  const known = changedNumber(schema, request)[name] ?? rule.copied ?? differenceOf(field, request)
  if (typeof known === 'string') return done(known, 0, 1)
  const { model } = lane
  const tokens: Token[] = []
  const textOf = (more: readonly Token[]) => model.detokenize([...tokens, ...more], false)
  const lineOf = (text: string) =>
    text.includes('\n') ? text.slice(0, text.indexOf('\n')).trim() : undefined
  const isWhole = (line: string) => line !== '' && readRuled(rule, JSON.stringify(line)).ends.length > 0
  const isLegal = (token: Token) => {
    if (model.isEogToken(token)) return isWhole(textOf([]).trim())
    if (model.detokenize([token], false) === '') return false
    const text = textOf([token])
    const line = lineOf(text)
    return line === undefined ? readRuled(rule, `"${text.trimStart()}`).open : isWhole(line)
  }
  let pending = prompt
  let weakest = 1
  while (tokens.length < maxTokens) {
    const decided = await decideBehind(lane, pending, isLegal, signal)
    if (decided === undefined) break
    weakest = Math.min(weakest, decided.probability)
    const isEnd = model.isEogToken(decided.token)
    if (!isEnd) tokens.push(decided.token)
    const line = isEnd ? textOf([]).trim() : lineOf(textOf([]))
    if (line !== undefined) return done(line, tokens.length, weakest)
    pending = [decided.token]
  }
  return { ...done('', tokens.length, weakest), cut: true }
}
