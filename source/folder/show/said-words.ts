// The words of a message, and which of many words they are or may be slips for, found without looking at all of them. Pure.
import { stemsOf } from '../../lib/word-stem.ts'

/** Shorter words are alike by chance. */
const LEAST_TYPED = 5

/** What words of a message are, and which words of cells they may be. */
export interface SaidWords {
  readonly stems: ReadonlySet<string>
  /** Stems that are long enough for a slip of typing. */
  readonly long: readonly string[]
}

/** The words of a message; `weak` are stems that say nothing of what it is about. */
export function saidWords(message: string, weak: ReadonlySet<string>): SaidWords {
  const stems = new Set(stemsOf(message).filter((stem) => !weak.has(stem)))
  return { stems, long: [...stems].filter((stem) => stem.length >= LEAST_TYPED) }
}

/** Many stems, asked for those that a message has or may mean. */
export class StemIndex {
  readonly #all: ReadonlySet<string>
  /** Those that a slip may have made another word of, by their first letter, which slips leave alone. */
  readonly #long: ReadonlyMap<string, readonly string[]>

  constructor(stems: Iterable<string>) {
    this.#all = new Set(stems)
    const long = [...this.#all].filter((stem) => stem.length >= LEAST_TYPED)
    this.#long = Map.groupBy(long, (stem) => stem.charAt(0))
  }

  /** Each with how likely it is meant, above 0 to 1. */
  near(said: SaidWords): readonly (readonly [stem: string, likeness: number])[] {
    const same = [...said.stems].filter((stem) => this.#all.has(stem)).map((stem) => [stem, 1] as const)
    const letters = new Set(said.long.map((stem) => stem.charAt(0)))
    const alike = [...letters].flatMap((letter) =>
      (this.#long.get(letter) ?? []).flatMap((stem) => {
        const likeness = said.stems.has(stem) ? 0 : slipLikeness(stem, said.long)
        return likeness === 0 ? [] : [[stem, likeness] as const]
      }),
    )
    return [...same, ...alike]
  }
}

/** Of a long stem that the message does not have: it may be a slip for one that it has, or either is the other's beginning. */
function slipLikeness(stem: string, long: readonly string[]): number {
  for (const other of long) {
    if (stem.startsWith(other) || other.startsWith(stem)) return 0.8
    if (Math.abs(other.length - stem.length) <= 1 && stem[0] === other[0] && isOneSlip(stem, other))
      return 0.7
  }
  return 0
}

/** Whether two words differ by one letter that is missing, more, another one, or has changed places with the next. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length !== long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  )
}
