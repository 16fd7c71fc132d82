// Who may run what: policy first, then what the person said in this session or for always, then the person.
import type { JsonObject } from '../contracts/json.ts'
import type { Decision, PendingApproval } from '../contracts/session.ts'
import type { Tool } from '../contracts/tool.ts'
import { type Approval, type ApprovalPolicy, decideByPolicy } from '../governor/execute.ts'

export interface ApprovalMemory {
  isAllowed(name: string): boolean
  keepAllowed(name: string): void
}

interface Open extends PendingApproval {
  readonly settle: (decision: Decision) => void
}

export class Approvals {
  readonly #policy: ApprovalPolicy
  readonly #memory: ApprovalMemory
  readonly #changed: () => void
  readonly #session = new Set<string>()
  #open: Open | undefined

  constructor(policy: ApprovalPolicy, memory: ApprovalMemory, changed: () => void) {
    this.#policy = policy
    this.#memory = memory
    this.#changed = changed
  }

  get pending(): PendingApproval | undefined {
    return this.#open
  }

  /** Decides at once where it can, else waits for `decide`; aborting rejects. */
  async approve(
    call: { id: string; tool: Tool; arguments: JsonObject },
    signal: AbortSignal,
  ): Promise<Approval> {
    const { name, risk } = call.tool
    const byPolicy = decideByPolicy(this.#policy, risk)
    if (byPolicy !== undefined) return byPolicy
    if (this.#session.has(name))
      return { allowed: true, decision: 'session', reason: 'allowed for this session' }
    if (this.#memory.isAllowed(name)) return { allowed: true, decision: 'always', reason: 'always allowed' }
    const decision = await this.#ask(call, signal)
    if (decision === 'session') this.#session.add(name)
    if (decision === 'always') this.#memory.keepAllowed(name)
    const allowed = decision !== 'denied'
    return { allowed, decision, reason: allowed ? 'allowed by you' : 'you did not allow it' }
  }

  /** Answers the open question; a call that is not open is ignored. */
  decide(call: string, decision: Decision): void {
    if (this.#open?.call === call) this.#open.settle(decision)
  }

  #ask(call: { id: string; tool: Tool; arguments: JsonObject }, signal: AbortSignal): Promise<Decision> {
    const asked = new Promise<Decision>((resolve, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      const { name, risk } = call.tool
      this.#open = { call: call.id, name, risk, arguments: JSON.stringify(call.arguments), settle: resolve }
    })
    this.#changed()
    return asked.finally(() => {
      this.#open = undefined
      this.#changed()
    })
  }
}
