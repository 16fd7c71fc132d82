// A session as the program composes it, with a fake engine, a temporary home and a clock that stands still.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeSession } from '../../source/compose.ts'
import type { Flags } from '../../source/composing/composed-flags.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import type { EngineLoad, EngineLoadOptions } from '../../source/session/ports.ts'
import type { ChatSession } from '../../source/session/session.ts'
import { createFakeEngine, type FakeEngine, type FakeScript } from './fake-engine.ts'

export const WORKSPACE = join(import.meta.dirname, '../cases/workspace')

export interface OpenedSession {
  readonly session: ChatSession
  readonly engine: FakeEngine
  readonly events: SessionEvent[]
  readonly home: string
  /** Ends the session and removes its home. */
  done(): Promise<number>
}

export interface OpenOptions {
  readonly script?: FakeScript
  readonly home?: string
  readonly flags?: Flags
  readonly interactive?: boolean
  readonly workspace?: string
  /** False: it may still load when it is handed out. */
  readonly isAwaited?: boolean
  readonly engine?: (load: EngineLoadOptions) => Promise<EngineLoad>
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders)
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // One that a test made read-only, for who is not root.
    }
})

/** A folder of its own below the system's temporary one, gone at the latest when the process ends. */
export function temporaryFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `ethervox-${name}-`)))
  folders.push(folder)
  return folder
}

/** Opens, starts and waits until the fake model is ready. */
export async function openTestSession(options: OpenOptions = {}): Promise<OpenedSession> {
  const home = options.home ?? temporaryFolder('home')
  const engine = createFakeEngine(options.script)
  const session = await composeSession({
    program: findProgram(),
    home: homePaths(home, {}),
    workspace: realpathSync(options.workspace ?? WORKSPACE),
    interactive: options.interactive ?? false,
    flags: options.flags ?? {},
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    engine: options.engine ?? (async () => ({ type: 'ready', engine, answers: 'auto' })),
  })
  const events: SessionEvent[] = []
  session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') events.push(event)
  })
  session.start()
  if (options.isAwaited !== false) await session.settled()
  return {
    session,
    engine,
    events,
    home,
    done: async () => {
      const code = await session.close()
      if (options.home === undefined) rmSync(home, { recursive: true, force: true })
      return code
    },
  }
}

/** A copy of the workspace that a test may change. */
export function copyWorkspace(): string {
  const folder = temporaryFolder('workspace')
  cpSync(WORKSPACE, folder, { recursive: true })
  return folder
}
