// A tool call in one line: name, arguments, what it said, how long it took.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { columnWidth, cutToWidth } from './column-width.ts'
import type { Glyphs } from './glyphs.ts'
import { safeLine, safeText } from './safe-text.ts'

export interface FinishedCall {
  readonly name: string
  readonly arguments: string
  readonly ok: boolean
  readonly say: string
  readonly ms: number
}

/** One argument as its value, several as `name=value`; one line, safe to draw, not cut. */
export function shortArguments(args: JsonObject): string {
  const entries = Object.entries(args)
  if (entries.length === 1) return entries.map(([, value]) => inLine(value)).join('')
  return entries.map(([name, value]) => `${inLine(name)}=${inLine(value)}`).join(' ')
}

/** The same of arguments that come as JSON text. */
export function shortArgumentsOf(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    // Parsed JSON that is an object and not a list has string keys and JSON values.
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return shortArguments(value as JsonObject)
  } catch {
    // Shown as it came.
  }
  return inLine(json)
}

/** `  ⚙ calculator_compute 17 * 23 → 391  (12 ms)`, cut to the width; the time stays. */
export function callLine(call: FinishedCall, columns: number, glyphs: Glyphs): string {
  const sign = call.ok ? glyphs.tool : glyphs.failed
  const time = `  (${duration(call.ms)})`
  const end = columns >= 40 ? time : ''
  const room = columns - columnWidth(end)
  const head = `  ${sign} ${call.name} `
  // What the colon announces is not in this line.
  const said = safeLine(call.say).replace(/\s*:\s*$/, '')
  // Arguments give way to what was said, but keep a third.
  const share = Math.max(Math.floor(room / 3), room - columnWidth(head) - columnWidth(said) - 4)
  const args = cutToWidth(call.arguments, Math.min(share, 60), glyphs.ellipsis)
  const middle = args === '' ? '' : `${args} `
  return cutToWidth(`${head}${middle}${glyphs.arrow} ${said}`.trimEnd(), room, glyphs.ellipsis) + end
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function inLine(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return safeText(text).replace(/\s*\n\s*/g, ' ')
}
