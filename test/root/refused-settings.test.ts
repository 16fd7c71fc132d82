import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkSettings } from '../../source/command-line/doctor-checks.ts'
import { homePaths } from '../../source/paths.ts'
import { openSettings, resetFromText, setFromText } from '../../source/settings.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

function setUp(t: TestContext) {
  const path = join(temporaryFolder('settings'), 'settings.json')
  t.after(() => rmSync(dirname(path), { recursive: true, force: true }))
  const open = () => {
    const opened = openSettings(path)
    if (!opened.ok) throw new Error(opened.reason)
    return opened.file
  }
  return { path, open }
}

test('a window that no model works in is refused where it is typed, and told where it stands', (t) => {
  const { path, open } = setUp(t)
  const file = open()
  for (const text of ['5', '511'])
    assert.equal(
      setFromText(file, 'context', text),
      `\`${text}\` is not a value for \`context\`: it takes 0, or a whole number from 512 to 1048576 (window in tokens; 0: 8192 or what the model was trained on).`,
    )
  for (const text of ['0', '512']) assert.equal(setFromText(file, 'context', text), undefined)
  writeFileSync(path, '{"context": 5}')
  assert.equal(open().values.context, 5, 'a file that has it ends no start')
  const { status, text, repair } = checkSettings(homePaths(dirname(path), {}))
  assert.deepEqual([status, repair], ['warn', '`/settings reset context`.'])
  assert.match(text, /^`context` is 5 in `.+`; it takes 0, or a whole number from 512/)
})

test('that are all to be as they come and cannot be kept are told of as many', (t) => {
  const { path, open } = setUp(t)
  open().set('threads', 3)
  const file = open()
  writeFileSync(path, 'broken')
  assert.match(resetFromText(file, 'all') ?? '', /^The settings were not kept: /)
  assert.match(resetFromText(file, 'threads') ?? '', /^`threads` was not kept: /)
})
