// The session says which tool was wanted and who took it away, and is as ever where nothing was.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { ManifestEntry } from '../../source/contracts/manifest.ts'
import type { Role } from '../../source/contracts/role.ts'
import { toolsOff, whyOff } from '../../source/session/off-tools.ts'
import type { Ground, ToolShelf } from '../../source/session/ports.ts'
import { type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const TIME = 'what time is it?'
const INVENTED = 'The time is 12:00.'
const script = { answers: { [TIME]: INVENTED } }

const entry = (name: string, group: string): ManifestEntry => ({
  name,
  group,
  oneLiner: name,
  priority: 128,
  risk: 'read',
  contentHash: '',
})
const ENTRIES = [entry('file_read', 'files'), entry('get_time', 'time')]
const READER: Role = {
  name: 'reader',
  title: 'Files',
  tools: [],
  groups: ['files'],
  prompt: undefined,
  maxRounds: undefined,
}
const CHAT: Role = { ...READER, name: 'chat', groups: [] }

/** What is said of `get_time`. */
function why(active: Role | undefined, off: readonly string[] = [], roles: readonly Role[] = [READER, CHAT]) {
  const isEnabled = (name: string) => !off.includes(name)
  const enabled = ENTRIES.filter(({ name }) => isEnabled(name))
  const tools = { entries: ENTRIES, enabled, isEnabled } as Pick<
    ToolShelf,
    'entries' | 'enabled' | 'isEnabled'
  > as ToolShelf
  const ground: Pick<Ground, 'tools' | 'roles'> = { tools, roles: { roles, problem: undefined } }
  const permits = ({ name, group }: ManifestEntry) =>
    active === undefined || active.tools.includes(name) || active.groups.includes(group)
  const { sentence, isPlainChat } = whyOff('get_time', ground, { active, permits })
  return [sentence, isPlainChat] as const
}

describe('who took a tool away', () => {
  test('the person', () => {
    const [sentence, isPlainChat] = why(undefined, ['get_time'])
    assert.equal(sentence, 'The tool `get_time` is off; `/tools enable get_time` turns it on.')
    assert.equal(isPlainChat, false)
  })

  test('the role, or both', () => {
    assert.deepEqual(why(READER), [
      'The role `reader` forbids `get_time`; `/role none` ends the role.',
      false,
    ])
    assert.deepEqual(why(READER, ['get_time']), [
      'The role `reader` forbids `get_time`, and it is off; `/role none` ends the role, and `/tools enable get_time` turns it on.',
      false,
    ])
  })

  test('the person, in a role that allows it', () => {
    const [sentence] = why({ ...READER, groups: ['files', 'time'] }, ['get_time'])
    assert.equal(sentence, 'The tool `get_time` is off; `/tools enable get_time` turns it on.')
  })

  test('a role that is not there, which nobody wanted', () => {
    assert.deepEqual(why({ ...CHAT, name: 'smus' }), [
      'The role `smus` cannot be put on, so `get_time` is not used; `/role none` ends that.',
      false,
    ])
  })

  test('a role or a person that wants no tools at all: plain chat', () => {
    assert.deepEqual(why(CHAT), [
      'The role `chat` forbids `get_time`, so the model answers by itself; `/role none` ends the role.',
      true,
    ])
    const [sentence, isPlainChat] = why(undefined, ['get_time', 'file_read'])
    assert.equal(isPlainChat, true)
    assert.match(sentence, /^The tool `get_time` is off, so the model answers by itself; /)
  })
})

test('tools that only tell how rare a word is are never spoken of', () => {
  const ground = { tools: { entries: ENTRIES } as unknown as ToolShelf, unlisted: ['get_time'] }
  assert.deepEqual([...toolsOff(ground, new Set())], ['file_read'])
  assert.deepEqual([...toolsOff({ ...ground, unlisted: [] }, new Set(['file_read']))], ['get_time'])
})

/** Submits the lines; gives answers, notices and texts of commands in order. */
async function say(lines: readonly string[], options: OpenOptions = {}, settings?: string) {
  const home = temporaryFolder('home')
  if (settings !== undefined) writeFileSync(join(home, 'settings.json'), settings)
  const opened = await openTestSession({ script, ...options, home })
  for (const line of lines) await opened.session.submit(line)
  const code = await opened.done()
  rmSync(home, { recursive: true })
  const said = opened.events.flatMap((event) => {
    if (event.type === 'notice' && event.code === 'tool_off') return [`notice: ${event.message}`]
    if (event.type === 'answer') return [event.text]
    return event.type === 'command' ? [event.text] : []
  })
  return { said, code, engine: opened.engine }
}

test('a tool of the settings that is off is said to be off, and the next message follows that', async () => {
  const { said, code, engine } = await say([TIME, 'why is that?'], {}, '{"disabledTools": ["get_time"]}')
  const sentence = 'The tool `get_time` is off; `/tools enable get_time` turns it on.'
  assert.deepEqual(said, [sentence, 'I see.'])
  assert.equal(code, 0)
  assert.equal(engine.asked.length, 1)
  const before = engine.asked[0]?.messages.slice(-3).map((message) => message.text)
  assert.deepEqual(before, [`${TIME}\nFacts: ${sentence}`, sentence, 'why is that?'])
})

test('in plain chat the model answers, and it is told once a tool', async () => {
  const { said } = await say([TIME, TIME, 'hello'], { flags: { role: 'chat' } })
  const notice =
    'notice: The role `chat` forbids `get_time`, so the model answers by itself; `/role none` ends the role.'
  assert.deepEqual(said, [notice, INVENTED, INVENTED, 'I see.'])
})

test('small talk, and what a tool that is on fits, is as ever', async () => {
  const calls = { 'what is 17 * 23?': '{"expression":"17 * 23"}' }
  const options = { flags: { role: 'math' }, script: { ...script, calls } }
  const { said } = await say(['hello', 'what is 17 * 23?', 'tell me a joke'], options)
  assert.deepEqual(said, ['I see.', '17 * 23 = 391.', 'I see.'])
})

test('/why says which tool was wanted, and why it was not called', async () => {
  const { said } = await say([TIME, '/why'], { flags: { role: 'math' } })
  const lines = said.at(-1)?.split('\n') ?? []
  assert.match(lines[1] ?? '', /^route {6}get_time, which is not on, \d+ % sure, by \w+$/)
  assert.equal(lines[3], 'not on     The role `math` forbids `get_time`; `/role none` ends the role.')
  assert.ok(lines.includes('answer     by the tool, success'))
})

test('the tools’ own tests say nothing of it', async () => {
  const { said } = await say(['/eval --quick 3 --tools none'], { flags: { role: 'chat' } })
  assert.ok(said.every((text) => !text.startsWith('notice')))
})

test('a message that leans on a call of a tool that has been turned off is for that tool', async () => {
  const sum = 'what is 15% of 47.50?'
  const calls = { [sum]: '{"value":47.5,"percentage":15,"operation":"of"}' }
  const lines = [sum, '/tools disable percentage_calculate', 'and at 20 percent?']
  const { said } = await say(lines, { script: { calls } })
  assert.equal(
    said.at(-1),
    'The tool `percentage_calculate` is off; `/tools enable percentage_calculate` turns it on.',
  )
})
