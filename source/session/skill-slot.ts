// The skill of a message: the one that the person named, else the one that the message is about. It stands behind the message, never in the
// head, within a budget of tokens; that it does, and what of it was cut, is said.
import type { CommandResult } from '../contracts/command.ts'
import type { Skill, SkillShelf } from '../contracts/skills.ts'
import { cutToTokens, type WholeMessage } from './attachments.ts'
import type { ChatSession } from './session.ts'

const MOST_TOKENS = 1_000
/** Of the window: history, facts and the answer need the rest. */
const SHARE = 0.125

export class SkillSlot {
  /** Named for the next message. */
  wanted: string | undefined

  /** The message with its skill, if it has one. Without an engine nobody would hear it. */
  async join(message: WholeMessage, session: ChatSession): Promise<WholeMessage> {
    const { engine } = session.slot
    const { skills } = session.ports
    if (engine === undefined) return message
    const { wanted } = this
    this.wanted = undefined
    const skill = wanted === undefined ? skills.choose(message.text) : skills.find(wanted)
    if (skill === undefined) {
      const gone = `The message goes without the skill \`${wanted}\`: it can no longer be used; \`/skills\` lists them.`
      if (wanted !== undefined) session.emit({ type: 'notice', code: 'skill', message: gone })
      return message
    }
    const budget = Math.min(MOST_TOKENS, Math.floor(engine.info.contextTokens * SHARE))
    const body = await cutToTokens(skill.body, budget, engine)
    session.emit({ type: 'notice', code: 'skill', message: noticeOf(skill, body, budget) })
    const { text, attachment } = message
    return {
      text,
      attachment: {
        text: `${attachment?.text ?? ''}\n\nHow to do it (skill ${skill.name}):\n${body.trimEnd()}`,
        heard: attachment?.heard ?? text,
      },
    }
  }
}

function noticeOf({ name, body }: Skill, cut: string, budget: number): string {
  if (cut.length === body.length) return `The skill \`${name}\` goes with the message.`
  const share = Math.floor((cut.length / body.length) * 100)
  return `The skill \`${name}\` goes with the message as far as ${budget} tokens reach: ${share} % of it. The rest is left out.`
}

/** What the session lends to the commands about skills. */
export function skillShelf(session: ChatSession, signal: AbortSignal): SkillShelf {
  const { skills } = session.ports
  return {
    list: () => skills.list(),
    show: (name) => skills.show(name),
    trust: (name, hash) => skills.trust(name, hash),
    use: async (name, text): Promise<CommandResult> => {
      if (skills.find(name) === undefined) return whyNot(session, name)
      session.messages.skills.wanted = name
      if (text === '')
        return { ok: true, text: `The skill \`${name}\` goes with your next message.`, data: { name } }
      try {
        const outcome = await session.messages.send(text, signal, { origin: 'skill' })
        const status = outcome?.status ?? 'refused'
        return { ok: status === 'success', text: '', data: { status } }
      } finally {
        session.messages.skills.wanted = undefined
      }
    },
  }
}

function whyNot({ ports }: ChatSession, name: string): CommandResult {
  const row = ports.skills.list().find((one) => one.name === name)
  if (row?.state === 'untrusted')
    return {
      ok: false,
      text: `The skill \`${name}\` came with the files of this workspace; \`/skills trust ${name}\` shows it first.`,
      data: null,
    }
  // It says what is wrong, or that there is none.
  const shown = ports.skills.show(name)
  return { ...shown, ok: false, data: null }
}
