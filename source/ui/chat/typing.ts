// The typing side of the chat: the menu, long pastes, the person's editor, the history on disk. It hands edits to the
// chat and keeps back the keys that come while a Tab or an editor is at work, so that they count in their order.
import type { InputAid } from '../../contracts/input-aid.ts'
import { plainText } from '../../lib/plain-text.ts'
import { isBurst, type KeyFlags, type KeyMeaning, meaningsOf } from '../draft/draft-keys.ts'
import { continued, messageOf } from '../draft/draft-lines.ts'
import { isBehindPaste, wholeText } from '../draft/draft-pastes.ts'
import type { DraftAction, DraftState } from '../draft/draft-state.ts'
import type { Edited } from '../draft/outside-editor.ts'

/** What the chat does for it. */
export interface TypingHost {
  readonly draft: () => DraftState
  readonly nowMs: () => number
  edit(action: DraftAction): void
  /** Does what keys mean, those that were kept back; none of them answers a question. */
  act(meanings: readonly KeyMeaning[]): void
  /** Nothing that is typed may reach the disk. */
  readonly isSecret: () => boolean
  tell(message: string): void
  /** What a text would attach, as it is shown. */
  attach(text: string, texts: readonly string[]): void
  draw(): void
}

/** Opens a text in the person's editor. */
export type OpenEditor = (text: string) => Promise<Edited>
/** Gives the terminal away while something runs, and takes it back. */
export type GiveTerminal = (work: () => Promise<void>) => Promise<unknown>

/** What comes so soon after a chunk of several lines is the rest of the same paste. */
const BURST_MS = 30
/** A menu that takes longer comes too late to wait for. */
const MENU_WAIT_MS = 500

export class Typing {
  /** Set while there is a screen. */
  giveTerminal: GiveTerminal | undefined
  readonly #aid: InputAid
  readonly #openEditor: OpenEditor | undefined
  readonly #host: TypingHost
  #held: KeyMeaning[] | undefined
  #isAway = false
  #asked = 0
  #burstUntilMs = Number.NEGATIVE_INFINITY
  #attachedFor = ''

  constructor(aid: InputAid, openEditor: OpenEditor | undefined, host: TypingHost) {
    this.#aid = aid
    this.#openEditor = openEditor
    this.#host = host
  }

  /** The editor has the terminal. */
  get isAway(): boolean {
    return this.#isAway
  }

  /** What an input event means now. */
  read(input: string, key: KeyFlags): readonly KeyMeaning[] {
    const now = this.#host.nowMs()
    const meanings = meaningsOf(input, key)
    const continues = now < this.#burstUntilMs
    const isText = !key.ctrl && !key.meta && !key.escape && (input !== '' || key.return === true)
    if (!isBurst(input) && !(continues && isText)) return meanings
    this.#burstUntilMs = now + BURST_MS
    return isBurst(input) ? meanings : [{ type: 'insert', text: key.return ? '\n' : input }]
  }

  /** Keeps a key back while something is at work; false: it counts now. Ctrl-C never waits. */
  holds(meaning: KeyMeaning): boolean {
    if (this.#held === undefined || meaning.type === 'interrupt') return false
    this.#held.push(meaning)
    return true
  }

  /** The keys that are about the draft and no edit of it. */
  act(meaning: Extract<KeyMeaning, { type: 'tab' | 'backTab' | 'editor' }>): void {
    const { menu, search } = this.#host.draft()
    if (meaning.type === 'editor') {
      if (search !== undefined) this.#host.edit({ type: 'cancel' })
      else void this.#editOutside()
    } else if (meaning.type === 'backTab') {
      if (menu !== undefined) this.#host.edit({ type: 'older' })
    } else if (menu !== undefined && !menu.isStale) {
      this.#host.edit({ type: 'take' })
      this.look('take')
    } else if (isBehindPaste(this.#host.draft())) this.#host.edit({ type: 'expand' })
    else void this.#offerNow()
  }

  /** Closes what is open over the draft; false: nothing was. */
  cancel(): boolean {
    const { menu, search } = this.#host.draft()
    if (menu === undefined && search === undefined) return false
    this.#asked++
    this.#host.edit({ type: 'cancel' })
    return true
  }

  /** An Enter that does not send: it takes a choice, or opens a further line. */
  enter(): boolean {
    const draft = this.#host.draft()
    if (draft.menu?.isMoved && !draft.menu.isStale) {
      this.#host.edit({ type: 'take' })
      this.look('take')
      return true
    }
    const next = continued(draft)
    if (next !== undefined) this.#host.edit({ type: 'continue', ...next })
    return next !== undefined
  }

  /** What the draft would send. */
  get message(): string {
    return messageOf(this.#host.draft())
  }

  keep(line: string): void {
    this.#aid.keep(line)
  }

  /** After an edit: what can be completed is offered as one types, and what would be attached is told. */
  look(edit: DraftAction['type']): void {
    const { text, cursor, menu, search } = this.#host.draft()
    const isTyped = edit === 'insert' || edit === 'remove' || edit === 'take'
    if (isTyped && search === undefined && offersAsTyped(text, cursor)) void this.#offer()
    else {
      this.#asked++
      if (menu?.isStale) this.#host.edit({ type: 'offered', completion: undefined })
    }
    if (text !== this.#attachedFor) void this.#tellAttached(text)
  }

  async #offer(): Promise<boolean> {
    const asked = ++this.#asked
    const { text, cursor } = this.#host.draft()
    const completion = await this.#aid.complete(text, cursor)
    const now = this.#host.draft()
    if (asked !== this.#asked || now.text !== text || now.cursor !== cursor) return false
    this.#host.edit({ type: 'offered', completion })
    this.#host.draw()
    return true
  }

  /** Tab: the only choice is taken, of several the first is marked. */
  async #offerNow(): Promise<void> {
    await this.#alone(async () => {
      const late = AbortSignal.timeout(MENU_WAIT_MS)
      const came = await Promise.race([
        this.#offer(),
        new Promise<boolean>((resolve) => late.addEventListener('abort', () => resolve(false))),
      ])
      const { menu } = this.#host.draft()
      if (!came || menu === undefined) return
      this.#host.edit({ type: menu.completion.choices.length === 1 ? 'take' : 'mark' })
      if (menu.completion.choices.length === 1) this.look('take')
    })
  }

  async #editOutside(): Promise<void> {
    const [openEditor, giveTerminal] = [this.#openEditor, this.giveTerminal]
    if (openEditor === undefined || giveTerminal === undefined) return
    if (this.#host.isSecret()) {
      this.#host.tell('An editor writes the text to disk, so `Ctrl-G` opens none; `/secret off` comes first.')
      return
    }
    const { text, pastes } = this.#host.draft()
    await this.#alone(async () => {
      let edited: Edited | undefined
      this.#isAway = true
      await giveTerminal(async () => {
        edited = await openEditor(wholeText(text, pastes))
      }).finally(() => {
        this.#isAway = false
      })
      if (edited?.ok) this.#host.edit({ type: 'replace', text: plainText(edited.text) })
      else this.#host.tell(edited?.reason ?? '')
      this.look('replace')
    })
  }

  /** Keys wait until the work is done. */
  async #alone(work: () => Promise<void>): Promise<void> {
    this.#held = []
    try {
      await work()
    } finally {
      const held = this.#held
      this.#held = undefined
      this.#host.act(held)
      this.#host.draw()
    }
  }

  async #tellAttached(text: string): Promise<void> {
    this.#attachedFor = text
    const texts = text.includes('@') ? await this.#aid.attached(text) : []
    if (text !== this.#attachedFor) return
    this.#host.attach(text, texts)
    if (texts.length > 0) this.#host.draw()
  }
}

/** A command from its first slash on, a file from its `@` on. */
function offersAsTyped(text: string, cursor: number): boolean {
  const before = text.slice(0, cursor)
  if (/^\/(?!\/)/.test(text)) return !before.includes('\n')
  return /(?:^|[\s(])@(?:"[^"\n]*|[^\s"@]*)$/.test(before)
}
