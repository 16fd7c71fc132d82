// What is said behind an answer of the model's own: it is cut, or it claims to have looked and no tool ran. Pure.
import type { TalkResult } from '../contracts/engine.ts'
import { claimsResult } from './unlooked.ts'

export interface AnswerNotice {
  readonly code: 'answer_cut' | 'nothing_looked_up'
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
  if (stop === 'length')
    notices.push({
      code: 'answer_cut',
      message: `The answer stops at its limit of ${maxTokens} tokens; say "go on" for more.`,
    })
  if (stop === 'window')
    notices.push({
      code: 'answer_cut',
      message: 'The answer stops because the window is full; /compact makes room.',
    })
  if (stop === 'repeats')
    notices.push({
      code: 'answer_cut',
      message: 'The answer was stopped because it said the same over and over; ask in other words.',
    })
  if (couldLookUp && claimsResult(answer))
    notices.push({
      code: 'nothing_looked_up',
      message: 'No tool was used for this answer: nothing was looked up.',
    })
  return notices
}
