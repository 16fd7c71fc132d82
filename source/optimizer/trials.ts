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
  readonly #ports: Pick<OptimizerPorts, 'ask' | 'cases'>
  readonly #signal: AbortSignal
  readonly #asked = new Map<string, Asked>()
  #cases: readonly TrialCase[] | undefined

  constructor(ports: Pick<OptimizerPorts, 'ask' | 'cases'>, signal: AbortSignal) {
    this.#ports = ports
    this.#signal = signal
  }

  /** The cases of a part, in the order of their ids. */
  of(part: TrialCase['part'], isWanted: (one: TrialCase) => boolean): readonly TrialCase[] {
    this.#cases ??= [...this.#ports.cases()].sort((a, b) => (a.id < b.id ? -1 : 1))
    return this.#cases.filter((one) => one.part === part && isWanted(one))
  }

  async ask(one: TrialCase, draft: Draft): Promise<Asked> {
    const { head, states } = draft
    // The states of other tools cannot reach this case.
    const key = JSON.stringify([one.id, head, one.tool === null ? null : states?.get(one.tool)])
    const asked = this.#asked.get(key) ?? (await this.#ports.ask(one, draft, this.#signal))
    this.#signal.throwIfAborted()
    this.#asked.set(key, asked)
    return asked
  }

  async score(cases: readonly TrialCase[], draft: Draft): Promise<Score> {
    let right = 0
    for (const one of cases) if ((await this.ask(one, draft)).right) right++
    return { right, cases: cases.length }
  }

  /** Asks each case both ways. */
  async compare(cases: readonly TrialCase[], before: Draft, after: Draft): Promise<Compared> {
    const scores = { before: 0, after: 0, better: 0, worse: 0 }
    // One side after the other: each has its state, which is made once.
    for (const one of cases) await this.ask(one, before)
    for (const one of cases) {
      const now = (await this.ask(one, after)).right
      const then = (await this.ask(one, before)).right
      if (then) scores.before++
      if (now) scores.after++
      if (now && !then) scores.better++
      if (then && !now) scores.worse++
    }
    const { length } = cases
    return {
      before: { right: scores.before, cases: length },
      after: { right: scores.after, cases: length },
      better: scores.better,
      worse: scores.worse,
    }
  }
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
