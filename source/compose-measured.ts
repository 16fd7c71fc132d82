// A session as `ethervox eval` needs it: script mode, greedy, with the engine in reach for the baseline.
import { loadTool } from './build-manifest.ts'
import { composeSession } from './compose.ts'
import type { Clock } from './contracts/clock.ts'
import type { MeasuredSession } from './evaluation/eval-command.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'
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
}

/** Composes the session; every setting but the model's is the default of a script. */
export async function composeMeasured(options: MeasuredOptions): Promise<MeasuredSession> {
  const { program, home, workspace, clock, model, answers, maxTokens } = options
  const session = await composeSession({
    program,
    home,
    workspace,
    clock,
    interactive: false,
    flags: { model, answers: answers as Settings['answers'] | undefined, temperature: 0, seed: 1, maxTokens },
  })
  return {
    session,
    start: () => session.start(),
    engine: () => session.slot.engine,
    loadTool: (name) => loadTool(program, name),
    hasParameters: (name) =>
      Object.keys(session.ground.tools.detail(name)?.parameters.properties ?? {}).length > 0,
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
  }
}
