// What one turn said, gathered from its events: the pieces of the answer as they can be handed out, and all of it at the end.
// Invariant: nothing is handed out that the session did not say; pieces come checked (governor/answer.ts).
import type { SessionEvent, TurnStatus, TurnTokens } from '../contracts/event.ts'

export interface ToolUse {
  readonly name: string
  readonly ok: boolean
  /** The result in words. */
  readonly say: string
  readonly error?: string
}

export class HeardTurn {
  #shown = ''
  /** It was not refused before it began. */
  hasBegun = false
  answer: string | undefined
  status: TurnStatus | undefined
  source: 'model' | 'tool' = 'model'
  confidence = 0
  tokens: TurnTokens | undefined
  /** The answer ended because it had to. */
  isCut = false
  error: { readonly code: string; readonly message: string } | undefined
  readonly tools: ToolUse[] = []
  readonly notices: string[] = []

  /** Everything that was handed out. */
  get shown(): string {
    return this.#shown
  }

  /** Takes an event; gives the text that can be handed out now. */
  hear(event: SessionEvent): string {
    switch (event.type) {
      case 'turn.started':
        this.hasBegun = true
        return ''
      case 'answer.delta':
        return this.#show(event.text)
      case 'answer': {
        this.answer = event.text
        this.source = event.source
        this.confidence = event.confidence
        this.status = event.status
        return this.#show(this.#rest(event.text))
      }
      case 'turn.finished':
        this.tokens = event.tokens
        return ''
      case 'tool.finished': {
        const { name, ok, say, error } = event
        this.tools.push({ name, ok, say, ...(error !== undefined && { error: error.code }) })
        return ''
      }
      case 'notice':
        if (event.code === 'answer_cut') this.isCut = true
        this.notices.push(event.message)
        return ''
      case 'error':
        this.error = { code: event.code, message: event.message }
        return ''
      default:
        return ''
    }
  }

  /** What of the whole answer was not handed out; one that goes on otherwise than what was shown stands behind that. */
  #rest(text: string): string {
    const shown = this.#shown.trim()
    if (shown === '') return text
    return text.startsWith(shown) ? text.slice(shown.length) : `\n\n${text}`
  }

  #show(text: string): string {
    this.#shown += text
    return text
  }
}
