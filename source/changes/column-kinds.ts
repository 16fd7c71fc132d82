// What stands in a column of a table: dates, numbers, names, values that come again. Pure.
import type { Cell } from './items.ts'
import { writesDayFirst } from './row-identity.ts'
import { isFlag } from './state-change.ts'
import { type Typed, typedIn } from './typed.ts'
import { baseOf, wordsIn } from './words.ts'

/** So many of a column's values have its kind. */
const MOST = 0.6
/** More of a column's values are different. */
const MOST_DIFFERENT = 0.8

function shareOf(values: readonly string[], test: (value: string) => boolean): number {
  const some = values.filter((value) => value !== '')
  return some.length === 0 ? 0 : some.filter(test).length / some.length
}

/** A column's values are one object as long as its file is the same. */
const kept = new WeakMap<readonly string[], Typed['kind'] | 'mixed'>()

/** Whether nearly all of its values are one value of that kind. */
export function isKind(values: readonly string[], kind: Typed['kind']): boolean {
  const known = kept.get(values) ?? kindOf(values)
  kept.set(values, known)
  return known === kind
}

/** The one kind that most values have alone; no two kinds can. */
function kindOf(values: readonly string[]): Typed['kind'] | 'mixed' {
  const dayFirst = writesDayFirst(values)
  const kinds = values.map((value) => {
    const [one, ...others] = typedIn(value, dayFirst)
    return one !== undefined && others.length === 0 && value.length - one.text.length <= 4
      ? one.kind
      : undefined
  })
  const some = values.filter((value) => value !== '').length
  return (
    kinds.find((kind) => kind !== undefined && kinds.filter((one) => one === kind).length >= some * MOST) ??
    'mixed'
  )
}

/** Names and other words. */
export function isText(values: readonly string[]): boolean {
  return (
    !isFlag(values) &&
    (['date', 'number', 'time', 'phone', 'weekday'] as const).every((kind) => !isKind(values, kind)) &&
    shareOf(values, (value) => /\p{L}{2}/u.test(value)) >= MOST
  )
}

/** A value of a column, of that kind. */
export function sampleOf({ column: { values } }: Cell, kind: Typed['kind']): Typed | undefined {
  const dayFirst = writesDayFirst(values)
  return values
    .toReversed()
    .flatMap((value) => typedIn(value, dayFirst).filter((one) => one.kind === kind))[0]
}

/** The values of a column where some come again; none where each row has its own. */
export function repeatedIn(values: readonly string[]): readonly string[] {
  const all = [...new Set(values)]
  return all.length <= values.length * MOST_DIFFERENT ? all : []
}

/** Stems of a column's name. */
export function tellingWords(name: string): readonly string[] {
  const stems = wordsIn(name.replace(/_/g, ' ')).map(baseOf)
  return stems.filter((stem) => stem.length > 1 && !/^(?:at|of|the|on|for|m|no)$/.test(stem))
}
