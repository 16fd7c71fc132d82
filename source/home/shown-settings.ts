// The settings as a person is shown them: the value that counts, and who said so.
import type { JsonValue } from '../contracts/json.ts'
import type { SettingOrigin, ShownSetting } from '../contracts/settings.ts'
import { NAMES, type SettingName, type Settings, TABLE } from '../settings-table.ts'

/** Read whenever they matter, and so they need no new start. */
const LIVE: ReadonlySet<SettingName> = new Set([
  ...(['theme', 'reducedMotion', 'typeAhead', 'safeMode', 'collect', 'ringBell', 'ringNotify'] as const),
  ...(['voiceModel', 'voiceMinutes', 'voiceKeep', 'piperVoice', 'shellSeconds', 'folders'] as const),
  ...([
    'webAllowPrivate',
    'weatherUnits',
    'weatherUrl',
    'analytics',
    'analyticsDays',
    'foreignSkills',
  ] as const),
])

/** What the command line and the environment say, with who of the two said it. */
export interface GivenFlags {
  readonly values: { readonly [name: string]: unknown }
  readonly fromEnvironment: readonly string[]
}

/** Of how a session was started. */
export function givenFlags(start: {
  readonly flags: object
  readonly fromEnvironment?: readonly string[]
}): GivenFlags {
  return { values: { ...start.flags }, fromEnvironment: start.fromEnvironment ?? [] }
}

/** `inFile`: names that stand in the file. */
export function describeSettings(
  values: Settings,
  inFile: readonly string[] = [],
  { values: flags, fromEnvironment }: GivenFlags = { values: {}, fromEnvironment: [] },
): readonly ShownSetting[] {
  return NAMES.map((name) => {
    const { fallback, schema, meaning } = TABLE[name]
    const flag = flags[name] as JsonValue | undefined
    const byFlag: SettingOrigin = fromEnvironment.includes(name) ? 'environment' : 'flag'
    return {
      name,
      value: flag ?? (values[name] as JsonValue),
      meaning,
      from: flag !== undefined ? byFlag : inFile.includes(name) ? 'file' : 'default',
      fallback: fallback as JsonValue,
      ...choicesOf(schema),
      ...(LIVE.has(name) && { isLive: true }),
    }
  })
}

function choicesOf(schema: object): { readonly choices?: readonly string[] } {
  const { type, enum: words } = schema as { readonly type?: string; readonly enum?: readonly string[] }
  if (words !== undefined) return { choices: words.filter((word) => word !== '') }
  return type === 'boolean' ? { choices: ['true', 'false'] } : {}
}
