import assert from 'node:assert/strict'
import { test } from 'node:test'
import contextManage from '../../tools/context_manage/tool.ts'
import { openTestSession } from '../helpers/open-session.ts'
import { call, sentenceOf } from './tool-context.ts'

const script = {
  answers: { hello: 'Hello!', 'thanks a lot': 'You are welcome.', 'good night': 'Sleep well.' },
}

test('the status is that of the session', async () => {
  const { session, done } = await openTestSession({ script })
  await session.submit('hello')
  const use = session.conversation.use()
  assert.ok(use !== undefined)
  assert.equal(
    await sentenceOf(contextManage, { action: 'status' }, { services: session.own }),
    `This conversation (1 turn) takes ${use.usedTokens} of ${use.windowTokens} tokens, ${Math.round((use.usedTokens / use.windowTokens) * 100)} % of the window; ${use.freeTokens} are free.`,
  )
  await done()
})

test('compacting says what became of the turns', async () => {
  const { session, done } = await openTestSession({ script })
  const compact = () => sentenceOf(contextManage, { action: 'compact' }, { services: session.own })
  await session.submit('hello')
  assert.equal(await compact(), 'There is nothing to compact: the last two turns always stay.')
  await session.submit('thanks a lot')
  await session.submit('good night')
  assert.match(await compact(), /^Turn 1 was (?:summed up|dropped)/)
  assert.equal(session.conversation.use()?.turns, 2)
  await done()
})

test('the conversation is empty when the turn that cleared it has ended', async () => {
  const { session, done } = await openTestSession({ script })
  await session.submit('hello')
  const outcome = await call(contextManage, { action: 'clear' }, { services: session.own })
  assert.ok(outcome.type === 'said')
  assert.equal(
    outcome.said.sentence,
    'The conversation (1 turn) is emptied with this answer; memory and files stay.',
  )
  assert.equal(session.conversation.use()?.turns, 1)
  await session.submit('thanks a lot')
  assert.equal(session.conversation.use()?.turns, 0)
  await done()
})

test('it only reads for the status, and tells before what else it would do', async () => {
  assert.equal(contextManage.risk, 'write')
  assert.deepEqual(contextManage.readsWhen, { action: ['status'] })
  assert.equal(
    await contextManage.preview?.({ action: 'clear' }, {} as never),
    'Empties the conversation, as `/clear`; memory and files stay.',
  )
})

test('without a model there is no window', async () => {
  assert.match(await sentenceOf(contextManage, { action: 'status' }), /^no_context: /)
})
