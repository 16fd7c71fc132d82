/**
 * What the router gets right, on examples that it had not seen and on foreign ground, its size and its speed; run by hand:
 * `node test/benchmarks/router.bench.ts [recipe as JSON]`, e.g. `'{"strength":100}'`.
 * Parts whose data is absent say so.
 */
import { availableParallelism } from 'node:os'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { calibrate, createClassifier } from '../../source/router/classify.ts'
import { chooseVocabulary, createRowVectorizer } from '../../source/router/corpus.ts'
import { trainSoftmax } from '../../source/router/dual-ascent.ts'
import { balancedWeights, collectExamples, type TrainingInput } from '../../source/router/examples.ts'
import { collectRows, fitModel, prepareLesson } from '../../source/router/fit.ts'
import { leadOf, learnCalibration, type UnseenScores } from '../../source/router/learn-calibration.ts'
import type { RouterModel } from '../../source/router/model.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { learnInParallel } from '../../source/router/parallel-parts.ts'
import { quantizeWeights } from '../../source/router/quantize.ts'
import { falseCallsOf, type Recipe, standardRecipe } from '../../source/router/recipe.ts'
import { createRouter } from '../../source/router/router.ts'
import { scoreRow } from '../../source/router/softmax.ts'
import { trainRouter } from '../../source/router/train.ts'
import { prepareLessons } from '../../source/router/train-parts.ts'
import { createVectorizer } from '../../source/router/vocabulary.ts'
import {
  builtInTools,
  clincFits,
  foreignRequests,
  sharedTools,
  slurpFits,
  wordsOfAll,
} from './router-data.ts'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

async function measure(title: string, input: TrainingInput | undefined, recipe: Recipe): Promise<void> {
  console.log(`\n## ${title}`)
  if (input === undefined) {
    console.log('skipped: the data is absent')
    return
  }
  const begin = performance.now()
  const learned = await learnInParallel(input, recipe)
  const learnedMs = performance.now() - begin
  const { bytes, report } = trainRouter(input, { recipe, learned })
  const allMs = performance.now() - begin
  console.log(
    `training with ${recipe.folds} folds: ${seconds(allMs)}; on ${availableParallelism()} cores ${seconds(learnedMs)} of it, then the calibration`,
  )
  measureParts(input, recipe)
  const unseen = learned?.tools.unseen ?? []
  const model = decodeRouter(bytes)
  if (isManifestProblem(model)) throw new Error(model.message)
  console.log(
    `${report.tools} tools, ${report.examples} examples, ${report.noneExamples} of none; ${report.features} features`,
  )
  console.log(
    `chunk ${(report.sizeBytes / 1024).toFixed(0)} KB, ${percent(report.keptWeights)} of the weights kept`,
  )
  const f = report.figures
  if (f) {
    console.log(
      `${recipe.folds}-fold: right tool ${percent(f.rightTool)}, wrong tool ${percent(f.wrongTool)}, ` +
        `best tool whatever the threshold ${percent(f.bestTool)}, false calls ${percent(f.falseCalls)}`,
    )
  }
  console.log('calibration', JSON.stringify(model.calibration))
  measureTrust(unseen, falseCallsOf(recipe, report.tools))
  measureForeign(model, input)
  measureDisabled(unseen, falseCallsOf(recipe, report.tools))
  measureQuantization(input, recipe, model)
  measureWords(input)
  measureSpeed(model, input)
}

/** Where the seconds of one training without cross-validation go, in one thread. */
function measureParts(input: TrainingInput, recipe: Recipe): void {
  const took: string[] = []
  const time = <T>(name: string, work: () => T): T => {
    const begin = performance.now()
    const result = work()
    took.push(`${name} ${seconds(performance.now() - begin)}`)
    return result
  }
  const { set, corpus } = time('features of all texts', () => prepareLessons(input, recipe)).tools
  const rows = [...set.examples.keys()]
  const classes = set.tools.length + 1
  const vectors = time('rows', () => {
    const vocabulary = chooseVocabulary(corpus, rows, recipe.minDocuments, Number.POSITIVE_INFINITY)
    const { blockLengths, unknownShortens } = recipe
    const vectorize = createRowVectorizer(corpus, vocabulary, blockLengths, unknownShortens)
    return { ...collectRows(corpus, rows, vectorize), features: vocabulary.hashes.length }
  })
  const labels = Int32Array.from(set.examples, ({ label }) => label)
  const weights = balancedWeights(set.examples, classes, recipe.balance)
  const learned = time('weights', () =>
    trainSoftmax({ ...vectors, labels, weights }, vectors.features, classes, recipe),
  )
  time('one byte a weight', () => quantizeWeights(learned, classes))
  console.log(`one training without cross-validation, in one thread: ${took.join(', ')}`)
}

/** Recall at several rates of false calls, and whether probabilities are what they say. */
function measureTrust(unseen: readonly UnseenScores[], falseCalls: number): void {
  const row = [0.01, 0.02, 0.03, 0.05, 0.1].map((rate) => {
    const by = learnCalibration(unseen, rate)
    const none = by && unseen[0] ? unseen[0].scores.length - 1 : 0
    const tools = unseen.filter(({ label }) => label !== none)
    const right = tools.filter((one) => {
      const { tool, lead } = leadOf(one, by)
      return tool === one.label && lead > by.threshold
    })
    return `${percent(rate)} → ${percent(right.length / tools.length)}`
  })
  console.log(`right tool at a rate of false calls: ${row.join(', ')}`)
  const by = learnCalibration(unseen, falseCalls)
  const bins = Array.from({ length: 5 }, () => ({ count: 0, sure: 0, right: 0 }))
  for (const one of unseen) {
    const probability = calibrate(one, by)
    const sure = Math.max(...probability)
    const bin = bins[Math.min(4, Math.floor(sure * 5))]
    if (bin === undefined) continue
    bin.count += 1
    bin.sure += sure
    if (probability[one.label] === sure) bin.right += 1
  }
  const told = bins.filter(({ count }) => count > 0)
  console.log(
    `probability said → right: ${told.map((b) => `${(b.sure / b.count).toFixed(2)} → ${(b.right / b.count).toFixed(2)} (${b.count})`).join(', ')}`,
  )
}

function measureForeign(model: RouterModel, input: TrainingInput): void {
  const router = createRouter({ model, triggers: [], words: [] })
  const allowed = new Set(input.tools.map(({ name }) => name))
  for (const [set, fits] of [
    ['clinc150', clincFits],
    ['slurp', slurpFits],
  ] as const) {
    const texts = foreignRequests(set)
    if (texts === undefined) {
      console.log(`${set}: skipped, the data is absent`)
      continue
    }
    const decisions = texts.map((text) => router.route(text, allowed))
    const called = decisions.filter(({ tool }) => tool !== null)
    const sure = called.filter(({ confidence }) => confidence >= 0.85)
    const rates = `${percent(called.length / texts.length)}, at confidence 0.85 ${percent(sure.length / texts.length)}`
    console.log(
      `${set}: ${texts.length} requests that no tool fits, false calls ${rates}; left out: ${fits.join(' ')}`,
    )
  }
}

/** Requests whose tool is switched off, and requests whose tool is on while every second other one is off; both readings. */
function measureDisabled(unseen: readonly UnseenScores[], falseCalls: number): void {
  const by = learnCalibration(unseen, falseCalls)
  for (const reading of ['renormalize', 'none'] as const) {
    const count = { all: 0, called: 0, right: 0 }
    for (const one of unseen) {
      const none = one.scores.length - 1
      if (one.label === none) continue
      const shares = calibrate(one, by)
      count.all += 1
      if (chooseAmong(shares, (k) => k !== one.label, reading, by.threshold) >= 0) count.called += 1
      const half = (k: number) => k === one.label || (k + one.label) % 2 === 0
      if (chooseAmong(shares, half, reading, by.threshold) === one.label) count.right += 1
    }
    console.log(
      `share of tools that are off, ${reading}: own tool off, another called ${percent(count.called / count.all)}; ` +
        `half of the others off, right tool ${percent(count.right / count.all)}`,
    )
  }
}

function chooseAmong(
  shares: Float64Array,
  isOn: (tool: number) => boolean,
  reading: 'renormalize' | 'none',
  threshold: number,
): number {
  const none = shares.length - 1
  let against = shares[none] ?? 0
  let best = -1
  for (let k = 0; k < none; k += 1) {
    if (!isOn(k)) against += reading === 'none' ? (shares[k] ?? 0) : 0
    else if (best < 0 || (shares[k] ?? 0) > (shares[best] ?? 0)) best = k
  }
  return Math.log((shares[best] ?? 0) / against) > threshold ? best : -1
}

/** Best class and scores with one byte a weight against the weights as learned. */
function measureQuantization(input: TrainingInput, recipe: Recipe, model: RouterModel): void {
  const set = collectExamples(input, recipe)
  const { learned } = fitModel(prepareLesson(set), recipe)
  const foreign = foreignRequests('clinc150') ?? []
  const texts = [...set.examples.map(({ text }) => text), ...foreign]
  const vectorize = createVectorizer(model.vocabulary, model.blockLengths, model.unknownShortens)
  const classifier = createClassifier(model)
  const classes = model.tools.length + 1
  const exact = new Float64Array(classes)
  const gap = (scores: Float64Array, a: number) => (scores[a] ?? 0) - (scores[classes - 1] ?? 0)
  let changed = 0
  let off = 0
  for (const text of texts) {
    const vector = vectorize(text)
    const rows = { starts: new Int32Array([0, vector.size]), index: vector.index, value: vector.value }
    scoreRow(rows, 0, vector.size, learned, learned.length - classes, exact)
    const { scores } = classifier.score(text)
    const best = exact.indexOf(Math.max(...exact))
    if (best !== scores.indexOf(Math.max(...scores))) changed += 1
    off += Math.abs(gap(exact, 0) - gap(scores, 0))
  }
  console.log(
    `one byte a weight: another best class in ${percent(changed / texts.length)}, scores off by ${(off / texts.length).toFixed(3)} on average`,
  )
}

/** Words alone, as for tools without examples. */
function measureWords(input: TrainingInput): void {
  const router = createRouter({ model: undefined, triggers: [], words: wordsOfAll(input.tools) })
  const allowed = new Set(input.tools.map(({ name }) => name))
  let right = 0
  let wrong = 0
  let first = 0
  let all = 0
  for (const { name, examples } of input.tools) {
    for (const text of examples) {
      const { tool, candidates } = router.route(text, allowed)
      all += 1
      if (candidates[0]?.tool === name) first += 1
      if (tool === name) right += 1
      else if (tool !== null) wrong += 1
    }
  }
  const falseCalls = input.none.filter((text) => router.route(text, allowed).tool !== null).length
  console.log(
    `words alone: best ${percent(first / all)}, right ${percent(right / all)}, wrong ${percent(wrong / all)}, ` +
      `false calls ${percent(falseCalls / input.none.length)}`,
  )
}

function measureSpeed(model: RouterModel, input: TrainingInput): void {
  const words = input.tools.map(({ name, oneLiner }) => ({ tool: name, text: oneLiner }))
  const router = createRouter({ model, triggers: [], words })
  const allowed = new Set(model.tools)
  for (const text of input.none.slice(0, 200)) router.route(text, allowed)
  const times = input.none.map((text) => {
    const begin = performance.now()
    router.route(text, allowed)
    return performance.now() - begin
  })
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  const huge = 'read the file notes.txt and '.repeat(400_000)
  const begin = performance.now()
  router.route(huge, allowed)
  console.log(
    `a route: P50 ${at(0.5)} ms, P95 ${at(0.95)} ms; ${(huge.length / 1e6).toFixed(0)} MB message ${(performance.now() - begin).toFixed(1)} ms`,
  )
}

const recipe: Recipe = { ...standardRecipe, ...JSON.parse(process.argv[2] ?? '{}') }
await measure('The built-in tools', await builtInTools(), recipe)
await measure('The 31 tools of the shared data', sharedTools(), recipe)
