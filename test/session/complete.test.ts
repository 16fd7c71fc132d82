import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Command, type CommandContext, fileNameIn, wordsIn } from '../../source/contracts/command.ts'
import { completeAt } from '../../source/session/complete.ts'
import { mentionsOf } from '../../source/session/mentions.ts'
import { usagePlaces, usageWords } from '../../source/session/usage-words.ts'

const command = (name: string, changes: Partial<Command> = {}): Command => ({
  name,
  usage: '',
  summary: `about ${name}`,
  worksDownTo: 4,
  run: () => ({ ok: true, text: '', data: null }),
  ...changes,
})

const COMMANDS = [
  command('compact', { needsModel: true }),
  command('help'),
  command('memory', { worksDownTo: 3, usage: '[list|show]' }),
  command('model'),
  command('tools', {
    usage: '[list|info NAME|enable NAME|profile [NAME|list|save NAME]|reload]',
    complete: (input) =>
      input === 'info' ? [{ text: 'file_read' }, { text: 'unit_convert', note: 'units' }] : [],
  }),
]

const FILES = ['notes.md', 'source/', 'source/main.ts', 'my notes.txt']

async function choices(text: string, used: readonly string[] = [], view = { level: 1, modelState: 'ready' }) {
  const context = { commands: COMMANDS, view } as unknown as CommandContext
  const completion = await completeAt(text, text.length, { context, used, files: async () => FILES })
  return completion?.choices
}
const texts = async (text: string, used?: readonly string[]) =>
  (await choices(text, used))?.map((one) => one.text)

test('a slash offers the commands, what was used lately first', async () => {
  assert.deepEqual(await texts('/'), ['/compact', '/help', '/memory', '/model', '/tools'])
  assert.deepEqual((await texts('/', ['/model', '/tools list', 'hello']))?.slice(0, 2), ['/tools', '/model'])
  assert.deepEqual(await texts('/m'), ['/memory', '/model', '/compact'])
  assert.deepEqual(await texts('/m', ['/model x']), ['/model', '/memory', '/compact'])
})

test('what cannot run now is offered last among equals, with the reason', async () => {
  const level4 = await choices('/m', ['/memory'], { level: 4, modelState: 'ready' })
  assert.deepEqual(level4?.slice(0, 2), [
    { text: '/model', note: 'about model' },
    { text: '/memory', note: 'about memory', refusal: 'not at level 4' },
  ])
  const none = await choices('/com', [], { level: 1, modelState: 'none' })
  assert.deepEqual(
    none?.map((one) => one.refusal),
    ['needs a model'],
  )
  const loading = await choices('/com', [], { level: 1, modelState: 'loading' })
  assert.deepEqual(
    loading?.map((one) => one.refusal),
    ['the model is loading'],
  )
})

test('arguments come from the usage and from the command, and take the place of the last word', async () => {
  assert.deepEqual(await texts('/tools '), ['list', 'info', 'enable', 'profile', 'reload'])
  assert.deepEqual(await texts('/tools e'), ['enable', 'profile', 'reload'])
  assert.deepEqual(await texts('/tools info u'), ['unit_convert'])
  assert.deepEqual(await texts('/tools info ', ['/tools info unit_convert']), ['unit_convert', 'file_read'])
  assert.deepEqual(await texts('/tools profile '), ['list', 'save'])
  const context = { commands: COMMANDS, view: {} } as unknown as CommandContext
  const completion = await completeAt('/tools info un', 14, { context, used: [], files: async () => [] })
  assert.deepEqual([completion?.from, completion?.to], [12, 14])
})

test('a message offers nothing, nor does a doubled slash or an unknown command', async () => {
  for (const text of ['hello /he', '//he', '/xyz a', 'a@b'])
    assert.equal(await choices(text), undefined, text)
})

test('an @ offers files, quoted where a name has blanks, and a folder goes on', async () => {
  assert.deepEqual(await texts('see @note'), ['@notes.md', '@"my notes.txt"'])
  assert.deepEqual((await texts('@', ['look at @source/main.ts']))?.[0], '@source/main.ts')
  assert.deepEqual((await choices('@sou'))?.[0], { text: '@source/', isOpen: true })
  assert.deepEqual(await texts('@"my n'), ['@"my notes.txt"'])
})

test('where the usage wants a tool or a file they are offered, quoted where a name has blanks', async () => {
  const tools = () => [{ name: 'unit_convert', oneLiner: 'convert units' }]
  const commands = [
    command('bad', { usage: '[TOOL|none]' }),
    command('tool', { usage: '[check FILE|test NAME]' }),
    command('export', { usage: 'FILE.md|.json [--force]' }),
    command('memory', { usage: '[import]', complete: (input) => (input === 'import' ? 'files' : []) }),
  ]
  const context = { commands, view: {}, tools } as unknown as CommandContext
  const offered = async (text: string) =>
    (await completeAt(text, text.length, { context, used: [], files: async () => FILES }))?.choices
  assert.deepEqual(await offered('/bad '), [
    { text: 'none' },
    { text: 'unit_convert', note: 'convert units' },
  ])
  assert.deepEqual(await offered('/tool test '), [])
  for (const line of ['/tool check sou', '/export sou', '/memory import sou'])
    assert.deepEqual((await offered(line))?.[0], { text: 'source/', isOpen: true }, line)
  const texts = (await offered('/tool check '))?.map(({ text }) => text)
  assert.deepEqual(texts, ['notes.md', 'source/', 'source/main.ts', '"my notes.txt"'])
  for (const line of ['/tool check "my n', '/tool check my', '/export "', '/memory import "my notes.t'])
    assert.deepEqual(
      (await offered(line))?.find(({ text }) => text.includes('my ')),
      { text: '"my notes.txt"' },
      line,
    )
  // What stands behind a quoted name is the next word.
  assert.deepEqual(await offered('/export "my notes.txt" '), [{ text: '--force' }])
})

test('what is offered for a file is read as that file, by a message and by a command; no other name is offered', async () => {
  const readable = [
    'plain.md',
    'my notes.txt',
    'a  b.md',
    "it's here (1).txt",
    'ä ö.md',
    'tab\there.md',
    'deep in/a folder/x y.md',
  ]
  const files = async () => [...readable, 'qu"ote.md', 'a "b".md', 'line\nfeed.md', 'my folder/']
  const context = { commands: [command('read', { usage: 'FILE' })], view: {} } as unknown as CommandContext
  const offered = async (text: string) =>
    (await completeAt(text, text.length, { context, used: [], files }))?.choices.map((one) => one.text) ?? []
  const mentioned = await offered('see @')
  const named = await offered('/read ')
  assert.deepEqual(mentioned.slice(-1), ['@"my folder/'])
  assert.deepEqual(
    mentioned.slice(0, -1).map((text) => mentionsOf(`see ${text} now`).map(({ path }) => path)),
    readable.map((path) => [path]),
  )
  assert.deepEqual(
    named.slice(0, -1).map(wordsIn),
    readable.map((path) => [path]),
  )
  assert.deepEqual(named.slice(0, -1).map(fileNameIn), readable)
})

test('a quote behind the cursor goes with the name, and a quoted name that was used comes first', async () => {
  const context = { commands: COMMANDS, view: {} } as unknown as CommandContext
  const text = 'see @"my n" there'
  const completion = await completeAt(text, 10, { context, used: [], files: async () => FILES })
  assert.deepEqual([completion?.from, completion?.to], [4, 11])
  assert.equal((await texts('@', ['look at @"my notes.txt"']))?.[0], '@"my notes.txt"')
})

test('the words of an input are parted at blanks outside of quotes', () => {
  assert.deepEqual(wordsIn('import "my state.json"  other'), ['import', 'my state.json', 'other'])
  assert.deepEqual(wordsIn('say 5" of "rain and "more'), ['say', '5"', 'of', '"rain', 'and', '"more'])
  assert.deepEqual(wordsIn(' "" '), ['""'])
  assert.equal(fileNameIn(' my notes.txt '), 'my notes.txt')
  assert.equal(fileNameIn('"a" "b"'), '"a" "b"')
})

test('the words of a usage follow its brackets and bars', () => {
  assert.deepEqual(usageWords('[list|cancel ID|cancel all]', []), ['list', 'cancel'])
  assert.deepEqual(usageWords('[list|cancel ID|cancel all]', ['cancel']), ['all'])
  assert.deepEqual(usageWords('[N] [--all]', []), ['--all'])
  assert.deepEqual(usageWords('[N] [--all]', ['5']), ['--all'])
  assert.deepEqual(usageWords('[--quick N] [--tools NAME,NAME]', ['--quick', '5']), ['--tools'])
  assert.deepEqual(usageWords('FILE.md|.json|.html [--force]', []), [])
  assert.deepEqual(usageWords('', []), [])
  assert.deepEqual(usagePlaces('[list|install PATH|verify [NAME|PATH]]', ['verify']), ['NAME', 'PATH'])
  assert.deepEqual(usagePlaces('[list|install PATH]', ['list']), [])
})
