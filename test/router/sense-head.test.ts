import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { sumOf } from '../../source/home/meaning-of-home.ts'
import { findProgram } from '../../source/paths.ts'
import { type ClassScores, calibrate, createClassifier } from '../../source/router/classify.ts'
import { collectExamples } from '../../source/router/examples.ts'
import { fitTrust, lossOf } from '../../source/router/learn-calibration.ts'
import { learnSenses } from '../../source/router/learn-senses.ts'
import { thresholdOf } from '../../source/router/model.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { standardRecipe } from '../../source/router/recipe.ts'
import { createRouter } from '../../source/router/router.ts'
import {
  createSenseMixer,
  readSenseHead,
  type SenseHead,
  writeSenseHead,
} from '../../source/router/sense-head.ts'
import { trainRouter } from '../../source/router/train.ts'
import { learnHere, prepareLessons } from '../../source/router/train-parts.ts'
import { fakeMeaning } from '../helpers/fake-meaning.ts'
import { easyNames, easyTools } from './samples.ts'

const decoded = decodeRouter(trainRouter(easyTools).bytes)
assert.ok(!isManifestProblem(decoded))
const model = decoded
const [first = '', second = ''] = model.tools

/** Knows two topics: the first is `tool`'s, the other nobody's; what is about neither points to a third place. */
function headFor(tools: readonly string[], tool: string): SenseHead {
  const classes = tools.length + 1
  const weights = new Int8Array(3 * classes)
  weights[tools.indexOf(tool)] = 100
  weights[classes + tools.length] = 100
  const scales = new Float64Array(classes).fill(0.2)
  const bias = new Float64Array(classes)
  return {
    ...{ model: 'topics', tools, weights, scales, bias },
    behind: { weights, scales, bias },
    ratio: 1,
    trust: { ...model.calibration, sharpness: 1, noneBias: 0.5 },
  }
}

const TOPICS = [
  ['hush', 'countdown'],
  ['poem', 'verses'],
]
const vector = (...places: number[]) => Float32Array.from(places)

describe('scores of words and of meaning', () => {
  const score = (message: string): ClassScores => {
    const found = createClassifier(model).score(message)
    return { ...found, scores: found.scores.slice() }
  }
  const oddsAgainstNone = (found: ClassScores, tool: string) => {
    const shares = calibrate(found, model.calibration)
    return Math.log((shares[model.tools.indexOf(tool)] ?? 0) / (shares[model.tools.length] ?? 0))
  }

  test('are added, and the trust that was learned for the sum makes probabilities of them', () => {
    const head = headFor(model.tools, first)
    const found = score('something about it')
    const { sharpness } = head.trust
    const mixed = createSenseMixer(head, model)(found, vector(1, 0, 0))
    const none = found.scores.at(-1) ?? 0
    const { noneForUnknownWords, noneForUnknownParts } = head.trust
    const shift = 0.5 + noneForUnknownWords * found.unknownWords + noneForUnknownParts * found.unknownParts
    const odds = (model.tools.map((_, k) => (found.scores[k] ?? 0) * sharpness)[0] ?? 0) + 20 - none - shift
    assert.ok(Math.abs(oddsAgainstNone(mixed, first) - odds) < 1e-9)
    const elsewhere = createSenseMixer(head, model)(found, vector(0, 1, 0))
    assert.ok(Math.abs(oddsAgainstNone(elsewhere, first) - (odds - 40)) < 1e-9)
    assert.ok(Math.abs(calibrate(mixed, model.calibration).reduce((sum, one) => sum + one, 0) - 1) < 1e-12)
  })

  test('of a tool that the head was not learned with are those of words, against none', () => {
    const found = score('something about it')
    const head = headFor(
      model.tools.filter((tool) => tool !== second),
      first,
    )
    for (const at of [vector(1, 0, 0), vector(0, 1, 0), vector(0, 0, 1)]) {
      const mixed = createSenseMixer(head, model)(found, at)
      assert.ok(Math.abs(oddsAgainstNone(mixed, second) - oddsAgainstNone(found, second)) < 1e-9)
    }
    const foreign = createSenseMixer(headFor(['another'], 'another'), model)(found, vector(1, 0, 0))
    for (const tool of model.tools)
      assert.ok(Math.abs(oddsAgainstNone(foreign, tool) - oddsAgainstNone(found, tool)) < 1e-9, tool)
  })
})

describe('a router with meanings', () => {
  const parts = { model, triggers: [], words: model.tools.map((tool) => ({ tool, text: tool })) }
  const message = 'would somebody hush that countdown'

  test('finds what no word tells, once its vector was made; by words before', async () => {
    const meaning = fakeMeaning(TOPICS)
    const router = createRouter({ ...parts, meaning, senseHead: headFor(model.tools, first) })
    assert.equal(router.route(message, easyNames).tool, null)
    await router.prepare?.(message, easyNames)
    const { tool, by, confidence } = router.route(message, easyNames)
    assert.deepEqual([tool, by], [first, 'classifier'])
    assert.ok(confidence > 0.9)
    await router.prepare?.(message, easyNames)
    assert.deepEqual(meaning.made, [message], 'once')
  })

  test('chooses from the lead on that was learned for the sum, and of what it does not know from that of words', async () => {
    const meaning = fakeMeaning(TOPICS)
    const head = headFor(model.tools, first)
    const routeBy = async (trust: SenseHead['trust'], tools = model.tools) => {
      const router = createRouter({ ...parts, meaning, senseHead: { ...headFor(tools, first), trust } })
      await router.prepare?.(message, easyNames)
      const { tool, border } = router.route(message, easyNames)
      return { tool, threshold: border?.threshold }
    }
    const { threshold } = head.trust
    assert.deepEqual(await routeBy(head.trust), { tool: first, threshold })
    const eager = await routeBy({ ...head.trust, threshold: 99 })
    assert.deepEqual(eager, { tool: null, threshold: 99 })
    const raised = head.tools.map((tool) => Number(tool === first) * 50)
    assert.deepEqual(await routeBy({ ...head.trust, threshold: 1, raised }), { tool: null, threshold: 51 })
    const others = model.tools.filter((tool) => tool !== second)
    const mixed = createSenseMixer(
      { ...headFor(others, first), trust: { ...head.trust, threshold: 7 } },
      model,
    )
    const { thresholds } = mixed(createClassifier(model).score(message), vector(1, 0, 0))
    assert.equal(thresholds?.[model.tools.indexOf(first)], 7)
    assert.equal(
      thresholds?.[model.tools.indexOf(second)],
      thresholdOf(model.calibration, model.tools.indexOf(second)),
    )
  })

  test('makes vectors of the requests and sentences that are decided on, and none where a pattern decides', async () => {
    const meaning = fakeMeaning(TOPICS)
    const triggers = [{ tool: second, trigger: { pattern: 'quickly' } }]
    const router = createRouter({ ...parts, triggers, meaning, senseHead: headFor(model.tools, first) })
    await router.prepare?.('quickly', easyNames)
    assert.equal(meaning.made.length, 0)
    const story = 'I am in the garden all day. Do hush that countdown over there.'
    await router.prepare?.(story, easyNames)
    assert.ok(meaning.made.includes(story))
    assert.ok(meaning.made.includes('Do hush that countdown over there.'))
    assert.equal(router.route(story, easyNames).tool, first)
  })

  test('of another sentence model than it was learned from counts nothing', async () => {
    const router = createRouter({
      ...parts,
      meaning: fakeMeaning(TOPICS),
      senseHead: { ...headFor(model.tools, first), model: 'another' },
    })
    await router.prepare?.(message, easyNames)
    assert.equal(router.route(message, easyNames).tool, null)
  })

  test('what was taught holds with it', async () => {
    const meaning = fakeMeaning(TOPICS)
    const examples = [{ id: 't1', text: 'hush that countdown of mine', tool: second }]
    const router = createRouter({
      ...parts,
      meaning,
      senseHead: headFor(model.tools, first),
      taught: () => examples,
    })
    for (const text of ['hush that countdown of mine', 'Hush that countdown of mine!']) {
      await router.prepare?.(text, easyNames)
      assert.equal(router.route(text, easyNames).tool, second)
    }
  })
})

describe('learning from vectors', () => {
  const recipe = { ...standardRecipe, minDocuments: 1 }
  const set = collectExamples(easyTools, recipe)
  const lessons = prepareLessons(easyTools, recipe)
  const words = learnHere(lessons, recipe, true).tools.unseen ?? []
  // Each class points its own way, but for a wobble.
  const classes = set.tools.length + 1
  const APART = 1
  const vectorsBy = (make: (label: number, at: number) => number[]) =>
    set.examples.flatMap(({ label, fold }, at) => {
      const places = make(label, at)
      return fold === APART ? [Float32Array.from(places, (place) => place / Math.hypot(...places))] : []
    })
  const head = {
    weight: Float32Array.from(
      { length: classes * 12 },
      (_, at) => 8 * Number(at % 12 === Math.floor(at / 12)),
    ),
    bias: new Float32Array(classes),
  }
  const learnedFrom = (vectors: readonly Float32Array[]) =>
    learnSenses(set, words, { alone: head, behind: head }, { alone: head, fold: APART, vectors }, recipe)

  test('meaning helps with what was not seen, and hardly harms where it says nothing', () => {
    const loss = (scores: typeof words) => lossOf(scores, fitTrust(scores))
    // Each class points its own way, but for a wobble.
    const clear = vectorsBy((label, at) =>
      Array.from({ length: 12 }, (_, place) => Number(place === label) + (at % 3 === place % 3 ? 0.2 : 0)),
    )
    const learned = learnedFrom(clear)
    const judged = words.filter(({ fold }) => fold === APART)
    assert.deepEqual(
      learned.unseen.map(({ label }) => label),
      judged.map(({ label }) => label),
    )
    assert.ok(loss(learned.unseen) < loss(judged) / 2)
    const { weights, scales } = learned.head
    assert.equal(weights.length, 12 * classes)
    assert.ok(Math.abs((weights[0] as number) * (scales[0] as number) - 8) < 0.1, 'place by place')
    assert.equal((weights[1] as number) * (scales[1] as number), 0)
    const blank = vectorsBy(() => Array.from({ length: 12 }, () => 1))
    assert.ok(loss(learnedFrom(blank).unseen) < loss(judged) + 0.05)
  })

  test('other examples than those that were kept apart are refused', () => {
    assert.throws(() => learnedFrom([]), /other examples/)
  })
})

describe('the file', () => {
  test('is the head again; whatever else it is, it is none', () => {
    const head = headFor(model.tools, first)
    const text = writeSenseHead(head)
    assert.deepEqual(readSenseHead(text), head)
    for (const broken of [
      '',
      'null',
      '[]',
      '{}',
      text.slice(0, -20),
      text.replace('"formatVersion": 2', '"formatVersion": 1'),
      text.replace(/"bias": "[^"]*"/, '"bias": "AAAAAAAA8D8="'),
      text.replace('"ratio": 1', '"ratio": null'),
      text.replace(/"threshold": [^,]*/, '"threshold": null'),
      text.replace(/"raised": \[[^\]]*\]/, '"raised": [null]'),
      text.replace(/"weights": "[^"]*"/, '"weights": ""'),
    ]) {
      assert.equal(readSenseHead(broken), undefined, broken.slice(0, 60))
    }
  })

  test('that comes with the program can be read, and is of its sentence model and adapter', async () => {
    const head = readSenseHead(readFileSync(findProgram().senses, 'utf8'))
    assert.ok(head !== undefined)
    const [id = '', sum] = head.model.split('+')
    assert.match(readFileSync(findProgram().catalogue, 'utf8'), new RegExp(`id: ${id}\\b`))
    assert.equal(sum, await sumOf(findProgram().senseAdapter))
    assert.ok(head.tools.includes('timer_cancel'))
    assert.equal(head.weights.length, 384 * (head.tools.length + 1))
  })
})
