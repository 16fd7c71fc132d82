// The arm of a trial that this conversation is in. An arm is taken when a conversation begins and holds until it ends; a
// conversation whose setup the person changes, or that began before, is in no trial.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type {
  Arm,
  ArmCounts,
  ArmSetup,
  Trial,
  TrialFigures,
  TrialOutcome,
  TrialShelf,
  Verdict,
} from '../contracts/trial.ts'
import type { TurnOutcome } from '../governor/ports.ts'
import { difference, proportion } from '../lib/proportion.ts'
import type { ChatSession } from './session.ts'
import type { Stood } from './setup.ts'
import { type StartOptions, withoutState } from './start-options.ts'

/** A turn that was counted, and what the person said of it. */
interface Judged {
  readonly isWell: boolean
  verdict?: Verdict
}

/** What stood before the first arm was put on. */
interface Before extends Stood {
  readonly role: string | undefined
}

/** What an arm put on. */
interface Worn {
  readonly setup: ArmSetup
  readonly role: string | undefined
  readonly before: Before
}

export class TrialSlot {
  readonly #session: ChatSession
  readonly #options: StartOptions
  #arm: Arm | undefined
  /** Of its trial. */
  #started: string | undefined
  #worn: Worn | undefined
  /** Whether the next turn is the first of its conversation. */
  #isFirst = true
  #isMessage = false
  #hasBegun = false
  #last: Judged | undefined
  /** The turn before that. */
  #before: Judged | undefined
  #toldProblem: string | undefined

  constructor(session: ChatSession, options: StartOptions) {
    this.#session = session
    this.#options = options
  }

  /** Of a trial that runs: another program may have ended it and begun one of its own. */
  get arm(): Arm | undefined {
    if (this.#arm === undefined) return undefined
    return this.#session.ports.setup.trials.read()?.started === this.#started ? this.#arm : undefined
  }

  /** For `/status`. */
  get view(): string | undefined {
    const { arm } = this
    return arm && this.#worn && `${arm}: ${this.#worn.setup.kind} ${this.#worn.setup.name}`
  }

  /** A conversation begins: it gets an arm, where a trial runs and nobody chose otherwise. */
  begin(): void {
    const { ports, ground } = this.#session
    const worn = this.#worn
    this.leave()
    if (ground.level <= 2) this.#tellProblem(ports.setup.trials.problem())
    this.#isFirst = true
    const { begins, continues } = this.#options
    // An earlier conversation goes on.
    const isEarlier = continues && !this.#hasBegun
    this.#hasBegun = true
    const isInNone = isEarlier || begins.isChosen || ground.level > 2 || ports.secret.isOn()
    const trial = isInNone ? undefined : ports.setup.trials.read()
    const arm = trial && ports.setup.trials.next()
    const before = worn?.before ?? this.#stood()
    const problem = trial && arm && this.#put(trial[arm], before)
    if (trial !== undefined && arm !== undefined && problem === undefined) {
      this.#arm = arm
      this.#started = trial.started
      this.#worn = { setup: trial[arm], role: this.#session.role.active?.name, before }
      return
    }
    if (worn !== undefined) this.#takeOff(worn)
    if (problem === undefined) return
    const message = `${problem} This conversation is in no trial; \`/ab stop\` ends the trial.`
    this.#session.emit({ type: 'notice', code: 'trial', message })
  }

  #tellProblem(problem: string | undefined): void {
    if (problem !== undefined && problem !== this.#toldProblem)
      this.#session.emit({ type: 'notice', code: 'trial', message: problem })
    this.#toldProblem = problem
  }

  /** The trial ended: this conversation is not counted any more, and the next one begins as without it, unless this one's setup is kept. */
  end(isKept: boolean): void {
    const worn = this.#worn
    this.leave()
    if (!isKept) this.#worn = worn
  }

  /** This conversation is not counted any more; what stands is somebody's choice. */
  leave(): void {
    this.#worn = undefined
    this.#arm = undefined
    this.#last = undefined
    this.#before = undefined
  }

  /** Sees every event of the session. */
  hear(event: SessionEvent | LiveSignal): void {
    if (event.type === 'turn.started') this.#isMessage = event.origin === 'message'
    if (event.type !== 'turn.finished') return
    this.#before = this.#last
    this.#last = undefined
    if (!this.#isMessage) return
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (this.#arm === undefined || this.#session.ports.secret.isOn()) return
    this.#last = { isWell: event.status === 'success' }
    this.#count({ type: 'turn', status: event.status, isFirst })
  }

  /** What the person says of the last answer; what they say last counts. One that failed is counted as not well already. */
  judge(verdict: Verdict): void {
    this.#judge(this.#last, verdict)
  }

  /** A turn ended: one that runs the call before it again with another value says that the answer before was not right. */
  ended({ route }: TurnOutcome): void {
    // Only a correction has its arguments from a follow-up.
    if (route?.by === 'follow-up' && route.arguments !== undefined) this.#judge(this.#before, 'corrected')
  }

  #judge(last: Judged | undefined, verdict: Verdict): void {
    if (this.#arm === undefined || !last?.isWell || this.#session.ports.secret.isOn()) return
    const instead = last.verdict
    if (instead === verdict) return
    last.verdict = verdict
    this.#count({ type: 'verdict', verdict, instead })
  }

  #count(outcome: TrialOutcome): void {
    const { arm } = this
    if (arm !== undefined) this.#session.ports.setup.trials.count(arm, outcome)
  }

  #stood(): Before {
    const { setup, role } = this.#session
    return { ...setup.stood, role: role.active?.name }
  }

  /** In place of what the arm of the conversation before had on, unless the person chose otherwise since. */
  #takeOff({ setup: { kind, name }, role: worn, before: { role: was, ...stood } }: Worn): void {
    const { setup, role } = this.#session
    const stands = kind === 'persona' ? setup.persona?.name === name : (setup.state ?? name) === name
    if (!stands) return
    setup.restore(stood)
    if (role.active?.name === worn) role.take(was)
    this.#session.emit({ type: 'view' })
  }

  /** Gives why it cannot be put on. */
  #put({ kind, name }: ArmSetup, before: Before): string | undefined {
    const { setup, role, ports, slot } = this.#session
    if (kind === 'persona') {
      const found = ports.setup.personas.find(name)
      if (found.type === 'missing') return found.reason
      // A state that was left may still hold its tools and its role.
      if (setup.isHeld) {
        setup.leave()
        role.take(before.choice === undefined ? before.role : withoutState(this.#options).role)
      }
      if (setup.persona?.name !== name) setup.wear(found.persona)
      return undefined
    }
    const found = ports.setup.states.find(name)
    if (found.type === 'missing') return found.reason
    const refused = role.take(found.state.config.role)
    if (refused !== undefined) return refused
    if (setup.state === name) return undefined
    setup.put(found.state)
    slot.renewHead()
    return undefined
  }
}

/** The trial as `/ab` sees it. */
export function trialShelf(session: ChatSession): TrialShelf {
  const { ports, setup } = session
  const { trials, personas, states } = ports.setup
  const setupOf = (name: string): ArmSetup | string => {
    const state = states.find(name)
    if (state.type === 'found') return { kind: 'state', name }
    const persona = personas.find(name)
    return persona.type === 'found' ? { kind: 'persona', name } : `${state.reason} ${persona.reason}`
  }
  return {
    read: () => trials.read(),
    problem: () => trials.problem(),
    get arm() {
      return setup.trial.arm
    },
    figures,
    start: (one, other, share) => {
      const [a, b] = [setupOf(one), setupOf(other)]
      if (typeof a === 'string') return a
      if (typeof b === 'string') return b
      if (one === other) return `\`${one}\` cannot be compared with itself; name two: \`/ab start A B\`.`
      return trials.start({ a, b, share, started: ports.clock.now().toISOString() })
    },
    stop: (kept) => {
      const winner = kept && trials.read()?.[kept]
      const isOn = kept !== undefined && kept === setup.trial.arm
      // The trial goes on where its winner cannot be kept.
      const refused =
        (winner && keepSetup(session, winner)) ?? trials.stop(ports.clock.now().toISOString(), kept)
      if (refused === undefined) setup.trial.end(isOn)
      return refused
    },
  }
}

function keepSetup({ ports }: ChatSession, { kind, name }: ArmSetup): string | undefined {
  const { states, personas } = ports.setup
  const found = kind === 'state' ? states.find(name) : personas.find(name)
  // As a setting it would be named by every start, and begin none.
  if (found.type === 'missing')
    return `${found.reason} The trial goes on; \`/ab stop\` alone ends it and keeps neither.`
  return (
    ports.setSetting('state', kind === 'state' ? name : '') ??
    ports.setSetting('persona', kind === 'persona' ? name : '')
  )
}

function figures({ counts }: Pick<Trial, 'counts'>): TrialFigures {
  const [a, b] = [wellOf(counts.a), wellOf(counts.b)]
  return { a, b, difference: difference(a, b) }
}

/** Turns that ended in success, less those that were called bad or corrected. */
function wellOf({ turns, successes, bad, corrections }: ArmCounts) {
  return proportion(Math.max(0, successes - bad - corrections), turns)
}
