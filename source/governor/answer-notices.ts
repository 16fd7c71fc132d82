// What is said behind an answer of the model's own (it is cut, there is none, it claims to have looked and no tool ran), or of a program. Pure.
import type { EngineInfo, TalkResult } from '../contracts/engine.ts'
import { LIKELY } from './approve-call.ts'
import { claimsResult } from './unlooked.ts'
import { isTooSmall } from './write-program.ts'

export interface AnswerNotice {
  readonly code: 'answer_cut' | 'answer_empty' | 'nothing_looked_up' | 'unsure_reading' | 'only_looked_up'
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

/** Behind what a program found: it is likelier not the one that was meant, or no model wrote it. `confidence`: 0 to 1. */
export function programNotices(confidence: number, info: EngineInfo | undefined): readonly AnswerNotice[] {
  if (info !== undefined && isTooSmall(info))
    return [
      {
        code: 'only_looked_up',
        message:
          'This model is too small to work with tables: this is only what stands there, and nothing was changed. A larger one counts and changes, too: /model.',
      },
    ]
  if (confidence >= LIKELY) return []
  return [
    {
      code: 'unsure_reading',
      message: 'This may not be what you asked; /why shows how it was read, and other words may help.',
    },
  ]
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
