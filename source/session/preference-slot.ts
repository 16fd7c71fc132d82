// The loaded model's own preference between a tool and none, asked where the router is unsure (docs/router.md).
import type { Engine, PlainState } from '../contracts/engine.ts'
import type { PreferenceWeight } from '../contracts/router.ts'
import type { Asked } from '../governor/ports.ts'
import type { Ground, SessionPorts } from './ports.ts'

export class PreferenceSlot {
  readonly #ports: SessionPorts
  readonly #ground: () => Ground
  readonly #interactive: boolean
  #weight: PreferenceWeight | undefined
  #stands = false

  constructor(ports: SessionPorts, { ground, interactive }: { ground(): Ground; interactive: boolean }) {
    this.#ports = ports
    this.#ground = ground
    this.#interactive = interactive
  }

  /** Another model was loaded; undefined: it is not asked. */
  take(weight: PreferenceWeight | undefined): void {
    this.#weight = weight
    this.drop()
  }

  /** Its state must be made anew. */
  drop(): void {
    this.#stands = false
  }

  /**
   * How much the model prefers the tool to none. Undefined: it is not worth asking, or somebody waits at the terminal and the state
   * that this needs does not stand ready.
   */
  async ask(engine: Engine, message: string, tool: string, signal: AbortSignal): Promise<Asked | undefined> {
    const state = this.#state()
    if (state === undefined || this.#weight === undefined) return undefined
    if (this.#interactive && !this.#stands) return undefined
    const { text, labels } = this.#ports.preferenceQuestion(message, tool)
    const { logits, usage } = await engine.compare({ state, text, labels }, signal)
    this.#stands = true
    return { preference: (logits[0] ?? 0) - (logits[1] ?? 0), by: this.#weight, usage }
  }

  async warm(engine: Engine, signal: AbortSignal): Promise<void> {
    const state = this.#state()
    if (state === undefined || this.#stands) return
    await engine.preparePlain(state, { signal })
    this.#stands = true
  }

  #state(): PlainState | undefined {
    if (this.#weight === undefined) return undefined
    const { borderPairs } = this.#ground()
    return borderPairs.length === 0 ? undefined : this.#ports.buildPreferenceState(borderPairs)
  }
}
