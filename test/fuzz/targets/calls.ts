// The reader of answers: whatever a model writes and wherever its chunks are cut, the same comes of it; a call never shows, and nothing
// else is lost.
import assert from 'node:assert/strict'
import { thinkingOf, withoutThinking } from '../../../source/governor/answer-stream.ts'
import {
  type AnswerPiece,
  createCallReader,
  openAnswerReader,
} from '../../../source/prompt/calls/call-reader.ts'
import { MarkerFilter } from '../../../source/prompt/calls/markers.ts'
import { cutAtRandom, FORMATS, findTool, TEXTS, TOOLS, textIn } from '../../prompt/call-samples.ts'
import { mutateJsonWithin } from '../mutate-json.ts'
import { mutateText } from '../mutate-text.ts'
import { Random } from '../random.ts'
import type { Target } from '../target.ts'

const WORDS = [
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
    '[CALL_ID]',
    '<function=',
    '</function>',
    '<parameter=',
    '</parameter>',
    '<TOOL_DECISION>',
  ],
  ...[
    'ACTION: ',
    'INPUT: ',
    'tool_code',
    '```tool_code\n',
    '```json\n',
    '```',
    '<|im_start|>user',
    '<think>',
    '</think>',
  ],
  ...[
    '"name": ',
    '"arguments": ',
    '"function": ',
    '"tool_calls": ',
    'name=',
    'print(',
    '.call(',
    '/>',
    '&quot;',
    '&lt;',
  ],
  ...[
    'get_time',
    'file_read',
    'getTime',
    'functions.get_time',
    '"get_time"',
    'get_time()',
    '{"name": "get_time"}',
  ],
]
const SPLITTINGS = 3
const LONGEST_CHUNK = 12
const MOST_BEGINS = 300
/** What may stand around calls without being shown: blanks, what parts them, fences and their languages, markers, end tags, brackets too many. */
const AROUND = /[\s;,\]}>`]|(?:json|tool_calls?|tool_code)(?![a-z])|<\|?\/?[a-z_|]+\|?>|\[\/?tool_calls\]/iy

export async function open(): Promise<Target> {
  const texts = [...Object.values(FORMATS).map(([text]) => text), ...TEXTS]
  const text = mutateText(WORDS)
  return {
    seeds: [
      ...texts,
      ...Object.values(FORMATS).map(([one]) => `<think>So ${one}</think>\n${one}\nDone.`),
    ].map((one) => Buffer.from(one)),
    mutators: [text, text, text, mutateJsonWithin(/\{.*\}|\[.*\]/g, WORDS, text)],
    mostBytes: 40_000,
    run(input) {
      const answer = input.toString('utf8')
      const whole = readAll([answer])
      const random = new Random(answer.length, input[0] ?? 0, input.at(-1) ?? 0)
      for (let splitting = 0; splitting < SPLITTINGS; splitting++) {
        const longest = splitting === 0 ? 1 : answer.length > 4_000 ? 400 : LONGEST_CHUNK
        const chunks =
          splitting === 0 && answer.length > 4_000
            ? [answer.slice(0, 1), answer.slice(1)]
            : cutAtRandom(answer, () => random.next(), longest)
        assert.deepEqual(readAll(chunks), whole, 'what is read depends on where the chunks are cut')
      }
      checkNothingIsLost(answer, whole)
      checkBelieved(answer)
      checkThinking(answer)
    },
  }
}

function readAll(chunks: readonly string[]): {
  readonly calls: readonly AnswerPiece[]
  readonly text: string
} {
  const reader = createCallReader({ findTool })
  const pieces = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]
  const firstText = pieces.findIndex(({ type }) => type === 'text')
  const lastCall = pieces.findLastIndex(({ type }) => type === 'call')
  assert.ok(firstText < 0 || lastCall < firstText, 'a call stands behind text')
  return { calls: pieces.filter(({ type }) => type === 'call'), text: textIn(pieces) }
}

/** The answer is calls, what stands around them, and text from there on, shown without its markers. */
function checkNothingIsLost(answer: string, { calls, text }: ReturnType<typeof readAll>): void {
  let at = 0
  for (const call of calls) {
    if (call.type !== 'call') continue
    assert.ok(TOOLS.includes(call.name), 'a call of no tool')
    JSON.stringify(call.arguments)
    const begin = answer.indexOf(call.raw, at)
    assert.ok(begin >= 0, 'the text of a call does not stand in the answer')
    assert.equal(endOfAround(answer, at, begin), begin, 'something before a call is lost')
    at = begin + call.raw.length
  }
  // Text begins at the end of the calls, or behind what may stand there.
  const most = calls.length === 0 ? at : endOfAround(answer, at, answer.length)
  const likely = answer.length - text.length
  const begins = [
    likely,
    ...Array.from({ length: Math.min(most - at, MOST_BEGINS) + 1 }, (_, place) => at + place),
  ]
  for (const begin of begins) {
    if (begin < at || begin > most || begin > likely) continue
    if (withoutMarkers(answer.slice(begin)) === text) return
  }
  // More places than can be tried: what is taken for one is not known.
  if (most - at > MOST_BEGINS) return
  assert.fail('text is lost, or a call is shown')
}

/** How far what may stand around calls goes. */
function endOfAround(answer: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    AROUND.lastIndex = at
    const found = AROUND.exec(answer)
    if (found === null) break
    at += found[0].length
  }
  return Math.min(at, to)
}

function withoutMarkers(text: string): string {
  const filter = new MarkerFilter()
  return filter.push(text) + filter.end()
}

/** Where no tool is believed in nothing is a call. */
function checkBelieved(answer: string): void {
  const reader = openAnswerReader({ enabled: TOOLS, known: TOOLS, believe: () => undefined })
  const pieces = [...reader.push(answer), ...reader.end()]
  assert.equal(textIn(pieces), withoutMarkers(answer), 'text that is no call is not shown as it is')
}

/** Each grows at its end and nowhere else, however the answer grows. */
function checkThinking(answer: string): void {
  const step = Math.max(1, Math.floor(answer.length / 60))
  let [shown, thought] = ['', '']
  for (let length = 0; length <= answer.length; length += step) {
    const [now, thinks] = [withoutThinking(answer.slice(0, length)), thinkingOf(answer.slice(0, length))]
    assert.ok(now.startsWith(shown) && thinks.startsWith(thought), 'an answer does not grow at its end')
    shown = now
    thought = thinks
  }
}
