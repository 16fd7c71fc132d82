import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { SpokenChat } from '../../../source/ui/spoken/spoken-chat.ts'
import { FakeSession } from '../fake-session.ts'

function open() {
  const session = new FakeSession()
  const output = new PassThrough({ encoding: 'utf8' })
  const chat = new SpokenChat(session, output)
  output.read()
  const take = (...lines: readonly string[]) => {
    for (const line of lines) void chat.take(line)
  }
  return { session, chat, take, heard: () => String(output.read() ?? '').trimEnd() }
}

test('marks open and close a message of several lines, as in a script, and none of them is a command', () => {
  const { session, take, heard } = open()
  take('"""', 'Dear Ana,', '', '/quit is what I say \\', '"""')
  assert.equal(heard().split('\n')[0], 'Notice: `"""` closes the message.')
  take('"""/etc/hosts has', '  what?"""', '"""one"""')
  assert.deepEqual(session.submitted, [
    'Dear Ana,\n\n/quit is what I say \\',
    '//etc/hosts has\n  what?',
    'one',
  ])
})

test('a question that comes in the middle of a message is not answered by its lines', () => {
  const { session, take, heard } = open()
  take('"""', 'Steps:')
  session.change({ busy: true, pending: { call: 'c7', name: 'file_write', risk: 'write', arguments: '{}' } })
  assert.match(heard(), /what you type still belongs to the message that you began; end that first\./)
  take('1', '"""')
  assert.deepEqual([session.submitted, session.decisions], [['Steps:\n1'], []])
  take('1')
  assert.deepEqual(session.decisions, [['c7', { decision: 'once' }]])
})

test('a message that was begun and not ended is dropped, and that is said', () => {
  const { session, chat, take, heard } = open()
  take('"""', 'never mind')
  assert.equal(chat.drop(), true)
  assert.match(heard(), /the message that you began was not sent\.$/)
  assert.equal(chat.drop(), false)
  take('hello')
  assert.deepEqual(session.submitted, ['hello'])
})
