// What commands may ask of the conversation that is going on: messages.ts does it, here it gets its sentences.

import { type CommandResult, refusal } from '../contracts/command.ts'
import type { TalkShelf } from '../contracts/talk-shelf.ts'
import type { TurnOutcome } from '../governor/ports.ts'
import { shortLine } from '../lib/short-line.ts'
import type { ChatSession } from './session.ts'
import { lastWhole } from './whole-answers.ts'

const NOTHING = 'There is no message of yours in this conversation yet; send one first.'
const TITLE_CHARACTERS = 60

/** `signal` ends the turn that a command runs. */
export function talkShelf(session: ChatSession, signal: AbortSignal): TalkShelf {
  const { conversation, messages } = session
  const said = () => session.conversation.said
  return {
    said: () => said().map(({ turn, text, typed }) => ({ turn, text, typed })),
    retry: async () => {
      const last = said().at(-1)
      return last === undefined ? refusal(NOTHING) : resultOf(await messages.retry(last, signal))
    },
    edit: async (place, text) => {
      const one = said()[place - 1]
      return one === undefined
        ? refusal(said().length === 0 ? NOTHING : noPlace(place, said().length))
        : resultOf(await messages.edit(one, text, signal))
    },
    draft: (place) => {
      const one = said()[place - 1]
      if (one === undefined || !session.options.interactive) return false
      session.emit({ type: 'view', edit: place })
      return true
    },
    dropTurn: () => {
      const dropped = messages.drop()
      if (dropped === undefined) return refusal(NOTHING)
      const { turn, text } = dropped
      return {
        ok: true,
        text: `“${shortLine(text, TITLE_CHARACTERS)}” and its answer are out of the conversation; \`/redo\` brings them back. What tools did stays done.`,
        data: { turn, text },
      }
    },
    bringBack: () => {
      const back = messages.bringBack()
      if (back === undefined)
        return refusal(
          'There is nothing to bring back: `/redo` undoes `/undo turn` as long as nothing was said since.',
        )
      return {
        ok: true,
        text: `“${shortLine(back.text, TITLE_CHARACTERS)}” and its answer stand in the conversation again.`,
        data: { turn: back.turn, text: back.text },
      }
    },
    aside: async (text) => resultOf(await messages.aside(text, signal)),
    send: async (text, command) => resultOf(await messages.send(text, signal, { origin: command })),
    get lastAnswer() {
      return session.last?.outcome.answer || lastWhole(conversation.messages)
    },
    copy: (text) =>
      session.clipboard === undefined
        ? 'There is no terminal to copy it into here; `/export FILE` writes the conversation into a file.'
        : session.clipboard(text),
  }
}

/** The turn said everything already. */
function resultOf(outcome: TurnOutcome | undefined): CommandResult {
  return { ok: outcome?.status === 'success', text: '', data: { status: outcome?.status ?? 'refused' } }
}

function noPlace(place: number, count: number): string {
  return `There is no message \`${place}\`; this conversation has ${count === 1 ? '1' : `1 to ${count}`}.`
}
