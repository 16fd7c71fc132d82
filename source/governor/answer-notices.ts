// What is said behind an answer of the model's own: it is cut, there is none, or it claims to have looked and no tool ran. Pure.
import type { TalkResult } from '../contracts/engine.ts'
import { claimsResult } from './unlooked.ts'

export interface AnswerNotice {
  readonly code: 'answer_cut' | 'answer_empty' | 'nothing_looked_up' | 'unsure_reading'
  readonly message: string
}

/** `stop`: why the model ended; undefined: it was ended for it. `couldLookUp`: there were tools, and none was called. */
export function answerNotices(
  answer: string,
  couldLookUp: boolean,
  stop: TalkResult['stop'] | undefined,
  maxTokens: number,
): readonly AnswerNotice[] {
  const notices: AnswerNotice[] = []
  const ended = endOf(answer.trim() === '', stop, maxTokens)
  if (ended !== undefined) notices.push(ended)
  if (couldLookUp && claimsResult(answer))
    notices.push({
      code: 'nothing_looked_up',
      message: 'No tool was used for this answer: nothing was looked up.',
    })
  return notices
}

/** Behind what a program found that is likelier not the one that was meant. */
export const UNSURE_READING: AnswerNotice = {
  code: 'unsure_reading',
  message: 'This may not be what you asked; /why shows how it was read, and other words may help.',
}

function endOf(
  isEmpty: boolean,
  stop: TalkResult['stop'] | undefined,
  maxTokens: number,
): AnswerNotice | undefined {
  switch (stop) {
    case 'length':
      return {
        code: 'answer_cut',
        message: isEmpty
          ? `The model was still thinking at its limit of ${maxTokens} tokens, so there is no answer; a larger \`--max-tokens\` lets it come to one.`
          : `The answer stops at its limit of ${maxTokens} tokens; say "go on" for more.`,
      }
    case 'window':
      return {
        code: 'answer_cut',
        message: isEmpty
          ? 'The window was full before an answer began; /compact makes room.'
          : 'The answer stops because the window is full; /compact makes room.',
      }
    case 'repeats':
      return {
        code: 'answer_cut',
        message: 'The answer was stopped because it said the same over and over; ask in other words.',
      }
    case 'end':
      return isEmpty
        ? {
            code: 'answer_empty',
            message: 'The model ended without a word of answer; /retry asks it again, or ask in other words.',
          }
        : undefined
    case undefined:
      return undefined
    default:
      return stop satisfies never
  }
}
