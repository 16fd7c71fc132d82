// The page of a session: what it is lent, the events that it keeps from the start on, and one page however often it is asked for.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { optimizedPath } from '../composing/overlay-of-home.ts'
import type { CommandResult } from '../contracts/command.ts'
import type {
  DashboardPorts,
  DashboardShelf,
  OpenDashboard,
  OptimizedPrompts,
  RunningDashboard,
} from '../contracts/dashboard.ts'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import { compareRuns, readRun } from '../evaluation/compare.ts'
import { findRuns } from '../evaluation/run-files.ts'
import { BoundedRing } from '../lib/bounded-ring.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { loadOverlay } from '../prompt/overlay.ts'
import { askCommand } from '../session/ask-command.ts'
import { commandContext } from '../session/command-context.ts'
import type { ChatSession } from '../session/session.ts'

/** What the page shows of the past: about a day of talking. */
const MOST_EVENTS = 2_000
const MOST_CHARACTERS = 4_000_000
/** A longer event goes without what its tool gave or its command reported. */
const LONG_EVENT = 200_000

interface Here {
  readonly program: ProgramPaths
  readonly home: HomePaths
  /** Loads the room when it is needed first. */
  readonly load: () => Promise<{ readonly openDashboard: OpenDashboard }>
  /** 0: any free one. */
  readonly port?: number
}

/** Begins to keep events; nothing else is done before the page is asked for. */
export function dashboardOf(session: ChatSession, { program, home, load, port = 0 }: Here): DashboardShelf {
  const events = new BoundedRing(randomUUID(), MOST_EVENTS, MOST_CHARACTERS)
  session.subscribe(keepIn(events))
  let running: Promise<RunningDashboard> | undefined
  return {
    open: async () => {
      running ??= load().then(({ openDashboard }) =>
        openDashboard(portsOf(session, program, home, events), port),
      )
      try {
        return (await running).address()
      } catch (error) {
        running = undefined
        throw error
      }
    },
    close: async () => {
      const open = running
      running = undefined
      await (await open)?.close()
      return open !== undefined
    },
  }
}

/** Keeps what the session says; the pieces of an answer go once the whole answer is there. */
export function keepIn(events: BoundedRing): (event: SessionEvent | LiveSignal) => void {
  return (event) => {
    if (event.type === 'view' || event.type === 'progress') return
    if (event.type === 'answer') events.drop(`answer ${event.turn}`)
    const topic = event.type === 'answer.delta' ? `answer ${event.turn}` : undefined
    const text = JSON.stringify(event)
    events.push(text.length <= LONG_EVENT ? text : JSON.stringify(shorter(event)), topic)
  }
}

/** Without results and data, and with every text cut. */
function shorter(event: SessionEvent): object {
  const { result: _, data: __, ...rest } = event as SessionEvent & { result?: unknown; data?: unknown }
  const text = (value: unknown) =>
    typeof value === 'string' && value.length > LONG_EVENT / 4 ? `${value.slice(0, LONG_EVENT / 4)} …` : value
  const cut = Object.entries(rest).map(([name, value]) => [
    name,
    name === 'arguments' && JSON.stringify(value).length > LONG_EVENT / 4 ? {} : text(value),
  ])
  return Object.fromEntries(cut)
}

function portsOf(
  session: ChatSession,
  { dashboard: assetsDir }: ProgramPaths,
  home: HomePaths,
  events: BoundedRing,
): DashboardPorts {
  const { workspace, setup } = session.ports
  const read = (name: string) => readRun(join(workspace, name)).results
  return {
    session,
    events,
    assetsDir,
    context: (signal) => commandContext(session, signal),
    command: (line): Promise<CommandResult> => askCommand(session, line),
    route: (text) => {
      const { tools, router } = session.ground
      const allowed = new Set(session.role.tools.enabled.map(({ name }) => name))
      const off = new Set(tools.entries.map(({ name }) => name).filter((name) => !allowed.has(name)))
      return router.split(text, allowed, off).map((request) => {
        const startedAt = performance.now()
        const decision = router.route(request, allowed, undefined, off)
        return { request, decision, ms: performance.now() - startedAt }
      })
    },
    head: () => session.slot.head,
    pinned: () => setup.lines.pinned(),
    optimized: () => optimizedOf(session, home),
    runs: () => findRuns(workspace),
    compare: (one, other) => compareRuns(read(one), read(other)),
  }
}

function optimizedOf({ slot, ground }: ChatSession, home: HomePaths): OptimizedPrompts {
  const none = { stale: [], rows: [] }
  if (slot.model === undefined) return { ...none, reason: 'no model is loaded' }
  const { entries } = ground.tools
  const sha256 = slot.engine?.info.modelSha256
  const overlay = loadOverlay(optimizedPath(home, slot.model), entries, { id: slot.model, sha256 })
  if (overlay.type === 'none') return { ...none, reason: overlay.reason }
  const before = new Map(entries.map(({ name, oneLiner }) => [name, oneLiner]))
  return {
    reason: undefined,
    stale: overlay.stale,
    rows: [...overlay.rows].map(([tool, made]) => ({ tool, before: before.get(tool) ?? '', made })),
  }
}
