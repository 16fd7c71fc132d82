import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openSettings } from '../../../source/settings.ts'
import { assertLast, lastDone, type Writer } from './harness.ts'

const NAMES = ['threads', 'sessionDays', 'shellSeconds'] as const

export const writer: Writer = {
  write: async (folder, run, tell) => {
    const { file } = opened(folder)
    for (let step = 0; ; step++) {
      const name = NAMES[step % NAMES.length] ?? 'threads'
      const value = 1 + ((run * 31 + step) % 200)
      tell(`! ${name} ${value}`)
      file.set(name, value)
      tell(`${name} ${value}`)
    }
  },
  check: async (folder, told) => {
    const { values } = opened(folder).file
    const last = lastDone(told)
    for (const name of NAMES) {
      const own = last.get(name)
      if (own?.done !== undefined) assertLast(name, String(values[name]), own)
    }
    return told.flat().length
  },
}

function opened(folder: string) {
  const settings = openSettings(join(folder, 'settings.json'))
  assert.ok(settings.ok, settings.ok ? '' : settings.reason)
  return settings
}
