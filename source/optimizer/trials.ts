// Trials: the same cases with what stands and with what is proposed. Greedy, so a case that was asked is not asked again.
import type { Score } from '../contracts/optimized.ts'
import type { Asked, Draft, OptimizerPorts, TrialCase } from './ports.ts'

/** Both sides of a trial. */
export interface Compared {
  readonly before: Score
  readonly after: Score
  readonly better: number
  readonly worse: number
}

export class Trials {
  readonly #ports: Pick<OptimizerPorts, 'ask' | 'cases' | 'decision' | 'ready'>
  readonly #signal: AbortSignal
  readonly #asked = new Map<string, Asked>()
  #cases: readonly TrialCase[] | undefined

  constructor(ports: Pick<OptimizerPorts, 'ask' | 'cases' | 'decision' | 'ready'>, signal: AbortSignal) {
    this.#ports = ports
    this.#signal = signal
  }

  /** Whether any case of *accept* is for this tool: without one a change would stay because nothing was asked. */
  canDecide(tool: string): boolean {
    return this.of('accept', (one) => one.tool === tool).length > 0
  }

  /** The cases of a part, in the order of their ids, the person's own before the others. */
  of(part: TrialCase['part'], isWanted: (one: TrialCase) => boolean): readonly TrialCase[] {
    this.#cases ??= [...this.#ports.cases()].sort((a, b) => byTaught(a, b) || (a.id < b.id ? -1 : 1))
    return this.#cases.filter((one) => one.part === part && isWanted(one))
  }

  async ask(one: TrialCase, draft: Draft): Promise<Asked> {
    const { head, states, adapter } = draft
    // The states of other tools cannot reach this case.
    const state = one.tool === null ? null : states?.get(one.tool)
    const key = JSON.stringify([this.#ports.decision(one), one.id, head, state, adapter?.sha256])
    const asked = this.#asked.get(key) ?? (await this.#ports.ask(one, draft, this.#signal))
    this.#signal.throwIfAborted()
    this.#asked.set(key, asked)
    return asked
  }

  async score(
    cases: readonly TrialCase[],
    draft: Draft,
    onEach?: (done: number, total: number) => void,
  ): Promise<Score> {
    let right = 0
    for (const [at, one] of cases.entries()) {
      if ((await this.ask(one, draft)).right) right++
      onEach?.(at + 1, cases.length)
    }
    return { right, cases: cases.length }
  }

  /** Asks each case both ways. */
  async compare(
    cases: readonly TrialCase[],
    before: Draft,
    after: Draft,
    onEach?: (done: number, total: number) => void,
  ): Promise<Compared> {
    // One side after the other: each has its state, which is made once.
    let done = 0
    const tell = () => onEach?.(++done, 2 * cases.length)
    return paired(await this.#rights(cases, before, tell), await this.#rights(cases, after, tell))
  }

  /**
   * Compares what the router knows with what it shall know. Only cases that it decides otherwise are asked, for nothing else changes.
   * In the end it knows what it knew.
   */
  async compareRouters(
    cases: readonly TrialCase[],
    { change, takeBack }: { readonly change: () => void; readonly takeBack: () => void },
  ): Promise<Compared> {
    const messages = cases.map(({ message }) => message)
    await this.#ports.ready?.(messages)
    const decisions = cases.map((one) => this.#ports.decision(one))
    change()
    await this.#ports.ready?.(messages)
    const turned = cases.filter((one, at) => this.#ports.decision(one) !== decisions[at])
    const after = await this.#rights(turned, {})
    takeBack()
    return paired(await this.#rights(turned, {}), after)
  }

  async #rights(cases: readonly TrialCase[], draft: Draft, onEach?: () => void): Promise<readonly boolean[]> {
    const rights: boolean[] = []
    for (const one of cases) {
      rights.push((await this.ask(one, draft)).right)
      onEach?.()
    }
    return rights
  }
}

function paired(before: readonly boolean[], after: readonly boolean[]): Compared {
  const count = (isCounted: (then: boolean, now: boolean) => boolean) =>
    before.filter((then, at) => isCounted(then, after[at] === true)).length
  return {
    before: { right: count((then) => then), cases: before.length },
    after: { right: count((_, now) => now), cases: before.length },
    better: count((then, now) => now && !then),
    worse: count((then, now) => then && !now),
  }
}

/** Orders what the person taught before the rest. */
export function byTaught(a: TrialCase, b: TrialCase): number {
  return Number(b.isTaught ?? false) - Number(a.isTaught ?? false)
}

/** A change stays if no fewer cases are right with it. */
export function isAccepted({ before, after }: Pick<Compared, 'before' | 'after'>): boolean {
  return after.right >= before.right
}

/** Sums up trials of single tools. */
export function added(all: readonly Compared[]): Compared {
  const sum = (pick: (one: Compared) => number) => all.reduce((total, one) => total + pick(one), 0)
  return {
    before: { right: sum((one) => one.before.right), cases: sum((one) => one.before.cases) },
    after: { right: sum((one) => one.after.right), cases: sum((one) => one.after.cases) },
    better: sum((one) => one.better),
    worse: sum((one) => one.worse),
  }
}
