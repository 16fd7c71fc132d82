// The end of a conversation in a few lines: what was asked and how the answer began. Pure.
import type { SavedConversation, SavedPart, SavedTurn } from '../contracts/conversations.ts'
import { shortLine } from '../lib/short-line.ts'

const MOST_TURNS = 5
const MESSAGE_CHARACTERS = 100
const ANSWER_CHARACTERS = 200
/** What stands in the place of turns that were left out on purpose. */
export const SECRET_LINE = '[secret turns left out]'

/** The last turns, and how many there are before them. */
export function shortTranscript({ parts }: SavedConversation): string {
  const from = firstShown(parts)
  const hidden = parts.slice(0, from).filter((part) => part.type === 'turn').length
  const before = hidden === 0 ? [] : [`… ${hidden} earlier ${hidden === 1 ? 'turn' : 'turns'}`]
  return [...before, ...parts.slice(from).flatMap(linesOf)].join('\n')
}

/** Where the last turns begin. */
function firstShown(parts: readonly SavedPart[]): number {
  const turns = parts.flatMap((part, at) => (part.type === 'turn' ? [at] : []))
  return turns.length <= MOST_TURNS ? 0 : (turns.at(-MOST_TURNS) ?? 0)
}

function linesOf(part: SavedPart): readonly string[] {
  return part.type === 'secret' ? [SECRET_LINE] : turnLines(part)
}

function turnLines({ text, calls, answer }: SavedTurn): readonly string[] {
  const names = calls.map(({ name, ok }) => `${name}${ok === false ? ' (failed)' : ''}`)
  const said = shortLine(answer?.text ?? '', ANSWER_CHARACTERS)
  return [
    `> ${shortLine(text, MESSAGE_CHARACTERS)}`,
    ...(names.length > 0 ? [`  ${names.join(', ')}`] : []),
    ...(said === '' ? [`  (${answer === undefined ? 'not answered' : answer.status})`] : [said]),
  ]
}
