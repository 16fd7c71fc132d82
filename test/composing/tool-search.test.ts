import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { describe, test } from 'node:test'
import { composeSession } from '../../source/compose.ts'
import { type GivenTools, openGround } from '../../source/composing/ground.ts'
import { addToolSearch } from '../../source/composing/tool-search.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { type CompiledTool, isManifestProblem } from '../../source/contracts/manifest.ts'
import { compileDeclaration, declaredTool } from '../../source/manifest/declared-tools.ts'
import { readManifestFile } from '../../source/manifest/file.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { manifestOf } from '../../source/registry/registry.ts'
import { createFakeEngine, type FakeScript } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

const NAME = 'tool_search'
const ACTIONS = ['list', 'create', 'delete', 'rename', 'archive']
const THINGS = ['invoices', 'calendars', 'playlists', 'tickets', 'recipes', 'photos', 'contacts', 'sensors']

/** Forty tools, whose names take more than the index has. */
const many: readonly CompiledTool[] = THINGS.flatMap((thing) =>
  ACTIONS.map((action) =>
    compileDeclaration({
      name: `${thing}_service_${action}_${thing}`,
      description: `${action} ${thing} of the person`,
      parameters: { type: 'object', properties: { which: { type: 'string' } } },
      group: thing,
    }),
  ),
)

function given(tools: readonly CompiledTool[], off: readonly string[] = []): GivenTools {
  return {
    manifest: manifestOf(tools, undefined),
    off,
    loadTool: async (name) => declaredTool(tools.find((tool) => tool.name === name) ?? fail(name)),
  }
}

function fail(name: string): never {
  throw new Error(`there is no ${name}`)
}

async function openMany(script: FakeScript = {}, tools = given(many)) {
  const engine = createFakeEngine(script)
  const session = await composeSession({
    program: findProgram(),
    home: homePaths(temporaryFolder('search'), {}),
    workspace: realpathSync(WORKSPACE),
    interactive: false,
    flags: {},
    clock: { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' },
    tools: () => tools,
    engine: async () => ({ type: 'ready', engine, answers: 'auto' }),
  })
  const events: SessionEvent[] = []
  session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') events.push(event)
  })
  session.start()
  await session.settled()
  return { session, engine, events }
}

const called = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === 'tool.called' ? [[event.name, event.arguments]] : []))

describe('the built-in search', () => {
  test('is there only with more tools than can be named', () => {
    const shipped = readManifestFile(findProgram().shippedManifest)
    if (isManifestProblem(shipped)) return assert.fail(shipped.message)
    assert.equal(addToolSearch(shipped), undefined)
    const searchable = addToolSearch(manifestOf(many, undefined))
    assert.equal(searchable?.manifest.entries.length, many.length + 1)
    const names = searchable?.manifest.entries.map(({ name }) => name) ?? []
    assert.deepEqual(names, [...names].sort())
    const off = many.slice(5).map(({ name }) => name)
    assert.equal(addToolSearch(manifestOf(many, undefined), off), undefined)
  })

  test('gives way to a tool of its name', () => {
    const [first, ...others] = many
    assert.ok(first)
    assert.equal(addToolSearch(manifestOf([{ ...first, name: NAME }, ...others], undefined)), undefined)
  })

  test('lists the best few of the tools that may be used, with their lines', async () => {
    const searchable = addToolSearch(manifestOf(many, undefined))
    assert.ok(searchable)
    const { tool } = searchable
    const context = (toolsEnabled: readonly string[]) => ({
      workspace: '/',
      clock: { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' },
      program: { name: 'ethervox', version: '0', model: undefined, contextTokens: undefined, toolsEnabled },
      signal: new AbortController().signal,
      services: {},
    })
    const names = [NAME, ...many.map(({ name }) => name)]
    const found = await tool.run({ query: 'delete a playlist' }, context(names))
    const list = tool.finds?.(found) ?? []
    assert.equal(list.length, 5)
    assert.equal(list[0], 'playlists_service_delete_playlists')
    const said = tool.say(found, { query: 'delete a playlist' })
    assert.equal(said.sentence, 'Of 40 tools these 5 have most words of "delete a playlist":')
    assert.match(said.detail ?? '', /^playlists_service_delete_playlists: delete playlists of the person\n/)
    const few = await tool.run({ query: 'delete a playlist' }, context(['photos_service_delete_photos']))
    assert.deepEqual(tool.finds?.(few), ['photos_service_delete_photos'])
    const none = await tool.run({ query: 'zeppelin' }, context(names))
    assert.equal(tool.say(none, { query: 'zeppelin' }).sentence, 'None of 40 tools has a word of "zeppelin".')
    assert.deepEqual(tool.finds?.(none), [])
  })
})

describe('a session that can name all its tools', () => {
  test('says of the search when it is there, and of other names that there are none', async () => {
    const { session, events } = await openMany({}, given(many.slice(0, 3)))
    const lines = [
      '/tools info tool_search',
      '/call tool_search {"query":"tickets"}',
      '/tools disable tool_search',
    ]
    for (const line of [...lines, '/call tool_searches {}']) await session.submit(line)
    const texts = events.flatMap((event) => (event.type === 'command' ? [[event.ok, event.text]] : []))
    const said =
      '`tool_search` is only there when the tools are too many to be named in the head of the conversation; now all of them are, and `/tools` lists them.'
    assert.deepEqual(texts.slice(0, 3), Array(3).fill([false, said]))
    assert.match(String(texts[3]?.[1]), /^There is no enabled tool `tool_searches`/)
    await session.close()
  })
})

describe('a session with more tools than can be named', () => {
  test('names the search in its head, which stays within the budget', async () => {
    const { session } = await openMany()
    const [system] = session.slot.head
    assert.match(system?.text ?? '', /Tools: .*calendars \(5\)/)
    assert.match(system?.text ?? '', /<tool_call name="tool_search" query="what it does" \/>/)
    assert.ok(!system?.text.includes('tools (1)'))
    assert.ok(session.slot.indexTokens <= 200)
    await session.close()
  })

  test('has it in the commands like any other tool', async () => {
    const { session, events } = await openMany()
    await session.submit('/tools info tool_search')
    await session.submit('/call tool_search {"query":"create tickets"}')
    const info = events.find((event) => event.type === 'command')
    assert.match(info?.text ?? '', /^tool_search {2}on, read, group tools/)
    const answer = events.find((event) => event.type === 'answer')
    assert.match(answer?.text ?? '', /^Of 40 tools these 5 have .*\ntickets_service_create_tickets: create/)
    await session.submit('/tools disable tool_search')
    await session.submit('hello')
    assert.ok(!session.slot.head[0]?.text.includes(NAME))
    await session.close()
  })

  test('is asked by the plain question for tools, without the model', async () => {
    const { router, tools } = openGround({
      program: findProgram(),
      home: homePaths(temporaryFolder('search'), {}),
      systemText: 'x',
      modelId: () => '',
      tools: () => given(many),
    })
    const allowed = new Set(tools.enabled.map(({ name }) => name))
    for (const [message, query] of [
      ['which tools do you have for calendars?', 'calendars'],
      ['What tool can you use to delete photos', 'delete photos'],
      ['do you have any tools for recipes?', 'recipes'],
      ['find a tool that can archive tickets.', 'archive tickets'],
    ]) {
      const decision = router.route(message ?? '', allowed)
      assert.deepEqual(
        [decision.tool, decision.by, decision.arguments],
        [NAME, 'pattern', { query }],
        message,
      )
    }
    for (const message of [
      'find a tool shop',
      'which tools did the Romans have for building?',
      'search tools',
    ])
      assert.notEqual(router.route(message, allowed).tool, NAME, message)
  })

  test('searches when the model asks for it, and calls what was found', async () => {
    const message = 'please put a reminder about the milk on hold'
    const opens = (name: string) => `<tool_call name="${name}" />`
    const { session, engine, events } = await openMany({
      answers: {
        [message]: () =>
          [opens(NAME), opens('tickets_service_archive_tickets')][engine.asked.length - 1] ??
          'It is on hold.',
      },
      calls: { [message]: '{"query":"tickets archive"}' },
    })
    await session.submit(message)
    assert.deepEqual(
      called(events).map(([name]) => name),
      [NAME, 'tickets_service_archive_tickets'],
    )
    assert.deepEqual(
      engine.written.map(({ state }) => state.name),
      [NAME, 'tickets_service_archive_tickets'],
    )
    const answer = events.find((event) => event.type === 'answer')
    assert.deepEqual([answer?.text, answer?.status], ['It is on hold.', 'success'])
    await session.close()
  })
})
