import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { readScript, type ScriptLine } from '../../source/script/read-lines.ts'

async function read(...chunks: readonly (Uint8Array | string)[]): Promise<readonly ScriptLine[]> {
  async function* input() {
    yield* chunks
  }
  const lines: ScriptLine[] = []
  for await (const line of readScript(input())) lines.push(line)
  return lines
}
const texts = (lines: readonly ScriptLine[]) =>
  lines.map((line) => (line.type === 'line' ? line.text : `BAD ${line.reason}`))

describe('lines', () => {
  const scripts = [
    ['', []],
    ['one', ['one']],
    ['one\n', ['one']],
    ['one\ntwo', ['one', 'two']],
    ['one\r\ntwo\r\n', ['one', 'two']],
    ['\n\none\n\n', ['', '', 'one', '']],
    ['  one \n', ['  one ']],
    ['héllo 漢字 😀\nzwei', ['héllo 漢字 😀', 'zwei']],
    ['\ufeffone\n', ['one']],
    ['a\rb\n', ['a\rb']],
    ['\r\n', ['']],
    ['a \u2028 b\n', ['a \u2028 b']],
  ] as const
  for (const [script, lines] of scripts) {
    test(JSON.stringify(script), async () => assert.deepEqual(texts(await read(script)), lines))
  }
})

describe('messages of several lines', () => {
  const scripts = [
    ['"""\none\ntwo\n"""\nthree', ['one\ntwo', 'three']],
    ['"""one\ntwo"""\n', ['one\ntwo']],
    ['"""one"""\n', ['one']],
    // A message, whatever it begins with.
    ['"""\n/call x\n"""\n', ['//call x']],
    ['"""/quit"""\n', ['//quit']],
    ['""""""\n', ['']],
    ['"""\n"""\n', ['']],
    ['  """\n one\n\n  two\n  """  \n', ['one\n\n  two']],
    ['"""\r\none\r\ntwo\r\n"""\r\n', ['one\ntwo']],
    ['"""\n/help\n"""\n', ['//help']],
    ['a """ b\nc\n', ['a """ b', 'c']],
    ['"""\nx = 1  # """ inside\ny\n"""\n', ['x = 1  # """ inside\ny']],
    ['"""\none\n"""', ['one']],
    ['"""a"""\n"""b\n"""\n', ['a', 'b']],
  ] as const
  for (const [script, lines] of scripts) {
    test(JSON.stringify(script), async () => assert.deepEqual(texts(await read(script)), lines))
  }

  test('one that is never closed is told and not sent', async () => {
    for (const script of ['"""\none\n', '"""', 'a\n"""b\nc']) {
      const lines = await read(script)
      const last = lines.at(-1)
      assert.equal(last?.type, 'bad')
      assert.match(last?.type === 'bad' ? last.reason : '', /never closed/)
      assert.ok(!lines.some((line) => line.type === 'line' && /b|one/.test(line.text)))
    }
  })
})

describe('bytes', () => {
  const SCRIPT = 'héllo 😀\r\n"""\nein\r\n  zwei 漢\n"""\n/help x\n\nlast ü'
  const WHOLE = ['héllo 😀', 'ein\n  zwei 漢', '/help x', '', 'last ü']

  test('a chunk may end at any byte', async () => {
    const bytes = Buffer.from(SCRIPT)
    for (let at = 0; at <= bytes.length; at++) {
      assert.deepEqual(texts(await read(bytes.subarray(0, at), bytes.subarray(at))), WHOLE, `cut at ${at}`)
    }
  })

  test('every byte may be a chunk of its own', async () => {
    assert.deepEqual(
      texts(await read(...Array.from(Buffer.from(SCRIPT), (byte) => Buffer.from([byte])))),
      WHOLE,
    )
  })

  test('empty chunks mean nothing', async () => {
    assert.deepEqual(texts(await read('', 'a', '', 'b\n', '')), ['ab'])
  })

  test('a line that is not UTF-8 is told with its number and skipped, the others run', async () => {
    for (const bad of [[0xff], [0xc3], [0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
      const lines = await read(
        Buffer.concat([Buffer.from('one\n'), Buffer.from([0x61, ...bad]), Buffer.from('\nthree')]),
      )
      assert.deepEqual(
        lines.map((line) => line.type),
        ['line', 'bad', 'line'],
      )
      assert.match(texts(lines)[1] ?? '', /Line 2 is not valid UTF-8/)
      assert.deepEqual([texts(lines)[0], texts(lines)[2]], ['one', 'three'])
    }
  })

  test('a message with a line that is not UTF-8 is told', async () => {
    const lines = await read(Buffer.from('"""\none\n'), Buffer.from([0xff, 0x0a]), Buffer.from('"""\nnext'))
    assert.match(texts(lines)[0] ?? '', /Line 3 is not valid UTF-8/)
    assert.equal(texts(lines).at(-1), 'next')
  })

  test('a line of ten million characters is one line', async () => {
    const chunk = 'x'.repeat(65_536)
    const lines = await read(...Array.from({ length: 153 }, () => chunk), '\nnext')
    assert.deepEqual(
      lines.map((line) => line.type === 'line' && line.text.length),
      [153 * 65_536, 4],
    )
  })

  test('a zero byte is a character like another', async () => {
    assert.deepEqual(texts(await read('a\0b\n')), ['a\0b'])
  })
})

test('an input that breaks off in the middle is told of, and what came before it counts', async () => {
  async function* broken() {
    yield 'one\ntw'
    throw new Error('read EIO')
  }
  const lines: unknown[] = []
  for await (const line of readScript(broken())) lines.push(line)
  assert.deepEqual(lines, [
    { type: 'line', text: 'one' },
    {
      type: 'bad',
      reason: 'The input cannot be read any further (read EIO); give a file or a pipe.',
    },
  ])
})

test('a folder in the place of a file is told, not taken for an input that is empty', async (t) => {
  const folder = openSync(tmpdir(), 'r')
  t.after(() => closeSync(folder))
  const lines: unknown[] = []
  // What Node makes of such a standard input.
  for await (const line of readScript(Object.assign(Readable.from([]), { fd: folder }))) lines.push(line)
  assert.deepEqual(lines, [
    {
      type: 'bad',
      reason: 'The input cannot be read any further (it is a folder); give a file or a pipe.',
    },
  ])
})
