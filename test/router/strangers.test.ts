import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import type { TaughtExample } from '../../source/contracts/teaching.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { createRequestRarity } from '../../source/router/request-rarity.ts'
import { createRouter } from '../../source/router/router.ts'
import { trainRouter } from '../../source/router/train.ts'
import { fakeMeaning } from '../helpers/fake-meaning.ts'
import { easyNames, easyTools } from './samples.ts'

const decoded = decodeRouter(trainRouter(easyTools).bytes)
assert.ok(!isManifestProblem(decoded))
const model = decoded
const strangers = [
  { tool: 'find_schools', text: 'Find schools nearby: primary, secondary, distance in km' },
  { tool: 'git_commits', text: 'Show the commits of a git repository, newest first' },
  { tool: 'show_slides', text: 'Show the slides of a presentation' },
]
const own = easyTools.tools.map(({ name }) => ({ tool: name, text: name.replaceAll('_', ' ') }))
const examples = new Map(easyTools.tools.map(({ name, examples }) => [name, examples]))
const router = createRouter({
  model,
  triggers: [],
  words: [...own, ...strangers],
  examplesOf: (tool) => examples.get(tool) ?? [],
})
const withStrangers = new Set([...easyNames, ...strangers.map(({ tool }) => tool)])

test('what the classifier would take is a stranger’s where the words are plainly its own', () => {
  for (const [message, tool] of [
    ['what is the time of the newest commits in the git repository?', 'git_commits'],
    ['what time are the primary schools nearby, and the secondary ones', 'find_schools'],
    ['show me the file talk.txt as slides of a presentation', 'show_slides'],
  ] as const) {
    assert.notEqual(router.route(message, easyNames).tool, null, `${message}: the classifier takes it`)
    const { tool: chosen, by, candidates, confidence } = router.route(message, withStrangers)
    assert.equal(chosen, tool, message)
    assert.equal(by, 'words')
    assert.equal(candidates[0]?.tool, tool)
    assert.ok(candidates.reduce((sum, { score }) => sum + score, 0) <= 1 + 1e-9 && confidence > 0)
  }
})

test('one word in common takes nothing from the tool that was trained for it', () => {
  for (const message of ['what is the time?', 'Show me the file ideas.txt', 'how much is 77 * 6']) {
    const alone = router.route(message, easyNames)
    assert.equal(router.route(message, withStrangers).tool, alone.tool, message)
  }
})

test('a stranger that is not allowed takes nothing', () => {
  const message = 'what is the time of the newest commits in the git repository?'
  assert.equal(router.route(message, easyNames).by, 'classifier')
})

test('what was taught stays where it was taught, whatever a stranger says of itself', () => {
  const message = 'what is the time of the newest commits in the git repository?'
  for (const tool of ['get_time', 'show_slides']) {
    const taught = [
      { text: 'tell the time of the newest commits of the git repository', tool },
      { text: 'newest commits in that git repository, the time please', tool },
      { text: 'time of the commits in the repository of git', tool },
    ]
    const learned = createRouter({
      model,
      triggers: [],
      words: [...own, ...strangers],
      examplesOf: (name) => examples.get(name) ?? [],
      taught: () => taught,
    })
    assert.equal(learned.route(message, withStrangers).tool, tool)
  }
})

describe('what the optimizer found for a stranger', () => {
  const words = { optimized: true as const, isWords: true as const }
  const found: readonly TaughtExample[] = [
    ...['lecture', 'talk', 'keynote'].map((text) => ({
      ...{ tool: 'show_slides', text },
      ...words,
    })),
    { tool: 'show_slides', text: 'flip through the deck of the keynote', optimized: true },
  ]
  const routerWith = (taught: readonly TaughtExample[]) =>
    createRouter({
      model,
      triggers: [],
      words: [...own, ...strangers],
      examplesOf: (tool) => examples.get(tool) ?? [],
      taught: () => taught,
    })
  const optimized = routerWith(found)

  test('leads requests in those words to it, and says which request turned the decision', () => {
    const message = 'flip through the keynote deck'
    assert.notEqual(router.route(message, withStrangers).tool, 'show_slides')
    const { tool, by, taught, optimized: isFound } = optimized.route(message, withStrangers)
    assert.deepEqual([tool, by, isFound], ['show_slides', 'taught', true])
    assert.equal(taught, 'flip through the deck of the keynote')
  })

  test('takes nothing from the tools that were trained', () => {
    for (const message of ['tell me the time', 'Show me the file talk.txt', 'how much is 12 * 7'])
      assert.equal(
        optimized.route(message, withStrangers).tool,
        router.route(message, withStrangers).tool,
        message,
      )
  })

  test('what is found for one lifts no other, however much it is', () => {
    const message = 'the newest repository'
    const share = (of: typeof router) =>
      of.route(message, withStrangers).candidates.find(({ tool }) => tool === 'git_commits')?.score
    const much = Array.from({ length: 40 }, (_, at) => ({
      ...{ tool: 'show_slides', text: `word${at}` },
      ...words,
    }))
    assert.ok(Number(share(router)) > 0)
    assert.equal(share(routerWith(much)), share(router))
  })

  test('words alone are no request: said again they are not obeyed as one, and none is named', () => {
    const alone = routerWith(found.slice(0, 3))
    assert.notEqual(alone.route('keynote', withStrangers).by, 'taught')
    const { tool, by } = alone.route('keynote, lecture or talk', withStrangers)
    assert.deepEqual([tool, by], ['show_slides', 'words'])
  })
})

describe('with a sentence model', () => {
  const meaning = fakeMeaning([
    ['schools', 'pupils', 'classes', 'kids'],
    ['commits', 'history', 'git'],
    ['time', 'clock'],
  ])
  const senses = new Map([
    ['find_schools', 'find schools: schools nearby'],
    ['git_commits', 'git commits: the commits of a repository'],
    ['get_time', 'get time: the time'],
  ])
  const understanding = createRouter({
    model,
    triggers: [],
    words: [...own, ...strangers].map((one) => ({ ...one, sense: senses.get(one.tool) ?? one.text })),
    examplesOf: (tool) => examples.get(tool) ?? [],
    meaning,
  })
  const routed = async (message: string) => {
    await understanding.prepare?.(message, withStrangers)
    return understanding.route(message, withStrangers)
  }

  test('a stranger is found by what it is for, in words that it does not say', async () => {
    const message = 'where do kids have their classes'
    const before = router.route(message, withStrangers)
    assert.notEqual(before.tool, 'find_schools')
    const { tool, by, candidates } = await routed(message)
    assert.deepEqual([tool, by, candidates[0]?.tool], ['find_schools', 'words', 'find_schools'])
    assert.ok(candidates.reduce((sum, { score }) => sum + score, 0) <= 1 + 1e-9)
  })

  test('what a trained tool is for stays with it, and what is for none with none', async () => {
    for (const message of ['what is the time?', 'how much is 77 * 6', 'Show me the file ideas.txt'])
      assert.equal((await routed(message)).tool, router.route(message, easyNames).tool, message)
  })

  test('a message that nobody prepared is decided by words', () => {
    const message = 'which pupils are in the classes of that school'
    assert.deepEqual(understanding.route(message, withStrangers), router.route(message, withStrangers))
  })

  test('nothing is prepared where all tools are those that were trained', async () => {
    const before = meaning.made.length
    await understanding.prepare?.('a message that nobody sent', easyNames)
    assert.equal(meaning.made.length, before)
  })
})

test('a word that everybody says in requests weighs less than one that nobody says', () => {
  const rarity = createRequestRarity(model.vocabulary)
  assert.ok(rarity('the') < rarity('file') && rarity('file') < rarity('presentation'))
  assert.equal(rarity('presentation'), 1)
  assert.equal(rarity('123'), rarity('456'), 'digits are alike')
})

test('candidates and none sum to one, whoever takes the message', () => {
  for (const message of ['what is the time', 'the time of the commits in the repository', 'slides please']) {
    const { tool, confidence, candidates } = router.route(message, withStrangers)
    const sum = candidates.reduce((so, { score }) => so + score, tool === null ? confidence : 0)
    assert.ok(sum <= 1 + 1e-9, message)
    if (tool !== null) assert.deepEqual([candidates[0]?.tool, candidates[0]?.score], [tool, confidence])
  }
})
