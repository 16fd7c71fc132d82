import type { JsonValue } from './json.ts'

/** Where the value of a setting comes from; a flag wins over its environment variable, that over the file. */
export type SettingOrigin = 'default' | 'file' | 'environment' | 'flag'

/** In words, behind a value. */
export const SETTING_ORIGINS: { readonly [origin in SettingOrigin]: string } = {
  default: 'as it comes',
  file: 'your choice',
  environment: 'from the environment',
  flag: 'from the command line',
}

/** A setting as it counts now. */
export interface ShownSetting {
  readonly name: string
  readonly value: JsonValue
  readonly meaning: string
  readonly from: SettingOrigin
  /** What it is without a choice. */
  readonly fallback: JsonValue
  /** Words that it takes; undefined where it takes others. */
  readonly choices?: readonly string[]
  /** A change counts from then on; without it, at the next start at the latest. */
  readonly isLive?: true
}
