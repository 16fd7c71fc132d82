import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UserError } from '../../source/contracts/errors.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { manifestOf, Registry } from '../../source/registry/registry.ts'
import { callTool } from '../../source/session/call-tool.ts'
import { turnPorts } from '../../source/session/turn-ports.ts'
import { type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const ROLES = [
  'sums:\n  title: Sums\n  groups: [math]\n  prompt: Answer in one short sentence.\n',
  'clock:\n  title: The time\n  tools: [get_time]\n  max_rounds: 1\n',
].join('')
const HOLLOW = 'hollow:\n  title: Nothing that is there\n  tools: [zebra_ride]\n'
const LINE = 'Answer in one short sentence.'
const SUM = 'what is 17 * 23?'
const TIME = 'what time is it?'
const CALL = '<tool_call name="get_time" />'

/** A session in a home with these roles. */
async function open(options: OpenOptions = {}, roles = ROLES, settings?: string) {
  const home = temporaryFolder('home')
  writeFileSync(join(home, 'roles.yaml'), roles)
  if (settings !== undefined) writeFileSync(join(home, 'settings.json'), settings)
  try {
    const opened = await openTestSession({ ...options, home })
    const done = async () => {
      await opened.done()
      rmSync(home, { recursive: true })
    }
    return { ...opened, done }
  } catch (error) {
    rmSync(home, { recursive: true })
    throw error
  }
}

const of = <T extends SessionEvent['type']>(events: readonly SessionEvent[], type: T) =>
  events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
const lastText = (events: readonly SessionEvent[]) => of(events, 'command').at(-1)?.text ?? ''

test('what the role forbids is not routed to, and what it allows is', async () => {
  const script = { calls: { [SUM]: '{"expression":"17 * 23"}' } }
  const { session, events, done } = await open({ flags: { role: 'sums' }, script })
  await session.submit(TIME)
  const [time] = of(events, 'route')
  assert.equal(time?.tool, null)
  assert.equal(session.role.tools.isEnabled('get_time'), false)
  assert.ok(
    time?.candidates.every(({ tool }) => session.role.tools.enabled.some(({ name }) => name === tool)),
  )
  await session.submit(SUM)
  assert.deepEqual(
    of(events, 'tool.called').map((event) => event.name),
    ['calculator_compute'],
  )
  await done()
})

test('a call that the model opens of a forbidden tool is text', async () => {
  const script = { answers: { [`${LINE}\nhello`]: CALL, [TIME]: CALL } }
  const { session, events, done } = await open({ flags: { role: 'sums' }, script })
  await session.submit('hello')
  await session.submit('/role chat')
  await session.submit(TIME)
  assert.deepEqual(of(events, 'tool.called'), [])
  assert.deepEqual(
    of(events, 'answer').map((event) => event.text),
    [CALL, CALL],
  )
  await done()
})

test('a question is dropped when the role forbids one of the tools that it named', async () => {
  const { session, done } = await open({ flags: { role: 'sums' } })
  const { before } = session.conversation
  const openOf = (...tools: string[]) => {
    const choices = tools.map((tool) => ({ tool, oneLiner: '' }))
    return session.role.before({ ...before, open: { request: 'it', choices, leans: false } }).open
  }
  assert.equal(openOf('calculator_compute', 'get_time'), undefined)
  assert.ok(openOf('calculator_compute', 'percentage_calculate') !== undefined)
  await done()
})

test('a call without the model is refused, by the command and below it', async () => {
  const { session, events, done } = await open({ flags: { role: 'sums' } })
  await session.submit('/call get_time {}')
  assert.equal(of(events, 'command').at(-1)?.ok, false)
  assert.equal(lastText(events), 'The role `sums` forbids `get_time`; `/role none` ends the role.')
  assert.deepEqual(of(events, 'turn.started'), [])
  await callTool(session, 'get_time', {})
  assert.deepEqual(of(events, 'tool.called'), [])
  assert.equal(of(events, 'tool.finished').at(-1)?.error?.code, 'unknown_tool')
  await done()
})

test('turning a tool on does not overrule the role', async () => {
  const { session, events, done } = await open({ flags: { role: 'sums' } })
  await session.submit('/tools disable get_time')
  await session.submit('/tools enable get_time')
  assert.match(lastText(events), /^get_time is on; .* The role `sums` still forbids it\.$/)
  await session.submit(TIME)
  await session.submit('/call get_time {}')
  assert.deepEqual(of(events, 'tool.called'), [])
  await session.submit('/tools')
  assert.match(lastText(events), /^ {2}no {3}get_time /m)
  assert.match(lastText(events), /^ {2}on {3}calculator_compute /m)
  await done()
})

test('a role never touches the head; its line stands before the message, the same in history for ever', async () => {
  const script = { answers: { [`${LINE}\nhello`]: 'Hello!' } }
  const { session, engine, done } = await open({ script })
  await session.submit('good morning')
  await session.submit('/role sums')
  await session.submit('hello')
  await session.submit('/role none')
  await session.submit('goodbye')
  const [plain, told, after] = engine.asked.map(({ messages }) => messages.map((one) => one.text))
  const head = session.slot.head.map((one) => one.text)
  for (const texts of [plain, told, after]) assert.deepEqual(texts?.slice(0, head.length), head)
  assert.deepEqual(told?.slice(head.length), ['good morning', 'I see.', `${LINE}\nhello`])
  assert.deepEqual(after?.slice(head.length, -1), [...(told?.slice(head.length) ?? []), 'Hello!'])
  assert.equal(after?.at(-1), 'goodbye')
  await done()
})

test('the line of a role is not what arguments are written from, and stands before the facts', async () => {
  const script = { calls: { [SUM]: '{"expression":"17 * 23"}' } }
  const { session, engine, done } = await open({ flags: { role: 'sums' }, script })
  await session.submit(SUM)
  assert.deepEqual(
    engine.written.map((request) => request.message),
    [SUM],
  )
  assert.equal(engine.asked.at(-1)?.messages.at(-1)?.text, `${LINE}\n${SUM}\nFacts: 17 * 23 = 391.`)
  await done()
})

test('a role’s rounds are the turn’s', async () => {
  const script = { answers: { [TIME]: CALL } }
  const { session, events, done } = await open({ flags: { role: 'clock' }, script })
  await session.submit(TIME)
  assert.equal(of(events, 'answer').at(-1)?.status, 'limit')
  assert.equal(of(events, 'answer').at(-1)?.text, 'I stopped after 1 round of tool calls without an answer.')
  assert.equal(of(events, 'tool.called').length, 1)
  await done()
})

test('a role whose set comes out empty means no tools, and is said', async () => {
  const { session, events, done } = await open({ flags: { role: 'hollow' } }, HOLLOW)
  await session.submit(TIME)
  assert.deepEqual(of(events, 'tool.called'), [])
  assert.deepEqual(session.view.role, { name: 'hollow', tools: 0 })
  assert.deepEqual(
    of(events, 'notice').flatMap((event) => (event.code === 'ground' ? [event.message] : [])),
    ['The role `hollow` names a tool `zebra_ride` that is not there; `/tools` lists them.'],
  )
  await done()
})

test('a request that was left open is dropped when the role forbids its tool', async () => {
  const script = { calls: { 'read the file': '{"path":"the file"}' } }
  const { session, events, done } = await open({ script })
  await session.submit('read the file')
  assert.equal(of(events, 'answer').at(-1)?.status, 'need_clarification')
  await session.submit('/role sums')
  await session.submit('notes.txt')
  assert.deepEqual(of(events, 'tool.finished'), [])
  assert.equal(
    of(events, 'answer').at(-1)?.text,
    'The role `sums` forbids `file_read`; `/role none` ends the role.',
  )
  await done()
})

test('a flag that names no role is wrong usage, with the nearest name', async () => {
  const fault = (error: unknown) => error instanceof UserError && error.exitCode === 2
  await assert.rejects(open({ flags: { role: 'smus' } }), fault)
  await assert.rejects(
    open({ flags: { role: 'smus' } }),
    /^UserError: There is no role `smus`; did you mean `sums`\?$/,
  )
})

test('a setting that names no role, and roles that cannot be read, mean no tools', async () => {
  const kept = await open({}, ROLES, '{"role": "smus"}')
  const bad = await open({ flags: { role: 'reader' } }, 'sums: [')
  const [keptNotice] = of(kept.events, 'notice')
  assert.match(keptNotice?.message ?? '', /^There is no role `smus`; .* No tool is used while it is wanted; /)
  assert.deepEqual(
    of(bad.events, 'notice')
      .map((event) => event.message.replace(/`[^`]*roles\.yaml`/, '`F`'))
      .at(1),
    'The role `reader` cannot be put on. No tool is used while it is wanted; `/role none` ends that.',
  )
  for (const { session, events, done } of [kept, bad]) {
    await session.submit(TIME)
    assert.deepEqual(of(events, 'tool.called'), [])
    await session.submit('/role none')
    await session.submit(TIME)
    assert.equal(of(events, 'tool.called').length, 1)
    await done()
  }
})

test('the setting begins with a role, and the flag wins over it', async () => {
  const kept = await open({}, ROLES, '{"role": "clock"}')
  assert.deepEqual(kept.session.view.role, { name: 'clock', tools: 1 })
  await kept.done()
  const none = await open({ flags: { role: 'none' } }, ROLES, '{"role": "clock"}')
  assert.equal(none.session.view.role, undefined)
  await none.done()
})

test('what tools are told of the program is what the role leaves', async () => {
  const { session, done } = await open({ flags: { role: 'clock' } })
  const { program } = turnPorts(session).toolContext(new AbortController().signal)
  assert.deepEqual(program.toolsEnabled, ['get_time'])
  await done()
})

test('the tools’ own tests are those of the tools that the role leaves', async () => {
  const { session, events, done } = await open({ flags: { role: 'clock' } })
  await session.submit('/eval --tools get_date')
  assert.equal(lastText(events), 'There are no such tests.')
  await session.submit('/eval --quick 1 --tools get_time')
  assert.match(lastText(events), /^right tool +100(?:\.0)? %/)
  await done()
})

test('the groups of the list are those of the manifest', async () => {
  const { session, events, done } = await open()
  const compiled = session.ground.tools.entries.flatMap((entry) => {
    const detail = session.ground.tools.detail(entry.name)
    return detail === undefined ? [] : [{ ...detail, ...entry, group: `${entry.name.slice(0, 1)}-words` }]
  })
  const manifest = manifestOf(compiled, undefined)
  const tools = new Registry({
    manifest,
    disabled: [],
    loadTool: async () => assert.fail('no code is needed'),
  })
  session.takeGround({ ...session.ground, tools })
  await session.submit('/tools list')
  const groups = lastText(events)
    .split('\n')
    .filter((line) => !line.startsWith(' '))
  assert.deepEqual(groups, [...new Set(compiled.map((tool) => tool.group))].sort())
  await done()
})
