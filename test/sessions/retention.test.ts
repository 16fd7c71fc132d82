import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { openConversations } from '../../source/sessions/store.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { sampleText } from './sample.ts'

/** A store in a folder of its own, with a clock that goes on by `stepMs` whenever it is looked at. */
function open(t: TestContext, at: string, { stepMs = 1_000, days = 90 } = {}) {
  const dir = join(temporaryFolder('sessions'), 'sessions')
  t.after(() => rmSync(join(dir, '..'), { recursive: true, force: true }))
  mkdirSync(dir)
  const notices: { code: string; message: string }[] = []
  let time = Date.parse(at)
  const now = () => {
    time += stepMs
    return new Date(time)
  }
  const clock = { now, monotonicMs: () => 0, timeZone: 'UTC' }
  const store = openConversations(
    { dir, clock, secret: openSecretSwitch(false), workspace: '/w', version: '0.1.0', days: () => days },
    (event) => {
      if (event.type === 'notice') notices.push(event)
    },
  )
  return { store, notices, dir }
}

const begin = (store: ReturnType<typeof open>['store']) =>
  store.hear({ type: 'turn.started', turn: 1, text: 'a', origin: 'message' })
const files = (dir: string) => (existsSync(dir) ? readdirSync(dir).sort() : [])

test('old ones that nobody has gone on with are put into the archive with the first message, and that is said', async (t) => {
  const { store, dir, notices } = open(t, '2026-03-12T10:24:29Z')
  const kept = (id: string, started: string, last: string) =>
    writeFileSync(
      join(dir, `${id}.jsonl`),
      sampleText().replace('2026-03-12T10:24:30.000Z', started).replace('2026-03-12T10:26:00.000Z', last),
    )
  kept('20251101-080000', '2025-11-01T08:00:00.000Z', '2025-11-01T08:00:00.000Z')
  kept('20251102-080000', '2025-11-02T08:00:00.000Z', '2026-03-01T08:00:00.000Z')
  kept('20260301-080000', '2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.000Z')
  writeFileSync(join(dir, 'notes.jsonl'), 'mine')
  begin(store)
  await Promise.resolve()
  assert.deepEqual(files(join(dir, 'archive')), ['20251101-080000.jsonl'])
  assert.equal(notices[0]?.code, 'conversations_archived')
  assert.equal(
    notices[0]?.message,
    'One conversation of more than 90 days ago was put into the archive; `/sessions --all` lists it.',
  )
  assert.deepEqual(
    store.rows(false).map((row) => row.id),
    ['20260312-102431-01', '20260301-080000', '20251102-080000'],
  )
  assert.deepEqual(
    store
      .rows(true)
      .filter((row) => row.archived)
      .map((row) => row.id),
    ['20251101-080000'],
  )
})

test('with a time that was set nothing is put away: what is old then may be of today', (t) => {
  const { store, dir } = open(t, '2030-01-01T00:00:00Z', { stepMs: 0 })
  writeFileSync(join(dir, '20260312-102430-01.jsonl'), sampleText())
  begin(store)
  assert.deepEqual(files(join(dir, 'archive')), [])
})

test('with 0 days nothing is ever put away', async (t) => {
  const { store, dir } = open(t, '2026-03-12T10:24:29Z', { days: 0 })
  writeFileSync(join(dir, '20010101-000000.jsonl'), sampleText().replaceAll('2026-03', '2001-01'))
  begin(store)
  assert.deepEqual(files(join(dir, 'archive')), [])
})
