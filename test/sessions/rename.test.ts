import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { openConversations } from '../../source/sessions/store.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('a name that could not be written is not given later either; turns that wait are written', (t) => {
  const dir = join(temporaryFolder('sessions'), 'sessions')
  t.after(() => rmSync(join(dir, '..'), { recursive: true, force: true }))
  const store = openConversations(
    {
      dir,
      clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
      secret: openSecretSwitch(false),
      workspace: '/w',
      version: '0.1.0',
      days: () => 90,
    },
    () => undefined,
  )
  const turn = (number: number, text: string) => {
    store.hear({ type: 'turn.started', turn: number, text, origin: 'message' })
    store.leave(number, { calls: [] })
  }
  turn(1, 'hello')
  assert.ok(store.rename('first').ok)
  const path = join(dir, `${store.current}.jsonl`)
  // In the way of writing, as a full disk is.
  renameSync(path, `${path}.away`)
  mkdirSync(path)
  turn(2, 'hello again')
  assert.match(store.rename('second').text, /^The name cannot be written \(/)
  rmdirSync(path)
  renameSync(`${path}.away`, path)
  turn(3, 'and once more')
  const [row] = store.rows(true)
  assert.deepEqual([row?.title, row?.turns], ['first', 3])
  assert.ok(store.rename('third').ok)
  assert.equal(store.rows(true)[0]?.title, 'third')
})
