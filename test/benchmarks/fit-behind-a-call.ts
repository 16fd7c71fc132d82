/**
 * Learns the weights of source/router/behind-a-call.ts from the conversations of test/cases (parts *train* and *accept*), with the
 * router of a manifest that has all their tools; run by hand: `node test/benchmarks/fit-behind-a-call.ts TOOLS.bin`, where
 * `ethervox route --declare test/declared --home DIR` leaves one in `DIR/tools/`. Prints the weights, and by 10-fold
 * cross-validation over conversations how often the right thing is done at several borders.
 */
import { readFileSync } from 'node:fs'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { partOf } from '../../source/evaluation/cases.ts'
import { readManifestFile } from '../../source/manifest/file.ts'
import {
  BELIEVED,
  type BehindACall,
  featuresOf,
  NEEDED,
  needsTool,
  PLAIN,
  STANDS_ALONE,
  SURE,
} from '../../source/router/behind-a-call.ts'
import { calibrate, createClassifier } from '../../source/router/classify.ts'
import { createLeaning, shareAfter } from '../../source/router/follow-ups.ts'
import { minimize } from '../../source/router/minimize.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'

const FOLDS = 10
const PENALTY = 3

interface Row extends BehindACall {
  readonly conversation: number
  readonly wanted: string | null
  /** What would be called. */
  readonly called: string | undefined
  /** It is called in any case. */
  readonly sure: boolean
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
const classifier = createClassifier(model)
const readLeaning = createLeaning(model.followUps)
const withArguments = new Set(
  manifest.entries.flatMap(({ name }) => {
    const detail = manifest.detail(name)
    return detail && !isManifestProblem(detail) && Object.keys(detail.parameters.properties ?? {}).length > 0
      ? [name]
      : []
  }),
)

interface Turn {
  readonly input: string
  readonly tool: string | null
}
const files = ['h', 'o', 'p'].map((name) => new URL(`../cases/${name}.jsonl`, import.meta.url))
const cases = files
  .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  .map((line): { id: string; turns: readonly Turn[] } => JSON.parse(line))
  .filter(({ id }) => partOf(id) !== 'report')
const rows = cases.flatMap(({ turns }, conversation) =>
  turns.flatMap((turn, at): Row[] => {
    const last = turns.slice(0, at).findLast(({ tool }) => tool !== null)?.tool
    return last == null ? [] : [rowOf(turn, last, conversation)]
  }),
)

function rowOf({ input, tool: wanted }: Turn, last: string, conversation: number): Row {
  const believed = calibrate(classifier.score(input), calibration)
  const belief = (tool: string) => believed[tools.indexOf(tool)] ?? 0
  const { lean, belief: leaning } = readLeaning(input)
  const beliefs = { alone: belief, leaning }
  const shares = shareAfter(last, tools, beliefs, (tool) => groups.get(tool), withArguments.has(last))
  const nearest = shares.toSorted((a, b) => b.score - a.score)[0]?.tool
  const own = tools.toSorted((a, b) => belief(b) - belief(a))[0] ?? ''
  const called = belief(own) > (lean <= 0 ? STANDS_ALONE : PLAIN) ? own : nearest
  const none = believed[tools.length] ?? 0
  const sure = belief(own) >= SURE
  return {
    conversation,
    wanted,
    called,
    sure,
    lean,
    none,
    agrees: belief(own) > BELIEVED && nearest === own,
    message: input,
  }
}

function learn(learned: readonly Row[]): Float64Array {
  const weights = new Float64Array(6)
  minimize(
    (point, gradient) => {
      let loss = 0
      for (let at = 0; at < point.length; at++) {
        const weight = at === 0 ? 0 : (point[at] ?? 0)
        loss += (PENALTY * weight * weight) / 2
        gradient[at] = PENALTY * weight
      }
      for (const row of learned) {
        const needed = Number(row.wanted !== null)
        const p = needsTool(row, [...point])
        loss -= Math.log(Math.max(1e-12, needed === 1 ? p : 1 - p))
        for (const [at, value] of featuresOf(row).entries())
          gradient[at] = (gradient[at] ?? 0) + (p - needed) * value
      }
      return loss
    },
    weights,
    { tolerance: 1e-4, maxSteps: 300 },
  )
  return weights
}

const folds = Array.from({ length: FOLDS }, (_, fold) => [
  ...learn(rows.filter(({ conversation }) => conversation % FOLDS !== fold)),
])
const unseen = rows.map((row) => ({ row, p: needsTool(row, folds[row.conversation % FOLDS]) }))

/** Share of the pairs of one that needs a tool and one that does not in which the first has more, 0 to 1. */
function areaUnder(score: (one: (typeof unseen)[number]) => number): string {
  const pairs = needing.flatMap((one) => quiet.map((other) => score(one) - score(other)))
  const won = pairs.reduce((sum, by) => sum + (by > 0 ? 1 : by === 0 ? 0.5 : 0), 0)
  return (won / pairs.length).toFixed(3)
}

const share = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`
const needing = unseen.filter(({ row }) => row.wanted !== null)
const quiet = unseen.filter(({ row }) => row.wanted === null)
console.log(`${needing.length} messages behind a call that need a tool, ${quiet.length} that need none`)
console.log(`weights [${[...learn(rows)].map((weight) => weight.toFixed(2)).join(', ')}]`)
console.log(
  `area under the curve: leaning ${areaUnder(({ row }) => row.lean)}, the message alone ${areaUnder(({ row }) => -row.none)}, both ${areaUnder(({ p }) => p)}`,
)
console.log('border  right tool  no tool   (cross-validated)')
for (const border of [0.4, 0.5, NEEDED, 0.7, 0.8]) {
  const right = needing.filter(({ row, p }) => (p >= border || row.sure) && row.called === row.wanted).length
  const still = quiet.filter(({ row, p }) => p < border && !row.sure).length
  console.log(
    `${border.toFixed(2).padEnd(6)}  ${share(right, needing.length).padEnd(10)}  ${share(still, quiet.length)}`,
  )
}
