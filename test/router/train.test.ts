import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { createClassifier } from '../../source/router/classify.ts'
import { collectExamples } from '../../source/router/examples.ts'
import { fitModel, prepareLesson, scoreFold } from '../../source/router/fit.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { learnInParallel } from '../../source/router/parallel-parts.ts'
import { standardRecipe } from '../../source/router/recipe.ts'
import { scoreRow } from '../../source/router/softmax.ts'
import { hashInput, trainRouter } from '../../source/router/train.ts'
import { createVectorizer } from '../../source/router/vocabulary.ts'
import { easyTools } from './samples.ts'

test('the same examples give the same bytes', () => {
  const first = trainRouter(easyTools)
  const second = trainRouter(structuredClone(easyTools))
  assert.deepEqual(Buffer.from(first.bytes), Buffer.from(second.bytes))
  assert.deepEqual(first.report, second.report)
})

test('on all cores the same is learned', async () => {
  const followUps = easyTools.none.slice(0, 32).map((text) => ({ tool: 'get_time', last: 'get_time', text }))
  const input = { ...easyTools, followUps, remarks: easyTools.none }
  const learned = await learnInParallel(input)
  assert.ok(learned?.followUps?.unseen)
  assert.deepEqual(trainRouter(input, { learned }), trainRouter(input))
})

test('an example has no part in what the model of the other folds says of it, or of its fold', () => {
  const set = collectExamples(easyTools, standardRecipe)
  const changed = set.examples.map((one) =>
    one.fold === 0 ? { ...one, text: `${one.text} zanzibar`, label: 0 } : one,
  )
  const kept = changed.findIndex((one) => one.fold === 0)
  changed[kept] = set.examples[kept] ?? assert.fail()
  const [before] = scoreFold(prepareLesson(set), standardRecipe, 0)
  const [after] = scoreFold(prepareLesson({ ...set, examples: changed }), standardRecipe, 0)
  assert.deepEqual(after, before)
})

test('cross-validation finds the right tool of easy requests and reports it', () => {
  const { report } = trainRouter(easyTools)
  assert.equal(report.tools, 3)
  assert.ok((report.figures?.bestTool ?? 0) > 0.9, `best tool ${report.figures?.bestTool}`)
  assert.ok((report.figures?.falseCalls ?? 1) < 0.15, `false calls ${report.figures?.falseCalls}`)
})

test('without cross-validation the calibration of a like model is taken over, else none is', () => {
  const learned = decodeRouter(trainRouter(easyTools).bytes)
  assert.ok(!isManifestProblem(learned))
  const like = decodeRouter(trainRouter(easyTools, { crossValidate: false, like: learned }).bytes)
  const bare = decodeRouter(trainRouter(easyTools, { crossValidate: false }).bytes)
  assert.ok(!isManifestProblem(like) && !isManifestProblem(bare))
  assert.deepEqual(like.calibration, learned.calibration)
  assert.deepEqual(like.weights, learned.weights)
  assert.equal(bare.calibration.threshold, 0)
})

test('a tool without examples is left to the words, and one with few learns from its description', () => {
  const silent = {
    name: 'silent',
    oneLiner: 'Says nothing',
    description: '',
    examples: [],
    fewShotRequests: [],
  }
  const terse = { ...silent, name: 'terse', oneLiner: 'Mow the lawn', examples: ['cut the grass'] }
  const { tools, examples } = collectExamples({ ...easyTools, tools: [silent, terse] }, standardRecipe)
  assert.deepEqual(tools, ['terse'])
  const own = examples.filter(({ label }) => label === 0)
  assert.deepEqual(
    own.map(({ text, fold }) => [text, fold]),
    [
      ['cut the grass', 0],
      ['terse: Mow the lawn. ', -1],
    ],
  )
})

test('training without tools or without requests for none is refused in a sentence', () => {
  assert.throws(
    () => trainRouter({ tools: [], followUps: [], remarks: [], none: easyTools.none }),
    /None of 0 tools has an example request; add/,
  )
  assert.throws(
    () => trainRouter({ ...easyTools, none: ['hi'] }),
    /`1` requests that need no tool are too few/,
  )
})

test('a decoded model scores as the weights did that it was made from, within a step of its scales', () => {
  const set = collectExamples(easyTools, standardRecipe)
  const { learned } = fitModel(prepareLesson(set), standardRecipe)
  const model = decodeRouter(trainRouter(easyTools).bytes)
  assert.ok(!isManifestProblem(model))
  const vectorize = createVectorizer(model.vocabulary, model.blockLengths, model.unknownShortens)
  const classifier = createClassifier(model)
  const exact = new Float64Array(4)
  for (const { text } of set.examples) {
    const vector = vectorize(text)
    const rows = { starts: new Int32Array([0, vector.size]), index: vector.index, value: vector.value }
    scoreRow(rows, 0, vector.size, learned, learned.length - 4, exact)
    const { scores } = classifier.score(text)
    for (let k = 0; k < 3; k += 1) {
      const difference = (exact[k] ?? 0) - (exact[3] ?? 0) - ((scores[k] ?? 0) - (scores[3] ?? 0))
      assert.ok(Math.abs(difference) < 0.3, `${text}: class ${k} is off by ${difference}`)
    }
  }
})

test('tools without examples change nothing', () => {
  const silent = ['fly_a_kite', 'sail_a_boat'].map((name) => {
    const oneLiner = name.replaceAll('_', ' ')
    return { name, oneLiner, description: oneLiner, examples: [], fewShotRequests: [] }
  })
  const input = { ...easyTools, tools: [...easyTools.tools, ...silent] }
  const { bytes } = trainRouter(easyTools, { crossValidate: false })
  assert.deepEqual(Buffer.from(trainRouter(input, { crossValidate: false }).bytes), Buffer.from(bytes))
})

test('what was learned from has a name that changes with every example', () => {
  const learned = decodeRouter(trainRouter(easyTools, { crossValidate: false }).bytes)
  if (isManifestProblem(learned)) return assert.fail(learned.message)
  assert.equal(learned.learnedFrom, hashInput(easyTools))
  assert.notEqual(hashInput({ ...easyTools, none: [...easyTools.none, 'one more'] }), learned.learnedFrom)
})
