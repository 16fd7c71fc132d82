import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCallReader } from '../../source/prompt/calls/call-reader.ts'
import { type Calls, callsIn, FORMATS, findTool, readChunks, TEXTS, textIn } from './call-samples.ts'

const line = (text: string) => text.replaceAll('\n', '⏎').slice(0, 100)

describe('a call is read in the form of', () => {
  for (const [title, [text, calls]] of Object.entries(FORMATS)) {
    test(title, () => {
      const pieces = readChunks([text])
      assert.deepEqual(callsIn(pieces), calls)
      assert.equal(textIn(pieces), '')
    })
  }
})

describe('small damage is repaired:', () => {
  const READ = { path: 'a.txt' }
  const damages: { readonly [title: string]: readonly [text: string, calls: Calls] } = {
    'no end tag': ['<tool_call>{"name": "file_read", "arguments": {"path": "a.txt"}}', [['file_read', READ]]],
    'no end of the house format': ['<tool_call name="file_read" path="a.txt"', [['file_read', READ]]],
    'a bracket too few': [
      '<tool_call>{"name": "file_read", "arguments": {"path": "a.txt"}</tool_call>',
      [['file_read', READ]],
    ],
    'two brackets too few': [
      '<tool_call>\n{"name": "file_read", "arguments": {"path": "a.txt"\n</tool_call>',
      [['file_read', READ]],
    ],
    'a bracket too few, in a fence': [
      '```json\n{"name": "file_read", "arguments": {"path": "a.txt"}\n```',
      [['file_read', READ]],
    ],
    'a bracket too many': [
      '<tool_call>{"name": "file_read", "arguments": {"path": "a.txt"}}}</tool_call>',
      [['file_read', READ]],
    ],
    'an open list': [
      '[TOOL_CALLS][{"name": "file_read", "arguments": {"path": "a.txt"}}',
      [['file_read', READ]],
    ],
    'single quotes': ["{'name': 'file_read', 'arguments': {'path': 'a.txt'}}", [['file_read', READ]]],
    'an apostrophe in single quotes': [
      "<tool_call>{'name': 'file_read', 'arguments': {'path': 'Anna's.txt'}}",
      [['file_read', { path: "Anna's.txt" }]],
    ],
    'trailing commas': ['{"name": "file_read", "arguments": {"path": "a.txt",},}', [['file_read', READ]]],
    'a comma too few': [
      '<tool_call>{"name": "file_read" "arguments": {"path": "a.txt"}}',
      [['file_read', READ]],
    ],
    'keys without quotes': [
      '<tool_call>{name: "file_read", arguments: {path: "a.txt"}}',
      [['file_read', READ]],
    ],
    'words of Python': [
      '{"name": "file_read", "arguments": {"path": "a.txt", "all": True, "tail": False, "from": None}}',
      [['file_read', { path: 'a.txt', all: true, tail: false, from: null }]],
    ],
    'stringified arguments': [
      '{"name": "file_read", "arguments": "{\\"path\\": \\"a.txt\\"}"}',
      [['file_read', READ]],
    ],
    'stringified arguments of Python': [
      '{"name": "file_read", "arguments": "{\'path\': \'a.txt\',}"}',
      [['file_read', READ]],
    ],
    'no arguments, as null and as an empty string': [
      '[{"name": "get_time", "arguments": null}, {"name": "get_time", "arguments": ""}, {"name": "get_time"}]',
      [
        ['get_time', {}],
        ['get_time', {}],
        ['get_time', {}],
      ],
    ],
    'line breaks in a string': [
      '<tool_call>{"name": "file_write", "arguments": {"text": "one\ntwo\\nthree"}}',
      [['file_write', { text: 'one\ntwo\nthree' }]],
    ],
    'another case': [
      '<TOOL_CALL>{"Name": "File_Read", "Arguments": {"path": "a.txt"}}</TOOL_CALL>',
      [['file_read', READ]],
    ],
    'other separators': [
      '<tool_call>{"name": "file read", "arguments": {"path": "a.txt"}}',
      [['file_read', READ]],
    ],
    'a module before the name': [
      '{"name": "functions.fileRead", "arguments": {"path": "a.txt"}}',
      [['file_read', READ]],
    ],
    'a slip in the name': ['<tool_call name="file_raed" path="a.txt" />', [['file_read', READ]]],
  }
  for (const [title, [text, calls]] of Object.entries(damages)) {
    test(title, () => {
      const pieces = readChunks([text])
      assert.deepEqual(callsIn(pieces), calls)
      assert.equal(textIn(pieces), '')
    })
  }
})

describe('where the damage is greater', () => {
  test('the call stands without arguments, and nothing of it is shown', () => {
    for (const text of [
      '<tool_call>{"name": "file_read", "arguments": {"path": oops}}</tool_call>',
      '<tool_call>{"name": "file_read", "arguments": ["a.txt"]}</tool_call>',
      '<tool_call>{"name": "file_read", "path": "a.txt"}</tool_call>',
      '<tool_call>{"name": "file_read", "arguments": {"say": "he said "hi" to me"}}</tool_call>',
      '<tool_call name="file_read" ?? path="a.txt" />',
      '[file_read("a.txt")]',
      '```tool_code\nfile_read(path=f(x))\n```',
      '<function=file_read>{"path": (1)}</function>',
      '[TOOL_CALLS]file_read{"path": oops}',
      '<TOOL_DECISION>\nACTION: file_read\nINPUT: the first one\n</TOOL_DECISION>',
    ]) {
      const pieces = readChunks([text])
      assert.deepEqual(callsIn(pieces), [['file_read', undefined]], text)
      assert.equal(textIn(pieces), '', text)
    }
  })

  test('a value that the answer ends in says so', () => {
    const cut = (text: string) => readChunks([text]).map((piece) => piece.type === 'call' && piece.cut)
    for (const text of [
      '<tool_call>{"name": "file_read", "arguments": {"path": "a.t',
      '<tool_call>{"name": "file_read", "arguments": {"lines": 1',
      '<tool_call>{"name": "file_read", "arguments": {"path": "a.txt",',
      '<tool_call>{"name": "file_read", "arguments": {"path": "a.txt", "li',
      '<tool_call name="file_read" path="a.t',
      '<tool_call name="file_read" path=a.t',
      '[file_read(path="a.t',
    ]) {
      assert.deepEqual(cut(text), [true], text)
    }
    for (const text of [
      '<tool_call>{"name": "file_read", "arguments": {"path": "a.txt"',
      '<tool_call name="file_read" path="a.txt"',
      '[file_read(path="a.txt"',
    ]) {
      assert.deepEqual(cut(text), [false], text)
    }
  })

  test('half a name is no name', () => {
    for (const text of [
      '<tool_call name="get_time',
      '<tool_call name=get_time',
      '<tool_call>{"name": "get_time',
      '{"name": "get_time',
      '<function=get_time',
      '<TOOL_DECISION>\nACTION: get_time',
      '[TOOL_CALLS]get_time',
    ]) {
      assert.deepEqual(callsIn(readChunks([text])), [], text)
    }
  })

  test('a key called __proto__ is a key', () => {
    const [call] = callsIn(readChunks(['{"name": "get_time", "arguments": {"__proto__": {"x": 1}}}']))
    assert.deepEqual(Object.keys(call?.[1] ?? {}), ['__proto__'])
    assert.equal(({} as { x?: number }).x, undefined)
  })
})

describe('everything else is text:', () => {
  for (const text of TEXTS)
    test(line(text), () => assert.deepEqual(readChunks([text]), text === '' ? [] : [{ type: 'text', text }]))

  test('after text no call comes', () => {
    for (const [text] of Object.values(FORMATS)) {
      assert.deepEqual(callsIn(readChunks([`Sure. ${text}`])), [], text)
    }
  })

  test('a group with one call of no tool', () => {
    const text = '<|tool_call|>[{"name": "get_time"}, {"name": "send_mail"}]'
    assert.deepEqual(callsIn(readChunks([text])), [])
  })

  test('a call that is longer than any', () => {
    const text = `<tool_call>{"name": "file_write", "arguments": {"text": "${'x'.repeat(40_000)}"}}</tool_call>`
    assert.deepEqual(readChunks([text]), [{ type: 'text', text }])
  })
})

describe('an answer of calls and text', () => {
  test('shows the text behind the calls, without the blanks and tags between them', () => {
    for (const text of [
      '<tool_call name="get_time" />\n\nOne moment.',
      '<tool_call>{"name": "get_time"}</tool_call><|im_end|>\nOne moment.',
      '```json\n{"name": "get_time"}\n```\n\nOne moment.',
      '{"name": "get_time"}\nOne moment.',
    ]) {
      const pieces = readChunks([text])
      assert.deepEqual(callsIn(pieces), [['get_time', {}]], text)
      assert.equal(textIn(pieces), 'One moment.', text)
    }
  })

  test('keeps each call as it was written', () => {
    const raws = (text: string) => readChunks([text]).map((piece) => (piece.type === 'call' ? piece.raw : ''))
    assert.deepEqual(raws(' <tool_call>{"name": "get_time"}\n</tool_call>\n{"name": "get_time"}'), [
      '<tool_call>{"name": "get_time"}',
      '{"name": "get_time"}',
    ])
    assert.deepEqual(raws('[get_time(), file_read(path="x")]'), ['[get_time()', ', file_read(path="x")]'])
  })
})

describe('an opening', () => {
  const openingAfter = (text: string) => {
    const reader = createCallReader({ findTool })
    reader.push(text)
    return reader.opening
  }

  test('is known when the name is complete, and not before', () => {
    for (const [text, marked] of [
      ['<tool_call name="get_time"', true],
      ['<tool_call>{"name": "get_time"', true],
      ['[TOOL_CALLS]get_time{', true],
      ['<function=get_time>', true],
      ['{"name": "get_time"', false],
      ['[get_time(', false],
    ] as const) {
      assert.deepEqual(openingAfter(text), { name: 'get_time', marked }, text)
      assert.equal(openingAfter(text.slice(0, -1)), undefined, text)
    }
  })

  test('is gone when the call is there, or is none', () => {
    assert.equal(openingAfter('<tool_call name="get_time" />'), undefined)
    assert.equal(openingAfter('{"name": "get_time", "age"'), undefined)
  })
})
