// What a router is made of.
import type { Meaning, Vectors } from '../contracts/meaning.ts'
import type { TaughtExample } from '../contracts/teaching.ts'
import type { RouterModel } from './model.ts'
import type { ToolTrigger } from './patterns.ts'
import type { SenseHead } from './sense-head.ts'
import type { ToolWords } from './words.ts'

/** What a router is made of. */
export interface RouterParts {
  /** Undefined: patterns and words only. */
  readonly model: RouterModel | undefined
  readonly triggers: readonly ToolTrigger[]
  /** Every tool, also those that the model knows: how rare a word is depends on all of them. */
  readonly words: readonly ToolWords[]
  /**
   * What the share of tools that are not allowed counts as. `renormalize` (default): it is dealt out among the allowed tools and none.
   * `none`: it says that no allowed tool fits. Figures for both in `docs/router.md`.
   */
  readonly notAllowed?: NotAllowed
  /** The group of each tool; a message that leans on a call stays in its group more often than not. */
  readonly groups?: ReadonlyMap<string, string>
  /** Tools without parameters: a message that leans on a call of one does not change it. */
  readonly withoutArguments?: ReadonlySet<string>
  /** Tools with an `x-each`: each number of a list is a call of its own. */
  readonly oneEach?: ReadonlySet<string>
  /** Names of a tool's arguments: what states one is no request of its own. */
  readonly argumentsOf?: (tool: string) => readonly string[]
  /** Example requests of a tool: how its requests begin. */
  readonly examplesOf?: (tool: string) => readonly string[]
  /** What a person taught, asked for with every message; another list is another lesson. */
  readonly taught?: (() => readonly TaughtExample[]) | undefined
  /** Undefined: tools are found by words alone. */
  readonly meaning?: RouterMeaning | undefined
  /** What requests for the model's tools mean; undefined: they are found by words. */
  readonly senseHead?: SenseHead | undefined
}

/** What the router needs of the sentence model. */
export type RouterMeaning = Vectors & Pick<Meaning, 'tuned'>

/** See `RouterParts.notAllowed`. */
export type NotAllowed = 'renormalize' | 'none'
