// How often each tool was called in this session, what went wrong last, and that a deprecated one is said once.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { Deprecation } from '../contracts/manifest.ts'
import type { ToolUse } from '../contracts/tool-shelf.ts'

const NONE: ToolUse = { calls: 0, failures: 0, lastError: null }

export class ToolUses {
  readonly #deprecationOf: (name: string) => Deprecation | undefined
  readonly #emit: (event: SessionEvent) => void
  readonly #uses = new Map<string, ToolUse>()
  readonly #told = new Set<string>()

  constructor(deprecationOf: (name: string) => Deprecation | undefined, emit: (event: SessionEvent) => void) {
    this.#deprecationOf = deprecationOf
    this.#emit = emit
  }

  of(name: string): ToolUse {
    return this.#uses.get(name) ?? NONE
  }

  /** Sees every event of the session. */
  note(event: SessionEvent | LiveSignal): void {
    if (event.type !== 'tool.finished') return
    const { name, ok, error } = event
    const before = this.of(name)
    this.#uses.set(name, {
      calls: before.calls + 1,
      failures: before.failures + (ok ? 0 : 1),
      lastError: error ?? before.lastError,
    })
    const deprecated = this.#deprecationOf(name)
    if (deprecated === undefined || this.#told.has(name)) return
    this.#told.add(name)
    this.#emit({
      type: 'notice',
      code: 'tool_deprecated',
      message: `The tool \`${name}\` is deprecated since ${deprecated.since}; \`${deprecated.use}\` takes its place.`,
    })
  }
}
