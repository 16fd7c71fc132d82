// What tools that reach out are lent of the settings; each is read when it is asked for, so a change counts at once.
import type { JsonValue } from './json.ts'

/** Tools that fetch pages. */
export interface WebAccess {
  /** `host:port` that may be reached although its address is private. */
  readonly allowPrivate: readonly string[]
}

export type WeatherUnits = 'metric' | 'imperial'

/** Tools that ask for the weather. */
export interface WeatherAccess {
  /** Without a slash at its end; undefined: the public service. */
  readonly baseUrl: string | undefined
  readonly units: WeatherUnits
  /** An answer that was kept, with the time at which it came (milliseconds); undefined: none. */
  recall(key: string): { readonly at: number; readonly value: JsonValue } | undefined
  /** Keeps an answer; what cannot be kept is not. */
  keep(key: string, at: number, value: JsonValue): void
}

/** Tools that run commands. */
export interface ShellAccess {
  /** Wall clock of one command. */
  readonly limitMs: number
}
