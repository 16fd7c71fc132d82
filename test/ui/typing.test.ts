import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Completion } from '../../source/contracts/completion.ts'
import type { InputAid } from '../../source/contracts/input-aid.ts'
import type { ChatOptions } from '../../source/ui/chat/chat.ts'
import { FakeSession } from './fake-session.ts'
import { openChat } from './open-chat.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

function openTyping(
  words: readonly string[] = ['/help', '/memory', '/model'],
  options: Partial<ChatOptions> = {},
) {
  const kept: string[] = []
  const waiting: (() => void)[] = []
  const aid: InputAid & { isSlow: boolean } = {
    isSlow: false,
    complete: async (text, cursor) => {
      const typed = text.slice(0, cursor)
      if (aid.isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      const choices = words.filter((word) => word.startsWith(typed)).map((word) => ({ text: word }))
      return { from: 0, to: cursor, choices } satisfies Completion
    },
    attached: async (text) => (text.includes('@a') ? ['@a (1 KB)'] : []),
    history: () => ['from yesterday'],
    keep: (line) => kept.push(line),
  }
  const opened = openChat(new FakeSession(), { aid, ...options })
  const type = (text: string) => {
    for (const one of text) opened.chat.key(one, {})
  }
  return { ...opened, aid, kept, waiting, type, tab: () => opened.chat.key('', { tab: true }) }
}

test('a slash opens the menu as one types, Tab takes the first and Enter what was moved to', async () => {
  const { chat, type, tab, draft, enter, session } = openTyping()
  type('/m')
  await settle()
  const offered = chat.state().draft.menu?.completion.choices.map(({ text }) => text)
  assert.deepEqual(offered, ['/memory', '/model'])
  tab()
  assert.equal(draft(), '/memory ')
  chat.key('u', { ctrl: true })
  type('/m')
  await settle()
  chat.key('', { downArrow: true })
  enter()
  assert.equal(draft(), '/model ')
  assert.deepEqual(session.submitted, [])
})

test('Enter without a choice sends what is typed, whatever the menu offers', async () => {
  const { type, enter, session } = openTyping()
  type('/m')
  await settle()
  enter()
  assert.deepEqual(session.submitted, ['/m'])
})

test('keys behind a Tab wait for its menu and count in their order', async () => {
  const { aid, waiting, chat, type, tab, draft, session } = openTyping(['/help'])
  aid.isSlow = true
  type('/he')
  tab()
  type('x')
  chat.key('', { return: true })
  assert.equal(draft(), '/he')
  for (const go of waiting.splice(0)) go()
  await settle()
  assert.deepEqual(session.submitted, ['/help x'])
})

test('Esc closes the menu first and stops what runs after that', async () => {
  const { chat, session, type, enter } = openTyping()
  type('run')
  enter()
  type('/m')
  await settle()
  chat.key('', { escape: true })
  assert.deepEqual([session.interrupts, chat.state().draft.menu], [0, undefined])
  chat.key('', { escape: true })
  assert.equal(session.interrupts, 1)
})

test('a line of the history opens no menu, so that Up goes on', async () => {
  const { chat, type, enter, draft } = openTyping()
  type('/model')
  enter()
  chat.key('', { upArrow: true })
  await settle()
  assert.deepEqual([draft(), chat.state().draft.menu], ['/model', undefined])
  chat.key('', { upArrow: true })
  assert.equal(draft(), 'from yesterday')
})

test('lines are kept as they are handed over, one by one', async () => {
  const { session, kept, type, enter } = openTyping()
  type('one')
  enter()
  type('two')
  enter()
  assert.deepEqual(kept, ['one'])
  await session.endLine()
  assert.deepEqual(kept, ['one', 'two'])
})

test('several lines in one read are a paste, and so is what follows at once', () => {
  const { chat, clock, draft, session } = openTyping()
  chat.key('one\rtwo\rth', {})
  chat.key('ree\r', {})
  chat.key('\r', { return: true })
  assert.deepEqual(session.submitted, [])
  assert.equal(draft(), 'one\ntwo\nthree\n\n')
  clock.nowMs += 200
  chat.key('', { return: true })
  assert.deepEqual(session.submitted, ['one\ntwo\nthree'])
})

test('what would be attached is told for the text it belongs to', async () => {
  const { chat, type } = openTyping([])
  type('see @a')
  await settle()
  assert.deepEqual(chat.state().attached, { text: 'see @a', texts: ['@a (1 KB)'] })
})

test('the editor gets the whole draft, keys wait for it, and its text takes the place', async () => {
  const edited = Promise.withResolvers<string>()
  const seen: string[] = []
  const { chat, draft, type } = openTyping([], {
    edit: async (text) => {
      seen.push(text)
      return { ok: true, text: await edited.promise }
    },
  })
  chat.key('g', { ctrl: true })
  assert.equal(chat.typing.isAway, false, 'without a screen there is no terminal to give away')
  chat.typing.giveTerminal = (work) => work()
  type('mine ')
  chat.paste(Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n'))
  chat.key('g', { ctrl: true })
  assert.equal(chat.typing.isAway, true)
  type('!')
  edited.resolve('edited')
  await settle()
  assert.match(seen[0] ?? '', /^mine line 0\n.*line 19$/s)
  assert.deepEqual([draft(), chat.typing.isAway], ['edited!', false])
  chat.key('z', { ctrl: true })
  chat.key('z', { ctrl: true })
  assert.match(draft(), /^mine /)
})

test('an editor that is not there is one sentence, and the draft stays', async () => {
  const { chat, draft, type } = openTyping([], {
    edit: async () => ({ ok: false, reason: 'No editor is set.' }),
  })
  chat.typing.giveTerminal = (work) => work()
  type('mine')
  chat.key('g', { ctrl: true })
  await settle()
  assert.equal(draft(), 'mine')
  const last = chat.state().transcript.items.at(-1)
  assert.deepEqual(last, { type: 'text', text: 'No editor is set.' })
})
