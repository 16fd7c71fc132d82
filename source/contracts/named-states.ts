// Named states: a setup of the session under a name, with the saved head that belongs to it (docs/states.md).
import type { Persona } from './persona.ts'

/** What a state sets; kept in its `config.yaml`, which a person may edit. */
export interface StateConfig {
  /** As it was when the state was saved, whatever became of its file; undefined: none. */
  readonly persona: Persona | undefined
  readonly role: string | undefined
  /** Name of the profile that was on; the tools below count. */
  readonly profile: string | undefined
  readonly mode: 'continue' | 'fresh'
  /** Names of the tools that are on; all others are off. */
  readonly tools: readonly string[]
  readonly priorities: { readonly [tool: string]: number }
  /** The person's own text behind the system text; empty: none. */
  readonly instructions: string
}

/** What a saved head was made with; hashes are hex SHA-256. */
export type StateOrigins = {
  readonly model: string
  readonly modelSha256: string
  readonly engine: string
  readonly template: string
  readonly systemText: string
  /** Over the index of tools as it stands in the head. */
  readonly tools: string
  readonly config: string
}

/** Figures of one run of the harness. */
export type StateFigures = {
  /** Share of messages that were handled right (tool and arguments, or none), 0 to 1. */
  readonly accuracy: number
  /** P50 of a call, in milliseconds. */
  readonly callMs: number
  /** Mean of the tokens evaluated and written for a message. */
  readonly tokens: number
  /** 0 to 100. */
  readonly score: number
  /** ISO 8601. */
  readonly date: string
  readonly cases: number
  readonly model: string
}

/** What is known of a state besides its config. */
export type StateMeta = {
  readonly created: string
  readonly notes: string
  /** The state that was on when it was saved; null: none. */
  readonly parent: string | null
  /** null: its head was never made. */
  readonly origins: StateOrigins | null
  readonly headTokens: number
  readonly indexTokens: number
  /** Newest first. */
  readonly measured: readonly StateFigures[]
}

export interface NamedState {
  readonly name: string
  readonly config: StateConfig
  readonly meta: StateMeta
  /** Why nothing is known of it besides its config, in a sentence; absent: that can be read. */
  readonly problem?: string
  /** Of the saved head; 0: there is none. */
  readonly bytes: number
}

export type FoundState =
  | { readonly type: 'found'; readonly state: NamedState }
  /** There is none of that name, or its files are wrong: `reason` is a sentence. */
  | { readonly type: 'missing'; readonly reason: string }

/** A change of the states, or why it was not made, in a sentence. */
export type StateChange<T = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly reason: string }

/** The named states of a home. */
export interface NamedStates {
  /** Those that can be read, by name, and a sentence for each that cannot, or of which nothing is known besides its config. */
  read(): { readonly states: readonly NamedState[]; readonly problems: readonly string[] }
  find(name: string): FoundState
  /** Absolute path of its saved head. */
  headFile(name: string): string
  /** A state of that name is moved aside; `aside` says where. */
  save(
    name: string,
    config: StateConfig,
    meta: Pick<StateMeta, 'notes' | 'parent' | 'created'>,
  ): StateChange<{ readonly aside: string | undefined }>
  /** Changes what is known of it; false when it cannot be written. */
  note(name: string, change: Partial<Pick<StateMeta, 'origins' | 'headTokens' | 'indexTokens'>>): boolean
  /** Puts figures before those that are there; false when they cannot be written. */
  record(name: string, figures: StateFigures): boolean
  /** Moves it aside. */
  remove(name: string, at: string): StateChange<{ readonly aside: string }>
  /** Names of which something was moved aside, each once, sorted. */
  removed(): readonly string[]
  /** When what had this name was moved aside, the last first. */
  earlier(name: string): readonly string[]
  /** Brings one of those back, 1 being the last; what stands under the name is moved aside, and `aside` says where. */
  restore(name: string, at: string, version: number): StateChange<RestoredState>
  /** Into one new file. */
  exportTo(
    name: string,
    place: { readonly path: string; readonly shown: string },
  ): StateChange<{ readonly bytes: number }>
  /** Checks every part of such a file first. `name` undefined: the one in the file. */
  importFrom(path: string, name: string | undefined): StateChange<{ readonly name: string }>
}

export interface RestoredState {
  /** When it was moved aside. */
  readonly until: string
  readonly aside: string | undefined
}

/** What became of a state that was put on. */
export interface TakenState {
  /** Where its head came from; undefined: no model is loaded. */
  readonly head: 'ready' | 'restored' | 'built' | undefined
  readonly headTokens: number
  /** What is not as it was saved, a sentence each. */
  readonly remarks: readonly string[]
}

/** What `/states` may see and change. */
export interface StateShelf extends Pick<NamedStates, 'read' | 'find' | 'removed' | 'earlier'> {
  /** Name of the one that is on. */
  readonly active: string | undefined
  /** Keeps the session's setup; `head`: whether its head was saved, too. */
  save(
    name: string,
    notes: string,
  ): Promise<StateChange<{ readonly aside: string | undefined; readonly head: boolean }>>
  take(name: string): Promise<StateChange<TakenState>>
  /** A state is on, or something that one set holds still. */
  readonly isHeld: boolean
  /** Ends the state, and what is left of one: tools as the settings say, no persona, no role. */
  leave(): void
  remove(name: string): StateChange<{ readonly aside: string }>
  restore(name: string, version: number): StateChange<RestoredState>
  /** Into a new file where the person says; `shown` is where it is, as a person is told. */
  exportTo(
    name: string,
    path: string,
  ): StateChange<{ readonly path: string; readonly shown: string; readonly bytes: number }>
  importFrom(path: string, name: string | undefined): StateChange<{ readonly name: string }>
}
