import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { createRouter } from '../../source/router/router.ts'
import { trainRouter } from '../../source/router/train.ts'
import { easyNames, easyTools } from './samples.ts'

const decoded = decodeRouter(trainRouter(easyTools).bytes)
assert.ok(!isManifestProblem(decoded))
const model = decoded
const router = createRouter({ model, triggers: [], words: [] })
const words = [
  { tool: 'weather_forecast', text: 'Weather forecast for a city: temperature, rain, wind' },
  { tool: 'git_log', text: 'Show git commits of a repository' },
  { tool: 'translate_text', text: 'Translate text into another language' },
]
const wordTools = new Set(words.map(({ tool }) => tool))

test('a request goes to the tool that its like was an example of, and small talk to none', () => {
  for (const [message, tool] of [
    ['what is the time?', 'get_time'],
    ['Show me the file ideas.txt', 'file_read'],
    ['how much is 77 * 6', 'calculator'],
    ['a joke about cats', null],
  ] as const) {
    const decision = router.route(message, easyNames)
    assert.equal(decision.tool, tool, message)
    assert.equal(decision.by, tool === null ? 'none' : 'classifier')
  }
})

test('an empty set of allowed tools means no tool, with certainty and without candidates', () => {
  const decision = router.route('what is the time?', new Set())
  assert.deepEqual(decision, { tool: null, confidence: 1, by: 'none', candidates: [] })
})

test('only allowed tools are candidates, and their probabilities are renormalized with none', () => {
  const all = router.route('what is the time?', easyNames)
  const two = router.route('what is the time?', new Set(['file_read', 'calculator']))
  assert.deepEqual(two.candidates.map(({ tool }) => tool).sort(), ['calculator', 'file_read'])
  const scoreOf = (from: typeof all, tool: string) =>
    from.candidates.find((one) => one.tool === tool)?.score ?? 0
  const none = 1 - all.candidates.reduce((sum, { score }) => sum + score, 0)
  const left = scoreOf(all, 'file_read') + scoreOf(all, 'calculator') + none
  assert.ok(Math.abs(scoreOf(two, 'file_read') - scoreOf(all, 'file_read') / left) < 1e-9)
})

test('where the share of tools that are off counts as none, no other tool stands in for them', () => {
  const strict = createRouter({ model, triggers: [], words: [], notAllowed: 'none' })
  const decision = strict.route('what is the time?', new Set(['file_read', 'calculator']))
  assert.equal(decision.tool, null)
  assert.ok(decision.confidence > 0.8, `confidence ${decision.confidence}`)
})

test('candidates come best first, at most five, and a chosen tool is the first of them', () => {
  const many = Array.from({ length: 9 }, (_, i) => ({ tool: `rain_${i}`, text: `rain in region ${i}` }))
  const allowed = new Set([...easyNames, ...many.map(({ tool }) => tool)])
  const wide = createRouter({ model, triggers: [], words: many })
  const { candidates } = wide.route('will there be rain', allowed)
  assert.equal(candidates.length, 5)
  const scores = candidates.map(({ score }) => score)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  const chosen = router.route('read todo.md', easyNames)
  assert.equal(chosen.candidates[0]?.tool, chosen.tool)
  assert.equal(chosen.candidates[0]?.score, chosen.confidence)
})

test('candidates and none never have more than one together', () => {
  const mixed = createRouter({ model, triggers: [], words })
  const allowed = new Set([...easyNames, ...wordTools])
  for (const message of [
    'weather forecast for Rome',
    'translate the file a.txt',
    'show git commits',
    'hm',
    'time',
  ]) {
    const { candidates } = mixed.route(message, allowed)
    const sum = candidates.reduce((so, { score }) => so + score, 0)
    assert.ok(sum <= 1 + 1e-9, `${message}: ${sum}`)
  }
})

test('a pattern decides before the classifier, only for the whole trimmed message, and brings its arguments', () => {
  const trigger = { pattern: 'what time is it\\??|time', arguments: { zone: 'local' } }
  const withPattern = createRouter({ model, triggers: [{ tool: 'get_time', trigger }], words: [] })
  const decision = withPattern.route('  What TIME is it?\n', easyNames)
  assert.equal(decision.by, 'pattern')
  assert.deepEqual(decision.arguments, { zone: 'local' })
  assert.equal(decision.confidence, 0.99)
  assert.notEqual(withPattern.route('time travel', easyNames).by, 'pattern')
  assert.notEqual(withPattern.route('time', new Set(['calculator'])).by, 'pattern')
})

test('two patterns for one message halve the confidence', () => {
  const triggers = ['get_time', 'calculator'].map((tool) => ({ tool, trigger: { pattern: 'now' } }))
  const decision = createRouter({ model, triggers, words: [] }).route('now', easyNames)
  assert.equal(decision.tool, 'get_time')
  assert.equal(decision.confidence, 0.495)
  assert.equal(decision.candidates.length, 2)
})

test('a broken pattern is told and matches nothing', () => {
  const triggers = ['(', 'a)|(b'].map((pattern) => ({ tool: 'get_time', trigger: { pattern } }))
  const broken = createRouter({ model, triggers, words: [] })
  assert.deepEqual(
    broken.problems.map(({ code }) => code),
    ['bad_trigger', 'bad_trigger'],
  )
  assert.match(broken.problems[0]?.message ?? '', /The trigger `\(` of get_time/)
  assert.notEqual(broken.route('a', easyNames).by, 'pattern')
})

test('a tool without examples is found by its words, with a model and without', () => {
  for (const known of [model, undefined]) {
    const mixed = createRouter({ model: known, triggers: [], words })
    const decision = mixed.route(
      'weather forecast with temperature and wind',
      new Set([...easyNames, ...wordTools]),
    )
    assert.equal(decision.tool, 'weather_forecast')
    assert.equal(decision.by, 'words')
    assert.ok(decision.confidence > 0.5 && decision.confidence <= 1)
  }
})

test('words match whole: git is not in digit', () => {
  const byWords = createRouter({ model: undefined, triggers: [], words })
  assert.deepEqual(byWords.route('which digit comes next', wordTools).candidates, [])
  assert.equal(byWords.route('show the git commits', wordTools).candidates[0]?.tool, 'git_log')
})

test('of two tools with the same words neither is chosen', () => {
  const twins = ['a_one', 'b_two'].map((tool) => ({
    tool,
    text: 'convert currency amounts between countries',
  }))
  const names = new Set(twins.map(({ tool }) => tool))
  const more = [...twins, ...words]
  const decision = createRouter({ model: undefined, triggers: [], words: more }).route(
    'convert currency amounts',
    names,
  )
  assert.equal(decision.tool, null)
  assert.equal(decision.candidates.length, 2)
})

test('an empty message needs no tool', () => {
  for (const message of ['', '   \n\t ']) {
    assert.deepEqual(router.route(message, easyNames), {
      tool: null,
      confidence: 1,
      by: 'none',
      candidates: [],
    })
  }
})

test('any text gives a decision between 0 and 1: emoji, right to left, marks, lone surrogates, controls', () => {
  const texts = [
    '🕐🕑❓',
    'كم الساعة الآن؟',
    'מה השעה',
    '现在几点了',
    'Z̸̛a̵l̶g̷o̴ '.repeat(50),
    '\ud83d',
    '\ufdfa'.repeat(4000),
    '\0\x1b[31m',
    '____',
    "'".repeat(5000),
    '.'.repeat(5000),
    'a'.repeat(5000),
  ]
  for (const text of texts) {
    const { confidence, candidates } = router.route(text, easyNames)
    assert.ok(confidence >= 0 && confidence <= 1, JSON.stringify(text.slice(0, 20)))
    for (const { score } of candidates) assert.ok(score >= 0 && score <= 1)
  }
})

test('fullwidth and upper case read as the plain letters', () => {
  const plain = router.route('what is the time', easyNames)
  assert.deepEqual(router.route('ＷＨＡＴ is the TIME', easyNames), plain)
})

test('of a message of ten megabytes only the ends are looked at', () => {
  const middle = 'x'.repeat(10_000_000)
  const ends = `${'read the file a.txt '.repeat(100)}${' '.repeat(20)}`
  const one = router.route(`${ends}${middle}${ends}end`, easyNames)
  const other = router.route(`${ends}${'y '.repeat(5_000_000)}${ends}end`, easyNames)
  assert.deepEqual(one.candidates, other.candidates)
})

test('routing twice gives the same answer, whatever came between', () => {
  const first = router.route('what is the time?', easyNames)
  router.route('read the file x.txt and 3 + 4', easyNames)
  assert.deepEqual(router.route('what is the time?', easyNames), first)
})

test('an explanation names every class and the features that spoke for the best tool', () => {
  const explained = router.explain('what is the time?')
  assert.ok(explained)
  assert.deepEqual(explained.classes.map(({ tool }) => tool).sort(), [
    'calculator',
    'file_read',
    'get_time',
    null,
  ])
  assert.ok(Math.abs(explained.classes.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-9)
  assert.equal(explained.classes[0]?.tool, 'get_time')
  assert.ok(explained.features.some(({ text, weight }) => text.includes('time') && weight > 0))
  assert.ok(explained.features.length <= 10)
  assert.equal(createRouter({ model: undefined, triggers: [], words }).explain('hi'), undefined)
})

test('a request inside a story is found where a sentence alone is plainly one', () => {
  const story = 'A joke about cats made my day. A poem about rain did not. Show me the file ideas.txt'
  assert.equal(router.route(story, easyNames).tool, 'file_read')
  assert.equal(
    router.route('A joke about cats made my day. A poem about rain did not.', easyNames).tool,
    null,
  )
})
