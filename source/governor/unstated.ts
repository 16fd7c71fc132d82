// Optional arguments that nobody stated. Small models fill them in ("team": "Boston Celtics") because the schema has them. Our own
// tools say by `x-when` when one is meant; for those of others only the words of the request can tell. Pure.
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { wordsOf } from './read-names.ts'
import { quantitiesOf } from './read-numbers.ts'

/** Letters of a word that must be the same: `rate` stands in "rated". */
const STEM = 4
/** Shorter texts may be signs for a word: `es`, `km`. */
const SHORTEST = 3

/** `args` without the optional ones that have nothing of `text`, where the schema says nothing of our own about them. */
export function withoutUnstated(args: JsonObject, parameters: JsonSchema, text: string): JsonObject {
  const { properties = {}, required = [] } = parameters
  const said = saidIn(text)
  const kept = Object.entries(args).filter(([name, value]) => {
    const schema = properties[name]
    const isOurs = schema === undefined || Object.keys(schema).some((keyword) => keyword.startsWith('x-'))
    return isOurs || required.includes(name) || isStated(value, said)
  })
  return kept.length === Object.keys(args).length ? args : Object.fromEntries(kept)
}

interface Said {
  readonly words: readonly string[]
  readonly numbers: ReadonlySet<string>
}

function saidIn(text: string): Said {
  const numbers = quantitiesOf(text).flatMap(({ forms, parts }) => [...forms, ...parts])
  return {
    words: wordsOf(text),
    numbers: new Set([
      ...numbers,
      ...(text.match(/\d+(?:\.\d+)?/g) ?? []).map((digits) => String(Number(digits))),
    ]),
  }
}

function isStated(value: JsonValue, said: Said): boolean {
  if (typeof value === 'number') return said.numbers.has(String(value))
  // "the latest information" may well mean `detail`.
  if (typeof value === 'boolean') return true
  if (typeof value === 'string') return isSaid(value, said)
  if (value === null) return false
  return Object.values(value).some((one) => isStated(one, said))
}

function isSaid(value: string, said: Said): boolean {
  const words = wordsOf(value)
  if (words.every((word) => word.length < SHORTEST) && value !== '') return true
  const digits = value.match(/\d+(?:\.\d+)?/g) ?? []
  return (
    words.some((word) => hasWord(said, word)) || digits.some((one) => said.numbers.has(String(Number(one))))
  )
}

function hasWord({ words }: Said, word: string): boolean {
  if (word.length < SHORTEST) return false
  const stem = word.slice(0, STEM)
  return words.some((one) => one === word || (word.length >= STEM && one.startsWith(stem)))
}
