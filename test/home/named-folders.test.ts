import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { keptSettings } from '../../source/home/lent/kept-settings.ts'
import { namedFolders } from '../../source/home/lent/named-folders.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test("a `~` in a named folder is the person's own, however it came into the settings", (t) => {
  const home = temporaryFolder('named')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  mkdirSync(join(home, 'notes'))
  const settings = keptSettings(join(home, '.ethervox', 'settings.json'))
  mkdirSync(join(home, '.ethervox'))
  settings.set('folders', { all: '~', literal: '~notes', notes: '~/notes' })
  const folders = namedFolders({ settings, programHome: join(home, '.ethervox'), home, env: {} })
  assert.deepEqual(
    folders.list().map(({ label, path, isOpen }) => [label, path, isOpen]),
    [
      ['all', home, false],
      ['literal', '~notes', false],
      ['notes', join(home, 'notes'), true],
    ],
  )
})
