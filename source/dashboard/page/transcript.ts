// The conversation as a list: one entry for each turn, one for what is said outside of turns.
import type { SessionEvent } from '../../contracts/event.ts'
import { h } from './dom.ts'
import { percent, time } from './words.ts'

/** Older entries leave the page; the session keeps them. */
const MOST_ENTRIES = 300

interface ShownTurn {
  readonly entry: HTMLElement
  readonly answer: HTMLElement
  readonly steps: HTMLElement
  readonly how: HTMLElement
}

export class Transcript {
  readonly list = h('ol', { class: 'turns', 'aria-label': 'Conversation' })
  readonly #turns = new Map<number, ShownTurn>()

  clear(): void {
    this.list.replaceChildren()
    this.#turns.clear()
  }

  show(event: SessionEvent): void {
    if ('turn' in event) this.#showInTurn(event)
    else {
      const said = outsideOf(event)
      if (said.length > 0) this.list.append(h('li', {}, ...said))
    }
    while (this.list.childElementCount > MOST_ENTRIES) this.#dropOldest()
  }

  #dropOldest(): void {
    const oldest = this.list.firstElementChild
    oldest?.remove()
    // Numbers come again in another conversation, so an entry goes by what it is.
    for (const [number, { entry }] of this.#turns) if (entry === oldest) this.#turns.delete(number)
  }

  #showInTurn(event: Extract<SessionEvent, { turn: number }>): void {
    if (event.type === 'turn.started') this.#begin(event.turn, event.text, event.origin)
    const turn = this.#turns.get(event.turn)
    if (turn === undefined) return
    if (event.type === 'answer.delta') turn.answer.append(event.text)
    else if (event.type === 'answer') turn.answer.textContent = event.text
    else turn.steps.append(...stepOf(event))
    turn.how.append(...howOf(event))
  }

  #begin(number: number, text: string, origin: string): void {
    const [answer, steps, how] = [h('p', { class: 'answer' }), h('div'), h('div', { class: 'quiet' })]
    const who = origin === 'message' ? 'you' : `/${origin}`
    const entry = h(
      'li',
      {},
      h('p', { class: 'asked' }, h('span', { class: 'who' }, `${who} `), text),
      steps,
      answer,
      h('details', {}, h('summary', {}, 'How it came about'), how),
    )
    this.#turns.set(number, { entry, answer, steps, how })
    this.list.append(entry)
  }
}

/** What is said outside of turns. */
function outsideOf(event: Exclude<SessionEvent, { turn: number }>): readonly HTMLElement[] {
  switch (event.type) {
    case 'command':
      // A command that ran a turn said what it had to say in that.
      if (event.ok && event.text === '') return []
      return [
        h('p', { class: event.ok ? 'who' : 'who bad' }, `/${event.name}`),
        ...(event.text === '' ? [] : [h('pre', { tabindex: 0 }, event.text)]),
      ]
    case 'notice':
    case 'ring':
      return [h('p', { class: 'warn' }, event.message)]
    case 'error':
      return [h('p', { class: 'bad' }, event.message)]
    case 'session.started':
      return [h('p', { class: 'quiet' }, [`Level ${event.level}.`, ...event.reasons].join(' '))]
    case 'model.ready':
      return [h('p', { class: 'quiet' }, `${event.model} is ready after ${time(event.loadMs)}.`)]
    case 'session.finished':
      return [h('p', { class: 'quiet' }, 'The session has ended.')]
  }
}

/** What is done in a turn before its answer. */
function stepOf(event: SessionEvent): readonly HTMLElement[] {
  if (event.type === 'tool.called')
    return [h('p', { class: 'mono' }, `${event.name} ${JSON.stringify(event.arguments)}`)]
  if (event.type === 'tool.finished') return [h('p', { class: event.ok ? 'quiet' : 'bad' }, event.say)]
  if (event.type !== 'approval' || event.by === 'policy') return []
  return [h('p', { class: 'quiet' }, `You decided: ${event.decision}. ${event.reason}`)]
}

/** How a turn came about. */
function howOf(event: SessionEvent): readonly HTMLElement[] {
  if (event.type === 'route') {
    const others = event.candidates.map(({ tool, score }) => `${tool} ${percent(score)}`).join(', ')
    const chosen = `Router: ${event.tool ?? 'no tool'}, ${percent(event.confidence)}, by ${event.by}.`
    return [h('p', {}, `${chosen} ${others}`)]
  }
  if (event.type === 'approval') return [h('p', {}, `Approval: ${event.decision}. ${event.reason}`)]
  if (event.type !== 'turn.finished') return []
  const { timings, tokens, status } = event
  const used = `${tokens.reused} reused, ${tokens.evaluated} read, ${tokens.generated} written`
  return [h('p', {}, `${status} in ${time(timings.totalMs)}; tokens: ${used}.`)]
}
