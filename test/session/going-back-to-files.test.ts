import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { goTo } from '../../source/ui/chat/going-back.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

async function open(t: TestContext) {
  const [workspace, home] = [temporaryFolder('typed'), temporaryFolder('home')]
  writeFileSync(join(workspace, 'notes.md'), 'The lake is 63 m deep.\n')
  const start = async () => {
    const opened = await openTestSession({ workspace, home })
    const route = () => ({ tool: null, confidence: 1, by: 'none', candidates: [] })
    Object.assign(opened.session.ground, { router: { route, split: (message: string) => [message] } })
    return opened
  }
  t.after(() => {
    for (const folder of [workspace, home]) rmSync(folder, { recursive: true, force: true })
  })
  return { ...(await start()), start }
}

const ESCAPED = 'greet \\@notes.md from me'
const SAID = 'greet @notes.md from me'

test('an @ that is no mention stays none when the message is sent again or edited, also after a new start', async (t) => {
  const first = await open(t)
  await first.session.submit(ESCAPED)
  await first.session.submit('/retry')
  assert.deepEqual(
    first.engine.asked.map(({ messages }) => messages.at(-1)?.text),
    [SAID, SAID],
  )
  const shown = () => goTo(first.session.said, 1)?.text
  assert.equal(shown(), ESCAPED)
  await first.done()
  const second = await first.start()
  await second.session.submit('/resume last')
  assert.equal(goTo(second.session.said, 1)?.text, ESCAPED)
  await second.session.submit('/retry')
  assert.equal(second.engine.asked.at(-1)?.messages.at(-1)?.text, SAID)
  assert.ok(!second.events.some((event) => event.type === 'notice' && event.code === 'attached'))
  await second.done()
})

test('a message with a file is routed when it is sent again as it was the first time', async (t) => {
  const { session, events, engine, done } = await open(t)
  const heard: string[] = []
  const route = (message: string) => {
    heard.push(message)
    // What the file's name alone would have called.
    const tool = message.includes('notes.md') ? 'file_read' : null
    return { tool, confidence: 1, by: 'classifier', candidates: [] }
  }
  Object.assign(session.ground, { router: { route, split: (message: string) => [message] } })
  await session.submit('explain @notes.md')
  await session.submit('/retry')
  await session.submit('/edit 1 explain @notes.md now')
  assert.ok(heard.length >= 3)
  assert.ok(
    heard.every((message) => !message.includes('notes.md')),
    heard.join('\n'),
  )
  assert.equal(events.filter((event) => event.type === 'notice' && event.code === 'attached').length, 3)
  assert.deepEqual(
    engine.asked.map(({ temperature }) => temperature),
    [0, 0.5, 0],
  )
  assert.ok(engine.asked.every(({ messages }) => messages.at(-1)?.text.includes('63 m deep')))
  await done()
})
