// Files as the program writes them, for `targets/state.ts`.
import type { Token } from 'node-llama-cpp'
import type { McpServer } from '../../../source/contracts/mcp.ts'
import { type StateOrigin, stateKey } from '../../../source/engine/embedded/state-file.ts'
import { sha256Hex } from '../../../source/lib/checksum.ts'
import { packState } from '../../../source/setups/state-transfer.ts'

/** For `targets/state.ts`. */
export const ORIGIN: StateOrigin = {
  modelSha256: 'a'.repeat(64),
  build: 'b1',
  flashAttention: false,
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  swaTokens: 0,
  chunkTokens: 64,
}
/** For `targets/state.ts`. */
export const TOKENS = [1, 2, 3] as Token[]
/** For `targets/state.ts`. */
export const CELLS = Buffer.from('cells of a state')
const CONFIG =
  'persona:\n  file: gardener\n  description: d\n  role: a gardener\n  constraints: [Never shout.]\n  shots:\n    - { user: dig, facts: "The spade is gone.", assistant: I have no spade. }\n    - { user: hello, assistant: Hello! }\nrole: reader\nmode: fresh\ntools: [b, a]\npriorities: { b: 7 }\ninstructions: |\n  My name is Ada.\n  I live in Rome.\n'
const META = {
  created: '2026-03-12T10:24:30.000Z',
  notes: 'n',
  parent: null,
  origins: {
    model: 'm',
    modelSha256: 'a',
    engine: 'e',
    template: 't',
    systemText: 's',
    tools: 'x',
    config: 'c',
  },
  headTokens: 300,
  indexTokens: 120,
  measured: [{ accuracy: 0.9, callMs: 400, tokens: 80, score: 88, date: '2026', cases: 50, model: 'm' }],
}
const TASK = {
  version: 1,
  id: 1,
  goal: 'g',
  workspace: '/w',
  created: 'c',
  changed: 'd',
  state: 'stopped',
  why: 'w',
  budget: { steps: 5, tokens: 1000, minutes: 1.5 },
  steps: [{ text: 'read it', state: 'done', said: 'yes', tools: ['a'] }],
}
const COUNTS = { conversations: 1, turns: 2, successes: 1, good: 0, bad: 0, corrections: 0 }
const SETUP = { name: 'a', hash: 'h' }
const TRIAL = {
  running: { started: '2026', share: 0.5, a: SETUP, b: SETUP, assigned: 3, counts: { a: COUNTS, b: COUNTS } },
  ended: [],
}
const LINES = [
  { type: 'session', format: 1, id: 'x', started: '2026', model: 'm', workspace: '/w', version: '1' },
  { type: 'turn.started', time: 't', turn: 1, text: 'hi', origin: 'message' },
  { type: 'tool.called', turn: 1, call: 'c1', name: 'a', arguments: { x: 1 } },
  {
    type: 'approval',
    turn: 1,
    call: 'c1',
    tool: 'a',
    arguments: { x: 1 },
    decision: 'once',
    by: 'person',
    reason: '',
  },
  {
    type: 'tool.finished',
    turn: 1,
    call: 'c1',
    ok: false,
    result: 1,
    error: { code: 'c', message: 'm' },
    say: 's',
  },
  { type: 'answer', turn: 1, text: '**hello** <b>', status: 'success', source: 'tool' },
  {
    type: 'turn.left',
    turn: 1,
    calls: [{ message: 'm', tool: 'a', arguments: { x: 1 }, shows: ['n'] }],
    open: { tool: 'a' },
    typed: 'x',
  },
  { type: 'branch', turn: 1 },
  { type: 'branch.undone' },
  { type: 'renamed', name: 'n' },
  { type: 'secret' },
]
const OVERLAY = {
  formatVersion: 1,
  model: { id: 'm', sha256: 'a' },
  tools: {
    get_time: {
      contentHash: 'h',
      oneLiner: 'Tell',
      fewShots: [{ user: 'u', arguments: {} }],
      instruction: 'i',
    },
  },
}
const PLUGINS = {
  plain: {
    used: '1.0.0',
    previous: '0.9.0',
    pinned: true,
    versions: { '1.0.0': { sha256: 'a', from: '/x' }, '0.9.0': { sha256: 'b', from: '/y' } },
    strikes: 1,
    last: 'l',
    serial: 2,
    names: ['word'],
  },
}
/** Of the list of tools. */
export const LIST_SERVER: McpServer = {
  name: 's',
  transport: { type: 'stdio', command: 'c', args: [], env: {}, cwd: undefined },
  isEnabled: true,
  connectMs: 1,
  callMs: 1,
}
const sum = (value: unknown) => sha256Hex(Buffer.from(JSON.stringify(value)))
const LIST = [{ name: 'a', description: 'd', inputSchema: { type: 'object' } }]
/** For `targets/state.ts`. */
export const WORDS = [
  ...[
    'key',
    'tokens',
    'sizeBytes',
    'sha256',
    'origin',
    'modelSha256',
    'type',
    'format',
    'call',
    'name',
    'arguments',
    'turn',
    'text',
    'running',
    'ended',
    'counts',
    'share',
    'steps',
    'budget',
    'state',
    'versions',
    'used',
    'names',
  ],
  ...[
    'persona:',
    'tools:',
    'priorities:',
    'shots:',
    'mode: ',
    '&a ',
    '*a',
    '<<: *a',
    '? ',
    '- ',
    '{',
    '[',
    'turn.started',
    'tool.called',
    'branch',
    'branch.undone',
    'answer',
    '1.0.0',
    'head.state',
    'config.yaml',
    'base64',
    'files',
  ],
]

/** By the kind of file. */
export function stateSeeds(): { readonly [kind: string]: string | object } {
  const key = stateKey(ORIGIN, TOKENS)
  return {
    sidecar: { key, tokens: 3, sizeBytes: CELLS.length, sha256: sha256Hex(CELLS), origin: ORIGIN },
    meta: META,
    config: CONFIG,
    export: packState(
      'garden',
      new Map([
        ['config.yaml', Buffer.from('mode: fresh\n')],
        ['state.meta.json', Buffer.from('{}')],
      ]),
    ),
    persona: 'name: Mo\nrole: a gardener\ndescription: d\nstyle: short\ncapabilities: [dig, plant]\n',
    trials: TRIAL,
    task: TASK,
    conversation: LINES.map((one) => JSON.stringify(one)).join('\n'),
    overlay: OVERLAY,
    plugins: PLUGINS,
    'mcp-list': { format: 1, reached: sum(LIST_SERVER.transport), sha256: sum(LIST), tools: LIST },
  }
}
