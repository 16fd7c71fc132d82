// What a session reads and writes of the settings.
import { keepAllowed, readAllowed } from './kept-permissions.ts'
import type { SessionPorts } from './session/ports.ts'
import { describeSettings, type SettingsFile, setFromText, tryToKeep } from './settings.ts'
import type { Settings } from './settings-table.ts'
import { keptChoices } from './tool-papers.ts'

/** `file` is undefined where the settings cannot be written; `values` are the defaults then. */
export interface SettingsPlace {
  file(): SettingsFile | undefined
  values(): Settings
}

/** The part of the session's ports that stands on them. */
export function settingsPorts({ file, values }: SettingsPlace) {
  return {
    choices: keptChoices(file),
    keepDisabled: (names) => tryToKeep(file(), 'disabledTools', [...names]),
    allowedRules: () => readAllowed(values()),
    keepAllowedRules: (rules) => keepAllowed(file(), rules),
    typesAhead: () => values().typeAhead,
    settings: () => describeSettings(values()),
    setSetting: (name, value) => {
      const open = file()
      return open === undefined
        ? 'The settings cannot be written at this level.'
        : setFromText(open, name, value)
    },
  } satisfies Partial<SessionPorts>
}
