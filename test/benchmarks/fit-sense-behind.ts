/**
 * Learns how much the message alone and the message behind its call count where both are known by meaning (`source/router/sense-behind.ts`), and
 * judges that by cross-validation: `ETHERVOX_MODELS=DIR node test/benchmarks/fit-sense-behind.ts dist/tools.bin`. The same messages as
 * `fit-behind-a-call.ts`.
 */
import { readFileSync } from 'node:fs'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { readManifestFile } from '../../source/manifest/file.ts'
import { findProgram } from '../../source/paths.ts'
import { NEEDED } from '../../source/router/behind-a-call.ts'
import { textBehind } from '../../source/router/behind-examples.ts'
import { calibrate, createClassifier } from '../../source/router/classify.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { createSenseBehind, type SenseWeights } from '../../source/router/sense-behind.ts'
import { readSenseHead, scoreWithMeaning } from '../../source/router/sense-head.ts'
import { turnsBehind, withArgumentsOf } from './behind-turns.ts'
import { readyMeaning } from './ready-meaning.ts'

const FOLDS = 10
const POWERS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1]
const SHIFTS = [-1.5, -1, -0.5, 0, 0.5, 1]

const manifest = readManifestFile(process.argv[2] ?? 'dist/tools.bin')
if (isManifestProblem(manifest)) throw new Error(manifest.message)
const bytes = manifest.router()
const model = bytes === undefined || isManifestProblem(bytes) ? undefined : decodeRouter(bytes)
const head = readSenseHead(readFileSync(findProgram().senses, 'utf8'))
if (model === undefined || isManifestProblem(model) || model.followUps === undefined || head === undefined)
  throw new Error('there is no router that knows follow-ups, or no sense head')
const none = model.tools.length
const called = model.followUps.tools.filter((tool) => withArgumentsOf(manifest).has(tool))
const turns = turnsBehind(called)
const tuned = (await readyMeaning(turns.flatMap(({ message, last }) => [message, textBehind(last, message)])))
  ?.tuned
if (tuned === undefined) throw new Error('there is no sentence model; set ETHERVOX_MODELS')
const score = scoreWithMeaning(createClassifier(model), model, head, tuned)
const rows = turns.map((turn) => {
  const label = turn.wanted === null ? none : model.tools.indexOf(turn.wanted)
  return { ...turn, label, alone: calibrate(score(turn.message), model.calibration) }
})
type Row = (typeof rows)[number]

const tried = POWERS.flatMap((alone) =>
  POWERS.flatMap((behind) => SHIFTS.map((shift): SenseWeights => ({ alone, behind, none: shift }))),
)
/** For each weights the probabilities of each row. */
const said = tried.map((weights) => {
  const sense = createSenseBehind(head, model, tuned, weights)
  return rows.map(({ message, last, alone }) => sense(message, last, alone) ?? new Float64Array(none + 1))
})
const losses = said.map((of) =>
  of.map((shares, at) => {
    const { weight = 0, label = 0 } = rows[at] ?? {}
    return -weight * Math.log(Math.max(1e-9, shares[label] ?? 0))
  }),
)
const bestOf = (isIn: (row: Row) => boolean) => {
  const sums = losses.map((of) => of.reduce((sum, loss, at) => sum + (isIn(rows[at] as Row) ? loss : 0), 0))
  return sums.indexOf(Math.min(...sums))
}
console.log(`of all: ${JSON.stringify(tried[bestOf(() => true)])}`)
const chosen = Array.from({ length: FOLDS }, (_, fold) => bestOf((row) => row.conversation % FOLDS !== fold))
console.log('cross-validated: behind a call                         standing alone')
console.log('border           right tool          no tool           right tool          no tool')
for (const border of [0.4, 0.5, NEEDED, 0.7, 0.8]) {
  const figures = [true, false].flatMap((ofConversation) =>
    [true, false].map((needs) => {
      const own = rows.flatMap((row, at) =>
        (row.weight === 1) === ofConversation && (row.label !== none) === needs ? [{ row, at }] : [],
      )
      const right = own.filter(({ row, at }) => {
        const shares = said[chosen[row.conversation % FOLDS] ?? 0]?.[at] ?? new Float64Array(none + 1)
        const isNeeded = 1 - (shares[none] ?? 0) >= border
        const best = shares.indexOf(Math.max(...shares.subarray(0, none)))
        return needs ? isNeeded && best === row.label : !isNeeded
      })
      return `${right.length} of ${own.length}, ${((100 * right.length) / own.length).toFixed(1)} %`
    }),
  )
  console.log(`${border.toFixed(2).padEnd(15)}  ${figures.map((one) => one.padEnd(18)).join('  ')}`)
}
