// Every flag with its environment variable, type and meaning: one table for parsing, checking and `--help`.
import { APPROVAL_POLICIES } from '../contracts/approval.ts'
import { UserError } from '../contracts/errors.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { checkValue, type Named, valueOfVariable } from './flag-values.ts'
import { SERVE_FLAGS } from './serve-flags.ts'

export interface FlagRow {
  readonly type: 'string' | 'boolean' | 'number'
  readonly short?: string
  /** Name of what comes behind it, for `--help`. */
  readonly value?: string
  readonly environment: string
  readonly meaning: string
  readonly choices?: readonly string[]
  readonly range?: readonly [number, number]
  readonly isWhole?: boolean
  readonly isTime?: boolean
  /** It is typed as `--no-NAME`, and its environment variable says that, too. */
  readonly isNegated?: boolean
}

export const FLAGS = {
  prompt: {
    type: 'string',
    short: 'p',
    value: 'TEXT',
    environment: 'ETHERVOX_PROMPT',
    meaning: 'answer this once and end; stdin is not read',
  },
  model: {
    type: 'string',
    short: 'm',
    value: 'ID|PATH',
    environment: 'ETHERVOX_MODEL',
    meaning: 'model to load: an id of `ethervox model list`, or a GGUF file; on a server, its name there',
  },
  engine: {
    type: 'string',
    value: 'URL',
    environment: 'ETHERVOX_ENGINE',
    meaning:
      'OpenAI-compatible server in place of the embedded engine, several with commas (docs/servers.md)',
  },
  engineKeyFile: {
    type: 'string',
    value: 'FILE',
    environment: 'ETHERVOX_ENGINE_KEY_FILE',
    meaning: "the server's key; else it is taken from ETHERVOX_ENGINE_KEY",
  },
  json: { type: 'boolean', environment: 'ETHERVOX_JSON', meaning: 'write events as JSON, one a line' },
  jsonDeltas: {
    type: 'boolean',
    environment: 'ETHERVOX_JSON_DELTAS',
    meaning: 'with --json, also the pieces of answers',
  },
  approve: {
    type: 'string',
    value: 'WHAT',
    environment: 'ETHERVOX_APPROVE',
    meaning: 'which tools run without asking',
    choices: APPROVAL_POLICIES,
  },
  dryRun: {
    type: 'boolean',
    environment: 'ETHERVOX_DRY_RUN',
    meaning: 'tell what a tool would do; run only what reads',
  },
  role: {
    type: 'string',
    value: 'NAME',
    environment: 'ETHERVOX_ROLE',
    meaning: 'begin with this role: a set of tools (`/role list`); none: without one',
  },
  persona: {
    type: 'string',
    value: 'NAME',
    environment: 'ETHERVOX_PERSONA',
    meaning: 'begin with this persona (`/persona list`); none: without one',
  },
  state: {
    type: 'string',
    value: 'NAME',
    environment: 'ETHERVOX_STATE',
    meaning: 'begin with this named state (`/states`); none: without one',
  },
  cache: {
    type: 'boolean',
    isNegated: true,
    environment: 'ETHERVOX_NO_CACHE',
    meaning: 'neither read nor write saved context states',
  },
  answers: {
    type: 'string',
    value: 'WHO',
    environment: 'ETHERVOX_ANSWERS',
    meaning: "who answers from a tool's result",
    choices: ['profile', 'model', 'tool', 'auto'],
  },
  temperature: {
    type: 'number',
    value: 'T',
    environment: 'ETHERVOX_TEMPERATURE',
    meaning: 'of answers; default 0.3 in a terminal, 0 in a script',
    range: [0, 2],
  },
  seed: {
    type: 'number',
    isWhole: true,
    value: 'N',
    environment: 'ETHERVOX_SEED',
    meaning: 'of answers with a temperature',
    range: [0, 4294967295],
  },
  context: {
    type: 'number',
    isWhole: true,
    value: 'TOKENS',
    environment: 'ETHERVOX_CONTEXT',
    meaning: 'window; default 8192, or what the model was trained on',
    range: [512, 1048576],
  },
  maxTokens: {
    type: 'number',
    isWhole: true,
    value: 'N',
    environment: 'ETHERVOX_MAX_TOKENS',
    meaning: 'longest answer; default 768',
    range: [1, 100000],
  },
  maxSeconds: {
    type: 'number',
    value: 'N',
    environment: 'ETHERVOX_MAX_SECONDS',
    meaning: 'longest turn; default 300',
    range: [0.001, 86400],
  },
  mode: {
    type: 'string',
    value: 'HOW',
    environment: 'ETHERVOX_MODE',
    meaning: 'continue the conversation, or begin fresh with every message',
    choices: ['continue', 'fresh'],
  },
  continue: {
    type: 'boolean',
    environment: 'ETHERVOX_CONTINUE',
    meaning: 'go on with the last conversation of this folder',
  },
  secret: {
    type: 'boolean',
    environment: 'ETHERVOX_SECRET',
    meaning: 'keep nothing of the conversation, until `/secret off`',
  },
  gpu: {
    type: 'string',
    value: 'WHERE',
    environment: 'ETHERVOX_GPU',
    meaning: 'where the model runs',
    choices: ['auto', 'off', 'cuda', 'vulkan', 'metal'],
  },
  threads: {
    type: 'number',
    isWhole: true,
    value: 'N',
    environment: 'ETHERVOX_THREADS',
    meaning: 'threads of the engine; default one a core, at most 8',
    range: [1, 256],
  },
  think: { type: 'boolean', environment: 'ETHERVOX_THINK', meaning: 'let models that can think do so' },
  system: {
    type: 'string',
    value: 'TEXT|@FILE',
    environment: 'ETHERVOX_SYSTEM',
    meaning: 'system text in place of the shipped one',
  },
  home: {
    type: 'string',
    value: 'DIR',
    environment: 'ETHERVOX_HOME',
    meaning: 'folder of settings, tools and states',
  },
  now: {
    type: 'string',
    value: 'TIME',
    isTime: true,
    environment: 'ETHERVOX_NOW',
    meaning: 'let the clock stand at this ISO time',
  },
  declare: {
    type: 'string',
    value: 'DIR|FILE',
    environment: 'ETHERVOX_DECLARE',
    meaning: 'with route: also tools that are only declared (`ethervox eval --help`)',
  },
  csv: {
    type: 'boolean',
    environment: 'ETHERVOX_CSV',
    meaning: 'with sql: write rows as CSV',
  },
  yes: {
    type: 'boolean',
    short: 'y',
    environment: 'ETHERVOX_YES',
    meaning: 'fetch the default model without asking',
  },
  screenReader: {
    type: 'boolean',
    environment: 'ETHERVOX_SCREEN_READER',
    meaning: 'plain lines in place of the screen, for reading aloud (also ACCESSIBLE=1, TERM=dumb)',
  },
  debug: {
    type: 'string',
    value: 'FILE',
    environment: 'ETHERVOX_DEBUG',
    meaning: 'write every event to this file',
  },
  ...SERVE_FLAGS,
} as const satisfies { readonly [name: string]: FlagRow }

export type FlagName = keyof typeof FLAGS
export type FlagValues = { readonly [K in FlagName]?: string | number | boolean }

/**
 * Values from the command line, else from the environment, checked. Throws `UserError` with one sentence.
 * `hasTerminal`: somebody can be asked; where nobody can, an `ask` of the environment does not count.
 */
export function readFlags(
  given: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
  hasTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true,
): FlagValues {
  const names = Object.keys(FLAGS) as FlagName[]
  const unknown = Object.keys(given).find(
    (name) => !names.includes(name as FlagName) && name !== 'help' && name !== 'version',
  )
  if (unknown !== undefined) throw unknownFlag(unknown, names)
  const values: { [K in FlagName]?: string | number | boolean } = {}
  for (const name of names) {
    const row: FlagRow = FLAGS[name]
    const value =
      given[name] === undefined ? valueOfVariable(row, env) : checkValue(typedAs(name), row, given[name])
    if (value !== undefined) values[name] = value
  }
  const canAsk = hasTerminal && values.prompt === undefined && values.json !== true
  if (given.approve === undefined && values.approve === 'ask' && !canAsk) delete values.approve
  return values
}

/** The flags part of `--help`. */
export function describeFlags(): string {
  const rows = (Object.keys(FLAGS) as FlagName[]).map((name) => {
    const row: FlagRow = FLAGS[name]
    const short = row.short === undefined ? '    ' : `-${row.short}, `
    const choices = row.choices === undefined ? '' : ` (${row.choices.join(', ')})`
    return {
      call: `${short}--${row.isNegated ? 'no-' : ''}${kebab(name)} ${row.value ?? ''}`.trimEnd(),
      text: `${row.meaning}${choices}`,
      environment: row.environment,
    }
  })
  const width = Math.max(...rows.map((row) => row.call.length))
  const wide = Math.max(...rows.map((row) => row.environment.length))
  return rows
    .map((row) => `  ${row.call.padEnd(width)}  ${row.environment.padEnd(wide)}  ${row.text}`)
    .join('\n')
}

function unknownFlag(name: string, names: readonly string[]): UserError {
  const dashed = name.length === 1 ? `-${name}` : `--${kebab(name)}`
  const nearest = nearestName(name, names)
  const hint =
    nearest === undefined ? '`ethervox --help` lists them' : `did you mean \`--${kebab(nearest)}\`?`
  return new UserError(`There is no flag \`${dashed}\`; ${hint}${hint.endsWith('?') ? '' : '.'}`)
}

function typedAs(flag: string): Named {
  const name = `--${kebab(flag)}`
  return { name, withValue: (value) => `${name} ${String(value)}` }
}

/** `jsonDeltas` as it is typed: `json-deltas`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
