// `ethervox dashboard`: a session whose only view is the page.
import { type ComposeOptions, composeSession } from '../compose.ts'
import type { DashboardPorts, DashboardShelf, RunningDashboard } from '../contracts/dashboard.ts'
import { UserError } from '../contracts/errors.ts'
import { remoteOfHome } from '../home/remote-of-home.ts'
import { onEndSignals } from '../lib/end-signals.ts'
import { dashboardOf } from './dashboard-of-session.ts'
import { openLog } from './debug-log.ts'
import { onEnter } from './on-enter.ts'

type Surroundings = Pick<
  ComposeOptions,
  'clock' | 'flags' | 'fromEnvironment' | 'home' | 'program' | 'workspace'
>

export interface AloneOptions extends Surroundings {
  readonly load: () => Promise<{
    openDashboard(ports: DashboardPorts, port: number, again: string): Promise<RunningDashboard>
  }>
  readonly debug: string | undefined
}

/** Opens the page, prints its address, and serves until `/quit` or a signal; gives the exit code. */
export async function runDashboard(options: AloneOptions, words: readonly string[]): Promise<number> {
  const { program, home, debug } = options
  const port = portOf(words)
  const remote = remoteOfHome({ home, flags: options.flags, env: process.env })
  // A person sits before the page, so it is asked as in a terminal.
  const session = await composeSession({ ...options, remote, interactive: true })
  if (debug !== undefined) session.subscribe(openLog(debug, session.ports.secret))
  const page = dashboardOf(session, { program, home, load: () => loadAlone(options), port })
  const over = Promise.withResolvers<void>()
  session.dashboard = {
    open: () => page.open(),
    // Nothing else shows this session: it ends with its page, once the command has told that.
    close: async () => {
      setImmediate(over.resolve)
      return page.close()
    },
  }
  session.subscribe(() => session.ended && over.resolve())
  const stop = () => over.resolve()
  let leave: (() => void) | undefined
  const unwatch = onEndSignals(stop)
  try {
    process.stdout.write(`${await page.open()}\n`)
    leave = onEnter(process.stdin, () => void printAnother(page))
    if (leave) process.stderr.write('Good for one visit; Enter prints another address.\n')
    session.start()
    await over.promise
  } finally {
    leave?.()
    unwatch()
    await page.close()
    await session.close()
  }
  return 0
}

/** The page, which tells who has no cookie any more how to come in again: there is no chat to ask. */
async function loadAlone({ load }: AloneOptions) {
  const { openDashboard } = await load()
  const again = process.stdin.isTTY
    ? 'pressing Enter where `ethervox dashboard` was started'
    : 'starting `ethervox dashboard` again'
  return { openDashboard: (ports: DashboardPorts, port: number) => openDashboard(ports, port, again) }
}

async function printAnother(page: DashboardShelf): Promise<void> {
  try {
    process.stdout.write(`${await page.open()}\n`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    process.stderr.write(`${error.message}\n`)
  }
}

function portOf([port, ...more]: readonly string[]): number {
  if (port === undefined) return 0
  const number = Number(port)
  if (more.length > 0 || !/^\d{1,5}$/.test(port) || number > 65_535)
    throw new UserError(
      `\`ethervox dashboard ${[port, ...more].join(' ')}\` is not known; it takes a port up to 65535 (0: any free one), or none.`,
    )
  return number
}
