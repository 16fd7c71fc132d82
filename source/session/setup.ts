// What the session is set up as besides its role: persona, named state, mode, and the tools that a state brings. The head is
// built by its wishes and saved where it says. Invariant: what a state sets holds for the session and is never written to
// the settings.
import type { EngineInfo, PreparedState } from '../contracts/engine.ts'
import type { NamedState, StateOrigins } from '../contracts/named-states.ts'
import type { Persona } from '../contracts/persona.ts'
import type { SessionView } from '../contracts/session.ts'
import type { HeadWishes } from '../contracts/setup.ts'
import type { HeadDress } from './head-dress.ts'
import { otherOrigins } from './other-origins.ts'
import { stillPaused } from './paused-tools.ts'
import type { Ground, Head, SessionOptions } from './ports.ts'
import type { ChatSession } from './session.ts'
import { type StartOptions, withoutState } from './start-options.ts'
import { TrialSlot } from './trial-slot.ts'

/** Tools in place of those that the settings say; also such as are paused, or not there at the moment. */
interface ToolChoice {
  readonly tools: readonly string[]
  readonly priorities: { readonly [tool: string]: number }
}

interface Standing {
  readonly persona: Persona | undefined
  /** Name of the named state; undefined as soon as something that it set is another. */
  readonly state: string | undefined
  readonly instructions: string | undefined
  readonly choice: ToolChoice | undefined
  readonly mode: SessionOptions['mode']
}

/** All that stands at one time. */
export type Stood = Standing & Pick<Setup, 'profile'>

export class Setup implements HeadDress {
  readonly trial: TrialSlot
  /** Name of the profile of tools that was taken last and that nothing was changed of since. */
  profile: string | undefined
  readonly #session: ChatSession
  readonly #options: StartOptions
  #standing: Standing
  /** What the last head of a state was said to be. */
  #remarks: readonly string[] = []
  #source: PreparedState['source'] | undefined

  constructor(session: ChatSession, options: StartOptions) {
    const { state, persona } = options.begins
    this.#session = session
    this.#options = options
    this.#standing = {
      ...(state === undefined ? { ...NOTHING, persona } : standingOf(state)),
      mode: options.mode,
    }
    this.profile = state?.config.profile
    this.trial = new TrialSlot(session, options)
    this.fit(session.ground)
  }

  get persona(): Persona | undefined {
    return this.#standing.persona
  }

  get state(): string | undefined {
    return this.#standing.state
  }

  get mode(): SessionOptions['mode'] {
    return this.#standing.mode
  }

  /** A state is on, or something that one set holds still. */
  get isHeld(): boolean {
    return this.#standing.choice !== undefined
  }

  /** Priorities in place of the tools' own, as they stand now. */
  get priorities(): ToolChoice['priorities'] {
    return this.#standing.choice?.priorities ?? this.#session.ports.choices.priorities()
  }

  get instructions(): string | undefined {
    return this.#standing.instructions
  }

  /** The session's options with the mode as it is now. */
  get options(): SessionOptions {
    const mode = () => this.mode
    return {
      ...this.#options,
      get mode() {
        return mode()
      },
    }
  }

  get view(): Pick<SessionView, 'persona' | 'state' | 'arm'> {
    return { persona: this.persona?.name, state: this.state, arm: this.trial.view }
  }

  get keepsStates(): boolean {
    return this.#options.keepsStates
  }

  get wishes(): HeadWishes {
    const { persona, instructions } = this.#standing
    return { persona, instructions }
  }

  /** What a person should know, a sentence each. */
  get problems(): readonly string[] {
    return [...this.#options.begins.problems, ...this.toolProblems()]
  }

  /** Tools that the state has on and that are not there, or paused. */
  toolProblems(): readonly string[] {
    const { state, choice } = this.#standing
    const { tools, level } = this.#session.ground
    if (state === undefined || choice === undefined || level > 2) return []
    const missing = choice.tools.filter((name) => !tools.has(name))
    return [
      ...(missing.length === 0
        ? []
        : [`The state \`${state}\` names tools that are not there: ${missing.join(', ')}.`]),
      ...stillPaused(this.#session, choice.tools),
    ]
  }

  fileOf(head: Head): string | undefined {
    const { state, persona } = this.#standing
    if (this.#options.measured) return MEASURED_HEAD
    if (head.refused !== undefined) return undefined
    const { states } = this.#session.ports.setup
    // Another program may have moved its folder away, and a head would make a new one there.
    if (state !== undefined && states.find(state).type === 'found') return states.headFile(state)
    return persona && `head-${persona.name}.kv`
  }

  stands(head: Head, prepared: PreparedState, engine: EngineInfo): boolean {
    this.#remarks = []
    this.#source = prepared.source
    if (head.refused !== undefined) {
      this.#standing = { ...this.#standing, persona: undefined, state: undefined }
      this.trial.leave()
      const message = `${head.refused} The session goes on without it.`
      this.#session.emit({ type: 'notice', code: 'persona_refused', message })
      return true
    }
    const { state } = this.#standing
    return state !== undefined && this.#noteState(state, head, prepared, engine)
  }

  /** Where the head came from, and what was said of it. */
  get lastHead(): {
    readonly source: PreparedState['source'] | undefined
    readonly remarks: readonly string[]
  } {
    return { source: this.#source, remarks: this.#remarks }
  }

  /** Puts the tools of a state that is on into a ground. */
  fit(ground: Ground): Ground {
    const { choice } = this.#standing
    if (choice !== undefined) this.#choose(ground, choice)
    return ground
  }

  /** The person turned these tools on or off, or gave tools other priorities: the state is left, its tools are now these. */
  toolsChanged(enabled: { readonly [tool: string]: boolean }, priorities = this.priorities): void {
    const { choice } = this.#standing
    this.profile = undefined
    if (choice === undefined) return
    const others = choice.tools.filter((name) => !Object.hasOwn(enabled, name))
    const on = Object.keys(enabled).filter((name) => enabled[name])
    this.#standing = {
      ...this.#standing,
      choice: { tools: [...others, ...on], priorities },
      state: undefined,
    }
    this.trial.leave()
  }

  /** Whether the person has the tool on, be it paused or not. */
  wants(name: string): boolean {
    const { choice } = this.#standing
    return choice?.tools.includes(name) ?? !this.#session.ports.choices.disabled().includes(name)
  }

  /** Tools that a person knows of and has on; a pause is no choice of theirs. */
  toolNames(): readonly string[] {
    const { ground, ports } = this.#session
    const { tools, search, unlisted } = ground
    const paused = ports.toolHealth.paused()
    return tools.entries
      .map(({ name }) => name)
      .filter((name) => name !== search && !unlisted.includes(name))
      .filter((name) => tools.isEnabled(name) || (paused.has(name) && this.wants(name)))
  }

  /** The persona of the next head; what stands of a state besides stays. */
  wear(persona: Persona | undefined): void {
    this.#standing = { ...this.#standing, persona, state: undefined }
    this.#session.slot.renewHead()
    this.#session.emit({ type: 'view' })
  }

  /** Sets what a state says at once; its role was taken before. */
  put(state: NamedState): void {
    this.#standing = standingOf(state)
    this.profile = state.config.profile
    this.fit(this.#session.ground)
  }

  /** As without a state and persona: tools as the settings say. */
  leave(): void {
    if (this.isHeld) this.#choose(this.#session.ground, keptChoice(this.#session))
    this.#standing = { ...NOTHING, mode: withoutState(this.#options).mode }
    this.profile = undefined
  }

  /** All that stands, for `restore`. */
  get stood(): Stood {
    return { ...this.#standing, profile: this.profile }
  }

  /** Puts on again what stood once; of a state what it says by now, and of one that is gone all but its name. */
  restore({ profile, ...stood }: Stood): void {
    const { ports, ground, slot } = this.#session
    const found = stood.state === undefined ? undefined : ports.setup.states.find(stood.state)
    this.leave()
    this.#standing =
      found?.type === 'found'
        ? { ...standingOf(found.state), mode: stood.mode }
        : { ...stood, state: undefined }
    this.profile = profile
    this.fit(ground)
    slot.renewHead()
  }

  #choose({ tools, search, unlisted }: Ground, choice: ToolChoice): void {
    const paused = this.#session.ports.toolHealth.paused()
    for (const { name } of tools.entries) {
      if (name === search || unlisted.includes(name)) continue
      tools.setEnabled(name, choice.tools.includes(name) && !paused.has(name))
      tools.setPriority(name, choice.priorities[name])
    }
  }

  #noteState(name: string, head: Head, prepared: PreparedState, engine: EngineInfo): boolean {
    // What a measurement finds is no news of the state, and nothing of it is kept but its figures.
    if (this.#options.measured) return true
    const { setup } = this.#session.ports
    const found = setup.states.find(name)
    if (found.type === 'missing' || head.hashes === undefined) return false
    const { meta, config } = found.state
    const origins: StateOrigins = {
      model: engine.modelId,
      modelSha256: engine.modelSha256,
      engine: engine.build,
      template: engine.chatFormat,
      ...head.hashes,
      config: setup.hashOf(config),
    }
    const others = meta.origins === null ? [] : otherOrigins(meta.origins, origins)
    const isNew = prepared.source === 'built' && meta.origins !== null
    if (isNew && others.length > 0)
      this.#say(`The state \`${name}\` was made with ${others.join(', ')}; its head was made anew.`)
    else if (prepared.rejected !== undefined)
      this.#say(`The saved head of the state \`${name}\` was made anew: ${prepared.rejected}.`)
    if (meta.origins === null || others.length > 0 || meta.headTokens !== prepared.tokens)
      setup.states.note(name, { origins, headTokens: prepared.tokens, indexTokens: head.indexTokens })
    return true
  }

  #say(message: string): void {
    this.#remarks = [...this.#remarks, message]
    this.#session.emit({ type: 'notice', code: 'state_stale', message })
  }
}

/** A measured head takes no other's place on disk; no persona's name begins so. */
const MEASURED_HEAD = 'head-_measured.kv'

const NOTHING = { persona: undefined, state: undefined, instructions: undefined, choice: undefined } as const

function standingOf({ name, config }: NamedState): Standing {
  const { persona, instructions, tools, priorities, mode } = config
  return { persona, state: name, instructions, choice: { tools, priorities }, mode }
}

/** What the settings say. */
function keptChoice({ ports, ground }: ChatSession): ToolChoice {
  const off = ports.choices.disabled()
  const names = ground.tools.entries.map((entry) => entry.name)
  return { tools: names.filter((name) => !off.includes(name)), priorities: ports.choices.priorities() }
}
