// What tools change while secret is on can be undone, and nothing of it is in the home.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { withSecret } from '../../source/home/lent/secret-history.ts'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import fileAppend from '../../tools/file_append/tool.ts'
import fileEdit from '../../tools/file_edit/tool.ts'
import fileWrite from '../../tools/file_write/tool.ts'
import { sentenceOf } from '../tools/tool-context.ts'
import { openToolHome } from '../tools/tool-home.ts'

const NOTE = ' As secret is on, `/undo` can take it back only until the program ends.'

function open(t: TestContext) {
  const place = openToolHome(t, { 'a.txt': 'one\n' })
  const secret = openSecretSwitch(false)
  const history = withSecret(place.fileHistory, secret)
  let seconds = 0
  const clock = {
    ...place.context.clock,
    now: () => new Date(Date.parse('2026-03-12T09:24:00Z') + 1000 * seconds++),
  }
  const context = { ...place.context, clock, services: { ...place.context.services, fileHistory: history } }
  const write = (path: string, content: string) => sentenceOf(fileWrite, { path, content }, context)
  const textOf = (path: string) => readFileSync(join(place.workspace, path), 'utf8')
  return { ...place, secret, history, context, write, textOf }
}

test('what is written while secret is on is undone from memory, and the home has nothing of it', async (t) => {
  const { home, workspace, context, secret, history, write, textOf } = open(t)
  secret.set(true)
  assert.equal(await write('new/b.txt', 'hidden'), `new/b.txt was made (6 bytes).${NOTE}`)
  assert.equal(
    await sentenceOf(fileAppend, { path: 'a.txt', content: 'two' }, context),
    `1 line was added to a.txt.${NOTE}`,
  )
  assert.equal(
    await sentenceOf(fileEdit, { path: 'a.txt', old: 'two', new: 'three' }, context),
    `In a.txt, "two" was replaced by "three".${NOTE}`,
  )
  assert.ok(!existsSync(join(home, 'undo')))
  assert.equal((await history.list()).length, 3)
  const undone = await history.undo()
  assert.ok(undone.type === 'undone' && undone.kept === undefined)
  assert.equal(textOf('a.txt'), 'one\ntwo\n')
  await history.undo()
  assert.equal(textOf('a.txt'), 'one\n')
  assert.equal((await history.undo()).type, 'undone')
  assert.ok(!existsSync(join(workspace, 'new')), 'the folder was made with it')
  assert.equal((await history.undo()).type, 'nothing')
  assert.deepEqual(readdirSync(home), ['.keep'])
})

test('changes before, within and after a secret stretch are undone in their order', async (t) => {
  const { secret, history, write, textOf } = open(t)
  await write('a.txt', 'before')
  secret.set(true)
  await write('a.txt', 'within')
  secret.set(false)
  assert.equal(await write('a.txt', 'after'), 'a.txt was written (5 bytes).')
  for (const text of ['within', 'before', 'one\n']) {
    assert.equal((await history.undo()).type, 'undone')
    assert.equal(textOf('a.txt'), text)
  }
})

test('a file that somebody else changed since is left alone, and skip goes on', async (t) => {
  const { workspace, secret, history, write, textOf } = open(t)
  secret.set(true)
  await write('a.txt', 'first')
  await write('b.txt', 'mine')
  writeFileSync(join(workspace, 'b.txt'), 'theirs')
  assert.deepEqual((await history.undo()).type, 'changed')
  assert.equal(textOf('b.txt'), 'theirs')
  await history.skip()
  rmSync(join(workspace, 'a.txt'))
  assert.deepEqual((await history.undo()).type, 'gone')
})
