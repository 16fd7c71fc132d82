import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { MarkdownReader } from '../markdown/reader.ts'

/** Has the reader load what the text that an event brings will need, before it is drawn; what is only seen later it loads by itself. */
export function prepareReading(
  reader: MarkdownReader | undefined,
  event: SessionEvent | LiveSignal,
  onReady: () => void,
): void {
  if (event.type === 'turn.started') reader?.load('', onReady)
  else if (event.type === 'answer' || event.type === 'answer.delta') reader?.load(event.text, onReady)
}
