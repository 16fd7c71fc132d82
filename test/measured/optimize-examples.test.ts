import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { OptimizeChoice } from '../../source/contracts/optimized.ts'
import { homePaths } from '../../source/paths.ts'
import { askAside } from '../../source/session/aside.ts'
import type { EngineLoad, EngineLoadOptions, Ground } from '../../source/session/ports.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const WORDS = 'squibble the brazen wumpus at dusk'
const CHOICE: OptimizeChoice = {
  all: false,
  tools: ['timer_list'],
  strategies: ['examples'],
  again: false,
  dryRun: false,
}

const NO_USAGE = { evaluated: 0, reused: 0, generated: 0 }
const LINE = { '1. Cancel a timer or an alarm, or all of them': '{"1":"Cancel timer or alarm"}' }

type Opened = Awaited<ReturnType<typeof openCommands>>

function routed({ session: { ground } }: Opened, text = WORDS) {
  return ground.router.route(text, new Set(ground.tools.enabled.map(({ name }) => name)))
}

/** As a run of another day would have left it. */
function keepExamples({ session, home }: Opened, examples: readonly string[]): void {
  const { optimized } = homePaths(home, {})
  mkdirSync(optimized, { recursive: true })
  const { contentHash } = session.ground.tools.entries.find(({ name }) => name === 'timer_list') ?? {}
  const model = { id: 'fake-model', sha256: '0'.repeat(64) }
  const tools = { timer_list: { contentHash, examples, tried: { examples: { kept: true, reason: 'x' } } } }
  writeFileSync(join(optimized, 'fake-model.json'), JSON.stringify({ formatVersion: 1, model, tools }))
}

describe('example requests that the optimizer found', () => {
  test('count in the router from the start; what the person taught counts before them', async () => {
    const home = temporaryFolder('home')
    const first = await openCommands({ home })
    const before = routed(first)
    keepExamples(first, [WORDS])
    await first.done()
    const engine = createFakeEngine()
    const load = async ({ onModel }: EngineLoadOptions): Promise<EngineLoad> => {
      onModel(engine.info.modelId)
      return { type: 'ready', engine, answers: 'auto' }
    }
    const second = await openCommands({ home, engine: load })
    assert.deepEqual([routed(second).tool, routed(second).optimized], ['timer_list', true])
    await second.session.submit(WORDS)
    assert.match((await second.run('/why')).text, /found by `\/optimize_tool_prompts`/)
    await second.run(`/teach none "${WORDS}"`)
    assert.deepEqual([routed(second).tool, routed(second).optimized], [null, undefined])
    await second.run('/forget-teaching t1')
    assert.equal(routed(second).tool, 'timer_list')
    await second.run('/optimize_tool_prompts --undo')
    assert.equal(routed(second).tool, 'timer_list', 'nothing stood before')
    writeFileSync(
      join(homePaths(home, {}).optimized, 'fake-model.previous'),
      '{"formatVersion":1,"tools":{}}',
    )
    await second.run('/optimize_tool_prompts --undo')
    assert.deepEqual(routed(second), before)
    await second.run('/optimize_tool_prompts --undo')
    assert.equal(routed(second).tool, 'timer_list')
    await second.done()
    rmSync(home, { recursive: true })
  })

  test('are tried in the router, kept and learned at once, and a dry run leaves nothing behind', async () => {
    const opened = await openCommands()
    const { session, engine, home } = opened
    // Fewer tests to ask.
    for (const { name } of session.ground.tools.entries)
      session.ground.tools.setEnabled(name, name === 'timer_list' || name === 'timer_cancel')
    const before = routed(opened)
    const written: { readonly [state: string]: object } = {
      'example-words': {},
      'example-requests': { order: WORDS, details: 'gronk every last sprocket please' },
    }
    const { writeCall } = engine
    engine.writeCall = async (request, signal) => {
      const answer = written[request.state.name]
      const text = JSON.stringify(answer)
      return answer === undefined
        ? writeCall(request, signal)
        : { text, usage: NO_USAGE, weakest: 1, totalMs: 1, cut: false }
    }
    const { ground } = session
    // Words that nobody knows lead nowhere; the first request is to be near its tool.
    const tried = new Set<string | null>()
    const router: Ground['router'] = {
      // What each test is asked for its way.
      split: (...asked) => {
        tried.add(routed(opened).tool)
        return ground.router.split(...asked)
      },
      route: (text, ...more) => {
        const found = ground.router.route(text, ...more)
        return text === WORDS ? { ...found, candidates: [{ tool: 'timer_list', score: 0.1 }] } : found
      },
    }
    // A tool of the person's own may have no examples; those of the program have more than enough.
    const tools = new Proxy(ground.tools, {
      get: (of, key) => {
        const value: unknown = Reflect.get(of, key, of)
        if (key === 'detail')
          return (name: string) => {
            const detail = of.detail(name)
            return detail && name === 'timer_list' ? { ...detail, examples: [] } : detail
          }
        return typeof value === 'function' ? value.bind(of) : value
      },
    }) satisfies Ground['tools']
    const run = async (choice: OptimizeChoice) => {
      const applied = await session.ports.optimizer.run({
        choice,
        engine,
        ground: { ...ground, tools, router },
        usable: tools,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ask: (message, draft, stop) => askAside(session, message, stop, draft),
      })
      return applied
    }
    await run({ ...CHOICE, dryRun: true })
    assert.ok(tried.has('timer_list'))
    assert.deepEqual(routed(opened), before)
    const { ground: made, result } = await run(CHOICE)
    assert.match(result.text, /timer_list {2}\d new requests? of/)
    assert.ok(made !== undefined)
    session.takeGround(made)
    assert.equal(routed(opened).tool, 'timer_list')
    const file = JSON.parse(readFileSync(join(homePaths(home, {}).optimized, 'fake-model.json'), 'utf8'))
    assert.ok(file.tools.timer_list.examples.includes(WORDS))
    await opened.run('/optimize_tool_prompts --undo')
    assert.equal(routed(opened).tool, null)
    await opened.done()
  })
})

describe('what another process did', () => {
  test('since this one began is not lost by a run', async () => {
    const opened = await openCommands({ script: { calls: LINE } })
    keepExamples(opened, ['a late example of another process'])
    await opened.run('/optimize_tool_prompts --tool timer_cancel --strategy index')
    const file = JSON.parse(
      readFileSync(join(homePaths(opened.home, {}).optimized, 'fake-model.json'), 'utf8'),
    )
    assert.deepEqual(Object.keys(file.tools).sort(), ['timer_cancel', 'timer_list'])
    await opened.done()
  })

  test('for tools that are not there now is not lost by a run, and what is for another version of one is', async () => {
    const opened = await openCommands({ script: { calls: LINE } })
    const { optimized } = homePaths(opened.home, {})
    const path = join(optimized, 'fake-model.json')
    const model = { id: 'fake-model', sha256: '0'.repeat(64) }
    const row = { contentHash: 'x', examples: ['of a server that does not answer'] }
    mkdirSync(optimized, { recursive: true })
    const write = (about: object) =>
      writeFileSync(
        path,
        JSON.stringify({
          formatVersion: 1,
          model,
          ...about,
          tools: { zoo_feed: row, timer_list: row, zoo_open: 7 },
        }),
      )
    const names = () => Object.keys(JSON.parse(readFileSync(path, 'utf8')).tools).sort()
    const run = '/optimize_tool_prompts --tool timer_cancel --strategy index'
    write({})
    await opened.run(run)
    assert.deepEqual(names(), ['timer_cancel', 'zoo_feed'])
    write({ model: { ...model, sha256: '1'.repeat(64) } })
    await opened.run(run)
    assert.deepEqual(names(), ['timer_cancel'], 'what is of another model stays away')
    await opened.done()
  })

  test('while it optimizes is not undone under its hands', async () => {
    const opened = await openCommands()
    keepExamples(opened, [WORDS])
    const { optimized } = homePaths(opened.home, {})
    writeFileSync(join(optimized, 'fake-model.previous'), '{"formatVersion":1,"tools":{}}')
    // The parent of this process lives as long as the test.
    writeFileSync(join(optimized, 'fake-model.lock'), JSON.stringify({ pid: process.ppid }))
    const { ok, text } = await opened.run('/optimize_tool_prompts --undo')
    assert.deepEqual([ok, /Another process optimizes this model/.test(text)], [false, true])
    assert.match(readFileSync(join(optimized, 'fake-model.json'), 'utf8'), /squibble/)
    await opened.done()
  })
})
