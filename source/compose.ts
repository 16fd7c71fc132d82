// The only file that names concrete adapters: it turns flags, settings and paths into a session.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { doctorPort } from './command-line/doctor-port.ts'
import type { Flags } from './composing/composed-flags.ts'
import { EmbeddedModels } from './composing/embedded-models.ts'
import {
  type GivenTools,
  type GroundSources,
  type OpenedGround,
  openGround,
  rebuildGround,
} from './composing/ground.ts'
import { headOf } from './composing/head-of-ground.ts'
import { optimizedPath } from './composing/overlay-of-home.ts'
import { probeOnce } from './composing/profile.ts'
import { sessionOptionsOf } from './composing/session-options.ts'
import type { Clock } from './contracts/clock.ts'
import type { Command } from './contracts/command.ts'
import type { Engine } from './contracts/engine.ts'
import type { ToolServices } from './contracts/lent.ts'
import type { Meaning } from './contracts/meaning.ts'
import type { SecretControl } from './contracts/secret.ts'
import type { HeadWishes, SetupPorts } from './contracts/setup.ts'
import { sqlBase } from './folder/show/prompt.ts'
import { analyticsOf } from './home/analytics-of-home.ts'
import { attachableFiles } from './home/attachable-files.ts'
import { diskUse } from './home/disk-use.ts'
import { openToolServices } from './home/lent/lend-to-tools.ts'
import { loadEveryCommand, sayProblems } from './home/load-commands.ts'
import { type McpOfHome, mcpOfHome } from './home/mcp-of-home.ts'
import { meaningOfHome } from './home/meaning-of-home.ts'
import { joinMore } from './home/more-tools.ts'
import { type OwnTools, ownToolsOf, pluginToolsDirs } from './home/plugins/plugins-of-home.ts'
import type { RemoteAccess } from './home/remote-of-home.ts'
import { settingsPorts } from './home/settings-ports.ts'
import { setupOf } from './home/setup-of-home.ts'
import { givenFlags } from './home/shown-settings.ts'
import { readRequestsOf, readTablesOf, withTables } from './home/tables-of-home.ts'
import { teachInHome } from './home/teach-in-home.ts'
import { savedStates, toolTests } from './home/tool-papers.ts'
import { type WorksOfHome, worksOf } from './home/works-of-home.ts'
import { shownOf } from './home/workspace-entries.ts'
import { askedAside } from './measured/asked-aside.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'
import { withBefore } from './prompt/before.ts'
import { buildCallState } from './prompt/call-state.ts'
import { openAnswerReader } from './prompt/calls/call-reader.ts'
import { withFacts, withoutFacts } from './prompt/head.ts'
import { nearestShots } from './prompt/nearest-shots.ts'
import { isForAnother } from './prompt/overlay.ts'
import type { EngineLoad, EngineLoadOptions, Head, SessionPorts } from './session/ports.ts'
import { type ChatSession, openSession } from './session/session.ts'
import { openSecretSwitch } from './sessions/secret-switch.ts'
import { openConversations } from './sessions/store.ts'
import { peekModel } from './settings.ts'
import type { Settings } from './settings-table.ts'

export interface ComposeOptions {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly flags: Flags
  readonly interactive: boolean
  /** It is known that no model will be there. */
  readonly lacksModel?: boolean
  readonly workspace: string
  readonly clock: Clock
  readonly fromEnvironment?: readonly string[]
  /** Tools in place of the home's (undefined: those), for measuring; asked again whenever the ground is. */
  readonly tools?: (() => GivenTools | undefined) | undefined
  /** In place of the home's, for measuring. */
  readonly services?: ToolServices
  /** Without the tools of other programs (MCP servers). */
  readonly alone?: true
  /** For measuring: its head takes no other's place on disk. */
  readonly measured?: true
  /** Servers in place of the embedded engine. */
  readonly remote?: RemoteAccess | undefined
  /** Replaces the embedded engine, for tests. */
  readonly engine?: (options: EngineLoadOptions) => Promise<EngineLoad>
}

/** Builds a session; nothing is loaded until it is started. */
export async function composeSession(options: ComposeOptions): Promise<ChatSession> {
  const { flags, interactive } = options
  const composition = new Composition(options, await mcpOfHome(options))
  const { commands, problems } = await loadEveryCommand(options)
  await composition.findModelId()
  const [ground, ports] = [composition.open(), composition.ports(commands)]
  const given = sayProblems(sessionOptionsOf(flags, ground, interactive, ports.setup), problems)
  return openSession(ports, { ...given, lacksModel: options.lacksModel, measured: options.measured })
}

class Composition {
  readonly #options: ComposeOptions
  readonly #sources: GroundSources
  readonly #secret: SecretControl
  readonly #setup: SetupPorts
  readonly #mcp: McpOfHome | undefined
  readonly #ownTools: OwnTools
  readonly #works: WorksOfHome
  readonly #meaning: Meaning
  readonly #models: EmbeddedModels
  readonly #file = () => this.#ground?.settingsFile
  #modelId = ''
  #ground: OpenedGround | undefined

  constructor(options: ComposeOptions, mcp: McpOfHome | undefined) {
    this.#options = options
    this.#mcp = mcp
    this.#ownTools = ownToolsOf(options)
    const { program, home, flags, tools } = options
    this.#meaning = meaningOfHome(program, home, () => this.#file()?.values.meaning ?? true)
    this.#models = new EmbeddedModels({
      ...{ program, home, flags },
      settings: () => this.#settings(),
      // Only now is it known whether the optimized prompts were made with this very file.
      onChosen: ({ sha256 }) => isForAnother(this.#ground?.overlay, sha256) && this.open(),
    })
    this.#sources = {
      ...{ program, home, tools, meaning: this.#meaning },
      systemText: flags.system,
      modelId: () => this.#modelId,
      modelSha256: () => this.#models.chosen?.sha256,
      more: tools === undefined ? () => joinMore(this.#ownTools.more(), mcp?.more()) : undefined,
      composed: tools === undefined ? (manifest) => this.#works.composed(manifest) : undefined,
    }
    this.#secret = openSecretSwitch(flags.secret ?? false)
    this.#setup = setupOf(program, home, this.#file, this.#secret)
    this.#works = worksOf(options, this.#secret)
  }

  /** Learns the id of the model that will be loaded, so that the first climb finds its optimized prompts. */
  async findModelId(): Promise<void> {
    const { home, flags, engine, remote } = this.#options
    // Without any there is nothing to find, and the catalogue need not be read before the first frame.
    if (engine !== undefined || remote !== undefined || !existsSync(home.optimized)) return
    const asked = flags.model || peekModel(home.settings) || undefined
    this.#modelId = (await this.#models.likelyId(asked)) ?? this.#modelId
  }

  open(): OpenedGround {
    this.#ground = openGround(this.#sources)
    return this.#ground
  }

  ports(commands: readonly Command[]): SessionPorts {
    const { home, program, workspace, clock, remote } = this.#options
    return {
      ...this.#kept(),
      version: program.version,
      home: home.home,
      workspace,
      clock,
      commands,
      ...shownOf(workspace),
      withBefore,
      withFacts,
      withoutFacts,
      createAnswerReader: openAnswerReader,
      buildCallState: (name, detail) => buildCallState(name, detail, this.#models.chosen?.style),
      nearestShots: (message, detail, earlier) =>
        nearestShots(message, detail, earlier, this.#models.chosen?.style),
      ...this.#groundPorts(),
      buildHead: (_ground, engine, wishes) => this.#headOf(engine, wishes),
      loadEngine: (load) => this.#loadFor(load),
      probe: async (engine, head, signal) => {
        const { answers } = this.#options.flags
        if ((answers ?? this.#settings().answers) !== 'profile') return undefined
        return probeOnce(join(home.states, engine.info.modelId), engine, head.messages, signal)
      },
      models: () => this.#models.rows(),
      whyNotLoadable: (id) => this.#models.whyNotLoadable(id),
      ...askedAside({
        ...{ program, home, workspace, clock },
        style: () => this.#models.chosen?.style,
        model: () => this.#models.chosen,
        tunesCalls: () => this.#settings().tunedCalls,
        openTuned: (adapter, signal) => this.#models.openTuned(adapter, signal),
        ground: () => this.#ground ?? this.open(),
        reopen: (modelId) => {
          this.#modelId = modelId
          return this.open()
        },
        headWith: async (engine, lines) => (await this.#headOf(engine, {}, lines)).messages,
        openWriter: (model, signal) => this.#models.openWriter(model, signal),
      }),
      diskUse: async () => diskUse(home.states, this.#settings().statesBudgetMb, await this.#models.rows()),
      savedStates: (modelId) => savedStates(join(home.states, modelId)),
      toolTests: (name) => toolTests([program.toolsDir, ...pluginToolsDirs(home, program)], name),
      ...settingsPorts({
        file: () => this.#file(),
        values: () => this.#settings(),
        given: givenFlags(this.#options),
      }),
      doctor: doctorPort({ program, home, clock }),
      ...remote?.ports,
    }
  }

  /** What the levels stand on, and how they are climbed again. */
  #groundPorts() {
    return {
      openGround: async () =>
        this.#sources.tools === undefined ? (this.#ground ?? this.open()) : this.open(),
      rebuildGround: async () => {
        const rebuilt = await rebuildGround(this.#sources, this.#options.clock)
        this.#ground = rebuilt.ground
        return rebuilt
      },
      setup: this.#setup,
      meaning: this.#meaning,
      mcp: this.#mcp && { servers: this.#mcp.servers, reopen: () => this.open() },
      toolFiles: this.#ownTools.ports,
      plugins: this.#ownTools.plugins,
      ...this.#works.ports,
      reopenGround: () => this.open(),
    } satisfies Partial<SessionPorts>
  }

  /** What outlasts the session, and the switch that stops it. */
  #kept() {
    const { home, program, workspace, clock } = this.#options
    const secret = this.#secret
    const days = () => this.#settings().sessionDays
    const store = { dir: home.sessions, clock, secret, workspace, version: program.version, days }
    const place = { program, workspace, clock }
    const services = withTables(
      this.#options.services ?? openToolServices(home, { secret, clock, workspace, meaning: this.#meaning }),
      place,
    )
    return {
      services,
      readTables: readTablesOf(services, place, this.#meaning),
      ...readRequestsOf(program, this.#meaning),
      tablesState: sqlBase,
      readFolder: async (signal) => {
        await services.tables?.look(signal)
      },
      attachable: attachableFiles({ workspace, folders: services.folders, home: home.home }),
      secret,
      teaching: teachInHome(home.teaching, secret, workspace),
      openConversations: (emit) => openConversations(store, emit),
      ...analyticsOf({ home, secret, clock, workspace, settings: () => this.#file()?.values }),
    } satisfies Partial<SessionPorts>
  }

  #settings(): Settings {
    const ground = this.#ground ?? this.open()
    return ground.settingsFile?.values ?? ground.settings
  }

  /** Another model has other optimized prompts, so the levels are climbed again for it. */
  #loadFor(load: EngineLoadOptions): Promise<EngineLoad> {
    const onModel = (id: string) => {
      if (id !== this.#modelId) {
        const isFirst = this.#modelId === ''
        this.#modelId = id
        // The ground that stands was opened for no model: the same, unless this one has a file.
        if (!isFirst || existsSync(optimizedPath(this.#options.home, id))) this.open()
      }
      load.onModel(id)
    }
    const { engine, remote } = this.#options
    const loadEngine = engine ?? remote?.load ?? ((options) => this.#models.load(options))
    return loadEngine({ ...load, onModel })
  }

  #headOf(engine: Engine, wishes: HeadWishes = {}, oneLiners?: ReadonlyMap<string, string>): Promise<Head> {
    const ground = this.#ground ?? this.open()
    const shippedText = this.#options.program.systemText
    return headOf({ ground, engine, setup: this.#setup, shippedText, oneLiners }, wishes)
  }
}
