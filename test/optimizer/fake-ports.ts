// Three tools in memory, an engine that writes what a table says, and cases whose outcome a function decides.
import type { CallRequest, Engine } from '../../source/contracts/engine.ts'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { FewShot } from '../../source/contracts/manifest.ts'
import type { OptimizeChoice, OptimizedTool } from '../../source/contracts/optimized.ts'
import { exactTest } from '../../source/evaluation/compare.ts'
import { KINDS_OF_WORDS, MANNERS, REQUESTS, WORDS } from '../../source/optimizer/example-prompts.ts'
import { optimize } from '../../source/optimizer/optimize.ts'
import type {
  CallLearner,
  Draft,
  Journal,
  LearnedExample,
  OptimizerPorts,
  OptimizerTool,
  TrialCase,
} from '../../source/optimizer/ports.ts'
import { buildCallState } from '../../source/prompt/call-state.ts'
import { withDraft } from '../../source/prompt/optimized-tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'

export interface FakePorts extends OptimizerPorts {
  /** What was written last. */
  saved: ReadonlyMap<string, OptimizedTool>
  saves: number
  journal: Journal
  /** Ids of the cases that were asked, with the draft. */
  readonly asked: { readonly id: string; readonly draft: Draft }[]
  readonly written: CallRequest[]
}

export interface FakeOptions {
  readonly choice?: Partial<OptimizeChoice>
  readonly tools?: readonly OptimizerTool[]
  readonly kept?: ReadonlyMap<string, OptimizedTool>
  readonly cases?: readonly TrialCase[]
  /** Lines by description; others are empty. */
  readonly lines?: { readonly [description: string]: string }
  readonly advice?: string
  /** What is written about how a tool is asked for: at most three requests, and lists of words, by what the writer is shown. */
  readonly requests?: (shown: string) => readonly string[]
  readonly words?: readonly string[]
  /** What a case gives with a draft; right by default. */
  readonly isRight?: (one: TrialCase, draft: Draft) => boolean
  /** What the router decides; by default what is right. */
  readonly decision?: (one: TrialCase) => string
  /** What the router thinks of; by default every tool. */
  readonly candidates?: (request: string) => readonly string[]
  readonly learn?: (examples: readonly LearnedExample[]) => void
  readonly calls?: CallLearner
  /** Called before each case. */
  readonly onAsk?: (count: number) => void
  readonly onWrite?: (count: number) => void
}

const shot = (at: number): FewShot => ({
  user: `wake me at ${at} o'clock${at % 3 === 0 ? ' for work' : ''}`,
  arguments: { hour: at, ...(at % 3 === 0 && { label: 'work' }) },
})

export function tool(
  name: string,
  oneLiner: string,
  description: string,
  more: Partial<OptimizerTool['detail']> = {},
): OptimizerTool {
  return {
    entry: { name, oneLiner, group: 'home', priority: 128, risk: 'read', contentHash: `hash of ${name}` },
    detail: {
      description,
      parameters: { type: 'object' },
      examples: [],
      fewShots: [],
      triggers: [],
      ...more,
    },
  }
}

export const TOOLS: readonly OptimizerTool[] = [
  tool('clock_wake', 'Set the clock so that it wakes the person', 'Wakes the person at an hour', {
    parameters: {
      type: 'object',
      properties: { hour: { type: 'integer' }, label: { type: 'string' } },
      required: ['hour'],
    },
    fewShots: Array.from({ length: 16 }, (_, at) => shot(at + 1)),
    examples: ['wake me at seven', 'wake the kids at eight'],
  }),
  tool('lamp_set', 'Turn any lamp of the house on or off', 'Switches a lamp on or off'),
  tool('parcel_track', 'Find out where a parcel is just now', 'Tells where a parcel is'),
]

/** So many cases for the alarm clock in each part, and two for none. */
export const CASES: readonly TrialCase[] = [
  ...['train', 'accept'].flatMap((part) =>
    [1, 2, 3, 4].map(
      (at): TrialCase => ({
        id: `${part}-${at}`,
        part: part as TrialCase['part'],
        message: `get me up at ${at}`,
        tool: 'clock_wake',
        accepted: { hour: [at] },
      }),
    ),
  ),
  { id: 'none-1', part: 'accept', message: 'hello', tool: null, accepted: {} },
  { id: 'none-2', part: 'accept', message: 'thanks', tool: null, accepted: {} },
]

/** Better lines for two of the tools. */
export const LINES = {
  'Wakes the person at an hour': 'Wake a person',
  'Switches a lamp on or off': 'Switch a lamp on or off',
}

export function fakePorts(options: FakeOptions = {}): FakePorts {
  const { tools = TOOLS, isRight = () => true } = options
  const written: CallRequest[] = []
  const engine: Engine = {
    ...createFakeEngine(),
    writeCall: async (request, signal) => {
      written.push(request)
      options.onWrite?.(written.length)
      signal.throwIfAborted()
      const text = textFor(request, options)
      const usage = { evaluated: 1, reused: 1, generated: 1 }
      return { text: JSON.stringify(text), usage, weakest: 1, totalMs: 1, cut: false }
    },
  }
  const ports: FakePorts = {
    choice: { all: false, tools: [], strategies: ['index'], again: false, dryRun: false, ...options.choice },
    engine,
    writer: engine,
    tools,
    allTools: tools,
    kept: options.kept ?? new Map(),
    cases: () => options.cases ?? CASES,
    ask: async (one, draft, signal) => {
      ports.asked.push({ id: one.id, draft })
      options.onAsk?.(ports.asked.length)
      signal.throwIfAborted()
      const right = isRight(one, draft)
      const wrong: JsonObject = { hour: 99, label: 'work' }
      return { right, rightTool: true, got: right ? { hour: 1 } : wrong }
    },
    isForHead: (one) => one.tool === null,
    head: async (of) => [{ role: 'system', text: [...of].map((pair) => pair.join(': ')).join('\n') }],
    state: (name, detail, draft) => buildCallState(name, withDraft(detail, draft), { shots: 20 }),
    save: (rows) => {
      ports.saved = new Map(rows)
      ports.saves++
    },
    readJournal: () => ports.journal,
    writeJournal: (journal) => {
      ports.journal = new Map(journal)
    },
    chance: exactTest,
    decision: (one) => options.decision?.(one) ?? String(one.tool),
    candidates: options.candidates ?? (() => tools.map(({ entry }) => entry.name)),
    learn: options.learn,
    calls: options.calls ?? 'there is no Python',
    onProgress: () => undefined,
    saved: new Map(),
    saves: 0,
    journal: new Map(),
    asked: [],
    written,
  }
  return ports
}

function textFor(request: CallRequest, { lines = LINES, advice = '', requests, words = [] }: FakeOptions) {
  if ('advice' in (request.parameters.properties ?? {})) return { advice }
  if (request.state === WORDS) return named(KINDS_OF_WORDS, words)
  if (request.state === REQUESTS) return named(MANNERS, requests?.(request.message) ?? [])
  return linesFor(request, lines)
}

function named(fields: ReadonlyMap<string, number>, texts: readonly string[]) {
  return Object.fromEntries([...fields.keys()].map((name, at) => [name, texts[at] ?? '']))
}

function linesFor({ message }: CallRequest, lines: { readonly [description: string]: string }) {
  return Object.fromEntries(
    message.split('\n').map((row) => {
      const [, number = '', description = ''] = /^(\d+)\. (.*)$/.exec(row) ?? []
      return [number, lines[description] ?? '']
    }),
  )
}

/** A whole run, with what it wrote. */
export async function runFake(options: FakeOptions = {}, signal = new AbortController().signal) {
  const ports = fakePorts(options)
  const outcome = await optimize(ports, signal)
  return { ports, ...outcome, text: outcome.result.text, rows: Object.fromEntries(ports.saved) }
}
