// What a session reads and writes of the settings.

import type { SessionPorts } from '../session/ports.ts'
import { resetFromText, type SettingsFile, setFromText, tryToKeep } from '../settings.ts'
import type { Settings } from '../settings-table.ts'
import { keepAllowed, readAllowed } from './kept-permissions.ts'
import { describeSettings, type GivenFlags } from './shown-settings.ts'
import { keptChoices } from './tool-papers.ts'

/** `file` is undefined where the settings cannot be written; `values` are the defaults then. */
export interface SettingsPlace {
  file(): SettingsFile | undefined
  values(): Settings
  /** What wins over them. */
  readonly given: GivenFlags
}

const UNWRITABLE = 'The settings cannot be written at this level; `/tools reload` repairs it.'

/** The part of the session's ports that stands on them. */
export function settingsPorts({ file, values, given }: SettingsPlace) {
  return {
    choices: keptChoices(file),
    keepDisabled: (names) => tryToKeep(file(), 'disabledTools', [...names]),
    allowedRules: () => readAllowed(values()),
    keepAllowedRules: (rules) => keepAllowed(file(), rules),
    typesAhead: () => values().typeAhead,
    settings: () => describeSettings(values(), file()?.names, given),
    setSetting: (name, value) => {
      const open = file()
      return open === undefined ? UNWRITABLE : setFromText(open, name, value)
    },
    resetSetting: (name) => {
      const open = file()
      return open === undefined ? UNWRITABLE : resetFromText(open, name)
    },
  } satisfies Partial<SessionPorts>
}
