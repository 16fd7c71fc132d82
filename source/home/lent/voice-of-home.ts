// The voice room with the settings and programs of this home and machine.
import type { Voice } from '../../contracts/voice.ts'
import type { HomePaths } from '../../paths.ts'
import { openVoice } from '../../voice/voice.ts'
import type { KeptSettings } from './kept-settings.ts'

/** Opens it; settings are read when something is recorded or said, so a change counts at once. */
export function voiceOf(home: HomePaths, kept: KeptSettings): Voice {
  return openVoice({
    folder: home.voice,
    settings: () => {
      const values = kept.orDefaults
      return {
        model: values.voiceModel,
        keep: values.voiceKeep,
        minutes: values.voiceMinutes,
        piper: values.piperVoice,
      }
    },
    now: () => new Date(),
    path: process.env.PATH ?? '',
    platform: process.platform,
  })
}
