// Tools that reach out, called through a whole session: who has to allow them, and what of the settings counts.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { composeSession } from '../../source/compose.ts'
import type { Flags } from '../../source/composing/composed-flags.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import type { CompiledTool } from '../../source/contracts/manifest.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { compileToolFolder } from '../../source/manifest/tool-folder.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { manifestOf } from '../../source/registry/registry.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const program = findProgram()
const folderOf = (name: string) => join(program.toolsDir, name)

async function load(folder: string): Promise<Tool> {
  const { default: tool }: { readonly default: Tool } = await import(
    pathToFileURL(join(folder, 'tool.ts')).href
  )
  return tool
}

const names = ['shell_run', 'web_fetch', 'context_manage', 'tool_info']
const folders = await Promise.all(names.map((name) => compileToolFolder(folderOf(name), name, load)))
const compiled = folders.flatMap(({ tool }): readonly CompiledTool[] => (tool === undefined ? [] : [tool]))

async function open(flags: Flags, { interactive = false, settings = {} } = {}) {
  const home = temporaryFolder('home')
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
  const workspace = temporaryFolder('workspace')
  const engine = createFakeEngine({ answers: { hello: 'Hello!' } })
  const session = await composeSession({
    program,
    home: homePaths(home, {}),
    workspace,
    interactive,
    flags,
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    tools: () => ({ manifest: manifestOf(compiled, undefined), loadTool: (name) => load(folderOf(name)) }),
    engine: async () => ({ type: 'ready', engine, answers: 'tool' }),
  })
  const events: SessionEvent[] = []
  session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') events.push(event)
  })
  session.start()
  await session.settled()
  const call = async (name: string, args: object): Promise<string> => {
    await session.submit(`/call ${name} ${JSON.stringify(args)}`)
    return events.findLast((event) => event.type === 'tool.finished')?.say ?? 'no call'
  }
  const done = async () => {
    await session.close()
    for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
  }
  return { session, events, workspace, call, done }
}

test('all of these tools compile', () => {
  assert.deepEqual(
    folders.flatMap(({ problems }) => problems),
    [],
  )
})

test('in a script neither a command nor the network is used unless that is allowed', async () => {
  for (const approve of ['read', 'write', 'none'] as const) {
    const { call, done } = await open({ approve })
    const refused = (name: string, risk: string) =>
      `${name} was not run: ${risk} tools do not run (--approve ${approve}).`
    assert.equal(await call('shell_run', { command: 'echo hi' }), refused('shell_run', 'execute'))
    assert.equal(await call('web_fetch', { url: 'https://example.org' }), refused('web_fetch', 'network'))
    await done()
  }
})

test('where all is allowed a command runs in the workspace', async () => {
  const { call, workspace, done } = await open({ approve: 'all' })
  assert.equal(await call('shell_run', { command: 'pwd' }), `\`pwd\` ended well:\n${workspace}`)
  await done()
})

test('the time limit of commands and the allowed hosts are those of the settings', async () => {
  const settings = { shellSeconds: 1, webAllowPrivate: ['127.0.0.1:1'] }
  const { call, done } = await open({ approve: 'all' }, { settings })
  assert.match(
    await call('shell_run', { command: 'sleep 20' }),
    /was ended after 1 second, which is its time limit/,
  )
  assert.match(
    await call('web_fetch', { url: 'http://127.0.0.1:1/' }),
    /^`127\.0\.0\.1:1` refuses the connection/,
  )
  assert.match(
    await call('web_fetch', { url: 'http://127.0.0.1:2/' }),
    /which is not fetched; `\/settings webAllowPrivate/,
  )
  await done()
})

test('a person is shown the very command, and one who says no stops it', async () => {
  const { session, events, workspace, done } = await open({ approve: 'ask' }, { interactive: true })
  const running = session.submit('/call shell_run {"command": "`touch made`"}')
  const shown = Promise.withResolvers<void>()
  session.subscribe(() => {
    if (session.view.pending?.preview?.text !== undefined) shown.resolve()
  })
  if (session.view.pending?.preview?.text === undefined) await shown.promise
  const { pending } = session.view
  assert.equal(pending?.preview?.text, `in ${workspace}:\n$ touch made`)
  assert.deepEqual(pending?.scope, { name: 'command', value: '`touch made`' })
  session.decide(pending?.call ?? '', { decision: 'denied', reason: 'not now' })
  await running
  const finished = events.findLast((event) => event.type === 'tool.finished')
  assert.equal(finished?.say, 'shell_run was not run: you said: not now.')
  await done()
})

test('a dry run tells the request and sends none', async () => {
  const { call, done } = await open({ approve: 'all', dryRun: true })
  assert.equal(
    await call('web_fetch', { url: 'example.org/a' }),
    'dry run: web_fetch was not run; it would run with {"url":"example.org/a"}.\nGET https://example.org/a',
  )
  await done()
})

test('looking at the window only reads; emptying it has to be allowed', async () => {
  const { session, call, done } = await open({ approve: 'read' })
  await session.submit('hello')
  assert.match(
    await call('context_manage', { action: 'status' }),
    /^This conversation \(1 turn\) takes \d+ of /,
  )
  assert.equal(
    await call('context_manage', { action: 'clear' }),
    'context_manage was not run: write tools do not run (--approve read).',
  )
  assert.equal(session.conversation.use()?.turns, 1)
  await done()
  const allowed = await open({ approve: 'write' })
  await allowed.session.submit('hello')
  assert.match(
    await allowed.call('context_manage', { action: 'clear' }),
    /^The conversation \(1 turn\) is emptied/,
  )
  assert.equal(allowed.session.conversation.use()?.turns, 0)
  await allowed.done()
})

test('a tool is told of by name', async () => {
  const { call, done } = await open({ approve: 'read' })
  assert.match(
    await call('tool_info', { name: 'web fetch' }),
    /^web_fetch \(group network, on, uses the network\)/,
  )
  await done()
})
