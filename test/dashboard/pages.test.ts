import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LINES } from '../../source/dashboard/page/lines.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { assertRefused, openPage } from './open-page.ts'

const workspace = temporaryFolder('runs')
let page: Awaited<ReturnType<typeof openPage>>
before(async () => {
  const share = { share: 0.5, of: 2, low: 0, high: 1 }
  const result = (id: string, isRight: boolean) => ({ id, rightTool: isRight, rightArguments: isRight })
  const run = (score: number, results: readonly object[]) =>
    JSON.stringify({
      model: '<b>m</b>',
      part: 'accept',
      report: {
        score,
        cases: results.length,
        endToEnd: share,
        noTool: { ...share, of: 0 },
        callMs: { p50: 20, of: 2 },
      },
      results,
    })
  writeFileSync(join(workspace, 'one.json'), run(40, [result('a', false), result('b', true)]))
  writeFileSync(join(workspace, 'two.json'), run(60, [result('a', true), result('b', true)]))
  writeFileSync(join(workspace, 'package.json'), '{"name": "no run"}')
  writeFileSync(join(workspace, 'broken.json'), '{"report": ')
  page = await openPage({ workspace, script: { answers: { Hi: 'Hello.' } } })
  await page.session.submit('Hi')
})
after(async () => {
  await page.done()
  rmSync(workspace, { recursive: true, force: true })
})

async function read<T>(name: string): Promise<T> {
  const { status, json, text } = await page.ask(`/api/pages/${name}`)
  assert.equal(status, 200, text)
  return json as T
}

test('tools: a row for each, with what became of it; a button turns one off and on', async () => {
  type Tool = { name: string; enabled: boolean; calls: number; pinned: boolean; priority: number }
  type Tools = { tools: Tool[] }
  const name = 'calculator_compute'
  const rowOf = async () => (await read<Tools>('tools')).tools.find((one) => one.name === name)
  await page.session.submit(`/call ${name} {"expression": "1+1"}`)
  const { tools } = await read<Tools>('tools')
  assert.equal(tools.length, page.session.ground.tools.entries.length)
  assert.equal((await rowOf())?.calls, 1)
  const own = (await rowOf())?.priority
  for (const [line, key, wanted] of [
    [`/tools disable ${name}`, 'enabled', false],
    [`/tools enable ${name}`, 'enabled', true],
    [`/tools pin ${name}`, 'pinned', true],
    [`/tools unpin ${name}`, 'pinned', false],
    [LINES.prioritize(name, '7'), 'priority', 7],
    [LINES.prioritize(name, ''), 'priority', own],
  ] as const) {
    const done = await page.post('/api/command', { line })
    assert.equal(done.json.ok, true, String(done.json.text))
    assert.equal({ ...(await rowOf()) }[key], wanted)
  }
})

test('index: the head as the model sees it, and what fills the window', async () => {
  const { head, indexTokens, context } = await read<{
    head: { role: string; text: string }[]
    indexTokens: number
    context: { windowTokens: number }
  }>('index')
  assert.equal(head[0]?.role, 'system')
  assert.ok(indexTokens > 0 && indexTokens <= 200)
  assert.equal(context.windowTokens, 4096)
})

test('lanes: what each turn reused, and the exact prompts of the last', async () => {
  await page.session.submit('Hi')
  const { turns, last } = await read<{
    turns: { reused: number }[]
    last: { message: string; talkPrompt: string; answerSource: string }
  }>('lanes')
  assert.ok(turns.length >= 2)
  assert.equal(last.message, 'Hi')
  assert.match(last.talkPrompt, /Hi/)
  assert.equal(last.answerSource, 'model')
})

test('states: those that are kept, and what is on the disk', async () => {
  await page.session.submit('/states save calm for the evening')
  const { states, use } = await read<{
    states: { name: string; notes: string; active: boolean }[]
    use: { processBytes: number }
  }>('states')
  assert.deepEqual(
    states.map(({ name, notes }) => [name, notes]),
    [['calm', 'for the evening']],
  )
  assert.ok(use.processBytes > 1e6)
})

test('memory: nothing is made by looking; edit, delete and undo are lines', async () => {
  type Memory = { none: string | null; entries: { id: number; text: string }[] }
  assert.equal((await read<Memory>('memory')).none, 'Nothing is remembered yet.')
  const memory = await page.session.ports.services.memory?.open()
  const stored = memory?.store({ text: '<img src=x onerror=alert(1)>', kind: 'fact' })
  memory?.store({ text: 'The garage code is 4711', kind: 'fact' })
  const id = stored?.entry.id
  const edited = await page.post('/api/command', { line: `/memory edit ${id} two\nlines` })
  assert.equal(edited.json.ok, true)
  const texts = async (query = '') => (await read<Memory>(`memory${query}`)).entries.map(({ text }) => text)
  assert.ok((await texts()).includes('two\nlines'))
  assert.deepEqual(await texts('?q=garage'), ['The garage code is 4711'])
  await page.post('/api/command', { line: `/memory delete ${id}` })
  assert.equal((await texts()).length, 1)
  await page.post('/api/command', { line: '/memory undo' })
  await page.post('/api/command', { line: '/memory undo' })
  assert.ok((await texts()).includes('<img src=x onerror=alert(1)>'))
})

test('runs: files of the folder that are runs, and two side by side', async () => {
  type Runs = {
    runs: { name: string; score: number; shares: [string, number | null][] }[]
    comparison: unknown
  }
  const { runs, comparison } = await read<Runs>('runs')
  assert.deepEqual(
    runs.map(({ name, score }) => [name, score]),
    [
      ['one.json', 40],
      ['two.json', 60],
    ],
  )
  assert.equal(comparison, null)
  const shares = new Map(runs[0]?.shares)
  assert.equal(shares.get('end to end'), 0.5)
  assert.equal(shares.get('no tool where none is needed'), null)
  const both = await read<Runs>('runs?one=one.json&other=two.json')
  assert.deepEqual(both.comparison, { cases: 2, others: [], better: ['a'], worse: [], chance: 1 })
  for (const name of ['../one.json', '/etc/passwd', 'package.json', ''])
    assertRefused(
      await page.ask(`/api/pages/runs?one=one.json&other=${encodeURIComponent(name)}`),
      404,
      /There is no run `/,
    )
})

test('optimizer: why there is nothing, and lines before and after', async () => {
  const { reason } = await read<{ reason: string }>('optimizer')
  assert.match(reason, /no optimized prompts/)
  const { entries } = page.session.ground.tools
  const [first] = entries
  const { home } = page
  const file = join(home, 'tools', 'optimized', 'fake-model.json')
  mkdirSync(join(home, 'tools', 'optimized'), { recursive: true })
  const row = { contentHash: first?.contentHash, oneLiner: 'shorter', stateTokens: { before: 90, after: 50 } }
  writeFileSync(file, JSON.stringify({ tools: { [first?.name ?? '']: row } }))
  const { rows } = await read<{ rows: { tool: string; before: string; made: { oneLiner: string } }[] }>(
    'optimizer',
  )
  assert.deepEqual(
    rows.map(({ tool, before, made }) => [tool, before, made.oneLiner]),
    [[first?.name, first?.oneLiner, 'shorter']],
  )
})

test('analytics: figures by tool, model and day', async () => {
  const { isOn, models, days } = await read<{
    isOn: boolean
    models: { name: string; turns: { turns: number } }[]
    days: { name: string }[]
  }>('analytics')
  assert.equal(isOn, true)
  assert.equal(models[0]?.name, 'fake-model')
  assert.equal(days.length, 1)
})

test('settings: each with where it comes from; what is wrong is refused in a sentence', async () => {
  type Settings = { settings: { name: string; value: unknown; from: string }[] }
  const shown = async (name: string) =>
    (await read<Settings>('settings')).settings.find((one) => one.name === name)
  assert.equal((await shown('theme'))?.from, 'default')
  const wrong = await page.post('/api/command', { line: '/settings theme pink' })
  assert.equal(wrong.json.ok, false)
  assert.match(String(wrong.json.text), /pink/)
  assert.equal((await page.post('/api/command', { line: '/settings theme dark' })).json.ok, true)
  assert.deepEqual([(await shown('theme'))?.value, (await shown('theme'))?.from], ['dark', 'file'])
  await page.post('/api/command', { line: '/settings reset theme' })
  assert.equal((await shown('theme'))?.from, 'default')
})

test('doctor: every check', async () => {
  const { checks } = await read<{ checks: { name: string; status: string }[] }>('doctor')
  assert.ok(checks.some(({ name }) => name === 'node'))
})

test('a page that there is not is no page', async () => {
  for (const name of ['toString', '__proto__', 'frob'])
    assertRefused(await page.ask(`/api/pages/${name}`), 404, /There is no page `/)
})
