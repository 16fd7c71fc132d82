// The tests in a tool's file: each is a call, and what has to come of it.
import type { JsonObject } from '../contracts/json.ts'
import { type Tool, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import type { ToolFileTest } from '../contracts/tool-files.ts'
import { compileSchema } from '../lib/json-schema.ts'
import type { ToolFile } from './tool-file.ts'

export interface TestedCall {
  readonly arguments: JsonObject
  /** The tool's words, or its failure as `code: sentence`. */
  readonly said: string
  /** Why it is not what the test wants; undefined: it is. */
  readonly fault: string | undefined
}

/** Runs them one after the other, for real. Rejects when it is stopped. */
export async function testTool(
  { tests, compiled }: ToolFile,
  tool: Tool,
  context: ToolContext,
): Promise<readonly TestedCall[]> {
  const check = compileSchema(compiled.parameters)
  const done: TestedCall[] = []
  for (const test of tests) {
    const broken = check(test.arguments)[0]
    const outcome =
      broken === undefined
        ? await callOnce(tool, test.arguments, context)
        : { code: 'bad_arguments', said: broken.message }
    const said = outcome.code === undefined ? outcome.said : `${outcome.code}: ${outcome.said}`
    done.push({ arguments: test.arguments, said, fault: faultOf(test, outcome) })
  }
  return done
}

interface Outcome {
  /** undefined: it went well. */
  readonly code: string | undefined
  readonly said: string
}

async function callOnce(tool: Tool, args: JsonObject, context: ToolContext): Promise<Outcome> {
  try {
    const result = await tool.run(args, context)
    const { sentence, detail } = tool.say(result, args)
    return { code: undefined, said: [sentence, detail].filter(Boolean).join('\n') }
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof ToolFailure) return { code: error.code, said: error.message }
    return { code: 'internal', said: error instanceof Error ? error.message : String(error) }
  }
}

function faultOf({ contains = [], fails }: ToolFileTest, { code, said }: Outcome): string | undefined {
  if (fails !== undefined)
    return code === fails
      ? undefined
      : `it must fail with \`${fails}\`, but ${code === undefined ? 'it does not fail' : `it fails with \`${code}\``}`
  if (code !== undefined) return 'it fails'
  const missing = contains.find((text) => !said.includes(text))
  return missing === undefined ? undefined : `its words must have \`${missing}\``
}
