// What tools are for, by meaning: how much alike a message is to what a tool says of itself, and to the requests that were found for it.
import { likeness, type Vectors } from '../contracts/meaning.ts'

/** What the likest request that was found adds, beside what the tool says of itself. */
const FOUND = 0.3

export interface SenseParts {
  readonly meaning: Pick<Vectors, 'prepare' | 'vectorOf'>
  /** What a tool says that it is for; undefined: nothing. */
  readonly senseOf: (tool: string) => string | undefined
  /** Requests that were found for it. */
  readonly foundFor: (tool: string) => readonly string[]
}

/** Compares messages and tools. */
export interface Senses {
  /** Makes what `likenessOf` needs of these tools. */
  prepare(tools: readonly string[]): Promise<void>
  /** About -0.2 to 1; undefined: the message or the tool was not prepared. */
  likenessOf(message: string, tool: string): number | undefined
}

/** Makes the comparison; nothing is prepared by itself. */
export function createSenses({ meaning, senseOf, foundFor }: SenseParts): Senses {
  return {
    prepare: (tools) =>
      meaning.prepare(
        tools.flatMap((tool) => [senseOf(tool) ?? '', ...foundFor(tool)]),
        true,
      ),
    likenessOf: (message, tool) => {
      const asked = meaning.vectorOf(message)
      const sense = meaning.vectorOf(senseOf(tool) ?? '')
      if (asked === undefined || sense === undefined) return undefined
      const found = foundFor(tool).flatMap((text) => meaning.vectorOf(text) ?? [])
      const likest = Math.max(0, ...found.map((vector) => likeness(asked, vector)))
      return likeness(asked, sense) + FOUND * likest
    },
  }
}
