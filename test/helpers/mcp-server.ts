// A small MCP server over stdio, by hand, that misbehaves as its first argument says: `silent` answers nothing, `no-list` no list,
// `garbage` writes lines that are no messages, `flood` writes to stderr without end, `stubborn` cannot be ended, `dead` ends at once,
// `endless` has a tool whose result is never held against its pattern.
// Its tools do the rest: see below; `huge` is not listed.
import { createInterface } from 'node:readline'
import { ENDLESS, ENDLESS_TEXT } from './endless-pattern.ts'
import { STRANGE_SCHEMA } from './mcp-strange-schema.ts'

type Wire = { readonly [key: string]: unknown }

const [mode = 'well', ...more] = process.argv.slice(2)
const object = (properties: Wire, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
})
const text = { type: 'string', description: 'a text' }

const SHAPE = object({ text: { type: 'string', pattern: ENDLESS } })

let tools: Wire[] = [
  tool('echo', 'Say a text again', object({ text }, ['text']), { readOnlyHint: true }),
  tool('hang', 'Never answer', object({})),
  tool('die', 'End the server at once', object({})),
  tool('change', 'Take another list of tools', object({}), { readOnlyHint: true }),
  tool('ask', 'Ask the person for a colour', object({}), { destructiveHint: false }),
  tool('paint', 'Send escape sequences', object({}), { readOnlyHint: true }),
  tool('long', 'Send a very long text', object({}), { readOnlyHint: true }),
  tool('env', 'Names of the environment', object({}), { readOnlyHint: true }),
  tool('fail', 'Say that it failed', object({}), { readOnlyHint: true }),
  tool('strange', 'Takes a strange schema', STRANGE_SCHEMA),
  ...(mode === 'endless'
    ? [{ ...tool('shape', 'Say what has a shape', object({})), outputSchema: SHAPE }]
    : []),
  ...Array.from({ length: Number(more[0] ?? 0) }, (_, at) =>
    tool(`number_${at}`, `Do the thing number ${at} with great care and many words`, object({ text })),
  ),
]
let nextId = 1000
const asked = new Map<unknown, (answer: Wire) => void>()

function tool(name: string, description: string, inputSchema: Wire, annotations?: Wire): Wire {
  return { name, description, inputSchema, ...(annotations && { annotations }) }
}

if (mode === 'flood') {
  setInterval(() => process.stderr.write('flood '.repeat(20_000)), 5)
}
if (mode === 'stubborn') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1000)
}
if (mode === 'dead') {
  process.stderr.write('no licence found\n')
  process.exitCode = 3
} else {
  createInterface({ input: process.stdin }).on('line', (line) => receive(JSON.parse(line) as Wire))
}

function receive({ id, method, params, result, error }: Wire): unknown {
  if (mode === 'garbage') process.stdout.write('this is {no message\n{"jsonrpc":"2.0"}\n\u001b[2Jmore\n')
  if (method === undefined) {
    return asked.get(id)?.((result ?? error) as Wire)
  }
  if (id === undefined || mode === 'silent') return undefined
  if (method === 'initialize') {
    const { protocolVersion } = params as Wire
    const capabilities = { tools: { listChanged: true }, prompts: {}, resources: {} }
    return answer(id, { protocolVersion, capabilities, serverInfo: { name: 'by hand', version: '1' } })
  }
  if (method === 'tools/list') return mode === 'no-list' ? undefined : answer(id, { tools })
  if (method === 'prompts/list')
    return answer(id, {
      prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }, { name: 'how' }] }],
    })
  if (method === 'prompts/get') {
    const { arguments: args } = params as { arguments: Wire }
    const content = { type: 'text', text: `Greet ${args.who} ${args.how ?? 'plainly'}.` }
    return answer(id, { messages: [{ role: 'user', content }] })
  }
  if (method === 'resources/list') return answer(id, { resources: [{ uri: 'note://one', name: 'one' }] })
  if (method === 'resources/read') {
    const { uri } = params as { uri: string }
    if (uri !== 'note://one') return send({ id, error: { code: -32002, message: 'no such note' } })
    return answer(id, { contents: [{ uri, text: 'The harbour opens at 07:40.' }] })
  }
  if (method === 'tools/call') return call(id, params as { name: string; arguments?: Wire })
  return send({ id, error: { code: -32601, message: `no ${String(method)}` } })
}

function call(id: unknown, { name, arguments: args = {} }: { name: string; arguments?: Wire }): unknown {
  const say = (words: string, isError = false) =>
    answer(id, { content: [{ type: 'text', text: words }], isError })
  if (name === 'hang') return undefined
  if (name === 'die') {
    return process.stderr.write('out of memory\n', () => process.kill(process.pid, 'SIGKILL'))
  }
  if (name === 'change') {
    tools = [...tools.filter((one) => one.name !== 'long'), tool('fresh', 'A tool that is new', object({}))]
    send({ method: 'notifications/tools/list_changed' })
    return say('changed')
  }
  if (name === 'ask') {
    const requestedSchema = object({ colour: { type: 'string', enum: ['red', 'blue'] }, note: text }, [
      'colour',
    ])
    const question = nextId++
    asked.set(question, (given) => say(`answer ${JSON.stringify(given)}`))
    return send({
      id: question,
      method: 'elicitation/create',
      params: { message: 'Which colour?', requestedSchema },
    })
  }
  if (name === 'paint') return say('\u001b[2J\u001b]0;title\u0007red\u009b31m\u0000 done')
  if (name === 'huge') return say('x'.repeat(Number(args.text) * 1024 * 1024))
  if (name === 'long') return say(`begin ${'x'.repeat(300_000)} end`)
  if (name === 'env') return say(Object.keys(process.env).sort().join(' '))
  if (name === 'shape') return answer(id, { content: [], structuredContent: { text: ENDLESS_TEXT } })
  if (name === 'fail') return say('the disk is full', true)
  return say(`echo: ${String(args.text)}`)
}

function answer(id: unknown, result: Wire): void {
  send({ id, result })
}

function send(message: Wire): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
