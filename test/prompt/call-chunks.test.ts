// What is read does not depend on where the chunks were cut, nothing is held back for good, and not much for a while.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCallReader } from '../../source/prompt/calls/call-reader.ts'
import { LONGEST_MARKER, MarkerFilter } from '../../source/prompt/calls/markers.ts'
import { LONGEST_CALL, LONGEST_OPENING } from '../../source/prompt/calls/scan.ts'
import {
  createRandom,
  cutAtRandom,
  FORMATS,
  findTool,
  readChunks,
  TEXTS,
  TOOLS,
  textIn,
} from './call-samples.ts'

const SPLITTINGS = 200
const LONGEST_CHUNK = 12

/** Words that calls and markers are made of, in no order. */
const SOUP = [
  ...[
    '<tool_call>',
    '<tool_call ',
    '</tool_call>',
    '<|tool_call|>',
    '<|python_tag|>',
    '<|im_end|>',
    '</s>',
    '<s>',
  ],
  ...[
    '[TOOL_CALLS]',
    '[ARGS]',
    '<function=',
    '</function>',
    '<TOOL_DECISION>',
    'ACTION: ',
    'INPUT: ',
    'tool_code',
  ],
  ...[
    '```',
    '```json\n',
    '`',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '"',
    "'",
    ':',
    ',',
    ';',
    '=',
    '/>',
    '>',
    '<',
    '|',
    '\\',
  ],
  ...['"name": ', '"arguments": ', '"function"', '"tool_calls": ', 'name=', '{"name": "get_time"', 'print('],
  ...[
    'get_time',
    'file_read',
    'Anna',
    ' ',
    '\n',
    '1',
    '-2.5e3',
    'True',
    'null',
    'é',
    '<|im_start|>user',
    '"get_time"',
  ],
]

function soup(random: () => number): string {
  const words = Array.from(
    { length: 1 + Math.floor(random() * 30) },
    () => SOUP[Math.floor(random() * SOUP.length)],
  )
  return words.join('')
}

describe('the same pieces come from every splitting of', () => {
  for (const [title, [text]] of Object.entries(FORMATS)) {
    test(title, () => {
      const random = createRandom(title.length)
      for (const answer of [text, `\n ${text}\nOne moment, <b>Anna</b>.`]) {
        const whole = readChunks([answer])
        for (let round = 0; round < SPLITTINGS; round++) {
          const chunks = cutAtRandom(answer, random, LONGEST_CHUNK)
          assert.deepEqual(readChunks(chunks), whole, JSON.stringify(chunks))
        }
      }
    })
  }

  test('words in no order', () => {
    const random = createRandom(7)
    for (let round = 0; round < 3000; round++) {
      const text = soup(random)
      const whole = readChunks([text])
      for (let splitting = 0; splitting < 4; splitting++) {
        const chunks = cutAtRandom(text, random, LONGEST_CHUNK)
        assert.deepEqual(readChunks(chunks), whole, JSON.stringify(chunks))
      }
      for (const piece of whole) if (piece.type === 'call') assert.ok(TOOLS.includes(piece.name))
    }
  })
})

describe('ordinary text', () => {
  test('comes out byte for byte, at most an opening later, whatever the chunks', () => {
    const random = createRandom(11)
    for (const text of TEXTS) {
      for (let round = 0; round < SPLITTINGS; round++) {
        const reader = createCallReader({ findTool })
        let pushed = 0
        let shown = ''
        for (const chunk of cutAtRandom(text, random, LONGEST_CHUNK)) {
          pushed += chunk.length
          const pieces = reader.push(chunk)
          shown += textIn(pieces)
          assert.ok(text.startsWith(shown))
          assert.ok(reader.opening !== undefined || pushed - shown.length <= LONGEST_OPENING, text)
        }
        assert.equal(shown + textIn(reader.end()), text)
      }
    }
  })

  test('comes out whole wherever it ends', () => {
    for (const text of TEXTS)
      for (let length = 0; length <= Math.min(text.length, 120); length++) {
        const part = text.slice(0, length)
        const pieces = readChunks([part])
        // The half of a declaration or of a link may be a call; everything else is text.
        if (pieces.every((piece) => piece.type === 'text')) assert.equal(textIn(pieces), part)
        else assert.match(part, /^(?:\[?\{"name": "get_time"|\[get_time\()/)
      }
  })

  test('is let go with the character that shows what it is', () => {
    const heldOf = (text: string) => {
      const reader = createCallReader({ findTool })
      for (let length = 1; length <= text.length; length++) {
        if (reader.push(text.charAt(length - 1)).length > 0) return length
      }
      return text.length
    }
    for (const text of ['Hello', '10:24', '(no)', '* list', '}}', 'é']) assert.equal(heldOf(text), 1, text)
    assert.equal(heldOf('<b>'), 2)
    assert.equal(heldOf('{"title": 1}'), 4)
    assert.equal(heldOf('{"name": "Anna Lee"}'), 15)
    assert.equal(heldOf('{"name": "Anna"}'), 15)
    assert.equal(heldOf('[1, 2]'), 2)
    assert.equal(heldOf('```python\n'), 11 - 1)
  })
})

test('a call is held back no longer than a call may be', () => {
  const reader = createCallReader({ findTool })
  let pushed = 0
  let shown = 0
  const begin = '{"name": "file_write", "arguments": {"text": "'
  for (const chunk of [
    begin,
    ...Array.from({ length: 1200 }, () => 'more and more words of it <b> }} ``` '),
  ]) {
    pushed += chunk.length
    shown += textIn(reader.push(chunk)).length
    assert.ok(pushed - shown <= LONGEST_CALL)
  }
  assert.ok(shown > 0)
})

describe('markers', () => {
  const MARKERS = [
    ...[
      '<|im_end|>',
      '<|im_start|>',
      '<|im_start|>assistant',
      '<|eot_id|>',
      '<|end_of_text|>',
      '<|endoftext|>',
    ],
    ...[
      '<|start_header_id|>assistant<|end_header_id|>',
      '<start_of_turn>model',
      '<end_of_turn>',
      '</s>',
      '<|end|>',
    ],
    ...[
      '</tool_call>',
      '[/INST]',
      '<|python_tag|>',
      '<|fim_middle|>',
      '<｜end▁of▁sentence｜>',
      '</TOOL_DECISION>',
    ],
  ]
  const PLACES = [
    'One.¤',
    'One.¤\n',
    'One ¤ two < three }}',
    'List<int>¤ and\n`code`¤\n```\ncode\n```\n¤',
    '1 <¤<¤ 2',
  ]

  test('are not shown, whatever the chunks', () => {
    const random = createRandom(3)
    for (const marker of MARKERS)
      for (const place of PLACES) {
        const text = place.replaceAll('¤', `${marker}\n`)
        for (let round = 0; round < 20; round++) {
          const pieces = readChunks(cutAtRandom(text, random, LONGEST_CHUNK))
          assert.equal(textIn(pieces), place.replaceAll('¤', '\n'), `${marker} in ${place}`)
        }
      }
  })

  test('stay in code, where somebody writes about them', () => {
    for (const marker of MARKERS)
      for (const text of [`Use \`${marker}\` there.`, `See:\n\`\`\`\n${marker} x\n\`\`\``]) {
        assert.equal(textIn(readChunks([text])), text)
      }
  })

  test('a lone backtick does not keep them', () => {
    assert.equal(textIn(readChunks(['The ` key.\nDone.<|im_end|>'])), 'The ` key.\nDone.')
    assert.equal(textIn(readChunks(['Three ``` in a line.\nDone.<|im_end|>'])), 'Three ``` in a line.\nDone.')
  })

  test('an end tag stays where its start was shown', () => {
    assert.equal(textIn(readChunks(['A <s>b</s> c</s>'])), 'A <s>b</s> c')
    assert.equal(
      textIn(readChunks(['Say <tool_call>x</tool_call>.</tool_call>'])),
      'Say <tool_call>x</tool_call>.',
    )
  })

  test('a role is hidden only as one', () => {
    assert.equal(textIn(readChunks(['A<|im_start|>user\nB'])), 'A\nB')
    assert.equal(textIn(readChunks(['A<|im_start|>username'])), 'Ausername')
  })

  test('the filter never holds back more than the longest marker', () => {
    const random = createRandom(5)
    for (let round = 0; round < 5000; round++) {
      const text = soup(random)
      const filter = new MarkerFilter()
      filter.push(text.slice(0, random() * text.length))
      assert.ok(filter.end().length <= LONGEST_MARKER, text)
    }
  })
})
