// A call that waits for the person: what it would do, and the answers. Nothing is chosen beforehand, so no key allows it by accident.
import type { PendingApproval } from '../../contracts/session.ts'
import { decide } from './api.ts'
import { button, field, fill, h } from './dom.ts'

/** The second click of a double click must not allow what has come in its place. */
const UNREAD_MS = 500

export class Pending {
  readonly place = h('div')
  readonly #say: (text: string) => void
  #shown = 'null'
  #preview = h('div')

  constructor(say: (text: string) => void) {
    this.#say = say
  }

  /** Draws anew only what is another question, so that what is being typed, and the focus, stay. */
  show(pending: PendingApproval | undefined): void {
    const now = JSON.stringify(pending === undefined ? null : [pending.call, pending.name, pending.arguments])
    const isNew = this.#shown === 'null'
    if (now !== this.#shown) fill(this.place, pending && this.#draw(pending))
    const text = pending?.preview?.text
    if (text !== this.#preview.textContent) fill(this.#preview, text && h('pre', { tabindex: 0 }, text))
    if (now === this.#shown) return
    this.#shown = now
    if (pending === undefined || !isNew) return
    this.place.scrollIntoView({ block: 'nearest' })
    this.#say(`${pending.name} waits for your decision.`)
  }

  #draw(pending: PendingApproval): HTMLElement {
    const { name, risk, arguments: args, scope } = pending
    const drawnAt = performance.now()
    const answer = (decision: string, more: { readonly [name: string]: string } = {}) => {
      if (decision !== 'denied' && performance.now() - drawnAt < UNREAD_MS)
        return this.#say('This call has only just come: read it, then answer.')
      decide(pending, { decision, ...more }).catch((error: Error) => this.#say(error.message))
    }
    this.#preview = h('div')
    const edited = h('textarea', { rows: 3, class: 'mono' }, args)
    const reason = h('input', { type: 'text' })
    const what = scope === undefined ? `every call of ${name}` : `${name} with ${scope.name} "${scope.value}"`
    return h(
      'section',
      { class: 'pending', 'aria-label': 'A call waits for your decision' },
      h('h2', {}, `${name} waits for your decision`),
      h('p', {}, `It is a tool that may ${risk}. "This session" and "always" would be for ${what}.`),
      this.#preview,
      field('Arguments', edited),
      field('Why not (optional)', reason),
      h(
        'div',
        { class: 'row' },
        button('Allow once', () => answer('once')),
        button('Allow this session', () => answer('session')),
        button('Allow always', () => answer('always')),
        button('Refuse', () => answer('denied', reason.value === '' ? {} : { reason: reason.value })),
        button('Ask with these arguments', () => answer('edited', { arguments: edited.value })),
      ),
    )
  }
}
