// Writes the conversation that is going on, a line for each event, before anybody sees it. Invariants: the first turn makes
// the file; nothing that is said while the switch is on reaches it; whatever the disk does, the turn goes on.
import type { Clock } from '../contracts/clock.ts'
import type { LeftOver } from '../contracts/conversations.ts'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import type { FileLock } from '../lib/file-lock.ts'
import { type ConversationFolder, messageOf } from './folder.ts'
import { type Announced, FORMAT, type Header, keptOf, leftLine, lineOf } from './lines.ts'

export interface LogOptions {
  readonly folder: ConversationFolder
  readonly clock: Clock
  readonly secret: SecretSwitch
  readonly workspace: string
  readonly version: string
  /** Tells the person, once a session. */
  readonly tell: (reason: string) => void
  /** A new file was made. */
  readonly onMade: () => void
}

interface OpenFile {
  readonly id: string
  readonly lock: Extract<FileLock, { ok: true }>
  /** The last line is cut: the next one begins behind a line end. */
  isCut: boolean
  /** Lines that the disk had no room for; they are written with the next one. */
  waiting: string
}

/** Of waiting lines, in characters; a longer stretch without a disk is lost. */
const MOST_WAITING = 8_000_000

export class ConversationLog {
  readonly #options: LogOptions
  readonly #announced = new Map<string, Announced>()
  #file: OpenFile | undefined
  #model: string | null = null
  /** The running turn is written. */
  #isWriting = false
  /** Turns were left out since the last one that was written; the file tells it, or will once there is one. */
  #gap: 'none' | 'untold' | 'told' = 'none'
  #hasTold = false
  #trouble: string | undefined

  constructor(options: LogOptions) {
    this.#options = options
  }

  /** Id of the conversation that is going on; undefined before its first turn. */
  get current(): string | undefined {
    return this.#file?.id
  }

  /** Why the last line could not be written; undefined: it was. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  /** Lines of the conversation that are not on disk yet. */
  get waiting(): string {
    return this.#file?.waiting ?? ''
  }

  /** Writes the waiting lines; gives why that cannot be. */
  flush(): string | undefined {
    return this.waiting === '' ? undefined : this.#append('')
  }

  /** Never throws: a log is no reason to lose a turn. */
  hear(event: SessionEvent | LiveSignal): void {
    try {
      this.#take(event)
    } catch (error) {
      this.#fail(error)
    }
  }

  #take(event: SessionEvent | LiveSignal): void {
    if (event.type === 'model.ready') this.#model = event.model
    else if (event.type === 'session.finished') this.begin()
    else if (event.type === 'turn.started') this.#startTurn(event)
    else if (this.#isWriting) {
      if (event.type === 'tool.called') this.#announced.set(event.call, event)
      const kept = keptOf(event, (call) => this.#announced.get(call))
      if (kept !== undefined) this.#write(kept)
    }
  }

  leave(turn: number, left: LeftOver): void {
    const { calls, ...others } = left
    const isEmpty = calls.length === 0 && Object.values(others).every((one) => one === undefined)
    if (this.#isWriting && !isEmpty) this.#write(leftLine(turn, left))
    this.#isWriting = false
  }

  /** Writes a line that is no event; gives why it could not be: then it waits, unless the person who wants it is told so (`isTold`). */
  note(kept: object, isTold = false): string | undefined {
    const { waiting } = this
    const failed = this.#write(kept)
    if (failed !== undefined && isTold && this.#file !== undefined) this.#file.waiting = waiting
    return failed
  }

  /** Ends the conversation; the next turn begins another one. */
  begin(): void {
    this.#open(undefined)
  }

  /** Goes on behind a conversation whose lock is held. */
  goOn(id: string, lock: OpenFile['lock'], isWhole: boolean): void {
    this.#open({ id, lock, isCut: !isWhole, waiting: '' })
  }

  #open(file: OpenFile | undefined): void {
    this.flush()
    this.#file?.lock.release()
    this.#file = file
    this.#isWriting = false
    this.#gap = 'none'
    this.#announced.clear()
  }

  #startTurn(event: Extract<SessionEvent, { type: 'turn.started' }>): void {
    this.#announced.clear()
    if (this.#options.secret.isOn()) {
      this.#isWriting = false
      if (this.#gap === 'none') this.#gap = 'untold'
      if (this.#file !== undefined) this.#tellGap()
      return
    }
    this.#isWriting = this.#file !== undefined || this.#make()
    if (!this.#isWriting) return
    this.#tellGap()
    this.#gap = 'none'
    this.#write(event)
  }

  #make(): boolean {
    const { folder, clock, workspace, version, onMade } = this.#options
    const started = clock.now()
    const header = (id: string): Header => ({
      type: 'session',
      format: FORMAT,
      id,
      started: started.toISOString(),
      model: this.#model,
      workspace,
      version,
    })
    try {
      const { id, lock } = folder.make(started, (id) => `${JSON.stringify(header(id))}\n`)
      if (!lock.ok) return false
      this.#file = { id, lock, isCut: false, waiting: '' }
      this.#trouble = undefined
    } catch (error) {
      this.#fail(error)
      return false
    }
    onMade()
    return true
  }

  /** That something is missing here, once, and not when or how much. */
  #tellGap(): void {
    if (this.#gap !== 'untold') return
    this.#gap = 'told'
    this.#append(`${JSON.stringify({ type: 'secret' })}\n`)
  }

  #write(kept: object): string | undefined {
    return this.#append(lineOf(kept, this.#options.clock.now()))
  }

  #append(line: string): string | undefined {
    const file = this.#file
    if (file === undefined) return 'nothing was written of it yet'
    const { folder } = this.#options
    const lines = file.waiting + line
    try {
      folder.append(file.id, file.isCut ? `\n${lines}` : lines)
      file.isCut = false
      file.waiting = ''
      this.#trouble = undefined
      return undefined
    } catch (error) {
      if (lines.length <= MOST_WAITING) file.waiting = lines
      return this.#fail(error)
    }
  }

  #fail(error: unknown): string {
    const reason = messageOf(error)
    this.#trouble = reason
    if (!this.#hasTold) {
      this.#hasTold = true
      this.#options.tell(reason)
    }
    return reason
  }
}
