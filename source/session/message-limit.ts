// Which messages are refused before a turn begins: those that no model hears, and those that its window cannot hold.
import type { Engine } from '../contracts/engine.ts'
import type { ModelState } from '../contracts/event.ts'
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
  readonly state?: ModelState
  /** Of what was to be loaded; undefined: it did not come so far. */
  readonly model?: string | undefined
  /** Loads the same once more. */
  reload?(): Promise<void>
}

/** Why `text` cannot become a turn, not even the first of an empty conversation; undefined when it can. */
export async function findRefusal(
  text: string,
  hearer: Hearer,
  maxAnswerTokens: number,
): Promise<Refusal | undefined> {
  const engine = hearer.engine ?? (await foundAgain(hearer))
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
  if (free <= 0) {
    const message = `The window of ${window} tokens has no room for messages: ${hearer.headTokens} are taken by what stands before them. Start with a larger \`--context\`, or give the server's model a larger one.`
    return { code: 'too_long', message, exitCode: 1 }
  }
  const message = `The message has ${tokens} tokens; this window of ${window} has room for ${free}. Shorten it, or start with a larger \`--context\`.`
  return { code: 'too_long', message, exitCode: 1 }
}

/**
 * The engine of a model that could not be found before, looked for once more: a server may be up by now, a file fetched. One that was
 * found and failed is not loaded again for each message.
 */
async function foundAgain(hearer: Hearer): Promise<Engine | undefined> {
  if (hearer.state !== 'failed' || hearer.model !== undefined) return undefined
  await hearer.reload?.()
  return hearer.engine
}
