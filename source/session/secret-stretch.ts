// What is said while nothing may be kept is forgotten when that ends: a later answer, summary or call could repeat it,
// and those are written down. The conversation goes on from where it stood before.
import type { SecretSwitch } from '../contracts/secret.ts'
import type { Standing } from './conversation.ts'

/** The session, as far as it matters here. */
interface Holder {
  readonly conversation: { readonly standing: Standing }
  takeConversation(standing: Standing): void
}

export class SecretStretch {
  readonly #switch: SecretSwitch
  readonly #session: Holder
  #before: Standing

  constructor(control: SecretSwitch, session: Holder) {
    this.#switch = control
    this.#session = session
    this.#before = session.conversation.standing
    control.onChange((isOn) => {
      if (isOn) this.#before = session.conversation.standing
      else session.takeConversation(this.#before)
    })
  }

  /** What stands now is not of this stretch, e.g. an empty conversation. */
  keep(): void {
    if (this.#switch.isOn()) this.#before = this.#session.conversation.standing
  }
}
