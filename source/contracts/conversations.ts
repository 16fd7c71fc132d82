// Conversations as they are kept on disk: what a reader gives back, and what the session and its commands may ask for.
import type { CommandResult } from './command.ts'
import type { LiveSignal, SessionEvent, TurnStatus } from './event.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { EarlierCall } from './manifest.ts'

/** A decision over a call, as the audit has it. */
export interface SavedApproval {
  readonly time: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly decision: string
  /** `person`, now or when a permission was given, or `policy`. */
  readonly by: string
  readonly reason: string
}

export interface SavedCall {
  readonly call: string
  readonly name: string
  /** undefined: no valid ones were written. */
  readonly arguments?: JsonObject
  readonly approval?: SavedApproval
  /** undefined: it never came to its end. */
  readonly ok?: boolean
  readonly result?: JsonValue
  readonly error?: { readonly code: string; readonly message: string }
  /** The result in words. */
  readonly say?: string
}

/** What the next message may lean on. */
export interface LeftOver {
  readonly calls: readonly EarlierCall[]
  /** The request about which the turn asked back, as the governor has it. */
  readonly open?: JsonValue
  /** The files that stood behind the message. */
  readonly attached?: string
  /** The message as it was typed, where that is not what was said. */
  readonly typed?: string
}

export interface SavedTurn {
  readonly type: 'turn'
  readonly number: number
  readonly time: string
  readonly text: string
  /** `message`, or the command's name. */
  readonly origin: string
  readonly calls: readonly SavedCall[]
  /** undefined: the program ended before the answer did. */
  readonly answer?: { readonly text: string; readonly status: TurnStatus; readonly source: 'model' | 'tool' }
  /** Errors that were told in it. */
  readonly errors: readonly string[]
  readonly left?: LeftOver
}

/** `secret`: turns that were left out on purpose. */
export type SavedPart = SavedTurn | { readonly type: 'secret' }

/** Turns that were gone back from, as they stood. */
export interface SavedBranch {
  /** Number of its first turn. */
  readonly from: number
  readonly parts: readonly SavedPart[]
}

export interface SavedConversation {
  readonly id: string
  /** ISO time of its first message. */
  readonly started: string
  readonly model: string | null
  readonly workspace: string
  readonly version: string
  /** As a person named it. */
  readonly name: string | undefined
  readonly parts: readonly SavedPart[]
  /** Absent: nobody ever went back. */
  readonly branches?: readonly SavedBranch[]
  /** What could not be read, a sentence each. */
  readonly faults: readonly string[]
}

/** A conversation in a list. */
export interface ConversationRow {
  readonly id: string
  /** Its name, else the beginning of its first message. */
  readonly title: string
  readonly started: string
  /** ISO time of its last line. */
  readonly changed: string
  readonly turns: number
  readonly model: string | null
  readonly workspace: string
  readonly archived: boolean
  /** The one that is going on here. */
  readonly current: boolean
}

/** One that is held against other processes, and is not yet gone on with. */
export interface TakenConversation {
  readonly ok: true
  readonly conversation: SavedConversation
  /** It comes back from the archive. */
  readonly wasArchived: boolean
  /** From now on turns are written behind it. */
  goOn(): void
  /** Leaves it as it was. */
  release(): void
}

export type Taken = TakenConversation | { readonly ok: false; readonly reason: string }

/** What the session needs of the conversations on disk. Nothing here throws for what the disk does. */
export interface ConversationStore {
  /** Hears every event of the session before anybody shows it. */
  hear(event: SessionEvent | LiveSignal): void
  /** Keeps what the next message may lean on, behind its turn. */
  leave(turn: number, left: LeftOver): void
  /** The turns from this one on are left; what follows stands in their place. */
  branch(turn: number): void
  /** The turns that were left last stand there again. */
  unbranch(): void
  /** Id of the one that is going on; undefined before its first turn. */
  readonly current: string | undefined
  /** The next turn begins another conversation. */
  begin(): void
  /** The last one of this workspace that is neither open nor archived. */
  findLast(): string | undefined
  /** Where another one of this workspace is open, in a sentence with its id: the one that changed last; undefined: none is. */
  openElsewhere(): string | undefined
  /** By id, its beginning, or `last`. */
  take(wanted: string): Taken
  /** Its end in a few lines, as `/resume` shows it. */
  shorten(conversation: SavedConversation): string
  /** Newest first. */
  rows(all: boolean): readonly ConversationRow[]
  /** Ids of those that cannot be read; their files stay as they are. */
  unreadable(all: boolean): readonly string[]
  /** `2026-03-12 10:24` in the person's time zone. */
  when(time: string): string
  rename(name: string): CommandResult
  exportTo(path: string, force: boolean): CommandResult
  /** undefined: the one that is going on, which ends so. */
  archive(wanted: string | undefined): CommandResult
}

/** What commands may ask of the conversations on disk. */
export interface ConversationShelf
  extends Pick<ConversationStore, 'rows' | 'unreadable' | 'when' | 'rename' | 'exportTo' | 'archive'> {
  /** Brings one back: into the talk lane, and for whoever looks. */
  resume(wanted: string): Promise<CommandResult>
}
