// `ETHERVOX_MODELS=DIR node scripts/learn-ground.ts`: learns which tables of a folder a message is about, from data/sql/, and writes
// models/tables.json. Prints what a five-fold cross-validation over whole folders gives: the right table first, among the first three, and messages
// that are about none. Some minutes, most of it for the sentence model's vectors.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FEATURES, featuresOf, type GroundInput } from '../source/folder/ground/features.ts'
import { profileOf } from '../source/folder/ground/profile.ts'
import { noneFeatures } from '../source/folder/ground/score.ts'
import { stemsOf } from '../source/lib/word-stem.ts'
import { groundInputs, plainVectorsOf } from './ground-inputs.ts'
import { loadPairs, namesIn, type SqlPair } from './sql-pairs.ts'

/** Tools whose work a program about tables does, so that it does not matter which of them the router would choose. */
const TABLE_TOOLS: ReadonlySet<string> = new Set([
  'file_query',
  'file_edit',
  'file_append',
  'file_search',
  'file_read',
  'file_list',
  'file_write',
  'file_change',
  'memory_search',
  'memory_reminder_list',
  'memory_update_reminder',
  'memory_complete_reminder',
  'memory_delete',
  'timer_list',
])
/** Those of them that look into what the program keeps itself. */
const OWN_TOOLS = ['memory_search', 'memory_reminder_list', 'timer_list']
const FOLDS = 5
const PASSES = 400
const RATE = 0.05
const DECAY = 1e-4
/** Stems that stand in more messages than one of so many say less. */
const RARE = 150
const COMMON = 8

interface Example {
  readonly folder: string
  readonly rows: readonly (readonly number[])[]
  readonly none: readonly number[]
  /** Indices of the tables that are meant; empty: none. */
  readonly right: readonly number[]
  readonly input: GroundInput
  readonly message: string
}

const folders = await loadPairs()
const stems = stemWeights([...folders.flatMap(({ pairs }) => pairs.map(({ message }) => message))])
const weightOf = (stem: string) => stems[stem] ?? 1
const weak = new Set(Object.keys(stems).filter((stem) => (stems[stem] ?? 1) <= 0.2))
const texts = folders.flatMap(({ tables, pairs }) => [
  ...tables.flatMap((table) => profileOf(table).gists),
  ...pairs.map(({ message }) => message),
])
const vectors = await plainVectorsOf(texts)
const inputOf = groundInputs(vectors, weak, weightOf)
const examples = folders.flatMap(({ id, tables, pairs }) =>
  pairs.map((pair, at): Example => {
    // What stands alone is said behind something else, too, as in a conversation; a third begins one.
    const last = pair.after ?? (at % 3 === 0 ? undefined : pairs[(at * 31) % pairs.length])
    const { message, today } = pair
    const input = inputOf({ message, today, last: namesOf(last), before: namesOf(last?.after) })
    const rows = featuresOf(input, tables)
    const right = tables.flatMap(({ name }, at) =>
      pair.sql !== null && namesOf(pair).includes(name) ? [at] : [],
    )
    return { folder: id, rows, none: noneFeatures(input, rows), right, input, message: pair.message }
  }),
)
crossValidate()
const learned = learn(examples.filter(({ right }) => right.length > 0))
const path = fileURLToPath(new URL('../models/tables.json', import.meta.url))
const rounded = (all: readonly number[]) => all.map((one) => Number(one.toFixed(4)))
writeFileSync(
  path,
  `${JSON.stringify({
    weights: rounded(learned.weights),
    none: rounded(learned.none),
    about: { tableTools: [...TABLE_TOOLS], ownTools: OWN_TOOLS },
    stems,
  })}\n`,
)
console.log(FEATURES.map((name, at) => `${name} ${learned.weights[at]?.toFixed(2)}`).join(', '))

/** Steps down the slope of a sum over `count` examples, by Adam (Kingma and Ba 2015). */
function adam(values: Float64Array) {
  const [first, second] = [new Float64Array(values.length), new Float64Array(values.length)]
  return (slope: Float64Array, count: number, decay: number, pass: number) => {
    for (let at = 0; at < values.length; at++) {
      const own = (slope[at] ?? 0) / count + decay * (values[at] ?? 0)
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * own
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * own * own
      const step =
        (first[at] ?? 0) / (1 - 0.9 ** pass) / (Math.sqrt((second[at] ?? 0) / (1 - 0.999 ** pass)) + 1e-8)
      values[at] = (values[at] ?? 0) - RATE * step
    }
  }
}

function namesOf(pair: SqlPair | undefined): readonly string[] {
  return pair === undefined ? [] : namesIn(pair)
}

/** How much each common stem says, 0.05 to 1: by how many of the messages it stands in. */
function stemWeights(messages: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const message of messages)
    for (const stem of new Set(stemsOf(message))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const weights = [...counts].flatMap(([stem, count]) => {
    const rarity = Math.log(messages.length / count)
    const weight = (rarity - Math.log(COMMON)) / (Math.log(RARE) - Math.log(COMMON))
    return weight >= 1 ? [] : [[stem, Number(Math.max(0.05, weight).toFixed(2))] as const]
  })
  return Object.fromEntries(weights.sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface Weights {
  readonly weights: number[]
  readonly none: number[]
}

/** Softmax over the tables and none; of several right tables the sum of their shares. Adam, all examples in each pass. */
function learn(all: readonly Example[]): Weights {
  const size = FEATURES.length
  const noneSize = all[0]?.none.length ?? 0
  const values = new Float64Array(size + noneSize)
  const descend = adam(values)
  for (let pass = 1; pass <= PASSES; pass++) {
    const slope = new Float64Array(values.length)
    for (const example of all) addSlope(example, values, slope, size)
    descend(slope, all.length, DECAY, pass)
  }
  return { weights: [...values.subarray(0, size)], none: [...values.subarray(size)] }
}

function sharesOf({ rows, none }: Example, values: Float64Array, size: number): readonly number[] {
  const scores = rows.map((row) => row.reduce((sum, one, at) => sum + one * (values[at] ?? 0), 0))
  scores.push(none.reduce((sum, one, at) => sum + one * (values[size + at] ?? 0), 0))
  const top = Math.max(...scores)
  const all = scores.map((score) => Math.exp(score - top))
  const sum = all.reduce((a, b) => a + b, 0)
  return all.map((one) => one / sum)
}

function addSlope(example: Example, values: Float64Array, slope: Float64Array, size: number): void {
  const shares = sharesOf(example, values, size)
  const noneAt = shares.length - 1
  const right = example.right.length === 0 ? [noneAt] : example.right
  const mass = right.reduce((sum, at) => sum + (shares[at] ?? 0), 0)
  for (const [at, share] of shares.entries()) {
    const wanted = right.includes(at) ? share / Math.max(mass, 1e-12) : 0
    const error = share - wanted
    const row = at === noneAt ? example.none : (example.rows[at] ?? [])
    const offset = at === noneAt ? size : 0
    for (const [index, one] of row.entries())
      slope[offset + index] = (slope[offset + index] ?? 0) + error * one
  }
}

function crossValidate(): void {
  const ids = [...new Set(examples.map(({ folder }) => folder))]
  const tally = { about: 0, first: 0, three: 0, foundAbout: 0, none: 0, leftAlone: 0 }
  for (let fold = 0; fold < FOLDS; fold++) {
    const held = new Set(ids.filter((_, at) => at % FOLDS === fold))
    const { weights, none } = learn(examples.filter(({ folder }) => !held.has(folder)))
    const values = Float64Array.from([...weights, ...none])
    for (const example of examples.filter(({ folder }) => held.has(folder))) {
      const shares = sharesOf(example, values, weights.length)
      const noneShare = shares.at(-1) ?? 0
      if (example.right.length === 0) {
        tally.none++
        if (noneShare >= 0.5) tally.leftAlone++
        continue
      }
      const order = shares
        .slice(0, -1)
        .map((share, at) => [share, at] as const)
        .sort((a, b) => b[0] - a[0])
      tally.about++
      if (noneShare < 0.5) tally.foundAbout++
      if (example.right.includes(order[0]?.[1] ?? -1)) tally.first++
      if (example.right.every((at) => order.slice(0, 3).some((one) => one[1] === at))) tally.three++
    }
  }
  const part = (count: number, of: number) =>
    `${count} of ${of} (${((100 * count) / Math.max(of, 1)).toFixed(1)} %)`
  console.log(`right table first: ${part(tally.first, tally.about)}`)
  console.log(`all right tables among three: ${part(tally.three, tally.about)}`)
  console.log(`seen to be about a table: ${part(tally.foundAbout, tally.about)}`)
  console.log(`about none, left alone: ${part(tally.leftAlone, tally.none)}`)
}
