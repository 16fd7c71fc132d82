// The live session: what is said, a call that waits, and a place to write.
import type { SessionEvent } from '../../contracts/event.ts'
import type { SessionView } from '../../contracts/session.ts'
import { interrupt, send } from './api.ts'
import { button, h } from './dom.ts'
import { Pending } from './pending.ts'
import { Transcript } from './transcript.ts'

export class Live {
  readonly element: HTMLElement
  readonly #transcript = new Transcript()
  readonly #pending: Pending
  readonly #log: HTMLElement
  readonly #stop: HTMLButtonElement
  readonly #draft = h('textarea', { id: 'draft', rows: 2 })
  readonly #say: (text: string) => void
  #isPast = true
  #isAtEnd = true

  constructor(say: (text: string) => void) {
    this.#say = say
    this.#pending = new Pending(say)
    this.#stop = button('Stop', () => void interrupt().catch((error: Error) => say(error.message)))
    this.#log = h(
      'div',
      { class: 'log', tabindex: 0, role: 'region', 'aria-label': 'Conversation' },
      this.#transcript.list,
    )
    this.#log.addEventListener('scroll', () => {
      const { scrollTop, scrollHeight, clientHeight } = this.#log
      this.#isAtEnd = scrollHeight - scrollTop - clientHeight < 40
    })
    const form = h(
      'form',
      { class: 'compose', onsubmit: (event) => this.#send(event) },
      h('label', { for: 'draft' }, 'Message or command (Enter sends, Shift and Enter begins a new line)'),
      this.#draft,
      h('div', { class: 'row' }, h('button', { type: 'submit', class: 'main' }, 'Send'), this.#stop),
    )
    this.#draft.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      form.requestSubmit()
    })
    this.element = h(
      'div',
      {},
      h('h1', { tabindex: -1 }, 'Live session'),
      this.#pending.place,
      this.#log,
      form,
    )
  }

  anew(): void {
    this.#transcript.clear()
    this.#isPast = true
  }

  /** To what was said last, as far as nobody scrolled away from it. */
  toEnd(): void {
    if (this.#isAtEnd) this.#log.scrollTop = this.#log.scrollHeight
  }

  show(event: SessionEvent): void {
    this.#transcript.show(event)
    this.toEnd()
    // What comes now is read aloud; what was said before the page was opened is not.
    if (!this.#isPast && event.type === 'answer') this.#say(event.text)
    if (!this.#isPast && (event.type === 'error' || event.type === 'ring')) this.#say(event.message)
  }

  view(view: SessionView): void {
    this.#isPast = false
    this.#stop.disabled = !view.busy
    this.#pending.show(view.pending)
  }

  #send(event: Event): void {
    event.preventDefault()
    const line = this.#draft.value
    if (line.trim() === '') return
    this.#draft.value = ''
    send(line).catch((error: Error) => {
      // Nothing that was written is lost.
      this.#draft.value = `${line}${this.#draft.value}`
      this.#say(error.message)
    })
  }
}
