// What a session is given at its start, and what of it holds as soon as the state that it began with is left.
import type { SessionOptions } from './ports.ts'

/** Role and mode as flags and settings say them. */
type WithoutState = Pick<SessionOptions, 'role' | 'mode'>

/** `withoutState` absent: role and mode of the options are of no state. */
export type StartOptions = SessionOptions & { readonly withoutState?: WithoutState }

/** Role and mode as they are without a state. */
export function withoutState(options: StartOptions): WithoutState {
  return options.withoutState ?? options
}
