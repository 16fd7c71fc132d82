// Every setting with its type, default and meaning. The file is plain JSON that a person may edit; the only importer of conf.
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Conf from 'conf'
import { type AllowedRule, APPROVAL_POLICIES, type ApprovalPolicy } from './contracts/approval.ts'
import type { JsonValue } from './contracts/json.ts'

/** A person's choices; command-line flags win over them, and are never written here. */
export interface Settings {
  readonly model: string
  readonly approve: '' | ApprovalPolicy
  readonly role: string
  readonly answers: 'profile' | 'model' | 'tool' | 'auto'
  readonly context: number
  readonly mode: 'continue' | 'fresh'
  readonly gpu: 'auto' | 'off' | 'cuda' | 'vulkan' | 'metal'
  readonly threads: number
  readonly temperature: number
  readonly think: boolean
  readonly statesBudgetMb: number
  readonly sessionDays: number
  readonly disabledTools: readonly string[]
  readonly allowedTools: readonly string[]
  readonly allowedCalls: readonly AllowedRule[]
}

type SettingName = keyof Settings

interface SettingRow<K extends SettingName> {
  readonly fallback: Settings[K]
  readonly schema: object
  readonly meaning: string
}

const TABLE: { readonly [K in SettingName]: SettingRow<K> } = {
  model: {
    fallback: '',
    schema: { type: 'string' },
    meaning: 'model id or path; empty: the largest installed one that fits',
  },
  approve: {
    fallback: '',
    schema: { enum: ['', ...APPROVAL_POLICIES] },
    meaning: 'what tools may do without asking; empty: ask in a terminal, read in a script',
  },
  role: {
    fallback: '',
    schema: { type: 'string' },
    meaning: 'role to begin with; empty: none, so every tool that is on',
  },
  answers: {
    fallback: 'profile',
    schema: { enum: ['profile', 'model', 'tool', 'auto'] },
    meaning: "who answers from a tool's result; profile: as measured for the model",
  },
  context: {
    fallback: 0,
    schema: { type: 'integer', minimum: 0, maximum: 1_048_576 },
    meaning: 'window in tokens; 0: 8192 or what the model was trained on',
  },
  mode: {
    fallback: 'continue',
    schema: { enum: ['continue', 'fresh'] },
    meaning: 'continue: a conversation; fresh: every message stands alone',
  },
  gpu: {
    fallback: 'auto',
    schema: { enum: ['auto', 'off', 'cuda', 'vulkan', 'metal'] },
    meaning: 'where the model runs',
  },
  threads: {
    fallback: 0,
    schema: { type: 'integer', minimum: 0, maximum: 256 },
    meaning: 'threads of the engine; 0: one a core, at most 8',
  },
  temperature: {
    fallback: -1,
    schema: { type: 'number', minimum: -1, maximum: 2 },
    meaning: 'of answers; -1: 0.3 in a terminal, 0 in a script',
  },
  think: { fallback: false, schema: { type: 'boolean' }, meaning: 'let models that can think do so' },
  statesBudgetMb: {
    fallback: 1_000,
    schema: { type: 'integer', minimum: 0 },
    meaning: 'disk for saved context states, in megabytes',
  },
  sessionDays: {
    fallback: 90,
    schema: { type: 'integer', minimum: 0, maximum: 36_500 },
    meaning: 'days after which a conversation goes into the archive; 0: never',
  },
  disabledTools: {
    fallback: [],
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    meaning: 'tools that are off',
  },
  allowedTools: {
    fallback: [],
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    meaning: 'tools that always run without asking',
  },
  allowedCalls: {
    fallback: [],
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { tool: { type: 'string' }, value: { type: 'string' }, pattern: { type: 'string' } },
        required: ['tool'],
        additionalProperties: false,
        oneOf: [{ required: ['value'] }, { required: ['pattern'] }],
      },
    },
    meaning: 'values and patterns of calls that always run without asking: `/approvals`',
  },
}

const NAMES = Object.keys(TABLE) as readonly SettingName[]

export const DEFAULT_SETTINGS: Settings = Object.fromEntries(
  NAMES.map((name) => [name, TABLE[name].fallback]),
) as unknown as Settings

export interface SettingsFile {
  readonly values: Settings
  set<K extends SettingName>(name: K, value: Settings[K]): void
}

export type OpenedSettings =
  | { readonly ok: true; readonly file: SettingsFile }
  | { readonly ok: false; readonly reason: string }

/** Opens `settings.json` at `path`; a damaged file is a reason and stays as it is. */
export function openSettings(path: string): OpenedSettings {
  const damage = findDamage(path)
  if (damage !== undefined) return { ok: false, reason: damage }
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: 'settings',
      schema: Object.fromEntries(NAMES.map((name) => [name, TABLE[name].schema])),
      clearInvalidConfig: false,
      // The schema above is ours, and compiling the one that checks it would cost every start.
      ajvOptions: { validateSchema: false },
    })
    return { ok: true, file: settingsFile(conf) }
  } catch (error) {
    return { ok: false, reason: `the settings in \`${path}\` are not valid: ${messageOf(error)}` }
  }
}

/** Moves a damaged settings file aside, so that a new one can begin; gives its new place. */
export function setSettingsAside(path: string, stamp: string): string {
  const aside = `${path}.damaged-${stamp}`
  renameSync(path, aside)
  return aside
}

/** Name, value and meaning of every setting. */
export function describeSettings(
  values: Settings,
): readonly { name: string; value: JsonValue; meaning: string }[] {
  return NAMES.map((name) => ({ name, value: values[name] as JsonValue, meaning: TABLE[name].meaning }))
}

/** Sets one from a typed text; gives the reason when it is refused. */
export function setFromText(file: SettingsFile, name: string, text: string): string | undefined {
  const known = NAMES.find((one) => one === name)
  if (known === undefined) return `There is no setting \`${name}\`; \`/settings\` lists them.`
  let value: unknown = text
  if (typeof TABLE[known].fallback !== 'string') {
    try {
      value = JSON.parse(text)
    } catch {
      return `\`${text}\` is not a value for \`${name}\`: ${TABLE[known].meaning}.`
    }
  }
  try {
    file.set(known, value as Settings[typeof known])
    return undefined
  } catch (error) {
    return `\`${text}\` is not a value for \`${name}\` (${messageOf(error)}): ${TABLE[known].meaning}.`
  }
}

function settingsFile(conf: Conf<Record<string, unknown>>): SettingsFile {
  return {
    get values() {
      return { ...DEFAULT_SETTINGS, ...(conf.store as Partial<Settings>) }
    },
    set: (name, value) => conf.set(name, value),
  }
}

function findDamage(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined
    return `the settings in \`${path}\` are not a JSON object`
  } catch (error) {
    return `the settings in \`${path}\` cannot be read: ${messageOf(error)}`
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
