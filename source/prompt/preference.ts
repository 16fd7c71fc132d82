// Asks a model, in plain text, whether a request is for a tool or for none. Chat turns do worse here (docs/router.md).
import type { PlainState } from '../contracts/engine.ts'
import type { BorderPair } from '../contracts/router.ts'

const NONE = 'none'
const LONGEST_MESSAGE = 300

/** The state that stands ready in the call lane. */
export function buildPreferenceState(pairs: readonly BorderPair[]): PlainState {
  return { name: 'preference', text: pairs.map(({ request, tool }) => ask(request) + answer(tool)).join('') }
}

/** What comes behind the state, and the two answers that are compared. */
export function preferenceQuestion(
  message: string,
  tool: string,
): { text: string; labels: [string, string] } {
  const request = message.replace(/\s+/g, ' ').trim()
  const short = request.length > LONGEST_MESSAGE ? `${request.slice(0, LONGEST_MESSAGE)}…` : request
  return { text: ask(short), labels: [` ${tool}`, ` ${NONE}`] }
}

function ask(request: string): string {
  return `Request: ${request}\nTool:`
}

function answer(tool: string | null): string {
  return ` ${tool ?? NONE}\n`
}
