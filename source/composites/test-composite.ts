// The tests in the file of a composite. No tool is called: each step gives what stands in the test, so they cost nothing and change nothing.
import { isDeepStrictEqual } from 'node:util'
import type { StepOutcome } from '../contracts/composites.ts'
import type { JsonObject } from '../contracts/json.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { compileSchema } from '../lib/json-schema.ts'
import type { Composite, CompositeTest } from './composite-file.ts'
import { saidOf } from './composite-tool.ts'
import { runComposite } from './run-composite.ts'

export interface TestedComposite {
  readonly said: string
  /** Why it is not what the test wants, as a clause; undefined: it is. */
  readonly fault: string | undefined
}

/** Runs one test. */
export async function testComposite(composite: Composite, test: CompositeTest): Promise<TestedComposite> {
  const broken = compileSchema(composite.parameters)(test.arguments)[0]
  if (broken !== undefined) return judged(test, [], { code: 'bad_arguments', said: broken.message })
  const made: { tool: string; arguments: JsonObject }[] = []
  const run = async (step: string, tool: string, args: JsonObject): Promise<StepOutcome> => {
    made.push({ tool, arguments: args })
    return outcomeOf(test, step)
  }
  try {
    const result = await runComposite(composite, { ...composite.defaults, ...test.arguments }, { run })
    const { sentence, detail } = saidOf(composite, result)
    return judged(test, made, { code: undefined, said: [sentence, detail].filter(Boolean).join('\n') })
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return judged(test, made, { code: error.code, said: error.message })
  }
}

/** A step that fails has a fallback that does not: it gives what the test says of the step. */
function outcomeOf({ results = {}, failures = {} }: CompositeTest, step: string): StepOutcome {
  const message = ownOf(failures, step)
  if (message !== undefined)
    return { ok: false, error: { code: 'failed', message }, said: { sentence: message } }
  const result = ownOf(results, step.replace(/\.fallback$/, '')) ?? {}
  return { ok: true, result, said: { sentence: JSON.stringify(result) } }
}

/** A step may be called `constructor`, which every object has. */
function ownOf<T>(members: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

function judged(
  { contains = [], fails, calls }: CompositeTest,
  made: readonly { readonly tool: string; readonly arguments: JsonObject }[],
  { code, said }: { readonly code: string | undefined; readonly said: string },
): TestedComposite {
  const shown = code === undefined ? said : `${code}: ${said}`
  const fault = () => {
    if (fails !== undefined && code !== fails)
      return `it must fail with \`${fails}\`, but ${code === undefined ? 'it does not fail' : `it fails with \`${code}\``}`
    if (fails === undefined && code !== undefined) return 'it fails'
    const missing = contains.find((text) => !said.includes(text))
    if (missing !== undefined) return `its words must have \`${missing}\``
    if (calls === undefined) return undefined
    const wanted = calls.map(({ tool, arguments: args = {} }) => ({ tool, arguments: args }))
    // By value: in which order the names stand means nothing.
    if (isDeepStrictEqual(wanted, made)) return undefined
    const shownCalls = (all: typeof made) => all.map((one) => JSON.stringify(one)).join(', ') || 'none'
    return `its calls must be ${shownCalls(wanted)}, and they are ${shownCalls(made)}`
  }
  return { said: shown, fault: fault() }
}
