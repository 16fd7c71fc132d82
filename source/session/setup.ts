// What the session is set up as besides its role: persona, named state, mode, and the tools that a state brings. The head is
// built by its wishes and saved where it says. Invariant: what a state sets holds for the session and is never written to
// the settings.
import type { EngineInfo, PreparedState } from '../contracts/engine.ts'
import type { NamedState, StateOrigins } from '../contracts/named-states.ts'
import type { Persona } from '../contracts/persona.ts'
import type { SessionView } from '../contracts/session.ts'
import type { HeadWishes } from '../contracts/setup.ts'
import type { HeadDress } from './head-dress.ts'
import type { Ground, Head, SessionOptions } from './ports.ts'
import type { ChatSession } from './session.ts'
import { TrialSlot } from './trial-slot.ts'

/** Tools in place of those that the settings say. */
export interface ToolChoice {
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

export class Setup implements HeadDress {
  readonly trial: TrialSlot
  /** Name of the profile of tools that was taken last and that nothing was changed of since. */
  profile: string | undefined
  readonly #session: ChatSession
  readonly #options: SessionOptions
  #standing: Standing
  /** What the last head of a state was said to be. */
  #remarks: readonly string[] = []
  #source: PreparedState['source'] | undefined

  constructor(session: ChatSession, options: SessionOptions) {
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

  get choice(): ToolChoice | undefined {
    return this.#standing.choice
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
    return [...this.#options.begins.problems, ...this.missingTools()]
  }

  /** Tools that the state names and that there are not. */
  missingTools(): readonly string[] {
    const { state, choice } = this.#standing
    const { tools, level } = this.#session.ground
    const missing = level > 2 ? [] : (choice?.tools ?? []).filter((name) => !tools.has(name))
    if (state === undefined || missing.length === 0) return []
    return [`The state \`${state}\` names tools that are not there: ${missing.join(', ')}.`]
  }

  fileOf(head: Head): string | undefined {
    const { state, persona } = this.#standing
    if (head.refused !== undefined) return undefined
    if (state !== undefined) return this.#session.ports.setup.states.headFile(state)
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
    if (this.#standing.choice !== undefined) choose(ground, this.#standing.choice)
    return ground
  }

  /** The person turned tools on or off: the state is left, its tools are now these. */
  toolsChanged(): void {
    this.profile = undefined
    if (this.#standing.choice === undefined) return
    const choice = { tools: this.toolNames(), priorities: this.#priorities() }
    this.#standing = { ...this.#standing, choice, state: undefined }
    this.trial.leave()
  }

  /** Tools that are on and that a person knows of. */
  toolNames(): readonly string[] {
    const { tools, search } = this.#session.ground
    return tools.enabled.flatMap(({ name }) => (name === search ? [] : [name]))
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
    if (this.#standing.choice !== undefined) choose(this.#session.ground, keptChoice(this.#session))
    this.#standing = { ...NOTHING, mode: this.#options.mode }
    this.profile = undefined
  }

  #priorities(): ToolChoice['priorities'] {
    return this.#standing.choice?.priorities ?? this.#session.ports.choices.priorities()
  }

  #noteState(name: string, head: Head, prepared: PreparedState, engine: EngineInfo): boolean {
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
    const others = meta.origins === null ? [] : differences(meta.origins, origins)
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

const NOTHING = { persona: undefined, state: undefined, instructions: undefined, choice: undefined } as const

function standingOf({ name, config }: NamedState): Standing {
  const { persona, instructions, tools, priorities, mode } = config
  return { persona, state: name, instructions, choice: { tools, priorities }, mode }
}

function choose({ tools, search, unlisted }: Ground, choice: ToolChoice): void {
  for (const { name } of tools.entries) {
    if (name === search || unlisted.includes(name)) continue
    tools.setEnabled(name, choice.tools.includes(name))
    tools.setPriority(name, choice.priorities[name])
  }
}

/** What the settings say. */
function keptChoice({ ports, ground }: ChatSession): ToolChoice {
  const off = ports.choices.disabled()
  const names = ground.tools.entries.map((entry) => entry.name)
  return { tools: names.filter((name) => !off.includes(name)), priorities: ports.choices.priorities() }
}

function differences(before: StateOrigins, now: StateOrigins): readonly string[] {
  const isOther = (name: keyof StateOrigins) => before[name] !== now[name]
  return [
    ...(isOther('model') || isOther('modelSha256')
      ? [`another model (\`${before.model}\`, now \`${now.model}\`)`]
      : []),
    ...(isOther('engine') ? ['another engine'] : []),
    ...(isOther('template') ? ['another chat template'] : []),
    ...(isOther('systemText') ? ['another system text'] : []),
    ...(isOther('tools') ? ['other tools in the head'] : []),
    ...(isOther('config') ? ['another `config.yaml`'] : []),
  ]
}
