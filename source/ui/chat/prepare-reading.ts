import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { MarkdownReader } from '../markdown/reader.ts'
import type { AnswerFlow } from '../transcript/answer-flow.ts'

/** Has the reader load what the text that an event brings will need, before it is drawn. */
export function prepareReading(
  reader: MarkdownReader | undefined,
  event: SessionEvent | LiveSignal,
  flow: AnswerFlow,
  onReady: () => void,
): void {
  if (event.type === 'turn.started') reader?.load('', onReady)
  else if (event.type === 'answer') reader?.load(event.text, onReady)
  // A fence counts once its line is over.
  else if (event.type === 'answer.delta' && event.text.includes('\n'))
    reader?.load([...flow.open.lines, event.text].join('\n'), onReady)
}
