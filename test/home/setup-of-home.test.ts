import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setupOf } from '../../source/home/setup-of-home.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { type SettingsFile, SettingsNotKept } from '../../source/settings.ts'
import { DEFAULT_SETTINGS } from '../../source/settings-table.ts'

/** Pins a tool where setting anything throws `error`. */
function pinWhere(error: Error) {
  const file: SettingsFile = {
    values: DEFAULT_SETTINGS,
    names: [],
    reset: () => undefined,
    set: () => {
      throw error
    },
  }
  const secret = { isOn: () => false } as Parameters<typeof setupOf>[3]
  return setupOf(findProgram(), homePaths('/nowhere', {}), () => file, secret).lines.pin('get_time', true)
}

test('a pin that cannot be kept is a sentence and no failure; a fault of ours is', () => {
  const sentence = '`pinnedTools` was not kept: the disk is full; make room and try again.'
  assert.equal(pinWhere(new SettingsNotKept(sentence)), sentence)
  assert.throws(() => pinWhere(new TypeError('ours')), TypeError)
})
