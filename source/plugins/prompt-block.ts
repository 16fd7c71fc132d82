// A `prompt` block: a question to the loaded model, whose answer is the tool's result. It is told as the model's words and as
// nothing else: nobody looked anything up.
import { EngineFailure } from '../contracts/engine.ts'
import type { JsonObject } from '../contracts/json.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { visible } from '../toolkit/plain-words.ts'
import { truncateMiddle } from '../toolkit/truncate.ts'
import { argumentOf, PLACEHOLDER } from './request-template.ts'

/** Of the answer. */
export const PROMPT_TOKENS = 256
/** Reading the question and writing the answer, on a slow machine. */
export const LONGEST_PROMPT_MS = 120_000
/** Of each argument: a small model's window has to hold them all. */
const MOST_ARGUMENT = 4_000
const MOST_ANSWER = 4_500

export interface PromptBlock {
  readonly name: string
  readonly template: string
}

/** The question with its arguments. */
export function questionOf({ template }: PromptBlock, args: JsonObject): string {
  return template.trim().replace(PLACEHOLDER, (_, name: string) => {
    const value = argumentOf(args, name) ?? ''
    return truncateMiddle(typeof value === 'string' ? value : JSON.stringify(value), MOST_ARGUMENT).text
  })
}

/** Asks it. Throws `ToolFailure` where there is no model, no room or no answer. */
export async function runPrompt(block: PromptBlock, args: JsonObject, { services, signal }: ToolContext) {
  const tool = `\`${block.name}\``
  const { askModel } = services
  const answer = await askModel?.(questionOf(block, args), PROMPT_TOKENS, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!(error instanceof EngineFailure)) throw error
    const isLong = error.code === 'window'
    throw isLong
      ? new ToolFailure('too_long', `The question of ${tool} does not fit the model's window; send less.`)
      : new ToolFailure('no_answer', `The model did not answer ${tool} (${error.message}).`)
  })
  if (answer === undefined)
    throw new ToolFailure('no_model', `${tool} was not run: no model is loaded that could be asked.`)
  if (answer === '') throw new ToolFailure('no_answer', `The model had no answer for ${tool}.`)
  return {
    said: {
      sentence: `The model's own words for ${tool}; nothing was looked up or checked:`,
      detail: visible(truncateMiddle(answer, MOST_ANSWER).text),
      isModels: true,
    },
    value: { by: 'model', text: answer },
  }
}
