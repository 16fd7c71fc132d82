// What a server says that is well, for `targets/mcp.ts`, and words of the protocol.

const STRANGE = {
  type: 'object',
  properties: { a: { oneOf: [{ type: 'integer' }, { const: null }] }, b: { $ref: '#/$defs/leaf' } },
  required: ['a'],
  $defs: { leaf: { type: ['number', 'null'] } },
}
const ask = (params: object) => line('tools/call', { id: 77, method: 'elicitation/create', params })
const SEED = [
  result('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
    serverInfo: { name: 's', version: '1' },
  }),
  result('tools/list', {
    tools: [
      {
        name: 'Echo',
        title: 'Echo',
        description: 'Say \u001b[31m again',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        annotations: { readOnlyHint: true },
      },
      { name: 'strange', inputSchema: STRANGE, outputSchema: { type: 'object' } },
    ],
  }),
]
const CALLS = [
  [
    result('tools/call', {
      content: [{ type: 'text', text: 'done\u0000' }],
      structuredContent: { n: 1, list: ['a'] },
    }),
  ],
  [
    line('tools/call', { method: 'notifications/tools/list_changed' }),
    line('tools/call', { method: 'notifications/progress', params: { progressToken: 1, progress: 0.5 } }),
    result('tools/call', {
      content: [
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'x://y', blob: 'AAAA' } },
        { type: 'resource_link', uri: 'a:b', name: 'l' },
      ],
      isError: true,
    }),
  ],
  [
    ask({
      message: 'Which colour?',
      requestedSchema: {
        type: 'object',
        properties: { colour: { type: 'string', enum: ['red'], default: 'red' }, n: { type: 'integer' } },
        required: ['colour'],
      },
    }),
    result('tools/call', { content: [] }),
  ],
  [
    ask({ mode: 'url', message: 'go', url: 'https://x', elicitationId: '1' }),
    line('tools/call', { id: 78, method: 'sampling/createMessage', params: {} }),
    line('tools/call', { id: 79, method: 'ping' }),
    'tools/call {"jsonrpc":"2.0","id":"@id","error":{"code":-32000,"message":"no","data":{"a":1}}}',
  ],
]
const OFFERS = [
  result('resources/list', {
    resources: [{ uri: 'note://one', name: 'one', mimeType: 'text/plain' }],
    nextCursor: '',
  }),
  result('prompts/list', {
    prompts: [
      { name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }, { name: 'how' }] },
    ],
  }),
  result('resources/read', { contents: [{ uri: 'note://one', text: 'The harbour.' }] }),
  result('prompts/get', {
    messages: [
      { role: 'user', content: { type: 'text', text: 'Greet.' } },
      { role: 'assistant', content: { type: 'text', text: 'Hi.' } },
    ],
  }),
]
/** Names and values of the protocol and of schemas. */
export const MCP_WORDS: readonly string[] = [
  ...[
    'jsonrpc',
    '2.0',
    'id',
    '@id',
    'method',
    'params',
    'result',
    'error',
    'code',
    'message',
    'data',
    '_meta',
    'nextCursor',
    'tools',
    'name',
    'title',
    'description',
    'inputSchema',
    'outputSchema',
    'annotations',
    'readOnlyHint',
    'destructiveHint',
  ],
  ...[
    'type',
    'object',
    'properties',
    'required',
    '$ref',
    '#',
    '#/properties/a',
    '$defs',
    '$id',
    '$schema',
    'http://json-schema.org/draft-07/schema#',
    '$async',
    'pattern',
    '(a+)+$',
    'allOf',
    'if',
    'const',
    'enum',
    'default',
    'format',
  ],
  ...[
    'content',
    'structuredContent',
    'isError',
    'text',
    'image',
    'audio',
    'resource',
    'resource_link',
    'blob',
    'uri',
    'mimeType',
    'requestedSchema',
    'mode',
    'url',
    'contents',
    'messages',
    'role',
    'user',
    'prompts',
    'arguments',
    'capabilities',
    'listChanged',
    'protocolVersion',
  ],
  ...[
    'notifications/tools/list_changed',
    'notifications/cancelled',
    'notifications/message',
    'elicitation/create',
    'sampling/createMessage',
    'roots/list',
    'ping',
    'tools/list ',
    'tools/call ',
    'initialize ',
  ],
]

/** Scripts of servers. */
export const MCP_SEEDS = CALLS.map((call) => Buffer.from([...SEED, ...call, ...OFFERS].join('\n')))

function line(method: string, message: object): string {
  return `${method} ${JSON.stringify({ jsonrpc: '2.0', ...message })}`
}

function result(method: string, value: object): string {
  return line(method, { id: '@id', result: value })
}
