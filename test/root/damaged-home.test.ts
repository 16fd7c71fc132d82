// A home with damaged files, one kind after the other, in the composed program: it starts, says what is wrong and where the file is
// now, keeps what can be read, and loses no byte of what cannot.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { openFileHistory } from '../../source/home/lent/file-history.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { type OpenedSession, openTestSession, temporaryFolder } from '../helpers/open-session.ts'
import { sampleText } from '../sessions/sample.ts'

const clock = { now: () => new Date(), monotonicMs: () => 0, timeZone: 'UTC' }
const MEMORIES = 200

/** A home with something of every kind in it. */
async function fillHome(t: TestContext): Promise<string> {
  const home = temporaryFolder('damaged')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  put('settings.json', '{"threads": 3, "folders": {"stuff": "/usr/share"}}')
  put('rings/1.json', '{"id":1,"kind":"timer","label":"tea","dueMs":9000000000000,"setMs":1}')
  put('rings/2.json', '{"id":2,"kind":"timer","label":"eggs","dueMs":9000000000000,"setMs":1}')
  put('sessions/20260301-080000.jsonl', sampleText('the first'))
  put('sessions/20260302-080000.jsonl', sampleText('the second'))
  const book = memoryBook(join(home, 'memory.sqlite'), clock, '')
  const memory = await book.open()
  for (let at = 0; at < MEMORIES; at++)
    memory.store({ text: `note ${at} ${'of this and that '.repeat(8)}`, kind: 'fact' })
  book.close()
  const history = openFileHistory({ folder: join(home, 'undo'), home })
  for (const name of ['a', 'b']) {
    const path = join(home, '..', `${name}.txt`)
    const [before, after] = [Buffer.from('old'), Buffer.from('new')]
    await history.keep({ path, before, after, mode: 0o644, at: new Date(), folders: [] })
  }
  return home
}

async function say({ session, events }: OpenedSession, line: string): Promise<string> {
  const from = events.length
  await session.submit(line)
  return events
    .slice(from)
    .map((event) => ('text' in event ? event.text : 'message' in event ? event.message : ''))
    .join('\n')
}

type Damage = (bytes: Buffer) => Uint8Array | undefined

const cut: Damage = (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6))
const empty: Damage = () => Buffer.alloc(0)
const zeroed: Damage = (bytes) => bytes.fill(0, 0, Math.min(100, bytes.length))
const garbage: Damage = (bytes) => bytes.map((byte, at) => (byte * 31 + at * 7 + 13) & 0xff)
interface Case {
  readonly file: string
  readonly damage: readonly Damage[]
  /** Asked, and what is said of it; of the other files everything is as it was. */
  readonly ask: string
  readonly says: RegExp
  /** The damaged bytes are in a file whose name begins so; else they stay where they were. */
  readonly aside?: string
}

const CASES: readonly Case[] = [
  {
    file: 'memory.sqlite',
    damage: [cut, garbage, zeroed],
    ask: '/memory search note',
    says: /memory file was damaged; it was moved to `memory\.sqlite\.damaged-\d+`, and \d+ memories were saved/,
    aside: 'memory.sqlite.damaged-',
  },
  {
    file: 'settings.json',
    damage: [cut, garbage, zeroed, empty],
    ask: '/status',
    says: /settings in `.*settings\.json` cannot be read: .* Repair: `\/tools reload`/,
  },
  {
    file: 'sessions/20260301-080000.jsonl',
    damage: [garbage, zeroed, empty],
    ask: '/sessions',
    says: /20260302-080000 [\s\S]*`20260301-080000` cannot be read; its file stays as it is/,
  },
  {
    file: 'rings/1.json',
    damage: [cut, garbage, zeroed, empty],
    ask: '/timers',
    says: /timer 2, eggs[\s\S]*rings\/1\.json` is damaged, so this timer or alarm will not ring; set it again/,
  },
  {
    file: 'sessions/20260301-080000.jsonl',
    damage: [garbage, zeroed, empty],
    ask: '/resume 20260301',
    says: /`20260301-080000` cannot be read: its first line is not that of a conversation/,
  },
  {
    file: 'sessions/20260301-080000.jsonl',
    damage: [cut],
    ask: '/resume 20260301',
    says: /goes on, with 2 turns\.[\s\S]*The last line \(\d+\) is not whole and was left out/,
  },
]

for (const { file, damage, ask, says, aside } of CASES)
  for (const harm of damage)
    test(`${file}, ${harm.name}`, async (t) => {
      const home = await fillHome(t)
      const path = join(home, file)
      const bytes = Buffer.from(harm(readFileSync(path)) ?? [])
      writeFileSync(path, bytes)
      const opened = await openTestSession({ home })
      const said = `${await say(opened, ask)}\n${opened.events.map((event) => ('reasons' in event ? event.reasons : '')).join('\n')}`
      const more = file === 'memory.sqlite' ? await say(opened, '/memory') : ''
      await opened.session.submit('hello')
      const notices = opened.events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))
      assert.match([said, ...notices].join('\n'), says, more)
      await opened.done()
      const folder = dirname(path)
      const place =
        aside === undefined
          ? path
          : join(folder, readdirSync(folder).find((name) => name.startsWith(aside)) ?? aside)
      if (!file.startsWith('sessions') || harm !== cut)
        assert.deepEqual(readFileSync(place), bytes, 'no byte of it is lost')
    })

test('a memory of a newer program is moved aside and what is known of it is saved', async (t) => {
  const home = await fillHome(t)
  const db = new DatabaseSync(join(home, 'memory.sqlite'))
  db.exec("INSERT INTO migrations VALUES ('moods', 1)")
  db.close()
  const opened = await openTestSession({ home })
  assert.match(await say(opened, '/memory search note'), /note \d+ of this/)
  await opened.session.submit('hello')
  const notices = opened.events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))
  assert.match(
    notices.join('\n'),
    new RegExp(`newer version.* \`memory\\.sqlite\\.newer-\\d+\`, and ${MEMORIES} memories were saved`),
  )
  await opened.done()
})

test('a settings file that breaks while the program runs ends nothing, and is not written over', async (t) => {
  const home = await fillHome(t)
  const opened = await openTestSession({ home })
  const path = join(home, 'settings.json')
  await say(opened, '/settings')
  writeFileSync(path, '{"threads": 4, broken')
  assert.match(await say(opened, '/settings'), /threads +3/)
  assert.match(
    await say(opened, '/settings ringBell false'),
    /`ringBell` was not kept: the settings in .* cannot be read/,
  )
  assert.match(await say(opened, 'hello'), /.+/)
  await opened.done()
  assert.equal(readFileSync(path, 'utf8'), '{"threads": 4, broken')
})

test('a damaged change of the undo history is passed over, and the others can be taken back', async (t) => {
  const home = await fillHome(t)
  const [, last = ''] = readdirSync(join(home, 'undo')).sort()
  for (const text of ['', '{"id":', 'null', '{"id":1}']) {
    writeFileSync(join(home, 'undo', last, 'change.json'), text)
    const opened = await openTestSession({ home })
    const said = await say(opened, '/undo list')
    assert.match(said, /a\.txt/)
    assert.match(said, /cannot be taken back, for `.*change\.json` is damaged\. .* remove the folder/)
    const notices = opened.events.filter((event) => event.type === 'notice' && event.code === 'left_behind')
    assert.equal(notices.length, 1)
    await opened.done()
    assert.equal(readFileSync(join(home, 'undo', last, 'before'), 'utf8'), 'old')
  }
})

test('what a kill left beside a changed file is removed and told; a young one and others stay', async (t) => {
  const home = temporaryFolder('home')
  const workspace = temporaryFolder('work')
  t.after(() => {
    for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
  })
  const path = join(workspace, 'a.txt')
  const history = openFileHistory({ folder: join(home, 'undo'), home })
  const [before, after] = [Buffer.from('old'), Buffer.from('new')]
  await history.keep({ path, before, after, mode: 0o644, at: new Date(), folders: [] })
  const left = '.a.txt.0123456789ab.tmp'
  const stay = ['.a.txt.0123456789ac.tmp', '.a.txt.old.0123456789ab.tmp', '.b.txt.0123456789ab.tmp', 'a.txt']
  for (const name of [left, ...stay]) writeFileSync(join(workspace, name), 'half')
  const old = new Date(Date.now() - 120_000)
  for (const name of [left, ...stay.slice(1)]) utimesSync(join(workspace, name), old, old)
  const opened = await openTestSession({ home, workspace })
  await opened.session.submit('/status')
  const told = opened.events.flatMap((event) =>
    event.type === 'notice' && event.code === 'left_behind' ? [event.message] : [],
  )
  assert.equal(told.length, 1)
  assert.match(
    told[0] ?? '',
    /a\.txt\.0123456789ab\.tmp` was left half-written .* was removed; `.*a\.txt` itself/,
  )
  assert.deepEqual(readdirSync(workspace).sort(), stay.toSorted())
  await opened.done()
})

test('named folders that are none in a damaged settings file are told with the file', async (t) => {
  const home = await fillHome(t)
  writeFileSync(join(home, 'settings.json'), '{"folders": {"stuff": 7}, "threads": 3}')
  const opened = await openTestSession({ home })
  const said = `${await say(opened, '/settings')}\n${opened.events.map((event) => JSON.stringify(event)).join('\n')}`
  assert.match(said, /folders/)
  assert.match(said, /settings\.json/)
  await opened.done()
})
