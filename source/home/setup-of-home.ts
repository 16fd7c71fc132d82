// What a session can be set up from, in this home: personas, named states, a trial, lines by use.
import type { SecretSwitch } from '../contracts/secret.ts'
import type { SetupPorts } from '../contracts/setup.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { type SettingsFile, SettingsNotKept } from '../settings.ts'
import { DEFAULT_SETTINGS } from '../settings-table.ts'
import { personaText } from '../setups/persona-file.ts'
import { openPersonas } from '../setups/persona-folder.ts'
import { hashOfConfig } from '../setups/state-config.ts'
import { openNamedStates } from '../setups/state-store.ts'
import { openTrials } from '../setups/trial-book.ts'
import { openToolLines } from '../usage/tool-lines.ts'

/** Opens them; nothing is read yet. `file`: the settings as they can be had now. */
export function setupOf(
  program: ProgramPaths,
  home: HomePaths,
  file: () => SettingsFile | undefined,
  secret: SecretSwitch,
): SetupPorts {
  const values = () => file()?.values ?? DEFAULT_SETTINGS
  return {
    personas: openPersonas({ shipped: program.personas, own: home.personas }),
    states: openNamedStates(home.states),
    trials: openTrials(home.trials),
    textOf: personaText,
    hashOf: hashOfConfig,
    lines: openToolLines({
      path: home.toolUses,
      isOn: () => values().toolLinesByUse,
      isSecret: () => secret.isOn(),
      pinned: () => (home.toolUses === '' ? [] : values().pinnedTools),
      keepPinned: (names) => {
        const settings = file()
        if (settings === undefined) return 'The settings cannot be written at this level.'
        try {
          settings.set('pinnedTools', [...names])
          return undefined
        } catch (error) {
          if (error instanceof SettingsNotKept) return error.message
          throw error
        }
      },
    }),
  }
}
