// A session as `ethervox eval` needs it: script mode, greedy, with the engine in reach for the baseline.
import { loadTool } from './build-manifest.ts'
import { composeSession } from './compose.ts'
import type { Clock } from './contracts/clock.ts'
import type { MeasuredSession } from './evaluation/measure.ts'
import type { GivenTools } from './ground.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'
import type { ChatSession } from './session/session.ts'
import type { Settings } from './settings.ts'

export interface MeasuredOptions {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly workspace: string
  readonly clock: Clock
  readonly model: string | undefined
  readonly answers: string | undefined
  /** Tokens of the longest answer; undefined: as usual. */
  readonly maxTokens: number | undefined
  /** In place of the home's tools. */
  readonly tools: GivenTools | undefined
}

/** Composes the session; every setting but the model's is the default of a script. */
export async function composeMeasured(options: MeasuredOptions): Promise<MeasuredSession> {
  const { program, home, workspace, clock, model, answers, maxTokens, tools } = options
  const session = await composeSession({
    program,
    home,
    workspace,
    clock,
    interactive: false,
    flags: { model, answers: answers as Settings['answers'] | undefined, temperature: 0, seed: 1, maxTokens },
    tools: tools && (() => tools),
  })
  return {
    session,
    start: () => session.start(),
    engine: () => session.slot.engine,
    loadTool: (name) => tools?.loadTool(name) ?? loadTool(program, name),
    hasParameters: (name) => hasParameters(session, name),
    toolContext: () => ({
      workspace,
      clock,
      program: {
        name: 'ethervox',
        version: program.version,
        model: undefined,
        contextTokens: undefined,
        toolsEnabled: [],
      },
      signal: new AbortController().signal,
    }),
    dropped: () => {
      const { modelAnswer, unfaithful } = session.last?.outcome ?? {}
      return modelAnswer === undefined || unfaithful === undefined ? undefined : { modelAnswer, unfaithful }
    },
    warm: (names) => warm(session, names),
  }
}

function hasParameters(session: ChatSession, name: string): boolean {
  return Object.keys(session.ground.tools.detail(name)?.parameters.properties ?? {}).length > 0
}

async function warm({ slot, ground, ports }: ChatSession, names: readonly string[]): Promise<void> {
  const { signal } = new AbortController()
  for (const name of names) {
    const detail = ground.tools.detail(name)
    if (detail === undefined || Object.keys(detail.parameters.properties ?? {}).length === 0) continue
    await slot.engine?.prepareCall(ports.buildCallState(name, detail), { signal })
    slot.noteWarm(name)
  }
}
