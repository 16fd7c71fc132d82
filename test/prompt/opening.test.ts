import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCallReader } from '../../source/prompt/calls/call-reader.ts'

type Opening =
  /** Plain text, for good. */
  | { readonly type: 'text' }
  /** Too short to tell; hold it back. */
  | { readonly type: 'undecided' }
  | { readonly type: 'call'; readonly name: string }

/** Looks at the answer so far. */
function readOpening(text: string): Opening {
  let name: string | undefined
  const reader = createCallReader({
    findTool: (written) => {
      name = written
      return undefined
    },
  })
  reader.push(text)
  if (name !== undefined) return { type: 'call', name }
  return { type: reader.isText ? 'text' : 'undecided' }
}

const CALLS = [
  '<tool_call name="get_time" />',
  '<tool_call name="get_time" zone="UTC" />',
  "<tool_call name='get_time'/>",
  '<tool_call  name = get_time >',
  '<tool_call name=get_time/>',
  '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
  '<tool_call>{"name":"get_time"}',
  '<|tool_call|>[{"name": "get_time", "arguments": {}}]',
  '<|tool_call|>{"name": "get_time"}',
  '<|python_tag|>{"name": "get_time", "parameters": {}}',
  '[TOOL_CALLS] [{"name": "get_time", "arguments": {}}]',
  '[TOOL_CALLS][{"name": "get_time"}]',
  '{"name": "get_time", "parameters": {}}',
  '{"function": "get_time"}',
  '{"type": "function", "name": "get_time", "parameters": {}}',
  '[{"name": "get_time"}]',
  '{ "name" : "get_time" }',
  '```json\n{"name": "get_time"}\n```',
  '```JSON\n{"name": "get_time"}',
  '```\n<tool_call name="get_time" />\n```',
  '  \n{"name": "get_time"}',
  '<function=get_time>{}</function>',
  '```tool_code\nget_time()\n```',
  '```tool_code\nprint(get_time())\n```',
  '```tool_code\nprint(default_api.get_time())\n```',
  '[get_time()]',
  '[get_time(zone="UTC"), get_date()]',
  '[TOOL_CALLS]get_time[ARGS]{}',
  '[TOOL_CALLS]get_time{"zone": "UTC"}',
  '<|python_tag|>get_time.call(zone="UTC")',
  '<TOOL_DECISION>\nACTION: get_time\nINPUT: {}\n</TOOL_DECISION>',
  '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "get_time", "arguments": "{}"}}]}',
]

const TEXTS = [
  'Hello! How can I help?',
  'The tool get_time tells the time.',
  'You can write <tool_call name="get_time" /> to call it.',
  'I would call {"name": "get_time"} here.',
  '{"title": "get_time"}',
  '{"names": ["get_time"]}',
  '{"name": 7}',
  '{"name": "Anna Lee", "age": 7}',
  '{"name": "Zoë"}',
  '{"name": ["get_time"]}',
  '[1, 2, 3]',
  '[link](get_time)',
  '<b>bold</b>',
  '< 5 is true',
  '<tool_calling> is what it is called.',
  '<tools>get_time</tools>',
  '<think>get_time</think>',
  '```python\nprint("get_time")\n```',
  '```\nget_time()\n```',
  '`get_time` is a tool.',
  'get_time()',
  '[TOOLS] get_time',
  '[get_time]',
  '[x] get_time()',
  '[TOOL_CALLS] get_time',
  '{"type": "circle", "name": "get_time"}',
  '<TOOL_DECISION>get_time</TOOL_DECISION>',
  '{',
  '{}',
  '"name"',
  '**get_time**',
  '- get_time\n- get_date',
  '7',
]

/** Fed one character at a time: the first answer that is not "undecided", and how much was held back until then. */
function stream(text: string) {
  for (let length = 1; length <= text.length; length++) {
    const opening = readOpening(text.slice(0, length))
    if (opening.type !== 'undecided') return { ...opening, held: length }
  }
  return { type: 'undecided', held: text.length } as const
}

describe('a call is read, whole and while it is written', () => {
  for (const text of CALLS) {
    test(text.replaceAll('\n', '⏎'), () => {
      assert.deepEqual(readOpening(text), { type: 'call', name: 'get_time' })
      const { held, ...opening } = stream(text)
      assert.deepEqual(opening, { type: 'call', name: 'get_time' })
      assert.ok(held <= text.length)
    })
  }

  test('a name is not read before it has ended', () => {
    assert.equal(readOpening('<tool_call name="get').type, 'undecided')
    assert.equal(readOpening('<tool_call name=get').type, 'undecided')
    assert.equal(readOpening('{"name": "get').type, 'undecided')
    assert.equal(readOpening('<function=get').type, 'undecided')
  })
})

describe('everything else is text, and never a call on the way', () => {
  for (const text of TEXTS) {
    test(text.replaceAll('\n', '⏎'), () => {
      for (let length = 0; length <= text.length; length++) {
        assert.notEqual(readOpening(text.slice(0, length)).type, 'call', text.slice(0, length))
      }
      assert.equal(readOpening(`${text} and then${' some more words'.repeat(20)}`).type, 'text')
    })
  }

  test('a name in the JSON that a person asked for is a call only by its form', () => {
    assert.deepEqual(readOpening('{"name": "Anna", "age": 7}'), { type: 'call', name: 'Anna' })
  })

  test('once text, always text', () => {
    for (const text of TEXTS) {
      const long = `${text} <tool_call name="get_time" /> {"name": "get_time"}`
      let isText = false
      for (let length = 1; length <= long.length; length++) {
        const { type } = readOpening(long.slice(0, length))
        if (isText) assert.equal(type, 'text', long.slice(0, length))
        isText ||= type === 'text'
      }
    }
  })
})

describe('holding back', () => {
  test('never more than 160 characters, whatever the text begins with', () => {
    const starts = [
      ...CALLS.flatMap((call) => [3, 8, 12, 18].map((at) => call.slice(0, at))),
      ...TEXTS,
      ' ',
      '\n',
      '```',
      '```json\n',
    ]
    for (const start of starts)
      for (const filler of [' ', 'a', '\n', '"', '{ ', 'tool_call ', '```']) {
        const { type, held } = stream(start + filler.repeat(200))
        assert.notEqual(type, 'undecided', `${start}${filler}`)
        assert.ok(held <= 160, `${held} of ${start}${filler}`)
      }
  })

  test('prose is let go at its first character', () => {
    for (const text of ['Hello', 'It is 10:24.', '10', '(no)', '* list', 'é'])
      assert.equal(stream(text).held, 1)
  })

  test('JSON of another kind is let go as soon as it shows', () => {
    assert.ok(stream('{"title": "x"}').held <= 4)
    assert.ok(stream('{"name": "Anna Lee"}').held <= 15)
    assert.ok(stream('{"name": 7}').held <= 10)
  })

  test('nothing, blanks and half a fence decide nothing', () => {
    for (const text of ['', ' ', '\n\n', '`', '``', '```', '```js', '<', '{', '['])
      assert.equal(readOpening(text).type, 'undecided', text)
  })
})
