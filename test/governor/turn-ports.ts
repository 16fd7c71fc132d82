// A turn with hand-made ports: three tools, a router that the test decides, everything that happened in a list.

import type { Engine } from '../../source/contracts/engine.ts'
import type { LiveSignal, SessionEvent } from '../../source/contracts/event.ts'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { ACTS, type ActShares, type Beyond, type Reading } from '../../source/contracts/request-acts.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { TableFigures } from '../../source/contracts/table-request.ts'
import { type Tool, ToolFailure } from '../../source/contracts/tool.ts'
import type { AskedCall } from '../../source/governor/approve-call.ts'
import type { Beside } from '../../source/governor/beside.ts'
import type { Approval } from '../../source/governor/execute.ts'
import { runTurn } from '../../source/governor/governor.ts'
import type { TurnInput, TurnOutcome, TurnPorts } from '../../source/governor/ports.ts'
import { nearestName } from '../../source/lib/nearest-name.ts'
import { withBefore } from '../../source/prompt/before.ts'
import { buildCallState } from '../../source/prompt/call-state.ts'
import { openAnswerReader } from '../../source/prompt/calls/call-reader.ts'
import { buildHead, withFacts } from '../../source/prompt/head.ts'
import { nearestShots } from '../../source/prompt/nearest-shots.ts'

const NO_PARAMETERS: JsonSchema = { type: 'object', properties: {} }

export const GET_TIME: Tool = {
  name: 'get_time',
  description: 'Current time of day',
  parameters: NO_PARAMETERS,
  risk: 'read',
  run: () => ({ time: '10:24' }),
  say: () => ({ sentence: 'It is 10:24.', key: ['10:24'] }),
}
export const ADD: Tool = {
  name: 'add_numbers',
  description: 'Adds',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  risk: 'read',
  run: ({ a, b }) => Number(a) + Number(b),
  say: (sum, { a, b }) => ({ sentence: `${a} + ${b} = ${sum}.`, key: [String(sum)] }),
}
export const FIND: Tool = {
  name: 'find_file',
  description: 'Finds',
  parameters: NO_PARAMETERS,
  risk: 'write',
  run: () => {
    throw new ToolFailure('not_found', 'There is no file `plan.txt`.')
  },
  say: () => ({ sentence: 'never' }),
}

export interface TurnOptions {
  readonly engine: Engine | undefined
  readonly tools?: readonly Tool[]
  /** What the router decides; a name is a sure decision. */
  readonly route?: string | RouteDecision | ((request: string, last: string | undefined) => RouteDecision)
  /** Tools that are off are so on purpose. */
  readonly isPlainChat?: boolean
  /** Groups of tools; without them all are in one. */
  readonly groups?: Readonly<Record<string, string>>
  /** Names in the folders of the workspace. */
  readonly folders?: Readonly<Record<string, readonly string[]>>
  /** A request held against tables. */
  readonly readTables?: (
    ...asked: Parameters<TurnPorts['readTables']>
  ) => Awaited<ReturnType<TurnPorts['readTables']>>
  /** What a request asks for; without it nothing is sure. */
  readonly read?: TurnPorts['read']
  /** Names of the tools that take a program. */
  readonly programTools?: Awaited<ReturnType<TurnPorts['programTools']>>
  /** The message has a question beside the request. */
  readonly beside?: Beside
  /** The requests in the message. */
  readonly split?: readonly string[]
  /** What the router waits for. */
  readonly prepareRoute?: () => Promise<void>
  readonly approve?: (signal: AbortSignal, call: AskedCall) => Promise<Approval>
  readonly takeClock?: NonNullable<TurnPorts['takeClock']>
  readonly input?: Partial<TurnInput>
  readonly signal?: AbortSignal
  /** Hears each event when it happens. */
  readonly hear?: (event: SessionEvent) => void
}

export interface RanTurn {
  readonly outcome: TurnOutcome
  readonly events: readonly SessionEvent[]
  /** Types of the events in order, deltas left out. */
  readonly order: readonly string[]
  find<T extends SessionEvent['type']>(type: T): Extract<SessionEvent, { type: T }> | undefined
}

export const routed = (tool: string | null, score = 0.99): RouteDecision => ({
  tool,
  confidence: score,
  by: tool === null ? 'none' : 'classifier',
  candidates: tool === null ? [] : [{ tool, score }],
})

export const allow: Approval = { allowed: true, decision: 'policy', reason: 'read tools run' }

/** Runs one turn to its end. */
export async function runTestTurn(message: string, options: TurnOptions): Promise<RanTurn> {
  const events: SessionEvent[] = []
  const tools = options.tools ?? [GET_TIME, ADD, FIND]
  let now = 0
  const ports: TurnPorts = {
    engine: options.engine,
    route: (request, last) => {
      if (typeof options.route === 'function') return options.route(request, last)
      return typeof options.route === 'object' ? options.route : routed(options.route ?? null)
    },
    ...(options.prepareRoute && { prepareRoute: options.prepareRoute }),
    split: (text) => options.split ?? [text],
    requestsIn: async (text) => besideParts(options.beside) ?? [text],
    whyOff: (name) => ({
      name,
      sentence: `The tool \`${name}\` is off.`,
      isPlainChat: options.isPlainChat ?? false,
    }),
    noticeOff: ({ sentence }) => events.push({ type: 'notice', code: 'tool_off', message: sentence }),
    findTool: async (name) => {
      const tool = tools.find((one) => one.name === name)
      return tool && { tool, detail: { ...tool, examples: [], fewShots: [], triggers: [] } }
    },
    oneLiner: (name) => tools.find((one) => one.name === name)?.description ?? '',
    groupOf: (name) => options.groups?.[name],
    nearestTool: (name) =>
      nearestName(
        name,
        tools.map((one) => one.name),
      ),
    buildCallState: (name, detail) => buildCallState(name, detail),
    nearestShots,
    withBefore,
    entriesOf: async (folder) => options.folders?.[folder] ?? [],
    readTables: async (...asked) => options.readTables?.(...asked),
    read: options.read ?? (async () => readAs({})),
    actOf: () => 'tool',
    programTools: async () => options.programTools,
    createAnswerReader: (believe) => {
      const names = tools.map((tool) => tool.name)
      return openAnswerReader({ enabled: names, known: names, believe })
    },
    withFacts,
    toolContext: (signal) => ({
      workspace: '/',
      clock: { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' },
      program: {
        name: 'ethervox',
        version: '0',
        model: undefined,
        contextTokens: undefined,
        toolsEnabled: [],
      },
      signal,
      services: {},
    }),
    approve: (call, signal) => options.approve?.(signal, call) ?? Promise.resolve(allow),
    ...(options.takeClock && { takeClock: options.takeClock }),
    emit: (event: SessionEvent | LiveSignal) => {
      if (event.type === 'progress' || event.type === 'view') return
      events.push(event)
      options.hear?.(event)
    },
    monotonicMs: () => now++,
  }
  const input: TurnInput = {
    turn: 1,
    message,
    origin: 'message',
    head: buildHead('You are ethervox.', ''),
    history: [],
    earlier: [],
    open: undefined,
    answers: 'auto',
    temperature: 0,
    seed: 1,
    maxAnswerTokens: 100,
    factCharacters: 2_000,
    maxRounds: 5,
    maxMs: 60_000,
    openingFloor: 0.05,
    search: undefined,
    ...options.input,
  }
  const outcome = await runTurn(input, ports, options.signal ?? new AbortController().signal)
  return {
    outcome,
    events,
    order: events.map((event) => event.type).filter((type) => type !== 'answer.delta'),
    find: <T extends SessionEvent['type']>(type: T) =>
      events.find((event): event is Extract<SessionEvent, { type: T }> => event.type === type),
  }
}

function besideParts(beside: Beside | undefined): readonly string[] | undefined {
  if (beside === undefined) return undefined
  const parts = [beside.question, beside.request]
  return beside.isFirst ? parts : parts.toReversed()
}

/** A reading with these shares; what remains is all acts' alike. */
export function readAs(shares: Partial<ActShares>, beyond: Beyond = 'other'): Reading {
  const given = Object.values(shares).reduce((sum, one) => sum + one, 0)
  const rest = (1 - given) / (ACTS.length - Object.keys(shares).length)
  const acts = Object.fromEntries(ACTS.map((act) => [act, shares[act] ?? rest])) as ActShares
  return { acts, isMeant: true, beyond }
}

/** What the tables have of a message where it does not matter. */
export const NO_FIGURES: TableFigures = { about: [], best: 0, none: 1, gists: [] }
