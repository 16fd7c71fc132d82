// What the call lane sees of the turns before, for a message that leans on them: a line each, behind the tool's state.
import type { EarlierCall } from '../contracts/manifest.ts'
import { spacedJson } from './spaced-json.ts'

/** About 120 tokens for two calls. */
const MOST_CALLS = 2
const MOST_MESSAGE = 160
const MOST_SAID = 240

/** The user turn for `message` behind `earlier` calls, oldest first; worked examples stand in the same form. */
export function withBefore(message: string, earlier: readonly EarlierCall[]): string {
  const lines = earlier.slice(-MOST_CALLS).map((call) => {
    const said = cut(call.said, MOST_SAID)
    return `Before: ${cut(call.message, MOST_MESSAGE)} -> ${spacedJson(call.arguments)} -> ${said}`
  })
  return [...lines, `Now: ${message}`].join('\n')
}

function cut(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}
