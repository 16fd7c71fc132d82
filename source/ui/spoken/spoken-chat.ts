// The screen for those who hear it (`--screen-reader`, `ACCESSIBLE=1`): lines in, lines out, in the order in which things
// happen. No escape sequence is written, nothing is drawn again, nothing ticks; the terminal itself edits the line.
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { ApprovalAnswer, PendingApproval } from '../../contracts/session.ts'
import { onEndSignals } from '../../lib/end-signals.ts'
import { wholeCall } from '../dialog/dialog-state.ts'
import { isOpen, messageOf } from '../draft/draft-lines.ts'
import { NO_PASTES } from '../draft/draft-pastes.ts'
import { MarkdownReader } from '../markdown/reader.ts'
import { safeText } from '../safe-text.ts'
import type { ScreenSession } from '../screen.tsx'
import { UNSTYLED } from '../theme/paint.ts'
import {
  openTranscript,
  type RunningCall,
  reduceTranscript,
  type TranscriptItem,
  type TranscriptState,
} from '../transcript/transcript-state.ts'
import { isSaidAgain, spokenCall, spokenItem, spokenModel, spokenQuestion } from './spoken-lines.ts'

export interface SpokenOptions {
  readonly input: Readable
  readonly output: Writable
}

/** Exit code of a chat that a signal ended. */
const INTERRUPTED = 130

/** Runs the session until it ends or the input does; gives the exit code. */
export async function runSpoken(session: ScreenSession, options: SpokenOptions): Promise<number> {
  const chat = new SpokenChat(session, options.output)
  const lines = createInterface({ input: options.input, terminal: false })
  const unwatch = watchSpoken(session, chat, lines, options.output)
  const done = new Promise<void>((resolve) => lines.on('close', resolve))
  lines.on('line', (line) => {
    void chat.take(line).then(() => {
      if (session.ended) lines.close()
    })
  })
  session.start?.()
  await done
  chat.drop()
  // Nobody can answer any more.
  const endQuestion = () => void (session.view.pending !== undefined && session.interrupt())
  const unsubscribe = session.subscribe(endQuestion)
  endQuestion()
  await chat.idle
  unsubscribe()
  const code = await session.close()
  chat.close()
  // A write that failed is told a little later.
  await setImmediate()
  unwatch()
  return code
}

/**
 * Ctrl-C stops what runs, else drops the message that was begun, and ends the chat where there is neither; `kill` and a terminal that is
 * closed end it at once. Gives the undoing.
 */
function watchSpoken(
  session: ScreenSession,
  chat: SpokenChat,
  lines: Interface,
  output: Writable,
): () => void {
  const end = () => {
    session.raiseExitCode?.(INTERRUPTED)
    session.interrupt()
    lines.close()
  }
  const unsignal = onEndSignals((signal) => {
    if (signal !== 'SIGINT') end()
    else if (!session.interrupt() && !chat.drop()) lines.close()
  })
  // A closed terminal fails at whatever is read or written, and an error that nobody hears ends the process on the spot.
  lines.on('error', end)
  output.on('error', end)
  return () => {
    unsignal()
    lines.off('error', end)
    output.off('error', end)
  }
}

/** Says what a session says, and takes lines; see `runSpoken`. */
export class SpokenChat {
  /** Resolves when every line that was taken has ended. */
  idle: Promise<void> = Promise.resolve()
  readonly #session: ScreenSession
  readonly #output: Writable
  readonly #reader = new MarkdownReader({ unicode: false }, UNSTYLED, true)
  readonly #unsubscribe: () => void
  #state: TranscriptState
  #said = 0
  #asked = ''
  #wants: 'choice' | 'reason' | 'arguments' = 'choice'
  #model = ''
  /** Lines of a message that goes on. */
  #part = ''
  /** Of the last turn: a call that was edited is called again under its id, and was said with its question. */
  readonly #called = new Set<string>()
  readonly #typed = new Set<TranscriptItem | undefined>()
  /** Lines that wait, as a turn will tell them. */
  readonly #waiting: string[] = []

  constructor(session: ScreenSession, output: Writable) {
    this.#session = session
    this.#output = output
    this.#state = openTranscript(session.view)
    this.#reader.load('', () => this.#flush())
    this.#unsubscribe = session.subscribe((event) => this.#hear(event))
    this.#flush()
  }

  close(): void {
    this.#unsubscribe()
  }

  /** A line of the person; resolves when all that it began has ended. */
  async take(line: string): Promise<void> {
    const { pending } = this.#session.view
    // A line that was typed before the question was said is no answer to it, nor is one of a message that was begun by then.
    if (pending !== undefined && this.#asked === keyOf(pending) && this.#part === '') {
      this.#decide(pending, line)
      return
    }
    const whole = this.#gather(line)
    if (whole.trim() === '') return
    if (this.#session.view.busy && !this.#session.runsBeside(whole)) this.#wait(whole)
    else this.#note(whole)
    const work = this.#session.submit(whole)
    this.idle = this.idle.then(() => work)
    await work
  }

  /** The message that a line ends; empty while it goes on: behind a `\`, or until `"""` closes what it opened, as in a script. */
  #gather(line: string): string {
    const text = this.#part + line
    const isFirst = this.#part === ''
    if (isOpen(text)) this.#part = `${text}\n`
    else if (line.endsWith('\\')) this.#part = `${text.slice(0, -1)}\n`
    else {
      this.#part = ''
      return messageOf({ text, pastes: NO_PASTES })
    }
    if (isFirst && isOpen(text)) this.#say(['Notice: `"""` closes the message.'])
    return ''
  }

  /** Forgets a message that was begun and not ended; false: there is none. */
  drop(): boolean {
    if (this.#part === '') return false
    this.#part = ''
    this.#say(['Notice: the message that you began was not sent.'])
    return true
  }

  /** It stands in the transcript, so that what comes is an answer to it, and need not be said to who typed it. */
  #note(line: string): void {
    const { echoed } = this.#state
    this.#state = { ...reduceTranscript(this.#state, { type: 'typed', line }), echoed }
    this.#typed.add(this.#state.items.at(-1))
  }

  #wait(line: string): void {
    this.#waiting.push(line.trim())
    this.#say(['Notice: this waits until what runs is done.'])
  }

  /** A message that was typed a moment ago need not be said again; one that waited is. */
  #isKnown(event: Extract<SessionEvent, { type: 'turn.started' }>): boolean {
    const at = this.#waiting.indexOf(event.text.trim())
    if (at < 0) return true
    this.#waiting.splice(0, at + 1)
    return false
  }

  #hear(event: SessionEvent | LiveSignal): void {
    const { calls } = this.#state
    if (event.type === 'turn.started') this.#called.clear()
    const action =
      event.type === 'turn.started' && this.#isKnown(event) ? { ...event, origin: 'typed' } : event
    this.#state = reduceTranscript(this.#state, action)
    this.#state = reduceTranscript(this.#state, { type: 'viewed', view: this.#session.view })
    this.#flush()
    if (event.type === 'view' && event.edit !== undefined) this.#tellMessage(event.edit)
    for (const call of this.#state.calls) if (!calls.includes(call)) this.#tellCall(call)
    this.#ask(this.#session.view.pending)
    const model = spokenModel(this.#session.view) ?? ''
    if (model !== this.#model && model !== '') this.#say([model])
    this.#model = model
  }

  #tellCall(call: RunningCall): void {
    if (!this.#called.has(call.call)) this.#say([spokenCall(call)])
    this.#called.add(call.call)
  }

  /** Says what is finished and was not said. */
  #flush(): void {
    const { items } = this.#state
    for (const item of items.slice(this.#said)) {
      if (item.type === 'markdown' && !this.#reader.isReady(item.piece)) return
      const isAgain = this.#typed.delete(item) || isSaidAgain(item, items.slice(0, this.#said))
      this.#said++
      if (!isAgain) this.#say(spokenItem(item, this.#reader))
    }
  }

  #ask(pending: PendingApproval | undefined): void {
    // A preview that is still made is waited for.
    if (pending === undefined || (pending.preview !== undefined && pending.preview.text === undefined)) {
      if (pending === undefined) this.#asked = ''
      return
    }
    const key = keyOf(pending)
    if (key === this.#asked) return
    this.#asked = key
    this.#wants = 'choice'
    this.#say(spokenQuestion(pending))
    if (this.#part !== '')
      this.#say(['Notice: what you type still belongs to the message that you began; end that first.'])
  }

  /** There is no draft to bring a message into. */
  #tellMessage(place: number): void {
    const one = this.#session.said[place - 1]
    if (one === undefined) return
    const text = safeText(one.typed ?? one.text).split('\n')
    this.#say([`Message ${place}: ${text[0]}`, ...text.slice(1)])
    this.#say([`Type /edit ${place} and the new text to send it in its place.`])
  }

  #decide(pending: PendingApproval, line: string): void {
    const text = line.trim()
    const step = this.#stepOf(pending, text)
    if ('decision' in step) this.#answer(pending, step)
    else this.#say(step.say)
  }

  /** What a line means to the question: an answer, or something to say. */
  #stepOf(pending: PendingApproval, text: string): ApprovalAnswer | { readonly say: readonly string[] } {
    if (this.#wants === 'reason') return { decision: 'denied', ...(text !== '' && { reason: text }) }
    if (this.#wants === 'arguments') return { decision: 'edited', arguments: text }
    switch (text) {
      case '1':
        return { decision: 'once' }
      case '2':
        return { decision: 'session' }
      case '3':
        return { decision: 'always' }
      case '4':
        this.#wants = 'reason'
        return { say: ['Question: why not? Enter alone gives no reason.'] }
      case '5':
        this.#wants = 'arguments'
        return {
          say: [
            `Question: which arguments? Type them as JSON in one line. Now: ${safeText(pending.arguments)}`,
          ],
        }
      case '6':
        return { say: safeText(wholeCall(pending)).split('\n') }
      default:
        return { say: ['Error: that is no choice; type a number from 1 to 6.'] }
    }
  }

  #answer(pending: PendingApproval, answer: ApprovalAnswer): void {
    this.#wants = 'choice'
    const fault = this.#session.decide(pending.call, answer)
    if (fault !== undefined) this.#say([`Error: ${safeText(fault)}`, ...spokenQuestion(pending).slice(-2)])
  }

  #say(lines: readonly string[]): void {
    for (const line of lines) this.#output.write(`${line}\n`)
  }
}

/** Of a question: edited arguments make another one. */
function keyOf(pending: PendingApproval): string {
  return `${pending.call} ${pending.arguments}`
}
