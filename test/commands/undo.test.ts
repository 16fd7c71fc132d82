// What `/undo` says where it cannot do what was asked, or does something else than the last thing.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

async function openChat() {
  const workspace = temporaryFolder('workspace')
  const opened = await openTestSession({ workspace, flags: { approve: 'all' } })
  const { session, events, home } = opened
  const place = (name: string) => join(workspace, name)
  const write = (path: string, content: string) =>
    session.submit(`/call file_write ${JSON.stringify({ path, content })}`)
  const say = async (line: string) => {
    await session.submit(line)
    const event = events.findLast((one) => one.type === 'command')
    assert.ok(event?.type === 'command')
    return event.text.replaceAll(`${workspace}/`, '')
  }
  return { place, write, say, home, workspace }
}

test('a made file that is not there any more is said before an older change is taken back', async () => {
  const { place, write, say } = await openChat()
  writeFileSync(place('b.txt'), 'b1\n')
  await write('b.txt', 'b2\n')
  await write('new.txt', 'new\n')
  rmSync(place('new.txt'))
  assert.match(
    await say('/undo'),
    /^new\.txt is not there any more\. Before that: b\.txt is what it was before;/,
  )
  assert.equal(readFileSync(place('b.txt'), 'utf8'), 'b1\n')
  assert.equal(await say('/undo'), 'There is no change of a file to take back.')
})

test('an earlier version that is gone is said in words, with the way on', async () => {
  const { place, write, say, home } = await openChat()
  writeFileSync(place('a.txt'), 'a1\n')
  await write('a.txt', 'a2\n')
  const [id = ''] = readdirSync(join(home, 'undo'))
  rmSync(join(home, 'undo', id, 'before'))
  assert.equal(
    await say('/undo'),
    'a.txt could not be brought back: its earlier version is gone. With `/undo skip` the change before it is next.',
  )
  assert.equal(await say('/undo skip'), 'a.txt stays as it is.')
})
