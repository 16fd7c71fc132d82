// How often each tool was called in this session, what went wrong last, and that a deprecated one is said once.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { ToolUse } from '../contracts/tool-shelf.ts'
import type { Ground } from './ports.ts'

const NONE: ToolUse = { calls: 0, failures: 0, lastError: null }

/** The session, as far as it matters here. */
interface UsedTools {
  readonly ground: Pick<Ground, 'tools'>
  emit(event: SessionEvent): void
}

/** In a dry run, so that no call was made. */
export function isOnlyShown({ error }: Extract<SessionEvent, { type: 'tool.finished' }>): boolean {
  return error?.code === 'dry_run'
}

export class ToolUses {
  readonly #session: UsedTools
  readonly #uses = new Map<string, ToolUse>()
  readonly #told = new Set<string>()

  constructor(session: UsedTools) {
    this.#session = session
  }

  of(name: string): ToolUse {
    return this.#uses.get(name) ?? NONE
  }

  /** Sees every event of the session. */
  note(event: SessionEvent | LiveSignal): void {
    if (event.type !== 'tool.finished') return
    if (isOnlyShown(event)) return
    const { name, ok, error } = event
    const before = this.of(name)
    this.#uses.set(name, {
      calls: before.calls + 1,
      failures: before.failures + (ok ? 0 : 1),
      lastError: error ?? before.lastError,
    })
    const deprecated = this.#session.ground.tools.detail(name)?.deprecated
    if (deprecated === undefined || this.#told.has(name)) return
    this.#told.add(name)
    this.#session.emit({
      type: 'notice',
      code: 'tool_deprecated',
      message: `The tool \`${name}\` is deprecated since ${deprecated.since}; \`${deprecated.use}\` takes its place.`,
    })
  }
}
