import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConversation, turnsOf } from '../../source/sessions/read.ts'
import { sampleText } from './sample.ts'

const read = (text: string) => {
  const reading = readConversation('a', text)
  assert.ok(reading.ok)
  return reading
}

test('a conversation comes back with its turns, calls, decisions and what the next message leans on', () => {
  const { conversation, changed } = read(sampleText())
  const [first, second] = turnsOf(conversation)
  assert.deepEqual(
    { ...conversation, parts: conversation.parts.length },
    {
      id: 'a',
      started: '2026-03-12T10:24:30.000Z',
      model: 'fake-model',
      workspace: '/w',
      version: '0.1.0',
      name: 'the boat',
      parts: 3,
      faults: [],
    },
  )
  assert.equal(changed, '2026-03-12T10:26:00.000Z')
  assert.deepEqual(first?.answer, { text: 'Hello!', status: 'success', source: 'model' })
  const [call] = second?.calls ?? []
  assert.equal(call?.name, 'file_read')
  assert.deepEqual(call?.arguments, { path: 'b.txt' }, 'the edited arguments are those that count')
  assert.equal(call?.approval?.by, 'person')
  assert.equal(call?.say, 'b.txt:\nyes')
  assert.deepEqual(second?.left?.calls, [
    {
      message: 'read a.txt',
      tool: 'file_read',
      arguments: { path: 'b.txt' },
      said: 'b.txt:\nyes',
      shows: ['yes'],
    },
  ])
  assert.equal(conversation.parts[1]?.type, 'secret')
})

test('a file cut at any byte gives every whole line, and says that the last one was left out', () => {
  const bytes = Buffer.from(sampleText('Grüße an Zoë 👋'))
  const header = bytes.indexOf(10) + 1
  for (let length = header; length <= bytes.length; length++) {
    const text = bytes.subarray(0, length).toString('utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const { conversation } = read(text)
    const isCut = text !== whole && !isWhole(text.slice(whole.length))
    assert.equal(conversation.faults.length, isCut ? 1 : 0, `at ${length} bytes`)
    if (isCut) {
      assert.match(conversation.faults[0] ?? '', /^The last line \(\d+\) is not whole and was left out/)
      assert.deepEqual(conversation.parts, read(whole).conversation.parts)
    }
  }
})

test('a broken line in the middle is left out and named, and a line behind a cut one counts', () => {
  const lines = sampleText().split('\n')
  const text = [...lines.slice(0, 3), '{"type":"ans', ...lines.slice(3)].join('\n')
  const { conversation } = read(text)
  assert.deepEqual(conversation.faults, ['Line 4 cannot be read and was left out.'])
  assert.deepEqual(conversation.parts, read(sampleText()).conversation.parts)
})

test('what is no conversation, or one of a newer version, is refused in a sentence', () => {
  for (const text of ['', '\n', 'my shopping list', '{"type":"answer"}\n', '[]']) {
    const reading = readConversation('a', text)
    assert.ok(!reading.ok)
    assert.match(reading.reason, /its first line is not that of a conversation/)
  }
  const newer = readConversation('a', sampleText().replace('"format":1', '"format":2'))
  assert.ok(!newer.ok)
  assert.match(newer.reason, /newer version/)
})

test('foreign values do not get far: lines with wrong types are read as empty', () => {
  const header = sampleText().split('\n')[0]
  const lines = [
    '{"type":"turn.started","turn":"x","text":7,"origin":null}',
    '{"type":"tool.finished","call":1,"name":[],"ok":"yes","say":{}}',
    '{"type":"turn.left","calls":[null,{"tool":1}],"open":3}',
    '{"type":"later","anything":true}',
  ]
  const [turn] = turnsOf(read([header, ...lines, ''].join('\n')).conversation)
  assert.equal(turn?.text, '')
  assert.equal(turn?.calls[0]?.ok, false)
  assert.equal(turn?.left?.calls.length, 2)
})

/** The end of a line without its line end may be a whole object. */
function isWhole(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return line === ''
  }
}

test('what was refused or failed is known as not done, in a file of before too; the same call may be done by the second try', () => {
  const call = { message: 'read a.txt', tool: 'file_read', arguments: { path: 'b.txt' } }
  const undo = { tool: 'memory_delete', arguments: { memory_ids: [1] } }
  const again = (ok: boolean, id: string) =>
    [
      { type: 'tool.called', turn: 3, call: id, name: 'file_read', arguments: { path: 'b.txt' } },
      { type: 'tool.finished', turn: 3, call: id, name: 'file_read', ok, say: ok ? 'yes' : 'no' },
    ].map((line) => JSON.stringify(line))
  const text = [
    ...sampleText().split('\n').slice(0, 6),
    ...again(false, '3.1'),
    ...again(true, '3.2'),
    JSON.stringify({ type: 'turn.left', turn: 3, calls: [call, { ...call, undo }, { ...call, undo: 7 }] }),
    '',
  ].join('\n')
  const reading = readConversation('a', text)
  assert.ok(reading.ok)
  assert.deepEqual(turnsOf(reading.conversation).at(-1)?.left?.calls, [
    { ...call, said: 'no', failed: true },
    { ...call, said: 'yes', undo },
    { ...call, said: '' },
  ])
})

test('a turn that came back behind a call is gone back from alone', () => {
  const turn = (number: number) => ({
    type: 'turn.started',
    turn: number,
    text: `m${number}`,
    origin: 'message',
  })
  const lines = [
    ...[turn(1), turn(2), { type: 'branch', turn: 2 }, { ...turn(3), origin: 'call' }],
    ...[{ type: 'branch.undone' }, { type: 'branch', turn: 2 }],
  ]
  const text = [sampleText().split('\n')[0], ...lines.map((line) => JSON.stringify(line)), ''].join('\n')
  const reading = readConversation('a', text)
  assert.ok(reading.ok)
  assert.deepEqual(
    turnsOf(reading.conversation).map(({ number }) => number),
    [1, 3],
  )
  const [branch] = reading.conversation.branches ?? []
  assert.deepEqual(
    branch?.parts.map((part) => part.type === 'turn' && part.number),
    [2],
  )
})
