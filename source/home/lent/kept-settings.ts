// The settings as services of tools see them: opened at the first need, read anew each time, so that a change in the chat counts at once.
import { ToolFailure } from '../../contracts/tool.ts'
import { type OpenedSettings, openSettings, type SettingsFile, SettingsNotKept } from '../../settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../settings-table.ts'

export interface KeptSettings {
  /** Throws `ToolFailure` when they cannot be read. */
  readonly values: Settings
  /** The same; the defaults when they cannot be read. */
  readonly orDefaults: Settings
  /** Throws `ToolFailure` when it cannot be kept. */
  set<K extends keyof Settings>(name: K, value: Settings[K]): void
}

/** Settings at a path; nothing is read yet. */
export function keptSettings(path: string): KeptSettings {
  let opened: OpenedSettings | undefined
  const file = (): SettingsFile => {
    if (opened === undefined || !opened.ok) opened = openSettings(path)
    if (!opened.ok) throw new Error(opened.reason)
    return opened.file
  }
  return {
    get values() {
      return told(path, 'read', () => file().values)
    },
    get orDefaults() {
      try {
        return file().values
      } catch {
        return DEFAULT_SETTINGS
      }
    },
    set: (name, value) => told(path, 'written', () => file().set(name, value)),
  }
}

function told<T>(path: string, what: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    if (cause instanceof SettingsNotKept) throw new ToolFailure('no_settings', cause.message, { cause })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ToolFailure('no_settings', `The settings \`${path}\` cannot be ${what}: ${reason}.`, { cause })
  }
}
