// Turns from disk as the talk lane has finished ones: messages with their facts, and what the next message leans on. Pure.
import type { LeftOver, SavedTurn } from '../contracts/conversations.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { cutMiddle, factsOf } from '../governor/facts.ts'
import type { AskedTurn, Choice, OpenRequest, TurnOutcome } from '../governor/ports.ts'
import { type Returning, TURNS_REMEMBERED } from './conversation.ts'
import { keepWhole } from './whole-answers.ts'

/** Of a question beside the conversation. */
export const ASIDE = 'btw'
/** Of a tool that a person ran without the model. Every other turn answers a message, whoever sent it: a command, a skill, a step of a task. */
const CALL = 'call'

export interface HistoryRules {
  /** Characters that the facts of a turn may take. */
  readonly factCharacters: number
  /** Its result is told only where nothing else was called. */
  readonly search: string | undefined
  withFacts(message: string, facts: string): string
  /** A message as the model is told it, e.g. behind a line of the role. */
  tell(message: string): string
}

/** Every turn that has an answer; of calls without the model only what the next message may lean on. */
export function returningOf(all: readonly SavedTurn[], rules: HistoryRules): Returning {
  const saved = all.filter(({ origin }) => origin !== ASIDE)
  const earlier = saved.map((turn) => turn.left?.calls ?? [])
  const openBehind = (at: number) => openOf(saved[at - 1]?.left?.open)
  return {
    turns: saved.flatMap((turn) => {
      const messages = messagesOf(turn, rules)
      return messages.length === 0 ? [] : [{ number: turn.number, message: turn.text, messages }]
    }),
    earlier,
    open: openBehind(saved.length),
    said: saved.flatMap(({ number, text, origin, left }, at) =>
      origin !== CALL
        ? [
            {
              turn: number,
              text,
              typed: left?.typed,
              earlier: earlier.slice(Math.max(0, at - TURNS_REMEMBERED), at),
              open: openBehind(at),
            },
          ]
        : [],
    ),
  }
}

function messagesOf(turn: SavedTurn, rules: HistoryRules): Returning['turns'][number]['messages'] {
  const { origin, answer } = turn
  if (origin === CALL || answer === undefined || answer.text === '') return []
  const said = answer.source === 'tool' ? cutMiddle(answer.text, rules.factCharacters) : answer.text
  const messages = [
    { role: 'user', text: userText(turn, rules) },
    { role: 'assistant', text: said },
  ] as const
  keepWhole(messages, answer.text)
  return messages
}

/** With facts where the answer is made of them: a turn that asked back or was stopped has none. */
function userText({ text, calls, answer, left }: SavedTurn, rules: HistoryRules): string {
  const told = `${rules.tell(text)}${left?.attached ?? ''}`
  const ended = calls.filter((call) => call.say !== undefined)
  const isMadeOfThem = answer?.status === 'success' || answer?.status === 'user_denied'
  if (ended.length === 0 || !isMadeOfThem) return told
  const others = ended.filter((call) => call.name !== rules.search)
  const said = (others.length > 0 ? others : ended).map((call) => ({ sentence: call.say ?? '' }))
  return rules.withFacts(told, factsOf(said, rules.factCharacters))
}

/** What the next message may lean on, and the files of this one. */
export function leftOverOf(
  { attachment, typed }: Pick<AskedTurn, 'attachment'> & { readonly typed?: string | undefined },
  { calls, open }: TurnOutcome,
): LeftOver {
  return {
    calls,
    ...(open !== undefined && { open: { ...open } as JsonObject }),
    ...(attachment !== undefined && { attached: attachment.text }),
    ...(typed !== undefined && { typed }),
  }
}

/** What was asked back for, if it is one of the two kinds. */
function openOf(open: JsonValue | undefined): OpenRequest | undefined {
  if (typeof open !== 'object' || open === null || Array.isArray(open)) return undefined
  const { request, tool, choices, leans } = open as { readonly [key: string]: JsonValue }
  if (typeof request !== 'string') return undefined
  if (typeof tool === 'string') return { request, tool }
  if (!Array.isArray(choices) || choices.length < 2 || !choices.every(isChoice)) return undefined
  return { request, choices, leans: leans === true }
}

function isChoice(value: unknown): value is Choice {
  if (typeof value !== 'object' || value === null) return false
  const { tool, oneLiner } = value as Partial<Choice>
  return typeof tool === 'string' && typeof oneLiner === 'string'
}
