import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { behindExamples, textBehind } from '../../source/router/behind-examples.ts'
import { collectExamples } from '../../source/router/examples.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { standardRecipe } from '../../source/router/recipe.ts'
import { createRouter } from '../../source/router/router.ts'
import { createSenseBehind } from '../../source/router/sense-behind.ts'
import type { SenseHead } from '../../source/router/sense-head.ts'
import { trainRouter } from '../../source/router/train.ts'
import { fakeMeaning } from '../helpers/fake-meaning.ts'
import { easyNames, easyTools } from './samples.ts'

const [first = '', second = ''] = easyTools.tools.map(({ name }) => name)
const followUps = Array.from({ length: 40 }, (_, at) => ({
  tool: first,
  last: at % 2 === 0 ? first : second,
  text: `and with ${at}`,
}))
const remarks = Array.from({ length: 40 }, (_, at) => `thanks friend ${at}`)
const input = { ...easyTools, followUps, remarks }
const decoded = decodeRouter(trainRouter(input).bytes)
assert.ok(!isManifestProblem(decoded))
const model = decoded

/** Behind a call "ditto" is for `tool`, "cheers" for none; alone nothing is known. */
function headFor(tools: readonly string[], tool: string): SenseHead {
  const classes = tools.length + 1
  const weights = new Int8Array(3 * classes)
  weights[tools.indexOf(tool)] = 100
  weights[classes + tools.length] = 100
  const scales = new Float64Array(classes).fill(0.1)
  const bias = new Float64Array(classes)
  return {
    ...{ model: 'topics', tools, ratio: 1, scales, bias },
    weights: new Int8Array(3 * classes),
    behind: { weights, scales, bias },
    trust: model.calibration,
  }
}

const TOPICS = [['ditto'], ['cheers']]

test('what is learned: follow-ups and remarks twice, and every third example behind some call', () => {
  const set = collectExamples(input, standardRecipe)
  const made = behindExamples(input, set)
  assert.equal(
    made.length,
    2 * (followUps.length + remarks.length) + Math.floor((set.examples.length + 1) / 3),
  )
  assert.deepEqual(made[0], { text: textBehind(first, 'and with 0'), label: 0, weight: 1, fold: 0 })
  const thanks = made.filter(({ text }) => text.includes('thanks friend 7'))
  assert.deepEqual(
    thanks.map(({ label }) => label),
    [set.tools.length, set.tools.length],
  )
  const [, fresh] = set.examples
  assert.ok(
    made.some(
      ({ text, label, fold }) =>
        text.endsWith(`: ${fresh?.text}`) && label === fresh?.label && fold === fresh.fold,
    ),
  )
  assert.equal(textBehind('file_read', 'and the other?'), 'after file read: and the other?')
})

describe('both together', () => {
  const meaning = fakeMeaning(TOPICS)
  const weights = { alone: 0.5, behind: 0.5, none: 0 }
  const alone = new Float64Array(model.tools.length + 1).fill(1 / (model.tools.length + 1))

  test('are known once the vector of the message behind its call is there, and of this model', async () => {
    const sense = createSenseBehind(headFor(model.tools, first), model, meaning, weights)
    assert.equal(sense('ditto', second, alone), undefined)
    await meaning.prepare([textBehind(second, 'ditto'), textBehind(second, 'cheers')])
    const shares = sense('ditto', second, alone)
    assert.ok(shares !== undefined)
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9)
    assert.equal(shares.indexOf(Math.max(...shares)), model.tools.indexOf(first))
    const quiet = sense('cheers', second, alone)
    assert.equal(quiet?.indexOf(Math.max(...quiet)), model.tools.length)
    const other = createSenseBehind(
      { ...headFor(model.tools, first), model: 'another' },
      model,
      meaning,
      weights,
    )
    assert.equal(other('ditto', second, alone), undefined)
  })

  test('what speaks more for none makes it likelier; a tool that came since has what the message says alone', async () => {
    await meaning.prepare([textBehind(second, 'ditto')])
    const noneBy = (none: number) =>
      createSenseBehind(headFor(model.tools, first), model, meaning, { ...weights, none })(
        'ditto',
        second,
        alone,
      )?.at(-1) ?? 0
    assert.ok(noneBy(1) > noneBy(0))
    const others = model.tools.filter((tool) => tool !== second)
    const sure = alone.map((_, k) => (k === model.tools.indexOf(second) ? 0.9 : 0.1 / model.tools.length))
    const sense = createSenseBehind(headFor(others, first), model, meaning, weights)
    assert.equal(sense('hm', first, sure), undefined)
    await meaning.prepare([textBehind(first, 'hm')])
    const known = sense('hm', first, sure)
    assert.equal(known?.indexOf(Math.max(...known)), model.tools.indexOf(second))
  })
})

test('behind a call of a tool that came since nothing is known by meaning', async () => {
  const meaning = fakeMeaning(TOPICS)
  await meaning.prepare([textBehind('mcp_tool', 'ditto')])
  const alone = new Float64Array(model.tools.length + 1).fill(1 / (model.tools.length + 1))
  const sense = createSenseBehind(headFor(model.tools, first), model, meaning)
  assert.equal(sense('ditto', 'mcp_tool', alone), undefined)
})

test('what means a tool that is off goes to no other one', async () => {
  const meaning = fakeMeaning(TOPICS)
  const parts = { model, triggers: [], words: [], notAllowed: 'none' } as const
  const router = createRouter({ ...parts, meaning, senseHead: headFor(model.tools, first) })
  const on = new Set([...easyNames].filter((name) => name !== first))
  await router.prepare?.('ditto', on, second)
  assert.ok(meaning.vectorOf(textBehind(second, 'ditto')))
  assert.equal(router.route('ditto', on, second).tool, null)
})

test('a router asks for the vector behind the last call, and goes by it', async () => {
  const meaning = fakeMeaning(TOPICS)
  const router = createRouter({
    ...{ model, triggers: [], words: [], notAllowed: 'none' },
    meaning,
    senseHead: headFor(model.tools, first),
  })
  await router.prepare?.('ditto', easyNames, second)
  assert.ok(meaning.made.includes(textBehind(second, 'ditto')))
  assert.equal(router.route('ditto', easyNames, second).tool, first)
  await router.prepare?.('cheers', easyNames, second)
  assert.equal(router.route('cheers', easyNames, second).tool, null)
})
