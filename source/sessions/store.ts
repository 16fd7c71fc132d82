// The conversations of a home, as the session and its commands see them. conversation-log.ts writes, read.ts reads,
// folder.ts knows where they lie.
import type { Clock } from '../contracts/clock.ts'
import { type CommandResult, refusal } from '../contracts/command.ts'
import type { ConversationStore, Taken } from '../contracts/conversations.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import { shortLine } from '../lib/short-line.ts'
import { ConversationLog } from './conversation-log.ts'
import { exportConversation } from './export-file.ts'
import { ConversationFolder, messageOf } from './folder.ts'
import { shortTranscript } from './render-short.ts'
import { putOldAway } from './retention.ts'
import { idNamed, rowsOf, titleOf } from './rows.ts'
import { whenText } from './when.ts'

export interface StoreOptions {
  /** The folder of conversations; it is made with the first one. */
  readonly dir: string
  readonly clock: Clock
  readonly secret: SecretSwitch
  readonly workspace: string
  readonly version: string
  /** Days after which a conversation is put into the archive; 0: never. */
  readonly days: () => number
}

const NAME_CHARACTERS = 200

/** Opens the store; nothing is read or written yet. `emit` says notices. */
export function openConversations(
  options: StoreOptions,
  emit: (event: SessionEvent) => void,
): ConversationStore {
  return new Store(options, emit)
}

class Store implements ConversationStore {
  readonly #options: StoreOptions
  readonly #folder: ConversationFolder
  readonly #log: ConversationLog

  constructor(options: StoreOptions, emit: (event: SessionEvent) => void) {
    this.#options = options
    const opened = options.clock.now().getTime()
    this.#folder = new ConversationFolder(options.dir)
    // What is said now is said first: a notice comes behind the event that brought it.
    const notify = (code: string, message: string) =>
      queueMicrotask(() => emit({ type: 'notice', code, message }))
    this.#log = new ConversationLog({
      ...options,
      folder: this.#folder,
      tell: (reason) => notify('conversation_not_kept', notKept(options.dir, reason)),
      onMade: () => {
        this.#folder.sweepLocks()
        const now = options.clock.now()
        // One that stands still was set (`--now`): how long ago a real conversation was, it does not know.
        if (now.getTime() === opened) return
        const told = putOldAway(this.#folder, now, options.days())
        if (told !== undefined) notify('conversations_archived', told)
      },
    })
  }

  get current(): string | undefined {
    return this.#log.current
  }

  readonly hear: ConversationStore['hear'] = (event) => this.#log.hear(event)
  readonly leave: ConversationStore['leave'] = (turn, left) => this.#log.leave(turn, left)
  readonly branch: ConversationStore['branch'] = (turn) => this.#note({ type: 'branch', turn })
  readonly unbranch: ConversationStore['unbranch'] = () => this.#note({ type: 'branch.undone' })
  readonly begin: ConversationStore['begin'] = () => this.#log.begin()
  readonly when: ConversationStore['when'] = (time) => whenText(time, this.#options.clock.timeZone)
  readonly shorten: ConversationStore['shorten'] = (conversation) => shortTranscript(conversation)

  readonly findLast = (): string | undefined =>
    this.#folder.newest(this.#options.workspace).find((id) => this.#folder.holder(id) === undefined)

  readonly openElsewhere = (): string | undefined => {
    const others = this.#folder.newest(this.#options.workspace).filter((id) => id !== this.#log.current)
    const open = others.flatMap((id) => {
      const pid = this.#folder.holder(id)
      return pid === undefined ? [] : [openText(id, pid)]
    })
    return open[0]
  }

  readonly rows: ConversationStore['rows'] = (all) =>
    rowsOf([...this.#folder.all(false), ...(all ? this.#folder.all(true) : [])], this.#log.current)

  readonly unreadable: ConversationStore['unreadable'] = (all) =>
    (all ? [false, true] : [false]).flatMap((archived) =>
      this.#folder.ids(archived).filter((id) => !this.#folder.read(id, archived).ok),
    )

  readonly take = (wanted: string): Taken => {
    const named = this.#find(wanted)
    if ('reason' in named) return refused(named.reason)
    const { id } = named
    if (id === this.#log.current) return refused(`\`${id}\` is the conversation that is going on.`)
    try {
      const lock = this.#folder.lock(id)
      if (!lock.ok) return refused(openText(id, lock.pid))
      const archived = !this.#folder.ids(false).includes(id)
      const reading = this.#folder.read(id, archived)
      if (!reading.ok) {
        lock.release()
        return refused(reading.reason)
      }
      return {
        ok: true,
        conversation: reading.conversation,
        wasArchived: archived,
        goOn: () => {
          if (archived) this.#folder.move(id, false)
          this.#log.goOn(id, lock, this.#folder.endsWhole(id))
        },
        release: () => lock.release(),
      }
    } catch (error) {
      return this.#takeUnlocked(id, messageOf(error))
    }
  }

  /** Where nothing can be written it is told again all the same; what follows is not kept, and that is said then. */
  #takeUnlocked(id: string, why: string): Taken {
    const archived = !this.#folder.ids(false).includes(id)
    const reading = this.#folder.read(id, archived)
    if (!reading.ok) return refused(`\`${id}\` cannot be gone on with (${why}).`)
    const { conversation } = reading
    return {
      ok: true,
      conversation,
      wasArchived: false,
      goOn: () => this.#log.begin(),
      release: () => undefined,
    }
  }

  readonly rename = (name: string): CommandResult => {
    const { current } = this.#log
    if (current === undefined) return refusal(this.#nothingYet)
    if (this.#options.secret.isOn()) return refusal('A name is written to disk; `/secret off` comes first.')
    const kept = shortLine(name, NAME_CHARACTERS)
    const failed = this.#log.note({ type: 'renamed', name: kept }, true)
    if (failed !== undefined)
      return refusal(`The name cannot be written (${failed}); \`ethervox doctor\` looks at the home.`)
    return { ok: true, text: `This conversation is “${kept}”.`, data: { id: current, name: kept } }
  }

  readonly exportTo = (path: string, force: boolean): CommandResult => {
    const { current } = this.#log
    if (current === undefined) return refusal(this.#nothingYet)
    const reading = this.#folder.read(current, false, this.#log.waiting)
    if (!reading.ok) return refusal(reading.reason)
    const { workspace } = this.#options
    return exportConversation({ conversation: reading.conversation, when: this.when, workspace, path, force })
  }

  readonly archive = (wanted: string | undefined): CommandResult => {
    const { current } = this.#log
    if (wanted === undefined && current === undefined) return refusal(this.#nothingYet)
    const named = wanted === undefined ? { id: current ?? '' } : this.#find(wanted)
    if ('reason' in named) return refusal(named.reason)
    const { id } = named
    const isCurrent = id === current
    if (!this.#folder.ids(false).includes(id)) return refusal(`\`${id}\` is in the archive already.`)
    const failed = isCurrent ? this.#log.flush() : undefined
    if (failed !== undefined)
      return refusal(
        `\`${id}\` cannot be put into the archive (${failed}); \`ethervox doctor\` looks at the home.`,
      )
    const reading = this.#folder.read(id, false)
    try {
      const open = isCurrent ? this.#folder.move(id, true) : this.#folder.putAway(id)
      if (open) return refusal(openText(id, open.pid))
    } catch (error) {
      return refusal(
        `\`${id}\` cannot be put into the archive (${messageOf(error)}); \`ethervox doctor\` looks at the home.`,
      )
    }
    if (isCurrent) this.#log.begin()
    const title = reading.ok ? titleOf(reading.conversation) : ''
    const text = `\`${id}\` “${title}” is in the archive; \`/resume ${id}\` brings it back.`
    const ending = isCurrent ? ' A new conversation begins.' : ''
    return { ok: true, text: `${text}${ending}`, data: { id, title, current: isCurrent } }
  }

  get #nothingYet(): string {
    const { trouble } = this.#log
    if (this.#options.secret.isOn()) return SECRET_YET
    return trouble === undefined
      ? NOTHING_YET
      : `Nothing of this conversation is kept: \`${this.#options.dir}\` cannot be written (${trouble}); \`ethervox doctor\` looks at the home.`
  }

  /** What is gone back from while nothing is kept comes back with the end of that. */
  #note(line: object): void {
    if (!this.#options.secret.isOn()) this.#log.note(line)
  }

  #find(wanted: string) {
    if (wanted !== 'last') return idNamed(wanted, [...this.#folder.ids(true), ...this.#folder.ids(false)])
    const id = this.findLast()
    return id === undefined ? { reason: this.#noOther } : { id }
  }

  get #noOther(): string {
    const open = this.openElsewhere()
    if (open !== undefined) return `No other conversation of \`${this.#options.workspace}\` is free: ${open}`
    const none = `No other conversation of \`${this.#options.workspace}\` is kept`
    if (this.#folder.ids(true).length > 0)
      return `${none} outside the archive; \`/sessions --all\` lists all.`
    const hasOthers = this.#folder.ids(false).some((id) => id !== this.#log.current)
    return hasOthers ? `${none}; \`/sessions\` lists all.` : `${none}.`
  }
}

const NOTHING_YET = 'Nothing of this conversation is kept yet: it begins with your first message.'
const SECRET_YET = 'Nothing of this conversation is kept while secret is on; `/secret off` ends that.'

function openText(id: string, pid: number | undefined): string {
  const who = pid === process.pid || pid === undefined ? 'another window' : `process ${pid}`
  return `\`${id}\` is open in ${who}; end it there first.`
}

function notKept(dir: string, reason: string): string {
  return `This conversation is not kept: \`${dir}\` cannot be written (${reason}). The chat goes on.`
}

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason }
}
