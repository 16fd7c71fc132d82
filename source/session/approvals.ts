// Who may run what: a dry run and the policy first, then what the person allowed in this session or for always, then the
// person. Invariant: nothing runs that a person was asked about and did not allow in the form in which it runs.
import type { AllowedRule, ApprovalPolicy, StandingRule } from '../contracts/approval.ts'
import { type JsonObject, parseJsonObject } from '../contracts/json.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import type { ApprovalAnswer, PendingApproval } from '../contracts/session.ts'
import { type Tool, ToolFailure } from '../contracts/tool.ts'
import { type AskedCall, LIKELY, SURE } from '../governor/approve-call.ts'
import { type Approval, decideByPolicy } from '../governor/execute.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'
import { findCovering, isOfAnother, isSameRule, rulesFor, shownScope, withPrint } from './permission.ts'

/** Where permissions outlast the session. */
export interface ApprovalMemory {
  allowedRules(): readonly AllowedRule[]
  /** Keeps these and no others; false when nothing can be kept. */
  keepAllowedRules(rules: readonly AllowedRule[]): boolean
  /** A permission names what it is for, so none is kept while this is on. */
  readonly secret?: SecretSwitch
}

export interface ApprovalOptions {
  readonly approve: ApprovalPolicy
  readonly dryRun: boolean
  /** Somebody is there who can be asked. */
  readonly interactive: boolean
}

type Settled = Exclude<ApprovalAnswer, { readonly decision: 'edited' }>

interface Open {
  readonly call: AskedCall
  readonly arguments: JsonObject
  /** What `session` and `always` are for; undefined: the whole tool. */
  readonly scope: PendingApproval['scope']
  readonly preview: string | undefined
  readonly settle: (answer: Settled) => void
  /** Settles, and never rejects, when the question is none any more. */
  readonly over: Promise<void>
}

export class Approvals {
  policy: ApprovalPolicy
  dryRun: boolean
  readonly canAsk: boolean
  readonly #memory: ApprovalMemory
  readonly #changed: () => void
  readonly #tell: (message: string) => void
  #session: readonly AllowedRule[] = []
  /** Names with what they stand for now, of which it was told that a permission fell. */
  readonly #told = new Set<string>()
  #open: Open | undefined
  /** Stops the clock of the turn that runs, which sets it: what is asked while a tool runs is no time of the turn. */
  withoutClock: <T>(wait: () => Promise<T>) => Promise<T> = (wait) => wait()

  /** `changed` is called when what is pending changes, `tell` with what a person should know. */
  constructor(
    options: ApprovalOptions,
    memory: ApprovalMemory,
    changed: () => void,
    tell: (message: string) => void,
  ) {
    this.policy = options.approve
    this.dryRun = options.dryRun
    this.canAsk = options.interactive
    this.#memory = memory
    this.#changed = changed
    this.#tell = tell
  }

  get pending(): PendingApproval | undefined {
    if (this.#open === undefined) return undefined
    const { call, arguments: args, scope, preview } = this.#open
    const { name, risk } = call.tool
    return {
      call: call.id,
      name,
      risk,
      // Every surface shows them: nothing in them may turn the reading direction, or look like something else.
      arguments: plainJson(args),
      ...(scope === undefined ? {} : { scope: { name: scope.name, value: plainText(scope.value) } }),
      ...(call.tool.preview === undefined ? {} : { preview: { text: preview && plainText(preview) } }),
    }
  }

  /** Permissions that stand, lasting ones first. */
  get rules(): readonly StandingRule[] {
    return this.#standing.map(({ print: _, ...rule }) => rule)
  }

  get #standing(): readonly (AllowedRule & StandingRule)[] {
    return [
      ...this.#memory.allowedRules().map((rule) => ({ ...rule, lasts: 'always' as const })),
      ...this.#session.map((rule) => ({ ...rule, lasts: 'session' as const })),
    ]
  }

  /** Decides at once where it can, else waits for `decide`; aborting rejects. */
  async approve(call: AskedCall, signal: AbortSignal): Promise<Approval> {
    try {
      return await this.#decide(call, signal)
    } catch (error) {
      if (error instanceof ToolFailure) return bound(error)
      throw error
    }
  }

  async #decide(call: AskedCall, signal: AbortSignal): Promise<Approval> {
    const { tool } = call
    if (this.dryRun && tool.risk !== 'read')
      return { allowed: false, decision: 'policy', reason: 'dry run', isDryRun: true }
    const least = this.policy === 'all' && !this.canAsk ? LIKELY : SURE
    const isUnsure = tool.risk !== 'read' && call.confidence < least
    const byPolicy = decideByPolicy(this.policy, tool.risk)
    if (byPolicy?.allowed === false) return byPolicy
    const isSettled = byPolicy === undefined || isUnsure || this.policy === 'all'
    const widens = isSettled ? undefined : await call.widens()
    if (byPolicy !== undefined && !isUnsure && widens === undefined) return byPolicy
    if (isUnsure && !this.canAsk) return unsure(call.confidence)
    if (widens !== undefined && !this.canAsk) return wide(widens, this.policy)
    this.#forgetOthers(tool)
    const isForPerson = isUnsure || call.isAgain === true
    const rule = isForPerson ? undefined : findCovering(this.#standing, call)
    if (rule !== undefined) return { allowed: true, decision: rule.lasts, reason: reasonOf(rule) }
    const failure = tool.preview === undefined ? undefined : await call.failure()
    if (failure !== undefined) throw failure
    const { answer, args } = await this.#ask(call, signal)
    const isEdited = JSON.stringify(args) !== JSON.stringify(call.arguments)
    const edited = isEdited ? { arguments: args } : {}
    if (answer.decision === 'denied')
      return { allowed: false, decision: 'denied', reason: refusalOf(answer.reason), ...edited }
    const keep = () => this.#keep(answer.decision, { ...call, arguments: args })
    if (call.whenRun === undefined) keep()
    else call.whenRun(keep)
    return { allowed: true, decision: answer.decision, reason: 'allowed by you', ...edited }
  }

  /** What another program asks the person, whatever the policy; undefined: no, or nobody can be asked. Aborting rejects. */
  async question(call: AskedCall, signal: AbortSignal): Promise<JsonObject | undefined> {
    if (!this.canAsk) return undefined
    const { answer, args } = await this.withoutClock(() => this.#ask(call, signal))
    return answer.decision === 'denied' ? undefined : args
  }

  /** Answers the open question; a call that is not open is ignored. Gives why an edit was not taken. */
  decide(id: string, answer: ApprovalAnswer): string | undefined {
    const open = this.#open
    if (open?.call.id !== id) return undefined
    if (answer.decision !== 'edited') {
      open.settle(answer)
      return undefined
    }
    const args = parseJsonObject(answer.arguments)
    if (args === undefined) return 'The arguments must be a JSON object, with names in double quotes.'
    const fault = open.call.check(args)
    if (fault === undefined) this.#show({ ...open, arguments: args, preview: undefined })
    return fault
  }

  /** Keeps a permission for this very tool; where nothing can be kept it lasts for this session. */
  allow(asked: AllowedRule, tool: Pick<Tool, 'name' | 'print'>): void {
    this.#forgetOthers(tool)
    const rule = withPrint(asked, tool)
    const kept = this.#memory.allowedRules()
    if (kept.some((one) => isSameRule(one, rule))) return
    const isSecret = this.#memory.secret?.isOn() ?? false
    if (isSecret || !this.#memory.keepAllowedRules([...kept, rule])) this.#allowForSession(rule)
  }

  /** Takes back every permission that `goes`; gives how many there were. */
  remove(goes: (rule: AllowedRule) => boolean): number {
    const before = this.rules.length
    const kept = this.#memory.allowedRules()
    const stays = kept.filter((rule) => !goes(rule))
    if (stays.length < kept.length && !this.#memory.keepAllowedRules(stays))
      throw new Error('the settings cannot be written, so nothing was taken back')
    this.#session = this.#session.filter((rule) => !goes(rule))
    return before - this.rules.length
  }

  #keep(decision: Settled['decision'], call: AskedCall): void {
    for (const rule of rulesFor(call)) {
      if (decision === 'session') this.#allowForSession(withPrint(rule, call.tool))
      if (decision === 'always') this.allow(rule, call.tool)
    }
  }

  #allowForSession(rule: AllowedRule): void {
    if (!this.#session.some((one) => isSameRule(one, rule))) this.#session = [...this.#session, rule]
  }

  /** Something else has the name now: what was allowed was allowed to the one before. Said once. */
  #forgetOthers(tool: Pick<Tool, 'name' | 'print'>): void {
    const kept = this.#memory.allowedRules()
    const stays = kept.filter((rule) => !isOfAnother(rule, tool))
    const here = this.#session.filter((rule) => !isOfAnother(rule, tool))
    if (stays.length === kept.length && here.length === this.#session.length) return
    this.#session = here
    // Where it cannot be written it counts for nothing all the same: `covers`.
    if (stays.length < kept.length) this.#memory.keepAllowedRules(stays)
    const what = JSON.stringify([tool.name, tool.print])
    if (this.#told.has(what)) return
    this.#told.add(what)
    this.#tell(
      `What you had allowed \`${tool.name}\` is taken back: the tool is another one now, in its words, its code or where it comes from.`,
    )
  }

  /** One at a time: another question waits until the one that is open is answered, or none any more. */
  async #ask(call: AskedCall, signal: AbortSignal): Promise<{ answer: Settled; args: JsonObject }> {
    signal.throwIfAborted()
    while (this.#open !== undefined) await unlessAborted(signal, this.#open.over)
    const { promise, resolve } = Promise.withResolvers<{ answer: Settled; args: JsonObject }>()
    const over = Promise.withResolvers<void>()
    const settle = (answer: Settled) => {
      resolve({ answer, args: this.#open?.arguments ?? call.arguments })
      // Nobody answers it twice.
      this.#open = undefined
    }
    const isOpen = () => this.#open?.settle === settle
    this.#show({ call, arguments: call.arguments, preview: undefined, settle, over: over.promise })
    try {
      return await unlessAborted(signal, promise)
    } finally {
      if (isOpen()) this.#open = undefined
      this.#changed()
      over.resolve()
    }
  }

  /** The question as it is now; what the tool says of it comes in a moment. */
  #show(asked: Omit<Open, 'scope'>): void {
    const open = { ...asked, scope: shownScope({ ...asked.call, arguments: asked.arguments }) }
    this.#open = open
    this.#changed()
    if (open.call.tool.preview === undefined) return
    void open.call.preview(open.arguments).then((preview) => {
      if (this.#open !== open) return
      this.#open = { ...open, preview }
      this.#changed()
    })
  }
}

function reasonOf({ lasts, value, pattern }: StandingRule): string {
  const scope = value ?? pattern
  const what = lasts === 'always' ? 'always allowed' : 'allowed for this session'
  return scope === undefined ? what : `${what}: \`${scope}\``
}

function refusalOf(reason: string | undefined): string {
  const said = reason?.replace(/\s+/g, ' ').trim() ?? ''
  return said === '' ? 'you did not allow it' : `you said: ${said}`
}

/** It is not for this call alone, so what was allowed for one call is not enough. */
function wide(widens: string, policy: ApprovalPolicy): Approval {
  const reason = `${widens}, which needs a yes of yours or \`--approve all\`; \`--approve ${policy}\` is not enough`
  return { allowed: false, decision: 'policy', reason }
}

/** What cannot be done is no question. */
function bound({ code, message }: ToolFailure): Approval {
  return {
    allowed: false,
    decision: 'policy',
    reason: 'not asked about, as it would fail',
    failure: { code, message },
  }
}

function unsure(confidence: number): Approval {
  const reason = `only ${Math.floor(confidence * 100)} % sure that this is what you mean`
  return { allowed: false, decision: 'policy', reason, isUnsure: true }
}
