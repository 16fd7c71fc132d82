// What stands behind the short lines of the last turn: what the model thought, and its last call in whole. Pure.
import { safeText } from '../safe-text.ts'
import type { TranscriptAction } from './transcript-state.ts'

export interface Details {
  /** As it came. */
  readonly thought: string
  readonly call: WholeCall | undefined
}

interface WholeCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  /** What came of it; undefined while it runs. */
  readonly end: string | undefined
}

export const NO_DETAILS: Details = { thought: '', call: undefined }

/** Takes what an event tells of them; the same object where it tells nothing. */
export function noteDetails(details: Details, action: TranscriptAction): Details {
  switch (action.type) {
    case 'turn.started':
      return details.thought === '' ? details : { ...details, thought: '' }
    case 'progress':
      return action.what === 'think'
        ? { ...details, thought: details.thought + (action.text ?? '') }
        : details
    case 'tool.called': {
      const { call: id, name } = action
      return {
        ...details,
        call: {
          id,
          name: safeText(name),
          arguments: safeText(JSON.stringify(action.arguments, null, 2)),
          end: undefined,
        },
      }
    }
    case 'tool.finished': {
      const { ok, say, result, error, ms } = action
      const before = details.call?.id === action.call ? details.call : undefined
      const parts = [
        `${ok ? 'done' : 'failed'} in ${Math.round(ms)} ms`,
        ...(error === undefined ? [] : [`${error.code}: ${error.message}`]),
        say,
        ...(result === undefined ? [] : ['result:', JSON.stringify(result, null, 2)]),
      ]
      const end = safeText(parts.filter((part) => part !== '').join('\n'))
      const call = { id: action.call, name: safeText(action.name), arguments: before?.arguments ?? '', end }
      return { ...details, call }
    }
    default:
      return details
  }
}

/** Everything that there is to see, as lines; undefined when there is nothing. */
export function detailsText({ thought, call }: Details): string | undefined {
  const parts = [
    ...(thought.trim() === '' ? [] : ['thought:', safeText(thought).trim()]),
    ...(call === undefined ? [] : [`${call.name} ${call.arguments}`.trim(), call.end ?? 'it still runs']),
  ]
  return parts.length === 0 ? undefined : parts.join('\n')
}
