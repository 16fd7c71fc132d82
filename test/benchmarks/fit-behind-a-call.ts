/**
 * Learns the weights of source/router/follow-ups.ts (which tool) and behind-a-call.ts (whether one is needed), which decide by words where meaning does not (`fit-sense-behind.ts`), from the conversations of test/cases (parts *train* and *accept*), with the
 * router of a manifest that has all their tools; run by hand: `node test/benchmarks/fit-behind-a-call.ts TOOLS.bin`, where
 * `ethervox route --declare test/declared --home DIR` leaves one in `DIR/tools/`. Prints the weights, and by 10-fold
 * cross-validation over conversations how often the right thing is done at several borders.
 */
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { readManifestFile } from '../../source/manifest/file.ts'
import {
  BELIEVED,
  type BehindACall,
  featuresOf,
  NEEDED,
  needsTool,
  plainFrom,
  STANDS_ALONE,
  SURE,
} from '../../source/router/behind-a-call.ts'
import { calibrate, createClassifier } from '../../source/router/classify.ts'
import { createLeaning, featuresAfter, type LeaningOn, shareAfter } from '../../source/router/follow-ups.ts'
import { minimize } from '../../source/router/minimize.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { readTransitions } from '../../source/router/transitions.ts'
import { type TurnBehind, turnsBehind, withArgumentsOf } from './behind-turns.ts'

const FOLDS = 10
const PENALTY = 3
const SHARE_PENALTY = 0.6
const NEED_FEATURES = 7

interface Row {
  readonly conversation: number
  readonly weight: number
  readonly wanted: string | null
  readonly on: LeaningOn
  readonly lean: number
  readonly none: number
  /** The best tool for the message alone, and how much it is believed in, 0 to 1. */
  readonly own: string
  readonly belief: number
}

const [path = ''] = process.argv.slice(2)
const manifest = readManifestFile(path)
if (isManifestProblem(manifest)) throw new Error(manifest.message)
const bytes = manifest.router()
const model = bytes === undefined || isManifestProblem(bytes) ? undefined : decodeRouter(bytes)
if (model === undefined || isManifestProblem(model) || model.followUps === undefined)
  throw new Error(`${path} has no router that knows follow-ups`)
const { tools, calibration } = model
const groups = new Map(manifest.entries.map(({ name, group }) => [name, group]))
const withArguments = withArgumentsOf(manifest)
const called = model.followUps.tools.filter((tool) => withArguments.has(tool))
const { score } = createClassifier(model)
const readLeaning = createLeaning(model.followUps)
const transitions = readTransitions(model.followUps.tools, model.followUps.transitions)
const rows = turnsBehind(called).map(rowOf)

function rowOf({ message, last, wanted, conversation, weight }: TurnBehind): Row {
  const believed = calibrate(score(message), calibration)
  const alone = (tool: string) => believed[tools.indexOf(tool)] ?? 0
  const { lean, belief: leaning } = readLeaning(message)
  const groupOf = (tool: string) => groups.get(tool)
  const own = tools.toSorted((a, b) => alone(b) - alone(a))[0] ?? ''
  return {
    conversation,
    weight,
    wanted,
    on: { message, last, changes: withArguments.has(last), alone, leaning, transitions, groupOf },
    lean,
    none: believed[tools.length] ?? 0,
    own,
    belief: alone(own),
  }
}

/** Weights of which tool, by conditional logistic regression. */
function learnShares(learned: readonly Row[]): readonly number[] {
  const needing = learned.flatMap(({ wanted, on, weight }) =>
    wanted === null
      ? []
      : [{ at: tools.indexOf(wanted), on, weight, features: tools.map(featuresAfter(on)) }],
  )
  const weights = new Float64Array(needing[0]?.features[0]?.length ?? 0)
  minimize(
    (point, gradient) => {
      let loss = ridge(point, gradient, SHARE_PENALTY, 0)
      for (const { at, on, weight, features } of needing) {
        const shares = shareAfter(tools, on, [...point])
        loss -= weight * Math.log(Math.max(1e-12, shares[at]?.score ?? 0))
        for (const [tool, row] of features.entries())
          for (const [one, value] of row.entries())
            gradient[one] =
              (gradient[one] ?? 0) + weight * ((shares[tool]?.score ?? 0) - Number(tool === at)) * value
      }
      return loss
    },
    weights,
    { tolerance: 1e-3, maxSteps: 300 },
  )
  return [...weights]
}

/** What both rules say of a message with these weights. */
function judged(
  row: Row,
  shares: readonly number[],
): { readonly behind: BehindACall; readonly called: string } {
  const { on, lean, none, own, belief } = row
  const [nearest] = shareAfter(tools, on, shares).toSorted((a, b) => b.score - a.score)
  if (nearest === undefined) throw new Error('there are no tools')
  const agrees = belief > BELIEVED && nearest.tool === own
  const behind = { lean, none, agrees, nearest: nearest.score, message: on.message }
  return { behind, called: belief > (lean <= 0 ? STANDS_ALONE : plainFrom(on.message)) ? own : nearest.tool }
}

function learnNeed(learned: readonly (BehindACall & Pick<Row, 'wanted' | 'weight'>)[]): readonly number[] {
  const weights = new Float64Array(NEED_FEATURES)
  minimize(
    (point, gradient) => {
      let loss = ridge(point, gradient, PENALTY, 1)
      for (const row of learned) {
        const needed = Number(row.wanted !== null)
        const p = needsTool(row, [...point])
        loss -= row.weight * Math.log(Math.max(1e-12, needed === 1 ? p : 1 - p))
        for (const [at, value] of featuresOf(row).entries())
          gradient[at] = (gradient[at] ?? 0) + row.weight * (p - needed) * value
      }
      return loss
    },
    weights,
    { tolerance: 1e-4, maxSteps: 300 },
  )
  return [...weights]
}

/** The penalty on the weights from `first` on; the gradient is begun. */
function ridge(point: Float64Array, gradient: Float64Array, penalty: number, first: number): number {
  let loss = 0
  for (const [at, value] of point.entries()) {
    const weight = at < first ? 0 : value
    loss += (penalty * weight * weight) / 2
    gradient[at] = penalty * weight
  }
  return loss
}

interface Weights {
  readonly shares: readonly number[]
  readonly need: readonly number[]
}

function learn(learned: readonly Row[]): Weights {
  const shares = learnShares(learned)
  const need = learnNeed(
    learned.map((row) => ({ ...judged(row, shares).behind, wanted: row.wanted, weight: row.weight })),
  )
  return { shares, need }
}

const folds = Array.from({ length: FOLDS }, (_, fold) =>
  learn(rows.filter(({ conversation }) => conversation % FOLDS !== fold)),
)
const unseen = rows.map((row) => {
  const { shares, need } = folds[row.conversation % FOLDS] ?? { shares: [], need: [] }
  const { behind, called } = judged(row, shares)
  return { row: { ...row, called, sure: row.belief >= SURE }, p: needsTool(behind, need) }
})

/** Share of the pairs of one that needs a tool and one that does not in which the first has more, 0 to 1. */
function areaUnder(score: (one: (typeof unseen)[number]) => number): string {
  const pairs = needing.flatMap((one) => quiet.map((other) => score(one) - score(other)))
  const won = pairs.reduce((sum, by) => sum + (by > 0 ? 1 : by === 0 ? 0.5 : 0), 0)
  return (won / pairs.length).toFixed(3)
}

const share = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`
const needing = unseen.filter(({ row }) => row.wanted !== null && row.weight === 1)
const quiet = unseen.filter(({ row }) => row.wanted === null && row.weight === 1)
console.log(
  `${needing.length} messages behind a call that need a tool, ${quiet.length} that need none; ${rows.length - needing.length - quiet.length} that stand alone`,
)
const all = learn(rows)
for (const [name, weights] of Object.entries(all))
  console.log(`${name} [${weights.map((weight: number) => weight.toFixed(2)).join(', ')}]`)
console.log(
  `area under the curve: leaning ${areaUnder(({ row }) => row.lean)}, the message alone ${areaUnder(({ row }) => -row.none)}, both ${areaUnder(({ p }) => p)}`,
)
console.log('cross-validated: behind a call                 standing alone')
console.log('border           right tool  no tool           right tool  no tool')
for (const border of [0.4, 0.5, NEEDED, 0.7, 0.8]) {
  const figures = [true, false].flatMap((leans) => {
    const own = unseen.filter(({ row }) => (row.weight === 1) === leans)
    const [some, none] = [
      own.filter(({ row }) => row.wanted !== null),
      own.filter(({ row }) => row.wanted === null),
    ]
    const right = some.filter(({ row, p }) => (p >= border || row.sure) && row.called === row.wanted).length
    const still = none.filter(({ row, p }) => p < border && !row.sure).length
    return [share(right, some.length), share(still, none.length)]
  })
  console.log(`${border.toFixed(2).padEnd(15)}  ${figures.map((one) => one.padEnd(10)).join('  ')}`)
}
