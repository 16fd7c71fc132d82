/**
 * Learns the coefficients of the turn's confidence (source/governor/confidence-weights.ts) from runs that
 * `ethervox eval --output` wrote over the parts *train* and *accept*; run by hand:
 * `node test/benchmarks/fit-confidence.ts RUN.json… [--strength 1] [--folds 10]`. Prints them, and the calibration error
 * before (router alone) and after, by cross-validation over the same turns.
 */
import { parseArgs } from 'node:util'
import { calibrationOf } from '../../source/evaluation/calibration.ts'
import { readRun } from '../../source/evaluation/compare.ts'
import { featuresOf, turnConfidence } from '../../source/governor/turn-confidence.ts'
import { crossValidate, type JudgedTurn, learnWeights, NEUTRAL, worthOf } from './learn-confidence.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { strength: { type: 'string', default: '1' }, folds: { type: 'string', default: '10' } },
})
const strength = Number(values.strength)
const folds = Number(values.folds)
const runs = positionals.map((path) => ({ path, ...readRun(path) }))
const results = runs.flatMap(({ path, results }) => results.map((one) => ({ path, ...one })))
// Runs of older versions have no evidence; a turn that failed before its route has none either. Of some public records
// only the tool is judged.
const turns = results.flatMap((one): JudgedTurn[] => {
  const { evidence = [], argumentsJudged, rightTool, rightArguments, id, conversation = id } = one
  return evidence.length === 0 || !argumentsJudged
    ? []
    : [{ group: conversation, evidence, right: rightTool && rightArguments }]
})
for (const { path, model, results } of runs) console.log(`${path}: ${model}, ${results.length} turns`)
console.log(`${turns.length} turns with evidence, ${turns.filter(({ right }) => right).length} right`)
if (turns.length === 0 || !(strength >= 0) || !(folds > 1)) {
  console.log('Nothing to learn from. Use: fit-confidence.ts RUN.json… [--strength 1] [--folds 10]')
  process.exitCode = 2
} else report()

function report(): void {
  const weights = learnWeights(turns, strength)
  const single = turns.flatMap(({ evidence: [only, ...more] }) => (more.length > 0 || !only ? [] : [only]))
  console.log(
    `\nCONFIDENCE_WEIGHTS, learned from ${single.length} turns of one request, strength ${strength}:`,
  )
  for (const name of Object.keys(weights) as (keyof typeof weights)[]) {
    const count = single.filter((one) => featuresOf(one)[name] !== 0).length
    console.log(`  ${`${name}: ${weights[name]},`.padEnd(22)} // ${count} turns`)
  }
  const before = turns.map(({ evidence }) => turnConfidence(evidence, NEUTRAL))
  const after = crossValidate(turns, strength, folds)
  console.log(`\n${'over all turns'.padEnd(34)} calibration error  log loss  Brier`)
  row('router alone', before)
  row(`learned, ${folds}-fold cross-validation`, after)
  row(
    'learned, on its own turns',
    turns.map(({ evidence }) => turnConfidence(evidence, weights)),
  )
  console.log('\nlearned, cross-validated: confidence → right, turns')
  for (const bin of bins(after))
    console.log(`  ${bin.confidence.toFixed(2)} → ${bin.right.toFixed(2)}  ${bin.cases}`)
}

function row(title: string, confidences: readonly number[]): void {
  const { error, loss, brier } = worthOf(turns, confidences)
  console.log(
    `${title.padEnd(34)} ${error.toFixed(4).padStart(17)}  ${loss.toFixed(4).padStart(8)}  ${brier.toFixed(4)}`,
  )
}

function bins(confidences: readonly number[]) {
  return calibrationOf(turns.map(({ right }, at) => ({ right, confidence: confidences[at] ?? 0 }))).bins
}
