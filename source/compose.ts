// The only file that names concrete adapters: it turns flags, settings and paths into a session.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { attachableFiles } from './attachable-files.ts'
import { loadTool } from './build-manifest.ts'
import { type ChosenModel, chooseModel, type ModelSources, modelRows } from './choose-model.ts'
import type { Clock } from './contracts/clock.ts'
import type { Command } from './contracts/command.ts'
import type { Engine } from './contracts/engine.ts'
import type { ToolServices } from './contracts/lent.ts'
import { diskUse } from './disk-use.ts'
import { loadEmbeddedEngine } from './engine/embedded/host.ts'
import type { GpuChoice } from './engine/embedded/protocol.ts'
import { superviseEngine } from './engine/supervised.ts'
import { probeAnswers } from './governor/probe.ts'
import {
  type GivenTools,
  type GroundSources,
  type OpenedGround,
  openGround,
  rebuildGround,
} from './ground.ts'
import { keepAllowed, readAllowed } from './kept-permissions.ts'
import { openToolServices } from './lend-to-tools.ts'
import { loadCommands } from './load-commands.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'
import { readProfile, writeProfile } from './profile.ts'
import { withBefore } from './prompt/before.ts'
import { buildCallState } from './prompt/call-state.ts'
import { openAnswerReader } from './prompt/calls/call-reader.ts'
import { buildHead, withFacts } from './prompt/head.ts'
import { buildIndex, INDEX_BUDGET_TOKENS } from './prompt/index-tiers.ts'
import { nearestShots } from './prompt/nearest-shots.ts'
import { oneLinerOf } from './prompt/overlay.ts'
import { buildPreferenceState, preferenceQuestion } from './prompt/preference.ts'
import type { EngineLoad, EngineLoadOptions, Head, SessionPorts } from './session/ports.ts'
import { type ChatSession, openSession } from './session/session.ts'
import { sessionOptionsOf } from './session-options.ts'
import { openSecretSwitch } from './sessions/secret-switch.ts'
import { openConversations } from './sessions/store.ts'
import { describeSettings, peekModel, setFromText } from './settings.ts'
import type { Settings } from './settings-table.ts'
import { keptChoices, savedStates, toolTests } from './tool-papers.ts'
import { entriesOf } from './workspace-entries.ts'

const CALL_CONTEXT_TOKENS = 2_048

/** What flags say; undefined: not given, so the settings or the default count. */
export interface Flags {
  readonly model?: string
  readonly system?: string
  readonly approve?: Settings['approve']
  readonly dryRun?: boolean
  readonly continue?: boolean
  readonly secret?: boolean
  readonly role?: string
  readonly answers?: Settings['answers']
  readonly temperature?: number
  readonly seed?: number
  readonly context?: number
  readonly gpu?: GpuChoice
  readonly threads?: number
  readonly think?: boolean
  readonly maxTokens?: number
  readonly maxSeconds?: number
  readonly mode?: Settings['mode']
}

export interface ComposeOptions {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly flags: Flags
  readonly interactive: boolean
  readonly workspace: string
  readonly clock: Clock
  /** Tools in place of the home's (undefined: those), for measuring; asked again whenever the ground is. */
  readonly tools?: (() => GivenTools | undefined) | undefined
  /** In place of the home's, for measuring. */
  readonly services?: ToolServices
  /** Replaces the embedded engine, for tests. */
  readonly engine?: (options: EngineLoadOptions) => Promise<EngineLoad>
}

/** Builds a session; nothing is loaded until it is started. */
export async function composeSession(options: ComposeOptions): Promise<ChatSession> {
  const { flags, interactive } = options
  const composition = new Composition(options)
  const commands = await loadCommands(options.program)
  await composition.findModelId()
  const ground = composition.open()
  return openSession(composition.ports(commands), sessionOptionsOf(flags, ground, interactive))
}

class Composition {
  readonly #options: ComposeOptions
  readonly #sources: GroundSources
  #modelId = ''
  #chosen: ChosenModel | undefined
  #ground: OpenedGround | undefined

  constructor(options: ComposeOptions) {
    this.#options = options
    this.#sources = {
      program: options.program,
      home: options.home,
      systemText: options.flags.system,
      modelId: () => this.#modelId,
      tools: options.tools,
    }
  }

  /** Learns the id of the model that will be loaded, so that the first climb finds its optimized prompts. */
  async findModelId(): Promise<void> {
    const { home, flags, engine } = this.#options
    if (engine !== undefined) return
    const chosen = await chooseModel(
      flags.model || peekModel(home.settings) || undefined,
      this.#modelSources(),
      process.availableMemory(),
      { unsummed: true },
    ).catch(() => undefined)
    if (chosen?.type === 'chosen') this.#modelId = chosen.id
  }

  open(): OpenedGround {
    this.#ground = openGround(this.#sources)
    return this.#ground
  }

  ports(commands: readonly Command[]): SessionPorts {
    const { home, program, workspace, clock } = this.#options
    return {
      ...this.#kept(),
      version: program.version,
      home: home.home,
      workspace,
      clock,
      commands,
      entriesOf: (folder, signal) => entriesOf(workspace, folder, signal),
      withBefore,
      withFacts,
      createAnswerReader: openAnswerReader,
      buildPreferenceState,
      preferenceQuestion,
      buildCallState: (name, detail) => buildCallState(name, detail, this.#chosen?.style),
      nearestShots: (message, detail) => nearestShots(message, detail, this.#chosen?.style),
      openGround: async () =>
        this.#sources.tools === undefined ? (this.#ground ?? this.open()) : this.open(),
      rebuildGround: async () => {
        const rebuilt = await rebuildGround(this.#sources, clock)
        this.#ground = rebuilt.ground
        return rebuilt
      },
      buildHead: (_ground, engine) => this.#buildHead(engine),
      loadEngine: (load) => this.#loadFor(load),
      probe: (engine, head, signal) => this.#probe(engine, head, signal),
      models: () => modelRows(this.#modelSources()),
      whyNotLoadable: async (id) => {
        const choice = await chooseModel(id, this.#modelSources(), process.availableMemory())
        return choice.type === 'chosen' ? undefined : choice.reason
      },
      evaluate: async (request) => {
        const { evaluateAside } = await import('./evaluation/aside.ts')
        const { sameResultBy } = await import('./evaluation/same-result.ts')
        const load = (name: string) => loadTool(program, name)
        const sameResult = sameResultBy({ loadTool: load, workspace, clock, version: program.version })
        return evaluateAside(request, program.toolsDir, sameResult)
      },
      diskUse: async () =>
        diskUse(home.states, this.#settings().statesBudgetMb, await modelRows(this.#modelSources())),
      savedStates: (modelId) => savedStates(join(home.states, modelId)),
      toolTests: (name) => toolTests(program.toolsDir, name),
      choices: keptChoices(() => this.#file()),
      keepDisabled: (names) => this.#file()?.set('disabledTools', [...names]),
      allowedRules: () => readAllowed(this.#settings()),
      keepAllowedRules: (rules) => keepAllowed(this.#file(), rules),
      settings: () => describeSettings(this.#settings()),
      setSetting: (name, value) => {
        const file = this.#file()
        return file === undefined
          ? 'The settings cannot be written at this level.'
          : setFromText(file, name, value)
      },
    }
  }

  /** What outlasts the session, and the switch that stops it. */
  #kept(): Pick<SessionPorts, 'services' | 'attachable' | 'secret' | 'openConversations'> {
    const { home, program, workspace, clock, flags } = this.#options
    const secret = openSecretSwitch(flags.secret ?? false)
    const days = () => this.#settings().sessionDays
    const store = { dir: home.sessions, clock, secret, workspace, version: program.version, days }
    const services = this.#options.services ?? openToolServices(home, secret, clock)
    return {
      services,
      attachable: attachableFiles({ workspace, folders: services.folders, home: home.home }),
      secret,
      openConversations: (emit) => openConversations(store, emit),
    }
  }

  #settings(): Settings {
    const ground = this.#ground ?? this.open()
    return ground.settingsFile?.values ?? ground.settings
  }

  #file() {
    return this.#ground?.settingsFile
  }

  #modelSources(): ModelSources {
    return { catalogue: this.#options.program.catalogue, modelsDir: this.#options.home.models }
  }

  async #buildHead(engine: Engine) {
    const ground = this.#ground ?? this.open()
    if (ground.level > 2) return { messages: buildHead(ground.systemText, '').slice(0, 1), indexTokens: 0 }
    const { overlay, search } = ground
    const { enabled } = ground.tools
    const tools = enabled
      .filter((entry) => entry.name !== search)
      .map((entry) => ({ ...entry, oneLiner: oneLinerOf(entry, overlay) }))
    const isOn = enabled.length > tools.length
    const count = (texts: readonly string[]) => engine.countTokens(texts)
    const index = await buildIndex(tools, INDEX_BUDGET_TOKENS, count, isOn ? search : undefined)
    return { messages: buildHead(ground.systemText, index.text), indexTokens: index.tokens }
  }

  /** Another model has other optimized prompts, so the levels are climbed again for it. */
  #loadFor(load: EngineLoadOptions): Promise<EngineLoad> {
    const onModel = (id: string) => {
      if (id !== this.#modelId) {
        this.#modelId = id
        this.open()
      }
      load.onModel(id)
    }
    const loadEngine = this.#options.engine ?? ((options) => this.#loadEngine(options))
    return loadEngine({ ...load, onModel })
  }

  async #loadEngine({
    model,
    signal,
    onModel,
    onProgress,
    onRestart,
  }: EngineLoadOptions): Promise<EngineLoad> {
    const chosen = await chooseModel(model, this.#modelSources(), process.availableMemory())
    if (chosen.type !== 'chosen') return { type: chosen.type, model: undefined, reason: chosen.reason }
    onModel(chosen.id)
    this.#chosen = chosen
    const settings = this.#settings()
    const { flags, home } = this.#options
    const load = () =>
      loadEmbeddedEngine({
        childPath: this.#options.program.engineChild,
        modelPath: chosen.path,
        modelId: chosen.id,
        modelSha256: chosen.sha256,
        contextTokens: flags.context ?? (settings.context || undefined),
        callContextTokens: CALL_CONTEXT_TOKENS,
        threads: flags.threads ?? (settings.threads || Math.max(1, Math.min(8, availableParallelism()))),
        gpu: flags.gpu ?? settings.gpu,
        thinking: flags.think ?? settings.think,
        statesDir: join(home.states, chosen.id),
        allStatesDir: home.states,
        statesBudgetBytes: settings.statesBudgetMb * 1e6,
        signal,
        onProgress,
      })
    const engine = superviseEngine(await load(), { restart: load, onRestart })
    const wanted = flags.answers ?? settings.answers
    const profile = await readProfile(join(home.states, chosen.id))
    const answers = wanted === 'profile' ? (profile?.answers ?? chosen.answers) : wanted
    return { type: 'ready', engine, answers, preference: chosen.preference }
  }

  async #probe(engine: Engine, head: Head, signal: AbortSignal) {
    if ((this.#options.flags.answers ?? this.#settings().answers) !== 'profile') return undefined
    const dir = join(this.#options.home.states, engine.info.modelId)
    if ((await readProfile(dir)) !== undefined) return undefined
    const probed = await probeAnswers(engine, head.messages, withFacts, signal)
    await writeProfile(dir, probed)
    return probed.answers
  }
}
