// What tools are lent of the home: opened here, named in `contracts/lent.ts`.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../contracts/clock.ts'
import type { ToolServices } from '../../contracts/lent.ts'
import type { Meaning } from '../../contracts/meaning.ts'
import type { SafeMode } from '../../contracts/safe-mode.ts'
import type { SecretSwitch } from '../../contracts/secret.ts'
import { memoryBook } from '../../memory/book.ts'
import { reminderRings } from '../../memory/reminder-rings.ts'
import type { HomePaths } from '../../paths.ts'
import { openRings } from '../../rings/ring-folder.ts'
import { skillMaker } from '../skills-of-home.ts'
import { openFileHistory } from './file-history.ts'
import { keptSettings } from './kept-settings.ts'
import { namedFolders } from './named-folders.ts'
import { outsideAccess } from './outside-access.ts'
import { ringSignal } from './ring-signal.ts'
import { withSecret } from './secret-history.ts'
import { openStartupPrompt } from './startup-prompt.ts'
import { voiceOf } from './voice-of-home.ts'

export interface LentParts {
  readonly secret: SecretSwitch
  readonly clock: Clock
  /** Where the session is; absent: nowhere, and changes of all folders are taken back. */
  readonly workspace?: string
  readonly meaning?: Meaning | undefined
}

/** Opens what tools may use of a home; what cannot be opened is left out. */
export function openToolServices(home: HomePaths, parts: LentParts): ToolServices {
  const { secret, clock, workspace, meaning } = parts
  const undo = { folder: home.undo, home: home.home, ...(workspace !== undefined && { workspace }) }
  const settings = keptSettings(home.settings)
  const safeMode: SafeMode = {
    get isOn() {
      return settings.values.safeMode
    },
    turnOn: () => settings.set('safeMode', true),
  }
  const memory = memoryBook(home.memory, clock, randomUUID(), meaning)
  const voice = voiceOf(home, settings)
  const keepNothing = (isOn: boolean) => {
    memory.pause(isOn)
    voice.keepNothing(isOn)
  }
  keepNothing(secret.isOn())
  secret.onChange(keepNothing)
  const rings = openRings(home.rings, ringSignal(settings), secret)
  rings.join(reminderRings(memory))
  return {
    ...outsideAccess(home, settings, secret),
    fileHistory: withSecret(openFileHistory(undo), secret),
    folders: namedFolders({ settings, programHome: home.home }),
    memory,
    rings,
    safeMode,
    secret,
    skills: skillMaker(home, secret),
    startupPrompt: openStartupPrompt(home.startupPrompt, secret),
    voice,
  }
}
