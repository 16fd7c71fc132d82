// Calls in every form, and texts that are none.

import type { JsonObject } from '../../source/contracts/json.ts'
import { type AnswerPiece, createCallReader } from '../../source/prompt/calls/call-reader.ts'
import { createToolFinder } from '../../source/prompt/calls/tool-names.ts'

export const TOOLS = ['get_time', 'file_read', 'file_write', 'memory_get', 'calculator_compute']
export const findTool = createToolFinder(TOOLS)

/** Name and arguments of each call. */
export type Calls = readonly (readonly [name: string, args: JsonObject | undefined])[]

const READ: Calls = [['file_read', { path: 'a b.txt', lines: 3 }]]
const BOTH: Calls = [...READ, ['get_time', {}]]
const ARGS = '{"path": "a b.txt", "lines": 3}'
const JSON_CALL = `{"name": "file_read", "arguments": ${ARGS}}`
const LLAMA_CALL = `{"name": "file_read", "parameters": ${ARGS}}`
const OPENAI_CALL = `{"id": "call_1", "type": "function", "function": {"name": "file_read", "arguments": ${JSON.stringify(ARGS)}}}`

/** Each is calls and nothing else. */
export const FORMATS: { readonly [title: string]: readonly [text: string, calls: Calls] } = {
  'the house format': [
    '<tool_call name="file_read" path="a b.txt" lines="3" />',
    [['file_read', { path: 'a b.txt', lines: '3' }]],
  ],
  'the house format, two in a row': [
    '<tool_call name="get_time" />\n<tool_call name="file_read" path="x > y"/>',
    [
      ['get_time', {}],
      ['file_read', { path: 'x > y' }],
    ],
  ],
  'the house format, open and closed': [
    '<tool_call name="get_time" zone=\'Europe/Zurich\'></tool_call>',
    [['get_time', { zone: 'Europe/Zurich' }]],
  ],
  'the house format without quotes': [
    '<tool_call name=file_read path=/tmp/a.txt tail>',
    [['file_read', { path: '/tmp/a.txt', tail: 'true' }]],
  ],
  'the house format with entities and escaped quotes': [
    '<tool_call name="file_write" path="a&amp;b" text="say \\"hi\\" &lt;b&gt;" />',
    [['file_write', { path: 'a&b', text: 'say "hi" <b>' }]],
  ],
  'the house format with JSON inside': [`<tool_call name="file_read">${ARGS}</tool_call>`, READ],
  'the house format with JSON in an attribute': [`<tool_call name="file_read" arguments='${ARGS}' />`, READ],
  Hermes: [`<tool_call>\n${JSON_CALL}\n</tool_call>`, READ],
  'Hermes, two in a row': [
    `<tool_call>\n${JSON_CALL}\n</tool_call>\n<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>`,
    BOTH,
  ],
  'Hermes, arguments first': [`<tool_call>{"arguments": ${ARGS}, "name": "file_read"}</tool_call>`, READ],
  Granite: [`<|tool_call|>[${JSON_CALL}]`, READ],
  'Granite, two': [`<|tool_call|>[${JSON_CALL}, {"name": "get_time", "arguments": {}}]`, BOTH],
  'Granite in tags': [`<tool_call>[${JSON_CALL}]`, READ],
  'Llama behind its tag': [`<|python_tag|>${LLAMA_CALL}<|eom_id|>`, READ],
  'Llama, two': [`<|python_tag|>${LLAMA_CALL}; {"name": "get_time", "parameters": {}}`, BOTH],
  'Llama’s built-in form': ['<|python_tag|>file_read.call(path="a b.txt", lines=3)', READ],
  'Llama, bare': [LLAMA_CALL, READ],
  'Llama, bare, with a type': [
    `{"type": "function", "name": "file_read", "parameters": ${ARGS}}<|eot_id|>`,
    READ,
  ],
  'Llama’s functions': [`<function=file_read>${ARGS}</function>`, READ],
  'Qwen’s coders': [
    '<tool_call>\n<function=file_write>\n<parameter=path>\na.txt\n</parameter>\n<parameter=text>\none\n<two>\n</parameter>\n</function>\n</tool_call>',
    [['file_write', { path: 'a.txt', text: 'one\n<two>' }]],
  ],
  Mistral: [`[TOOL_CALLS][${JSON_CALL}]</s>`, READ],
  'Mistral, two': [`[TOOL_CALLS] [${JSON_CALL}, {"name": "get_time", "arguments": {}}]`, BOTH],
  'Mistral with ARGS': [`[TOOL_CALLS]file_read[ARGS]${ARGS}`, READ],
  'Mistral with ARGS, two': [`[TOOL_CALLS]file_read[ARGS]${ARGS}[TOOL_CALLS]get_time[ARGS]{}`, BOTH],
  'Mistral with ids': [`[TOOL_CALLS]file_read[CALL_ID]a1b2[ARGS]${ARGS}`, READ],
  'Mistral, bare': [`[TOOL_CALLS]file_read${ARGS}`, READ],
  'a pythonic list': ['[file_read(path="a b.txt", lines=3), get_time()]', BOTH],
  'a pythonic list of values': [
    "[file_write(path='a', lines=[1, 2.5, -3], append=True, mode=None, meta={'k': False})]",
    [['file_write', { path: 'a', lines: [1, 2.5, -3], append: true, mode: null, meta: { k: false } }]],
  ],
  Gemma: ['```tool_code\nfile_read(path="a b.txt", lines=3)\n```', READ],
  'Gemma, printed, two': [
    '```tool_code\nprint(default_api.file_read(path="a b.txt", lines=3))\nprint(get_time())\n```',
    BOTH,
  ],
  'Gemma without a fence': ['tool_code\nget_time()', [['get_time', {}]]],
  'JSON in a fence': [`\`\`\`json\n${JSON_CALL}\n\`\`\``, READ],
  'JSON in two fences': [
    `\`\`\`json\n${JSON_CALL}\n\`\`\`\n\`\`\`json\n{"name": "get_time", "arguments": {}}\n\`\`\``,
    BOTH,
  ],
  'a fence of its own': [`\`\`\`tool_call\n${JSON_CALL}\n\`\`\``, READ],
  'a list in a fence': [`\`\`\`\n[${JSON_CALL}]\n\`\`\``, READ],
  'a decision in lines': [`<TOOL_DECISION>\nACTION: file_read\nINPUT: ${ARGS}\n</TOOL_DECISION>`, READ],
  'a decision without input': [
    '<TOOL_DECISION>\nACTION: get_time\nINPUT: none\n</TOOL_DECISION>',
    [['get_time', {}]],
  ],
  'a decision in tags': [
    `<TOOL_DECISION><ACTION>file_read</ACTION><INPUT>${ARGS}</INPUT></TOOL_DECISION>`,
    READ,
  ],
  'a decision in JSON': [`<TOOL_DECISION>{"ACTION": "file_read", "INPUT": ${ARGS}}</TOOL_DECISION>`, READ],
  OpenAI: [`{"tool_calls": [${OPENAI_CALL}]}`, READ],
  'OpenAI, two': [
    `{"tool_calls": [${OPENAI_CALL}, {"type": "function", "function": {"name": "get_time", "arguments": "{}"}}]}`,
    BOTH,
  ],
  'OpenAI’s list alone': [`[${OPENAI_CALL}]`, READ],
}

/** Each is text from its first to its last character. */
export const TEXTS: readonly string[] = [
  'Hello! How can I help?',
  '',
  ' \n ',
  '7',
  'you could use get_time for that',
  '`file_read(path)` reads a file, get_time() does not.',
  'file_read(path="a.txt") reads a file.',
  'get_time',
  'Write <tool_call name="get_time" /> to call it.',
  'Models write <tool_call>{"name": "get_time"}</tool_call> there.',
  'I would call {"name": "get_time", "arguments": {}} here.',
  'It is a list: [get_time()].',
  '[get_time](docs/tools.md) tells the time.',
  '[get_time()](docs/tools.md) tells the time.',
  '{"name": "Anna"}',
  '{"name": "Anna Lee", "age": 7, "tags": ["a", {"b": "}}"}]}',
  '{"name": "get_time", "description": "Current time", "parameters": {"type": "object"}}',
  '{"name": "get_time", "parameters": {"type": "object", "properties": {"zone": {"type": "string"}}}}',
  '{"name": "get_tiem"}',
  '[{"name": "get_time"}, {"name": "Anna"}]',
  '{"type": "circle", "radius": 2}',
  '{"tool_calls": []}',
  '{"function": "f(x) = x^2"}',
  '{}',
  '{',
  '}}',
  '}} and <',
  '<',
  '<<',
  '< 5 is true, and 3 <4',
  '<tool_call',
  '<tool_call>get_time</tool_call>',
  '<tool_call>{"name": "send_mail", "arguments": {}}</tool_call>',
  '<tool_call name="send_mail" to="x" />',
  '<tool_calling> is what it is called.',
  '<p>One <b>bold</b> word, <s>struck</s> out.</p>\n<!-- <|> -->',
  '<TOOL_DECISION>none</TOOL_DECISION>',
  'Map<string, List<int>> m = new HashMap<>(); if (a<b && c>d) { m.put("x", List.of(1)); }}',
  '```ts\nconst m: Map<string, Array<number>> = new Map()\nif (a < b) { print({ name: "get_time" }) }\n```\nDone.',
  '```json\n{"title": "get_time", "items": [1, 2, {"x": null}]}\n```',
  '```json\n{"name": "Anna", "arguments": {"of": "hers"}}\n```\nThat is Anna.',
  '```python\nprint("get_time")\nget_time()\n```',
  '```python\nprompt = "<|im_start|>user\\n" + text + "<|im_end|>"\n```\nThat is ChatML; `</s>` ends a text of Llama 2.',
  '```\nget_time()\n```',
  '```',
  '``',
  'The area is $\\int_0^1 \\frac{x}{2}\\,dx = \\left[\\frac{x^2}{4}\\right]_0^1$, and $a <b$.',
  '\\[ \\sum_{i=1}^{n} x_{i} \\]',
  '| a | b |\n|---|---|\n| <br> | `x | y` |\n| [1] | {2} |',
  '- [ ] one\n- [x] two [INSTALL] [/IN',
  'F# pipes: a <| b |> c, Haskell: p <|> q, `<|x|>`.',
  '[1, 2, 3]',
  '["a", "b"]',
  '[see below] for more',
  'tool_code is a word. tool_codes, too.',
  'tool_code\nis a word',
  'tool_code get_time() is how Gemma writes it.',
  'Emoji 👩‍👩‍👧 and ümläut <é> 漢字 ［TOOL］',
  '\n\n  Indented, after blank lines.\n',
  `{"name": "${'x'.repeat(300)}"}`,
  `${' '.repeat(400)}far in`,
  `${'['.repeat(300)}`,
  `{"arguments": ${'{"a": '.repeat(100)}`,
]

/** Everything that the reader makes of these chunks, neighbouring texts joined. */
export function readChunks(chunks: readonly string[]): readonly AnswerPiece[] {
  const reader = createCallReader({ findTool })
  return joined([...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()])
}

export function callsIn(pieces: readonly AnswerPiece[]): Calls {
  return pieces.flatMap((piece) => (piece.type === 'call' ? [[piece.name, piece.arguments] as const] : []))
}

export function textIn(pieces: readonly AnswerPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('')
}

function joined(pieces: readonly AnswerPiece[]): readonly AnswerPiece[] {
  const result: AnswerPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.type === 'text' && last?.type === 'text')
      result[result.length - 1] = { type: 'text', text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}

/** Numbers from 0 up to 1, the same for the same seed (a linear congruence). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Cuts a text at random borders into chunks of 1 to `longest` characters. */
export function cutAtRandom(text: string, random: () => number, longest: number): readonly string[] {
  const chunks: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * longest)
    chunks.push(text.slice(at, at + length))
    at += length
  }
  return chunks
}
