// The data of each page, read from what commands may see. Nothing here changes anything: pages do that with lines.
import type { CommandContext } from '../contracts/command.ts'
import type { DashboardPorts } from '../contracts/dashboard.ts'
import type { NamedState } from '../contracts/named-states.ts'
import type { PageData, PageName, ShownState, ShownTool } from './page-data.ts'
import { Refusal } from './read-json.ts'

/** Entries of the memory that are shown at once, and turns of the session. */
const MOST_ENTRIES = 200
const MOST_TURNS = 200

interface Asked {
  readonly ports: DashboardPorts
  readonly context: CommandContext
  readonly query: URLSearchParams
}

const PAGES: { readonly [P in PageName]: (asked: Asked) => PageData[P] | Promise<PageData[P]> } = {
  tools: ({ ports, context }) => toolsPage(ports, context),
  index: ({ ports, context }) => ({
    head: ports.head(),
    indexTokens: context.view.indexTokens ?? 0,
    context: context.contextUse() ?? null,
  }),
  lanes: ({ context }) => lanesPage(context),
  states: ({ context }) => statesPage(context),
  memory: ({ context, query }) => memoryPage(context, query.get('q') ?? ''),
  runs: ({ ports, query }) => runsPage(ports, query.get('one'), query.get('other')),
  optimizer: ({ ports }) => ports.optimized(),
  analytics: ({ context: { analytics } }) => ({
    isOn: analytics.isOn,
    tools: analytics.report('tool'),
    models: analytics.report('model'),
    days: analytics.report('day'),
  }),
  settings: ({ context }) => ({ settings: context.settings() }),
  doctor: ({ context }) => context.doctor.check({ repair: false, sums: false }),
}

/** Whether there is a page of that name. */
export function isPageName(name: string): name is PageName {
  return Object.hasOwn(PAGES, name)
}

/** What the page shows now. Throws a sentence for the person where it cannot be read. */
export async function pageData<P extends PageName>(
  name: P,
  ports: DashboardPorts,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<PageData[P]> {
  return PAGES[name]({ ports, context: ports.context(signal), query })
}

async function toolsPage(ports: DashboardPorts, context: CommandContext): Promise<PageData['tools']> {
  const { bench } = context
  const states = await bench.states()
  const pinned = ports.pinned()
  const tools = context.tools().map((row): ShownTool => {
    const { calls, failures, lastError } = bench.use(row.name)
    const state = states.get(row.name)
    return {
      ...row,
      pinned: pinned.includes(row.name),
      paused: bench.pause(row.name) !== undefined,
      calls,
      failures,
      lastError: lastError?.message ?? null,
      stateTokens: state?.tokens ?? null,
      stateBytes: state?.bytes ?? null,
    }
  })
  return { tools }
}

async function lanesPage(context: CommandContext): Promise<PageData['lanes']> {
  const last = await context.lastTurn()
  return {
    turns: context.reading.turns().slice(-MOST_TURNS),
    last:
      last === undefined
        ? null
        : {
            turn: last.turn,
            message: last.message,
            talk: last.talk ?? null,
            call: last.call ?? null,
            talkPrompt: last.talkPrompt,
            callPrompt: last.callPrompt ?? null,
            callText: last.callText ?? null,
            answerSource: last.answerSource,
            unfaithful: last.unfaithful ?? null,
          },
  }
}

async function statesPage(context: CommandContext): Promise<PageData['states']> {
  const { states, problems } = context.states.read()
  const saved = [...(await context.bench.states()).values()]
  return {
    states: states.map((state) => shownState(state, context.states.active)),
    problems,
    saved: saved.sort((one, other) => other.bytes - one.bytes),
    use: await context.memoryUse(),
    models: (await context.models()).filter(({ installed }) => installed),
  }
}

function shownState({ name, config, meta, bytes }: NamedState, active: string | undefined): ShownState {
  return {
    name,
    active: name === active,
    persona: config.persona?.name ?? null,
    role: config.role ?? null,
    tools: config.tools.length,
    mode: config.mode,
    notes: meta.notes,
    bytes,
    headTokens: meta.headTokens,
    measured: meta.measured[0] ?? null,
  }
}

async function memoryPage({ memory }: CommandContext, words: string): Promise<PageData['memory']> {
  const none = { paused: memory?.isPaused ?? false, entries: [], overview: null }
  if (memory === undefined) return { ...none, none: 'There is no memory here.' }
  // A memory that nobody used is not made by looking at it.
  if (!memory.exists()) return { ...none, none: 'Nothing is remembered yet.' }
  const opened = await memory.open()
  const entries = opened.search({ words, limit: MOST_ENTRIES })
  return {
    none: null,
    paused: memory.isPaused,
    entries: entries.map((entry) => ({ ...entry, dueText: opened.dueText(entry) ?? null })),
    overview: opened.overview(),
  }
}

function runsPage(ports: DashboardPorts, one: string | null, other: string | null): PageData['runs'] {
  const runs = ports.runs()
  if (one === null || other === null) return { runs, comparison: null }
  const unknown = [one, other].find((name) => !runs.some((run) => run.name === name))
  if (unknown !== undefined)
    throw new Refusal(404, `There is no run \`${unknown}\` in the folder of the session.`)
  return { runs, comparison: ports.compare(one, other) }
}
