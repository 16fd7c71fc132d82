// Commands over what outlasts a session: /undo and /startup, and what the head makes of the latter.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFileHistory } from '../../source/home/lent/file-history.ts'
import fileWrite from '../../tools/file_write/tool.ts'
import {
  copyWorkspace,
  type OpenedSession,
  openTestSession,
  temporaryFolder,
} from '../helpers/open-session.ts'
import { someContext } from '../tools/tool-context.ts'

/** What a line made the program say. */
async function say({ session, events }: OpenedSession, line: string): Promise<{ ok: boolean; text: string }> {
  const from = events.length
  await session.submit(line)
  const result = events.slice(from).find((event) => event.type === 'command')
  assert.ok(result?.type === 'command', line)
  return { ok: result.ok, text: result.text }
}

function headOf({ session }: OpenedSession): string {
  return session.slot.head[0]?.text ?? ''
}

test('/undo brings back what a tool wrote, and says where the taken version lies', async () => {
  const workspace = copyWorkspace()
  const opened = await openTestSession({ workspace })
  try {
    assert.deepEqual(await say(opened, '/undo'), {
      ok: false,
      text: 'There is no change of a file to take back.',
    })
    const before = readFileSync(join(workspace, 'notes.txt'), 'utf8')
    const services = opened.session.ports.services
    const context = { ...someContext, workspace, services }
    await fileWrite.run({ path: 'notes.txt', content: 'gone' }, context)
    await fileWrite.run({ path: 'made.txt', content: 'made' }, context)
    const list = await say(opened, '/undo list')
    assert.match(list.text, /made {5}.*made\.txt\n.*changed {2}.*notes\.txt$/)
    assert.match(
      (await say(opened, '/undo')).text,
      /made\.txt is no longer there; what it was until now lies in `.*made\.txt`\.$/,
    )
    assert.equal(existsSync(join(workspace, 'made.txt')), false)
    assert.match((await say(opened, '/undo')).text, /notes\.txt is what it was before/)
    assert.equal(readFileSync(join(workspace, 'notes.txt'), 'utf8'), before)
    assert.equal((await say(opened, '/undo now')).ok, false)
  } finally {
    await opened.done()
  }
})

test('/undo takes back what was changed in this folder, and says what was in another one', async () => {
  const home = temporaryFolder('home')
  const [here, there] = [copyWorkspace(), copyWorkspace()]
  const opened = await openTestSession({ home, workspace: here })
  const other = await openTestSession({ home, workspace: there })
  try {
    const write = (at: OpenedSession, workspace: string) =>
      fileWrite.run(
        { path: 'notes.txt', content: 'new' },
        { ...someContext, workspace, services: at.session.ports.services },
      )
    await write(other, there)
    assert.match(
      (await say(opened, '/undo')).text,
      /^No file was changed from this folder; .*notes\.txt was from another one, and `\/undo` there takes it back\.$/,
    )
    await write(opened, here)
    await write(other, there)
    assert.match(
      (await say(opened, '/undo list')).text,
      /^ {2}\S.*notes\.txt`?\n {2}1 in other folders, the last .*notes/,
    )
    assert.equal((await say(opened, '/undo')).ok, true)
    assert.notEqual(readFileSync(join(here, 'notes.txt'), 'utf8'), 'new')
    assert.equal(readFileSync(join(there, 'notes.txt'), 'utf8'), 'new')
    assert.equal((await say(opened, '/undo')).ok, false)
  } finally {
    await opened.done()
    await other.done()
  }
})

test('/undo refuses when somebody else changed the file, and skip goes on', async () => {
  const workspace = copyWorkspace()
  const opened = await openTestSession({ workspace })
  try {
    const context = { ...someContext, workspace, services: opened.session.ports.services }
    await fileWrite.run({ path: 'notes.txt', content: 'mine' }, context)
    writeFileSync(join(workspace, 'notes.txt'), 'by hand')
    const refused = await say(opened, '/undo')
    assert.equal(refused.ok, false)
    assert.match(
      refused.text,
      /notes\.txt was not touched: somebody else changed it since\. Its earlier version lies in `/,
    )
    assert.match((await say(opened, '/undo skip')).text, /notes\.txt stays as it is\.$/)
    assert.equal((await say(opened, '/undo skip')).ok, false)
    assert.deepEqual(
      await openFileHistory({ folder: join(opened.home, 'undo'), home: opened.home }).list(),
      [],
    )
  } finally {
    await opened.done()
  }
})

test('a startup prompt stands in the head from the next message on, and the head is made anew once', async () => {
  const opened = await openTestSession()
  try {
    const before = headOf(opened)
    assert.equal(
      (await say(opened, '/startup')).text,
      'There is no startup prompt; `/startup edit TEXT` writes one.',
    )
    assert.match(
      (await say(opened, '/startup edit Answer in verse.')).text,
      /^The startup prompt is now:\nAnswer in verse\.\n/,
    )
    await opened.session.submit('hello')
    const after = headOf(opened)
    assert.notEqual(after, before)
    assert.match(after, /Answer in verse\./)
    assert.ok(after.indexOf('Answer in verse.') > after.indexOf('You are'))
    await opened.session.submit('hello again')
    assert.equal(headOf(opened), after)
    assert.equal((await say(opened, '/startup reset')).ok, true)
    await opened.session.submit('and now')
    assert.equal(headOf(opened), before)
    assert.match((await say(opened, '/startup undo')).text, /Answer in verse\./)
    assert.equal((await say(opened, '/startup show')).text, 'Answer in verse.')
    assert.equal((await say(opened, `/startup edit ${'x'.repeat(2_001)}`)).ok, false)
    assert.equal((await say(opened, '/startup edit')).ok, false)
    assert.equal((await say(opened, '/startup sing')).ok, false)
  } finally {
    await opened.done()
  }
})

test('a startup prompt that cannot stand in the head is said at the start, and can be replaced', async (t) => {
  const home = temporaryFolder('home')
  t.after(() => rmSync(home, { recursive: true }))
  const path = join(home, 'startup-prompt.md')
  const startWith = async (content: string | Buffer) => {
    writeFileSync(path, content)
    const opened = await openTestSession({ home })
    const said = opened.events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))
    return { ...opened, said }
  }
  const long = await startWith('x'.repeat(2_001))
  const fault = 'The startup prompt would have 2001 characters; at most 2000 fit.'
  assert.deepEqual(long.said, [
    `${fault} So \`${path}\` is left out; \`/startup edit TEXT\` writes another one.`,
  ])
  assert.ok((await say(long, '/startup')).text.endsWith(`x\n\nIt is left out: ${fault}`))
  assert.equal((await say(long, '/startup edit Short.')).ok, true)
  const undone = (await say(long, '/startup undo')).text
  assert.ok(
    undone.endsWith(`x\nIt is left out: ${fault} \`/startup undo\` takes it back.`),
    undone.slice(-200),
  )
  await long.done()
  for (const [line, gone] of [
    ['/startup reset', /^The startup prompt is gone; the file that could not be read is now `(.*)`\.$/],
    ['/startup edit In verse.', /^The startup prompt is now:\nIn verse\.\n.*is now `(.*)`\.$/],
  ] as const) {
    const broken = await startWith(Buffer.from([0x41, 0xff, 0xfe]))
    const why = `The startup prompt \`${path}\` is no text in UTF-8, so it is left out; \`/startup reset\` sets it aside.`
    assert.deepEqual(broken.said, [why])
    assert.deepEqual(await say(broken, '/startup show'), { ok: false, text: why })
    const [, aside = ''] = gone.exec((await say(broken, line)).text) ?? []
    assert.deepEqual(readFileSync(aside), Buffer.from([0x41, 0xff, 0xfe]))
    await broken.done()
  }
})

test('a change by a tool within a turn leaves that turn its head', async () => {
  const opened = await openTestSession()
  try {
    await opened.session.submit('hello')
    const before = headOf(opened)
    opened.session.ports.services.startupPrompt?.update('Answer in verse.')
    assert.equal(headOf(opened), before)
    await opened.session.submit('hello again')
    assert.match(headOf(opened), /Answer in verse\./)
  } finally {
    await opened.done()
  }
})
