// What a turn needs of its session, as the governor's ports name it.
import type { JsonSchema } from '../contracts/json.ts'
import type { TurnPorts } from '../governor/ports.ts'
import { asClause } from '../lib/as-clause.ts'
import { ofKnownName } from './known-name.ts'
import { noticeOff, toolsOff, whyOff } from './off-tools.ts'
import { whyPaused } from './paused-tools.ts'
import type { ChatSession } from './session.ts'
import { asTaught, withTaughtShots } from './taught-shots.ts'

/** Ports onto the session as it stands now: its tools, its engine, its approvals. */
export function turnPorts(session: ChatSession): TurnPorts {
  const { ground } = session
  const { tools } = session.role
  const { ports, slot } = session
  const enabled = new Set(tools.enabled.map((entry) => entry.name))
  const entryOf = (name: string) => tools.entries.find((entry) => entry.name === name)
  const off = toolsOff(ground, enabled)
  return {
    engine: slot.engine,
    ...routing(session, enabled, off),
    whyOff: (name) => whyPaused(session, name) ?? whyOff(name, ground, session.role),
    noticeOff: (tool) => noticeOff(session, tool),
    withBefore: ports.withBefore,
    entriesOf: ports.entriesOf,
    readTables: ports.readTables,
    read: ports.read,
    actOf: ports.actOf,
    programTools: async () => programTools(enabled, (name) => tools.detail(name)?.parameters),
    findTool: async (name) =>
      withTaughtShots(await tools.callable(name), ports.teaching.book.read().cases, entryOf(name)?.version),
    oneLiner: (name) => entryOf(name)?.oneLiner ?? '',
    groupOf: (name) => entryOf(name)?.group,
    nearestTool: (name) => tools.nearest(name),
    buildCallState: ports.buildCallState,
    nearestShots: ports.nearestShots,
    createAnswerReader: (believe) =>
      ports.createAnswerReader({
        enabled: [...enabled],
        known: tools.entries.map(({ name }) => name),
        believe,
      }),
    withFacts: ports.withFacts,
    toolContext: (signal) => ({
      workspace: ports.workspace,
      clock: ports.clock,
      program: {
        name: 'ethervox',
        version: ports.version,
        model: slot.engine?.info.modelId,
        contextTokens: slot.engine?.info.contextTokens,
        toolsEnabled: tools.enabled.map((entry) => entry.name),
      },
      signal,
      services: { ...ports.services, ...session.own },
    }),
    approve: (call, signal) => session.approvals.approve(call, signal),
    takeClock: (without) => {
      session.approvals.withoutClock = without
    },
    emit: (event) => session.emit(event),
    monotonicMs: () => ports.clock.monotonicMs(),
  }
}

/** Starts the sentence model, as any text does: while the chat model loads, and not while the first message waits. */
export function startMeaning({ ground, ports }: ChatSession): void {
  if (ground.level > 2) return
  void ports.meaning?.tuned?.prepare(['hello'])
  void ports.meaning?.reading?.prepare(['hello'])
  void ports.meaning?.prepare(['hello'])
}

/** Why tools are found by words alone from now on, once. */
function tellMeaning(session: ChatSession): void {
  const problem = session.ports.meaning?.newProblem()
  if (problem === undefined) return
  const why = asClause(problem.reason)
  const message =
    problem.of === 'all'
      ? `The sentence model stopped (${why}); tools and memories are found by words until the next start.`
      : `The sentence model cannot tell the tools apart (${why}); they are found by words until the next start.`
  session.emit({ type: 'notice', code: 'no_meaning', message })
}

/** What the router found wrong with a trigger on the way is said once. */
function heard<T>(session: ChatSession, decided: T): T {
  for (const message of session.ground.router.newProblems?.() ?? [])
    session.emit({ type: 'notice', code: 'bad_trigger', message })
  return decided
}

/** What the router says of a message, as it stands now. */
function routing(
  session: ChatSession,
  enabled: ReadonlySet<string>,
  off: ReadonlySet<string>,
): Pick<TurnPorts, 'route' | 'prepareRoute' | 'requestsIn' | 'split'> {
  const { router } = session.ground
  const { tools } = session.role
  const { ports } = session
  const { book } = ports.teaching
  const versionOf = (name: string) => tools.entries.find((entry) => entry.name === name)?.version
  return {
    route: (message, last) => {
      const decided = heard(session, router.route(message, enabled, last, off))
      const known = ofKnownName(message, decided, tools)
      return asTaught(known, message, book.read().cases, versionOf, (name) => tools.detail(name)?.parameters)
    },
    prepareRoute: async (message, last) => {
      await router.prepare?.(message, enabled, last)
      tellMeaning(session)
    },
    // Where all tools are off, each message goes to the model as it is.
    split: (message) => heard(session, router.split(message, enabled, enabled.size === 0 ? undefined : off)),
    requestsIn: (message, read) =>
      enabled.size === 0 ? Promise.resolve([message]) : ports.requestsIn(message, read),
  }
}

/** The tools that take a program: the argument says which by `x-program`. */
function programTools(
  enabled: ReadonlySet<string>,
  parametersOf: (name: string) => JsonSchema | undefined,
): readonly [string, string | undefined] | undefined {
  const isFor = (name: string, act: string) =>
    Object.values(parametersOf(name)?.properties ?? {}).some((one) => one['x-program'] === act)
  const ask = [...enabled].find((name) => isFor(name, 'ask'))
  return ask === undefined ? undefined : [ask, [...enabled].find((name) => isFor(name, 'change'))]
}
