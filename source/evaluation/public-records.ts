// Records of public data as cases: the Berkeley Function Calling Leaderboard (BFCL) and CLINC150, in the shapes that
// docs/accuracy.md names. Pure but for reading the map of intents.
import { readFileSync } from 'node:fs'
import { UserError } from '../contracts/errors.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { isYamlProblem, parseYaml } from '../lib/yaml-file.ts'
import type { DeclaredTool } from './baseline.ts'
import type { AcceptedArguments, EvalCase, ExpectedCall } from './cases.ts'

type Members = { readonly [key: string]: unknown }

/** Which intents of CLINC150 a tool fits. */
export interface IntentMap {
  /** Intent to the tools any of which is right. */
  readonly fits: ReadonlyMap<string, readonly string[]>
  /** Intents that count neither way. */
  readonly unclear: ReadonlySet<string>
}

/** `messages`, `tools` and `expect`: a request with tools of its own and the calls that must come. */
export function isBfcl(row: Members): boolean {
  return Array.isArray(row.messages) && Array.isArray(row.tools) && Array.isArray(row.expect)
}

/** `text` and `intent`: a request that no tool fits, unless the map says so. */
export function isClinc(row: Members): boolean {
  return typeof row.text === 'string' && typeof row.intent === 'string'
}

/** A case with tools of its own. Only the last message of the person is sent. Throws `UserError`. */
export function bfclCase(row: Members, place: string): EvalCase {
  const { id, suite = 'bfcl', messages, tools, expect } = row
  const users = (messages as readonly unknown[]).filter(
    (one): one is { content: string } =>
      isMembers(one) && one.role === 'user' && typeof one.content === 'string',
  )
  const input = users.at(-1)?.content ?? ''
  if (typeof id !== 'string' || typeof suite !== 'string' || input.trim() === '')
    throw new UserError(`${place} is no BFCL record: it has no \`id\`, or no message of a user.`)
  const calls = (expect as readonly unknown[]).map((one) => bfclCall(one, place))
  const [first] = calls
  const turn = {
    input,
    tool: first?.tool ?? null,
    arguments: first?.arguments ?? {},
    ...(first === undefined ? {} : { calls }),
    isLoose: true,
    gold: [],
    fails: false,
  }
  const own = (tools as readonly unknown[]).map((one) => bfclTool(one, place))
  return { id, turns: [turn], tags: [suite], difficulty: 'medium', suite, tools: own }
}

function bfclCall(value: unknown, place: string): ExpectedCall {
  const isCall = isMembers(value) && typeof value.name === 'string' && isMembers(value.arguments)
  if (!isCall || Object.values(value.arguments as Members).some((values) => !Array.isArray(values)))
    throw new UserError(`${place} is no BFCL record: \`expect\` must be calls with lists of accepted values.`)
  return { tool: String(value.name), arguments: value.arguments as AcceptedArguments }
}

function bfclTool(value: unknown, place: string): DeclaredTool {
  const isTool = isMembers(value) && typeof value.name === 'string' && isMembers(value.parameters)
  // The name is also the name of a file.
  if (!isTool || !/^[\w.-]+$/.test(String(value.name)))
    throw new UserError(
      `${place} is no BFCL record: \`tools\` must be tools with \`name\` and \`parameters\`.`,
    )
  const { name, description = '', parameters } = value
  return { name: String(name), description: String(description), parameters: parameters as JsonSchema }
}

/** undefined: the map leaves the intent out. Throws `UserError`. */
export function clincCase(row: Members, place: string, map: IntentMap | undefined): EvalCase | undefined {
  const { id, text, domain = 'clinc150' } = row
  const intent = String(row.intent)
  if (typeof id !== 'string') throw new UserError(`${place} is no CLINC150 record: it has no \`id\`.`)
  if (map?.unclear.has(intent)) return undefined
  const anyOf = map?.fits.get(intent)
  const turn = { input: String(text), tool: anyOf?.[0] ?? null, arguments: {}, gold: [], fails: false }
  const tags = [String(domain), intent]
  return {
    id,
    turns: [anyOf === undefined ? turn : { ...turn, anyOf }],
    tags,
    difficulty: 'medium',
    suite: 'clinc150',
  }
}

/** Reads a map of intents (test/cases/clinc-tools.yaml shows one); throws `UserError` with file, line and column. */
export function readIntentMap(path: string): IntentMap {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserError(
      `The map \`${path}\` cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
  const sheet = parseYaml(text, path)
  if (isYamlProblem(sheet)) throw new UserError(sheet.message)
  const { fits = {}, unclear = [] } = isMembers(sheet.value) ? sheet.value : {}
  if (!isMembers(fits) || !Object.values(fits).every((one) => isTexts(one) && one.length > 0))
    throw new UserError(sheet.problem(['fits'], '`fits` must map intents to lists of tools').message)
  if (!isTexts(unclear))
    throw new UserError(sheet.problem(['unclear'], '`unclear` must be a list of intents').message)
  return {
    fits: new Map(Object.entries(fits as Record<string, readonly string[]>)),
    unclear: new Set(unclear),
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
