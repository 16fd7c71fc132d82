// Every setting with its type, default and meaning; `settings.ts` reads and writes them.
import { type AllowedRule, APPROVAL_POLICIES, type ApprovalPolicy, KEPT_RULE } from './contracts/approval.ts'
import type { WeatherUnits } from './contracts/outside.ts'
import type { ToolProfile } from './contracts/tool-shelf.ts'

/** A person's choices; command-line flags win over them, and are never written here. */
export interface Settings {
  readonly model: string
  readonly approve: '' | ApprovalPolicy
  readonly role: string
  readonly persona: string
  readonly state: string
  readonly answers: 'profile' | 'model' | 'tool' | 'auto'
  readonly context: number
  readonly mode: 'continue' | 'fresh'
  readonly gpu: 'auto' | 'off' | 'cuda' | 'vulkan' | 'metal'
  readonly threads: number
  readonly temperature: number
  readonly think: boolean
  readonly typeAhead: boolean
  readonly meaning: boolean
  readonly tunedCalls: boolean
  readonly statesBudgetMb: number
  readonly sessionDays: number
  readonly collect: boolean
  readonly analytics: boolean
  readonly analyticsDays: number
  readonly ringBell: boolean
  readonly ringNotify: boolean
  readonly voiceModel: string
  readonly voiceMinutes: number
  readonly voiceKeep: boolean
  readonly piperVoice: string
  readonly disabledTools: readonly string[]
  readonly toolPriorities: { readonly [tool: string]: number }
  readonly toolLinesByUse: boolean
  readonly pinnedTools: readonly string[]
  readonly toolProfiles: { readonly [name: string]: ToolProfile }
  readonly profileRole: string
  readonly shadowing: boolean
  readonly trustedTools: readonly string[]
  readonly foreignSkills: boolean
  readonly allowedTools: readonly string[]
  readonly allowedCalls: readonly AllowedRule[]
  readonly safeMode: boolean
  readonly folders: Readonly<Record<string, string>>
  readonly webAllowPrivate: readonly string[]
  readonly weatherUnits: WeatherUnits
  readonly weatherUrl: string
  readonly shellSeconds: number
  readonly theme: 'auto' | 'light' | 'dark' | 'none'
  readonly reducedMotion: boolean
}

export type SettingName = keyof Settings

interface SettingRow<K extends SettingName> {
  readonly fallback: Settings[K]
  readonly schema: object
  readonly meaning: string
}

/** A hash, behind its kind unless it is of a tool. */
const TRUSTED = '^((skill|composite) )?[0-9a-f]{64}$'
const PRIORITIES = {
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0, maximum: 255 },
} as const

/** Every setting: what it is without a choice, what it may be, what it means. */
export const TABLE: { readonly [K in SettingName]: SettingRow<K> } = {
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
  persona: {
    fallback: '',
    schema: { type: 'string' },
    meaning: "persona to begin with; empty: the program's own identity",
  },
  state: { fallback: '', schema: { type: 'string' }, meaning: 'named state to begin with; empty: none' },
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
  meaning: {
    fallback: true,
    schema: { type: 'boolean' },
    meaning: 'find tools of others and memories by meaning, where the sentence model is there',
  },
  tunedCalls: { fallback: true, schema: { type: 'boolean' }, meaning: 'write calls as the model was tuned' },
  typeAhead: {
    fallback: true,
    schema: { type: 'boolean' },
    meaning: 'evaluate what you type before you send it',
  },
  sessionDays: {
    fallback: 90,
    schema: { type: 'integer', minimum: 0, maximum: 36_500 },
    meaning: 'days after which a conversation goes into the archive; 0: never',
  },
  collect: {
    fallback: false,
    schema: { type: 'boolean' },
    meaning: 'keep turns in the home for labelling: `/collect`; nothing leaves the machine',
  },
  analytics: {
    fallback: true,
    schema: { type: 'boolean' },
    meaning: 'keep what turns cost in the home, as numbers without a word of them: `/stats`',
  },
  analyticsDays: {
    fallback: 365,
    schema: { type: 'integer', minimum: 0, maximum: 36_500 },
    meaning: 'days after which what a turn cost is forgotten; 0: never',
  },
  ringBell: {
    fallback: true,
    schema: { type: 'boolean' },
    meaning: 'sound the bell of the terminal when a timer or an alarm rings',
  },
  ringNotify: {
    fallback: false,
    schema: { type: 'boolean' },
    meaning: 'show a note on the desktop when one rings (notify-send, osascript)',
  },
  voiceModel: {
    fallback: '',
    schema: { type: 'string' },
    meaning: 'speech model for recordings: a file for whisper-cli, a folder for vosk-transcriber',
  },
  voiceMinutes: {
    fallback: 30,
    schema: { type: 'integer', minimum: 1, maximum: 600 },
    meaning: 'a recording ends by itself after so many minutes',
  },
  voiceKeep: {
    fallback: false,
    schema: { type: 'boolean' },
    meaning: 'keep the audio of a recording after it was transcribed',
  },
  piperVoice: {
    fallback: '',
    schema: { type: 'string' },
    meaning: 'voice (.onnx) for piper; empty: espeak-ng speaks',
  },
  disabledTools: {
    fallback: [],
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    meaning: 'tools that are off',
  },
  toolPriorities: {
    fallback: {},
    schema: PRIORITIES,
    meaning: "priorities in place of the tools' own: `/tools priority`",
  },
  toolLinesByUse: {
    fallback: true,
    schema: { type: 'boolean' },
    meaning: 'tools that you use most get a line of their own in the head',
  },
  pinnedTools: {
    fallback: [],
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    meaning: 'tools that always have a line of their own in the head: `/tools pin`',
  },
  toolProfiles: {
    fallback: {},
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          tools: { type: 'array', items: { type: 'string' }, uniqueItems: true },
          priorities: PRIORITIES,
          role: { type: 'string' },
          approve: { enum: APPROVAL_POLICIES },
        },
        required: ['tools', 'priorities'],
        additionalProperties: false,
      },
    },
    meaning: 'named sets of tools that are on: `/tools profile`',
  },
  profileRole: {
    fallback: '',
    schema: { type: 'string' },
    meaning: 'role of the profile that is on, in place of `role`; empty: no profile brought one',
  },
  shadowing: {
    fallback: false,
    schema: { type: 'boolean' },
    meaning: 'a tool of your own may take the place of one of the program with the same name',
  },
  trustedTools: {
    fallback: [],
    schema: { type: 'array', items: { type: 'string', pattern: TRUSTED }, uniqueItems: true },
    meaning: 'hashes of files of workspaces that you have seen and trust: tools, composites, skills',
  },
  foreignSkills: { fallback: false, schema: { type: 'boolean' }, meaning: 'read skills of other clients' },
  allowedTools: {
    fallback: [],
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    meaning: 'tools that always run without asking',
  },
  allowedCalls: {
    fallback: [],
    schema: { type: 'array', items: KEPT_RULE },
    meaning: 'values and patterns of calls that always run without asking: `/approvals`',
  },
  safeMode: {
    fallback: false,
    schema: { type: 'boolean' },
    meaning: 'files are read-only for every tool; takes effect at once',
  },
  folders: {
    fallback: {},
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    meaning: 'folders that you gave a name; they can be read beside the workspace',
  },
  webAllowPrivate: {
    fallback: [],
    schema: { type: 'array', items: { type: 'string', pattern: '^[^/\\s]+:\\d{1,5}$' }, uniqueItems: true },
    meaning: 'host:port of machines of your own that pages may be fetched from',
  },
  weatherUnits: {
    fallback: 'metric',
    schema: { enum: ['metric', 'imperial'] },
    meaning: 'units of the weather',
  },
  weatherUrl: {
    fallback: '',
    schema: { type: 'string', pattern: '^(https?://[^\\s]+)?$' },
    meaning: 'address of an Open-Meteo server; empty: the public one',
  },
  shellSeconds: {
    fallback: 30,
    schema: { type: 'integer', minimum: 1, maximum: 600 },
    meaning: 'time that a command may take, in seconds',
  },
  theme: {
    fallback: 'auto',
    schema: { enum: ['auto', 'light', 'dark', 'none'] },
    meaning: "colours of the screen; auto: by the terminal's background, none: without",
  },
  reducedMotion: {
    fallback: false,
    schema: { type: 'boolean' },
    meaning: 'answers appear in finished pieces, and no seconds are counted',
  },
}

export const NAMES = Object.keys(TABLE) as readonly SettingName[]

export const DEFAULT_SETTINGS: Settings = Object.fromEntries(
  NAMES.map((name) => [name, TABLE[name].fallback]),
) as unknown as Settings
