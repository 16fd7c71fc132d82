import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddresses } from '../../../source/engine/remote/address.ts'
import { readEvents } from '../../../source/engine/remote/event-stream.ts'

test('addresses are read as people copy them, and each only once', () => {
  const read = readAddresses(
    'localhost:8080, http://localhost:8080/v1/, https://api.example.org/openai/v1/chat/completions,[::1]:9',
  )
  assert.ok(read.type === 'read')
  assert.deepEqual(
    read.addresses.map(({ api, root, isLoopback, isPlain }) => [api, root, isLoopback, isPlain]),
    [
      ['http://localhost:8080/v1', 'http://localhost:8080', true, true],
      ['https://api.example.org/openai/v1', 'https://api.example.org/openai', false, false],
      ['http://[::1]:9/v1', 'http://[::1]:9', true, true],
    ],
  )
})

test('an event stream is read the same however it is cut into pieces', async () => {
  const text = ': ping\r\n\r\ndata: {"a":"ö€😀"}\r\n\r\nevent: x\ndata:one\ndata: two\n\ndata: [DONE]'
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const events: string[] = []
    for await (const data of readEvents(pieces())) events.push(data)
    assert.deepEqual(events, ['{"a":"ö€😀"}', 'one\ntwo', '[DONE]'])
  }
})
