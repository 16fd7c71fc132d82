// What is asked of the model beside the conversation: the tools' own tests, and the optimizer's trials.
import { loadTool } from '../composing/build-manifest.ts'
import type { Clock } from '../contracts/clock.ts'
import type { SameResult } from '../evaluation/match-arguments.ts'
import { pluginToolsDirs } from '../home/plugins/plugins-of-home.ts'
import type { SessionPorts } from '../session/ports.ts'
import { type OptimizeHome, optimizerOf } from './optimize-home.ts'

type AsideParts = Omit<OptimizeHome, 'sameResult'> & { readonly workspace: string; readonly clock: Clock }

/** Ports that load the evaluation when they are first asked. */
export function askedAside(parts: AsideParts): Pick<SessionPorts, 'evaluate' | 'optimizer'> {
  const { program, workspace, clock } = parts
  let comparing: Promise<SameResult> | undefined
  const sameResult: SameResult = async (...asked) => {
    comparing ??= import('../evaluation/same-result.ts').then(({ sameResultBy }) =>
      sameResultBy({
        loadTool: (name) => loadTool(program, name),
        workspace,
        clock,
        version: program.version,
      }),
    )
    return (await comparing)(...asked)
  }
  return {
    evaluate: async (request) => {
      const { evaluateAside } = await import('../evaluation/aside.ts')
      return evaluateAside(request, [program.toolsDir, ...pluginToolsDirs(parts.home, program)], sameResult)
    },
    optimizer: optimizerOf({ ...parts, sameResult }),
  }
}
