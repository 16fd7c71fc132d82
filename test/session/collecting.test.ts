import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type OpenedSession, openTestSession } from '../helpers/open-session.ts'

function lastCommand({ events }: OpenedSession) {
  const event = events.findLast(({ type }) => type === 'command')
  return event?.type === 'command' ? event : assert.fail('no command')
}

test('a damaged line of what is collected is named by the turn that leaves it out, and by /collect', async () => {
  const opened = await openTestSession({ script: { answers: { hello: 'Hi.' } } })
  try {
    const { session } = opened
    await session.submit('/collect on')
    mkdirSync(join(opened.home, 'teaching'), { recursive: true })
    writeFileSync(join(opened.home, 'teaching', 'collected.jsonl'), 'no turn\n')
    for (const line of ['/collect', '/collect list']) {
      await session.submit(line)
      assert.match(lastCommand(opened).text, /collected\.jsonl` line 1 is no collected turn; mend it, or/)
    }
    await session.submit('hello')
    const notices = opened.events.flatMap((event) =>
      event.type === 'notice' && event.code === 'teaching' ? [event.message] : [],
    )
    assert.equal(notices.length, 1)
    assert.match(notices[0] ?? '', /line 1 is no collected turn/)
    assert.equal(session.ports.teaching.collection.list().length, 1)
  } finally {
    await opened.done()
  }
})

test('/collect label ID skip leaves a turn out of the export, and a labelled one is refused', async () => {
  const opened = await openTestSession({ script: { answers: { hello: 'Hi.', ahoy: 'Hi.' } } })
  try {
    const { session } = opened
    await session.submit('/collect on')
    await session.submit('hello')
    await session.submit('/collect label c1 good')
    await session.submit('/collect label c1 skip')
    assert.deepEqual(
      [lastCommand(opened).ok, lastCommand(opened).text],
      [false, 'The turn `c1` was labelled already; `/collect delete c1` takes it out of what is collected.'],
    )
    await session.submit('ahoy')
    await session.submit('/collect label c2 skip')
    assert.match(lastCommand(opened).text, /^c2 is left out\./)
    await session.submit('/collect list')
    assert.match(lastCommand(opened).text, /c1 .*\(labelled\)\nc2 .*\(left out\)$/)
    await session.submit(`/collect export ${join(opened.home, 'cases.jsonl')}`)
    assert.match(lastCommand(opened).text, /^1 case is in/)
  } finally {
    await opened.done()
  }
})
