// Which messages are refused before a turn begins: those that no model hears, and those that its window cannot hold.
import type { Engine } from '../contracts/engine.ts'
import { answerReserve } from './context-plan.ts'

/** Past this a message is refused without counting its tokens, which alone would take seconds. */
export const MOST_CHARACTERS = 400_000

export interface Refusal {
  readonly code: 'no_model' | 'too_long'
  /** One sentence with what to do. */
  readonly message: string
  readonly exitCode: number
}

export interface Hearer {
  readonly engine: Engine | undefined
  readonly headTokens: number
  /** Why there is no engine. */
  readonly reason: string | undefined
}

/** Why `text` cannot become a turn, not even the first of an empty conversation; undefined when it can. */
export async function findRefusal(
  text: string,
  hearer: Hearer,
  maxAnswerTokens: number,
): Promise<Refusal | undefined> {
  const { engine } = hearer
  if (engine === undefined) {
    return { code: 'no_model', message: hearer.reason ?? 'No model is loaded.', exitCode: 3 }
  }
  const window = engine.info.contextTokens
  const free = window - hearer.headTokens - answerReserve(window, maxAnswerTokens)
  if (text.length > MOST_CHARACTERS) {
    return {
      code: 'too_long',
      message: `The message has ${text.length} characters, and one may have ${MOST_CHARACTERS}. Shorten it, or put it into a file and ask about that.`,
      exitCode: 1,
    }
  }
  // No token is shorter than a byte.
  if (Buffer.byteLength(text) <= free) return undefined
  const [tokens = 0] = await engine.countTokens([text])
  if (tokens <= free) return undefined
  const message = `The message has ${tokens} tokens; this window of ${window} has room for ${free}. Shorten it, or start with a larger \`--context\`.`
  return { code: 'too_long', message, exitCode: 1 }
}
