// A session as `ethervox eval` needs it: script mode, greedy, with the engine in reach for the baseline.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComposeOptions, composeSession } from '../compose.ts'
import { loadTool } from '../composing/build-manifest.ts'
import type { GivenTools } from '../composing/ground.ts'
import type { Clock } from '../contracts/clock.ts'
import type { ToolServices } from '../contracts/lent.ts'
import { type CompiledTool, takesArguments } from '../contracts/manifest.ts'
import type { DeclaredTool } from '../evaluation/baseline.ts'
import type { MeasuredSession } from '../evaluation/measure.ts'
import { sameResultBy } from '../evaluation/same-result.ts'
import { openToolServices } from '../home/lent/lend-to-tools.ts'
import { compileDeclaration, declaredTool } from '../manifest/declared-tools.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { manifestOf } from '../registry/registry.ts'
import type { ChatSession } from '../session/session.ts'
import { openSecretSwitch } from '../sessions/secret-switch.ts'
import type { Settings } from '../settings-table.ts'
import { openScratchGround } from './scratch-ground.ts'

export interface MeasuredOptions {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly workspace: string
  readonly clock: Clock
  readonly model: string | undefined
  readonly answers: string | undefined
  /** Name of the named state to measure. */
  readonly state?: string | undefined
  /** Tokens of the longest answer; undefined: as usual. */
  readonly maxTokens: number | undefined
  /** What was taught in the home counts; otherwise nothing that a person keeps may change a measurement. */
  readonly taught?: boolean | undefined
  /** In place of the home's tools. */
  readonly tools: GivenTools | undefined
  /** Writing tools run, in a copy of the workspace and with a memory of their own. */
  readonly acts?: boolean | undefined
  /** Cases bring their own tools; the states of those are thrown away in the end. */
  readonly ownTools: boolean
  /** Replaces the embedded engine, for tests. */
  readonly engine?: ComposeOptions['engine']
}

/** Composes the session; every setting but the model's is the default of a script. */
export async function composeMeasured(options: MeasuredOptions): Promise<MeasuredSession> {
  const { program, clock, state, tools, ownTools, engine } = options
  const states = ownTools ? mkdtempSync(join(tmpdir(), 'ethervox-states-')) : undefined
  const home = measuredHome(options, states)
  const scratch = options.acts === true ? openScratchGround(options.workspace, home, clock) : undefined
  const workspace = scratch?.workspace ?? options.workspace
  let given = tools
  let usual: readonly CompiledTool[] | undefined
  const session = await composeSession({
    program,
    home,
    workspace,
    clock,
    services: scratch?.services ?? servicesWithout(home, clock),
    interactive: false,
    measured: true,
    flags: { ...flagsOf(options), ...(scratch && { approve: 'write' }) },
    tools: ownTools || tools !== undefined ? () => given : undefined,
    ...(engine && { engine }),
  })
  return {
    session,
    start: () => session.start(),
    engine: () => session.slot.engine,
    sameResult: sameResultBy({
      loadTool: (name) => given?.loadTool(name) ?? loadTool(program, name),
      workspace,
      clock,
      version: program.version,
    }),
    hasParameters: (name) => takesArguments(session.ground.tools.detail(name)),
    dropped: () => droppedOf(session),
    evidence: () => session.last?.outcome.evidence ?? [],
    warm: async (names, onEach = () => undefined) => {
      const wanting = names.filter((name) => takesArguments(session.ground.tools.detail(name)))
      if (wanting.length > 0) onEach(0, wanting.length)
      await session.slot.warmTools(wanting, new AbortController().signal, onEach)
    },
    tools: () => enabledOf(session),
    takeTools: async (own) => {
      usual ??= compiledOf(session)
      given = own === undefined ? tools : givenOf(own, usual)
      session.takeGround(await session.ports.openGround())
    },
    ...(scratch && { renew: scratch.renew }),
    ...(state !== undefined && { record: recordOf(session, state) }),
    close: async () => {
      await session.close()
      scratch?.close()
      if (states !== undefined) rmSync(states, { recursive: true, force: true })
    },
  }
}

function flagsOf({ model, state, answers, maxTokens }: MeasuredOptions) {
  return {
    model,
    ...(state === undefined ? { role: 'none', persona: 'none' } : { state }),
    secret: true,
    answers: answers as Settings['answers'] | undefined,
    temperature: 0,
    seed: 1,
    maxTokens,
  }
}

function droppedOf({ last }: ChatSession): ReturnType<MeasuredSession['dropped']> {
  const { modelAnswer, unfaithful } = last?.outcome ?? {}
  return modelAnswer === undefined || unfaithful === undefined ? undefined : { modelAnswer, unfaithful }
}

/** What a person keeps must neither change a measurement nor be changed by one; nobody is there to hear a timer ring. */
function servicesWithout(home: HomePaths, clock: Clock): ToolServices {
  const lent = openToolServices(home, { secret: openSecretSwitch(true), clock })
  return { ...lent, rings: undefined, memory: undefined }
}

/** Keeps figures with a named state. */
function recordOf({ ports, slot }: ChatSession, state: string): MeasuredSession['record'] {
  return (figures) => {
    // The day on which it was measured, whatever the clock of the cases says.
    const about = { date: new Date().toISOString(), model: slot.model ?? '' }
    return ports.setup.states.record(state, { ...figures, ...about })
  }
}

/**
 * No text of the person's own stands in a head that is measured, and what they taught counts only where it is asked for: then with
 * the tools of their own that it may be for.
 */
function measuredHome({ home, taught, state }: MeasuredOptions, states: string | undefined): HomePaths {
  return {
    ...home,
    startupPrompt: '',
    // The lines that a person has stand in the head of their state; secret is on, so nothing is counted.
    toolUses: state === undefined ? '' : home.toolUses,
    toolFiles: taught === true ? home.toolFiles : '',
    plugins: taught === true ? home.plugins : '',
    toolHealth: '',
    analytics: '',
    teaching: taught === true ? home.teaching : '',
    ...(states !== undefined && { states }),
  }
}

function enabledOf(session: ChatSession): readonly DeclaredTool[] {
  return compiledOf(session)
    .filter(({ name }) => session.ground.tools.isEnabled(name))
    .map(({ name, description, parameters }) => ({ name, description, parameters }))
}

function compiledOf({ ground }: ChatSession): readonly CompiledTool[] {
  return ground.tools.entries.flatMap((entry) => {
    const detail = ground.tools.detail(entry.name)
    return detail === undefined ? [] : [{ ...entry, ...detail }]
  })
}

/**
 * Tools that live in memory, without a router: they are found by their words. The usual ones are off, but there: how rare
 * a word is cannot be told from one or two tools.
 */
function givenOf(tools: readonly DeclaredTool[], usual: readonly CompiledTool[]): GivenTools {
  const byName = new Map(tools.map((tool) => [tool.name, declaredTool(tool)]))
  const off = usual.filter((tool) => !byName.has(tool.name))
  const compiled = [...tools.map((tool) => compileDeclaration({ ...tool, group: 'own' })), ...off]
  return {
    manifest: manifestOf(compiled, undefined),
    off: off.map((tool) => tool.name),
    loadTool: async (name) => byName.get(name) ?? Promise.reject(new Error(`there is no tool \`${name}\``)),
  }
}
