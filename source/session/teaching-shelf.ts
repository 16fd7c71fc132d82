// What the session lends to `/good`, `/bad`, `/teach` and `/collect`: the last turn becomes a case, and the router reads the
// cases again with the next message.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { Taught, TaughtCase, TeachingShelf } from '../contracts/teaching.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { strayIn } from './call-tool.ts'
import { judgedGood } from './judged-turn.ts'
import type { ChatSession } from './session.ts'
import { isOfOtherVersion } from './taught-shots.ts'

const MOST_NAMED = 3
const NO_TURN: Taught = { ok: false, text: 'There is no last message to judge; send one first.' }

/** A shelf over the session as it stands now. */
export function teachingShelf(session: ChatSession): TeachingShelf {
  const { ports } = session
  const { book, collection } = ports.teaching
  const teach = (example: Omit<TaughtCase, 'id'>): Taught => {
    const refusal = whyNot(session, example)
    if (refusal !== undefined) return { ok: false, text: refusal }
    const taught = book.add(withVersion(session, example))
    const unmarked = markCollected(session, taught)
    return { ok: true, text: `${learned(session, taught)}${unmarked}`, taught }
  }
  return {
    book,
    collection,
    idle: () => idle(session),
    teach,
    good: () => {
      if (session.last !== undefined) session.setup.trial.judge('good')
      return good(session, teach)
    },
    bad: (tool) => {
      const taught = bad(session, tool, teach)
      if (taught.ok) session.setup.trial.judge('bad')
      return taught
    },
    candidates: () => {
      if (session.last !== undefined) session.setup.trial.judge('bad')
      return candidates(session)
    },
    label: (id, tool) => {
      const turn = collection.list().find((one) => one.id === id)
      if (turn === undefined)
        return { ok: false, text: `There is no collected turn \`${id}\`; \`/collect list\` shows them.` }
      const { text, arguments: args } = turn
      if (turn.done)
        return {
          ok: false,
          text: `The turn \`${id}\` was labelled already; \`/teach\` lists what was taught.`,
        }
      return tool === 'good' || tool === turn.tool
        ? teach({ text, tool: turn.tool, from: 'good', ...(args && { arguments: args }) })
        : teach({ text, tool, from: 'bad' })
    },
    isCollecting: () => isCollecting(session),
    setCollecting: (on) => ports.setSetting('collect', String(on)),
    exportCases: (file) => {
      const kept = collection.list().filter(({ failed }) => failed === undefined)
      return { count: kept.length, shown: ports.teaching.exportCases(file, kept) }
    },
  }
}

/** Hears the session: keeps turns if that is on, and says once what is wrong in the cases. */
export function collectTurns(session: ChatSession): (event: SessionEvent | LiveSignal) => void {
  const { book, collection, createCollector } = session.ports.teaching
  const hear = createCollector()
  let told: readonly string[] = []
  let toldReason = ''
  return (event) => {
    if (event.type === 'turn.started') {
      const { problems } = book.read()
      if (problems !== told)
        for (const message of problems) session.emit({ type: 'notice', code: 'teaching', message })
      told = problems
    }
    const heard = hear(event)
    if (heard === undefined || !isCollecting(session)) return
    const { isBehind, arguments: given, ...turn } = heard
    if (isBehind && !leadsAlone(session, turn)) return
    const args = isBehind ? ownArguments(turn.text, given) : given
    try {
      // Before the change that leaves them out.
      for (const message of collection.problems()) session.emit({ type: 'notice', code: 'teaching', message })
      collection.add({
        ...turn,
        ...(args && { arguments: args }),
        at: session.ports.clock.now().toISOString(),
      })
    } catch (error) {
      // Of a disk that stays full once.
      const reason = error instanceof Error ? error.message : String(error)
      const message = `The turn was not collected: ${reason}.`
      if (reason !== toldReason) session.emit({ type: 'notice', code: 'teaching', message })
      toldReason = reason
    }
  }
}

function isCollecting({ ports }: ChatSession): boolean {
  return ports.settings().some(({ name, value }) => name === 'collect' && value === true)
}

/** A taught turn is not offered again; gives what went wrong, for it was taught all the same. */
function markCollected({ ports }: ChatSession, { text, tool }: TaughtCase): string {
  const { collection } = ports.teaching
  try {
    for (const { failed: _, arguments: args, ...turn } of collection.list())
      if (turn.text === text && turn.done === undefined)
        collection.replace({
          ...turn,
          tool,
          done: true,
          ...(args && tool === turn.tool && { arguments: args }),
        })
    return ''
  } catch (error) {
    return ` Its collected turn could not be marked: ${error instanceof Error ? error.message : String(error)}.`
  }
}

/** Those for tools that are gone, and those that another one overrules. */
function idle(session: ChatSession): readonly string[] {
  const { ports, ground } = session
  return ports.teaching.book.read().cases.flatMap((one) => {
    const { id, tool } = one
    if (tool !== null && !ground.tools.has(tool))
      return [`${id} is not learned: there is no tool \`${tool}\`; \`/forget-teaching ${id}\` takes it back.`]
    const { tool: routed, taught } = routeOf(session, one.text)
    const version = versionOf(session, tool)
    if (isOfOtherVersion(one, version))
      return [
        `${id} leads to \`${tool}\`, and its arguments are not used: they were taught for ${one.version}, and it is ${version} now; \`/teach\` it again.`,
      ]
    const broken = brokenArguments(session, one)
    if (broken !== undefined) return [`${id} leads to \`${tool}\`, and its arguments are not used: ${broken}`]
    if (routed === tool) return []
    const who = taught === undefined ? 'the router says' : `"${taught}" was taught, too, and goes to`
    return [`${id} is not followed: ${who} \`${routed ?? 'none'}\`.`]
  })
}

function versionOf({ ground }: ChatSession, tool: string | null): string | undefined {
  return ground.tools.entries.find(({ name }) => name === tool)?.version
}

/** Arguments are for the tool as it is now. */
function withVersion(session: ChatSession, example: Omit<TaughtCase, 'id'>): Omit<TaughtCase, 'id'> {
  const version = example.arguments === undefined ? undefined : versionOf(session, example.tool)
  return version === undefined ? example : { ...example, version }
}

/** Among all tools, those that are off, too. */
function routeOf({ ground }: ChatSession, text: string): RouteDecision {
  return ground.router.route(text, new Set(ground.tools.entries.map(({ name }) => name)))
}

/** Whether the words lead there without what stood before them. */
function leadsAlone(session: ChatSession, { text, tool }: Pick<TaughtCase, 'text' | 'tool'>): boolean {
  return routeOf(session, text).tool === tool
}

/** undefined where a word of them does not stand in the message: they are of what stood before it. */
function ownArguments(text: string, args: JsonObject | undefined): JsonObject | undefined {
  const wordsOf = (said: string) => said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const own = new Set(wordsOf(text))
  const values = Object.values(args ?? {}).map((value) => JSON.stringify(value))
  return values.every((value) => wordsOf(value).every((word) => own.has(word))) ? args : undefined
}

function whyNot(
  { ground }: ChatSession,
  { text, tool, arguments: args, from }: Omit<TaughtCase, 'id'>,
): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return `\`${text}\` is no request; write what you would ask, in quotes.`
  if (text.length > 2_000)
    return `A request of ${text.length} characters is too long to teach; at most 2000 fit.`
  if (tool === null) return args === undefined ? undefined : '`none` takes no arguments.'
  const detail = ground.tools.detail(tool)
  if (detail === undefined) {
    const nearest = ground.tools.nearest(tool)
    const hint = nearest === undefined ? '`/tools` lists them.' : `did you mean \`${nearest}\`?`
    return `There is no tool \`${tool}\`; ${hint}`
  }
  const broken = brokenArguments({ ground }, { tool, arguments: args })
  // What was called is as the tool took it.
  const stray = from === 'teach' && args ? strayIn(tool, detail.parameters, args) : undefined
  const faults = [broken, stray].filter((one) => one !== undefined)
  return faults.length === 0 ? undefined : `These are no arguments of \`${tool}\`: ${faults.join(' ')}`
}

/** What the schema of the tool says of them, in sentences; undefined: nothing. */
function brokenArguments(
  { ground }: Pick<ChatSession, 'ground'>,
  { tool, arguments: args }: Pick<TaughtCase, 'tool' | 'arguments'>,
): string | undefined {
  const detail = tool === null || args === undefined ? undefined : ground.tools.detail(tool)
  const broken = detail === undefined || args === undefined ? [] : compileSchema(detail.parameters)(args)
  return broken.length === 0 ? undefined : broken.map(({ message }) => message).join(' ')
}

function learned(session: ChatSession, { id, text, tool }: TaughtCase): string {
  const routed = routeOf(session, text).tool
  const where = tool === null ? 'needs no tool' : `goes to \`${tool}\``
  const off =
    tool !== null && !session.role.tools.isEnabled(tool)
      ? ` It is not on: ${session.ground.tools.isEnabled(tool) ? 'the role forbids it' : `\`/tools enable ${tool}\` turns it on`}.`
      : ''
  const still = routed === tool ? '' : ` The router still says \`${routed ?? 'none'}\`.`
  const overruled = session.ports.teaching.book
    .read()
    .cases.filter((one) => one.tool !== tool && routeOf(session, one.text).taught === text)
    .map((one) => ` It overrules ${one.id} ("${one.text}").`)
    .join('')
  return `Learned as ${id}: "${text}" ${where}.${off}${still}${overruled} \`/forget-teaching ${id}\` takes it back.`
}

function good(session: ChatSession, teach: (example: Omit<TaughtCase, 'id'>) => Taught): Taught {
  const { last } = session
  if (last === undefined || last.outcome.route === undefined) return NO_TURN
  const judged = judgedGood(last.outcome)
  if ('refusal' in judged) return { ok: false, text: judged.refusal }
  const one = { text: last.message, tool: judged.tool }
  const isBehind = last.outcome.route.by === 'follow-up'
  // Learned, "make that 12" would set a timer behind anything.
  if (isBehind && !leadsAlone(session, one))
    return {
      ok: false,
      text: 'That message leaned on what stood before it, and its words alone say too little to be learned; `/teach TOOL "request" {json}` teaches a whole request.',
    }
  const args = isBehind ? ownArguments(last.message, judged.arguments) : judged.arguments
  return teach({ ...one, from: 'good', ...(args && { arguments: args }) })
}

function bad(
  { last }: ChatSession,
  tool: string | null,
  teach: (example: Omit<TaughtCase, 'id'>) => Taught,
): Taught {
  if (last === undefined || last.outcome.route === undefined) return NO_TURN
  const [call] = last.outcome.calls
  if (call !== undefined && call.tool === tool)
    return {
      ok: false,
      text: `It was \`${tool}\` that was called; if its arguments were wrong, \`/teach ${tool} "…" {json}\` says the right ones.`,
    }
  const { route, off } = last.outcome
  if (tool === null && call === undefined && route.tool === null && off.length === 0)
    return {
      ok: false,
      text: 'No tool was called, so the turn did what `none` says; `/bad TOOL` names the tool that it needed, `/good` keeps it as right.',
    }
  const taught = teach({ text: last.message, tool, from: 'bad' })
  return taught.ok ? { ...taught, text: `${taught.text} \`/retry\` runs the turn again.` } : taught
}

function candidates({ last, ground }: ChatSession): Taught {
  if (last === undefined || last.outcome.route === undefined) return NO_TURN
  const { route, calls } = last.outcome
  const had = calls[0]?.tool ?? route.tool
  const all = new Set(ground.tools.entries.map(({ name }) => name))
  const known = [...route.candidates, ...ground.router.route(last.message, all).candidates]
  const names = [...new Set(known.map(({ tool }) => tool))]
    .filter((tool) => tool !== had)
    .slice(0, MOST_NAMED)
  const choices = [...names.map((name) => `\`/bad ${name}\``), ...(had === null ? [] : ['`/bad none`'])]
  return { ok: true, text: `Which tool did it need: ${choices.join(', ')}, or another (\`/bad TOOL\`)?` }
}
