import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { keptSettings } from '../../source/home/lent/kept-settings.ts'
import { ringSignal } from '../../source/home/lent/ring-signal.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

function signalWith(context: TestContext, settings: object | undefined, platform: NodeJS.Platform = 'linux') {
  const home = temporaryFolder('signal')
  context.after(() => rmSync(home, { recursive: true, force: true }))
  const path = join(home, 'settings.json')
  if (settings !== undefined) writeFileSync(path, JSON.stringify(settings))
  const done: string[] = []
  const terminal = { isTTY: true, write: (text: string) => done.push(text) }
  const run = (program: string, args: readonly string[]) => done.push([program, ...args].join(' '))
  ringSignal(keptSettings(path), { terminal, platform, run })('The timer `tea` rings: it is 14:05.')
  return done
}

test('the bell sounds unless it is off, and only in a terminal', (context) => {
  assert.deepEqual(signalWith(context, undefined), ['\x07'])
  assert.deepEqual(signalWith(context, { ringBell: false }), [])
  const quiet = { isTTY: false, write: () => assert.fail('a file hears no bell') }
  ringSignal(keptSettings('/nowhere/settings.json'), {
    terminal: quiet,
    platform: 'linux',
    run: () => undefined,
  })('x')
})

test('a note on the desktop is shown where the settings ask for it', (context) => {
  const settings = { ringBell: false, ringNotify: true }
  assert.deepEqual(signalWith(context, settings), [
    'notify-send --app-name=ethervox -- ethervox The timer `tea` rings: it is 14:05.',
  ])
  assert.match(signalWith(context, settings, 'darwin')[0] ?? '', /^osascript .* -- The timer/)
  assert.deepEqual(signalWith(context, settings, 'win32'), [])
})
