// One line of a file of cases, checked: every complaint says file, line, field and what was expected. Pure.
import { UserError } from '../contracts/errors.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { AcceptedArguments, EvalCase, EvalTurn, ExpectedCall } from './cases.ts'
import { bfclCase, clincCase, type IntentMap, isBfcl, isClinc } from './public-records.ts'

type Members = { readonly [key: string]: unknown }

/**
 * Reads a case of any shape (docs/accuracy.md); `place` is file and line. undefined: `intents` leaves it out.
 * Throws `UserError`.
 */
export function parseCase(line: string, place: string, intents?: IntentMap): EvalCase | undefined {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    row = undefined
  }
  if (!isMembers(row)) throw new UserError(`${place} is not a JSON object; write one case a line.`)
  if (isBfcl(row)) return bfclCase(row, place)
  if (isClinc(row)) return clincCase(row, place, intents)
  const { id, turns, tags = [], difficulty = 'medium' } = row
  if (typeof id !== 'string' || id === '')
    throw new UserError(`${place} has no \`id\`, \`input\` and \`tool\`.`)
  if (!isTexts(tags)) throw wrong(place, 'tags', 'a list of texts')
  if (typeof difficulty !== 'string') throw wrong(place, 'difficulty', 'a text')
  if (turns === undefined) return { id, turns: [parseTurn(row, place, '')], tags, difficulty }
  if (!Array.isArray(turns) || turns.length === 0) throw wrong(place, 'turns', 'a list of turns')
  return { id, turns: turns.map((turn, at) => parseTurn(turn, place, `turns[${at}].`)), tags, difficulty }
}

/** `at` stands before the names of fields in complaints. */
function parseTurn(turn: unknown, place: string, at: string): EvalTurn {
  if (!isMembers(turn)) throw wrong(place, at.slice(0, -1), 'an object')
  const { input, tool, calls, clarify, gold = [], fails = false } = turn
  const needs = tool !== undefined || calls !== undefined || clarify === true
  if (typeof input !== 'string' || input.trim() === '' || !needs) {
    if (at === '') throw new UserError(`${place} has no \`id\`, \`input\` and \`tool\`.`)
    throw wrong(place, at.slice(0, -1), 'a turn with `input` and `tool`')
  }
  if (!isGold(gold)) throw wrong(place, `${at}gold`, 'a list of lists of texts')
  if (typeof fails !== 'boolean') throw wrong(place, `${at}fails`, 'true or false')
  const rest = { input, gold, fails }
  if (clarify === true) return { ...rest, ...openTurn(turn, place, at) }
  if (calls !== undefined) return { ...rest, ...severalCalls(calls, place, at) }
  if (tool !== null && (typeof tool !== 'string' || tool === ''))
    throw wrong(place, `${at}tool`, "a tool's name or null")
  if (turn.arguments === 'any' && tool !== null) return { ...rest, tool, arguments: {}, anyOf: [tool] }
  const { anyOf } = turn
  if (anyOf !== undefined && !isTexts(anyOf)) throw wrong(place, `${at}anyOf`, 'a list of tools')
  return { ...rest, tool, arguments: accepted(turn.arguments, place, at), ...(anyOf && { anyOf }) }
}

function openTurn({ tool = null, missing = [] }: Members, place: string, at: string) {
  if (tool !== null && typeof tool !== 'string') throw wrong(place, `${at}tool`, "a tool's name or null")
  if (!isTexts(missing)) throw wrong(place, `${at}missing`, 'a list of names')
  return { tool, arguments: {}, missing }
}

function severalCalls(value: unknown, place: string, at: string) {
  if (!Array.isArray(value) || value.length === 0) throw wrong(place, `${at}calls`, 'a list of calls')
  const calls = value.map((call: unknown, index): ExpectedCall => {
    const name = `${at}calls[${index}]`
    if (!isMembers(call) || typeof call.tool !== 'string')
      throw wrong(place, name, 'a call with `tool` and `arguments`')
    return { tool: call.tool, arguments: accepted(call.arguments, place, `${name}.`) }
  })
  const [first] = calls
  return { tool: first?.tool ?? null, arguments: first?.arguments ?? {}, calls }
}

function accepted(value: unknown, place: string, at: string): AcceptedArguments {
  if (value === undefined) return {}
  if (!isMembers(value)) throw wrong(place, `${at}arguments`, 'an object')
  for (const [name, values] of Object.entries(value)) {
    if (!Array.isArray(values) || values.length === 0)
      throw wrong(place, `${at}arguments.${name}`, 'the list of accepted values')
  }
  // It came out of JSON.parse, and every member is a list.
  return value as { readonly [name: string]: readonly JsonValue[] }
}

function wrong(place: string, field: string, expected: string): UserError {
  return new UserError(`${place} is no case: \`${field}\` must be ${expected}.`)
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isGold(value: unknown): value is readonly (readonly string[])[] {
  return Array.isArray(value) && value.every(isTexts)
}
