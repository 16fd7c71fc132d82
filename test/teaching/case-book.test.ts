import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCaseBook } from '../../source/teaching/case-book.ts'
import { readCases, writeCase } from '../../source/teaching/case-file.ts'
import { looksSecret, openCollection } from '../../source/teaching/collection.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const bell = { text: 'bell the rice for ten', tool: 'timer_create', from: 'teach' } as const

test('what is written is read again, whatever stands in the request', () => {
  const odd = 'say "hi": it\'s 5 # not a comment \\ \u2028 – done\nand more'
  const taught = {
    id: 't1',
    text: odd,
    tool: null,
    from: 'bad',
    arguments: { a: ['x: y', 1, null] },
    version: '1.2.0-rc.1',
  } as const
  const { cases, problems } = readCases(writeCase(taught), 'cases.yaml')
  assert.deepEqual(problems, [])
  assert.deepEqual(cases[0]?.taught, taught)
})

test('an error is named with line and column and leaves the other entries working', () => {
  const text = [
    '# mine',
    '- request: bell the eggs',
    '  tool: timer_create',
    '- request: "no end',
    '  tool: file_read',
    '- request: open the hatch',
    '  tol: file_read',
    '- request: cut the lights',
    '  tool: none',
  ].join('\n')
  const { cases, problems } = readCases(text, 'cases.yaml')
  assert.deepEqual(
    cases.map(({ taught }) => [taught.id.replace(/[0-9a-f]{8}$/, '0'), taught.tool]),
    [
      ['own-0', 'timer_create'],
      ['own-0', null],
    ],
  )
  assert.match(problems[0] ?? '', /`cases.yaml` line [45], column \d+/)
  assert.match(problems[1] ?? '', /line 7, column 3: `tol` is not known/)
})

test('forgetting cuts one entry out, leaves every other byte, and undo brings it back', () => {
  const folder = join(temporaryFolder('teaching'), 'teaching')
  mkdirSync(folder)
  const path = join(folder, 'cases.yaml')
  const before = '# about bells\n- request: bell the eggs\n  tool: timer_create # soft\n\n# the rest\n'
  writeFileSync(path, before)
  const book = openCaseBook(folder)
  const added = book.add(bell)
  assert.equal(added.id, 't1')
  assert.equal(book.read().cases.length, 2)
  assert.equal(book.forget('t1')?.text, bell.text)
  assert.equal(readFileSync(path, 'utf8'), before)
  assert.equal(book.undo()?.id, 't1')
  assert.equal(book.undo(), undefined)
  assert.deepEqual(
    book.read().cases.map(({ text }) => text),
    ['bell the eggs', bell.text],
  )
  assert.equal(book.forget('t9'), undefined)
})

test('the same request taught again takes the place of the first, and ids are not used twice', () => {
  const book = openCaseBook(join(temporaryFolder('teaching'), 'teaching'))
  book.add(bell)
  const second = book.add({ ...bell, text: 'Bell the  rice for ten', tool: 'alarm_create' })
  assert.equal(second.id, 't2')
  assert.deepEqual(
    book.read().cases.map(({ tool }) => tool),
    ['alarm_create'],
  )
})

test('nothing is written in a secret stretch', () => {
  const folder = join(temporaryFolder('teaching'), 'teaching')
  assert.throws(() => openCaseBook(folder, { isOn: () => true }).add(bell), /`\/secret off` comes first/)
  const turn = { text: 'hello', tool: null, at: '' }
  assert.equal(openCollection(folder, { isOn: () => true }).add(turn), undefined)
  assert.equal(existsSync(folder), false)
})

test('turns are kept for this user alone, so many and no more, and none that looks secret', () => {
  const collection = openCollection(join(temporaryFolder('teaching'), 'teaching'))
  assert.equal(collection.add({ text: 'my wifi password is hunter2', tool: null, at: '' }), undefined)
  collection.add({ text: 'turn 1', tool: null, at: '' })
  const more = Array.from({ length: 500 }, (_, at) => ({
    id: `c${at + 2}`,
    text: `turn ${at + 2}`,
    tool: null,
  }))
  appendFileSync(collection.path, more.map((one) => `${JSON.stringify(one)}\n`).join(''))
  collection.add({ text: 'turn 502', tool: null, at: '' })
  assert.equal(collection.list().length, 500)
  assert.equal(collection.list()[0]?.text, 'turn 3')
  assert.equal(statSync(collection.path).mode & 0o777, 0o600)
  assert.equal(collection.delete('c502'), 1)
  assert.equal(collection.delete('all'), 499)
})

test('a line that is no collected turn is named, and its bytes are kept before the next turn leaves it out', () => {
  const collection = openCollection(join(temporaryFolder('teaching'), 'teaching'))
  collection.add({ text: 'turn 1', tool: null, at: '' })
  appendFileSync(collection.path, '\n{"id": "c2", "text": "cut sh')
  const before = readFileSync(collection.path, 'utf8')
  assert.equal(collection.problems().length, 1)
  assert.match(
    collection.problems()[0] ?? '',
    /collected\.jsonl` line 3 is no collected turn; .*collected\.jsonl\.damaged`\.$/,
  )
  collection.add({ text: 'turn 2', tool: null, at: '' })
  assert.deepEqual(collection.problems(), [])
  assert.deepEqual(
    collection.list().map(({ text }) => text),
    ['turn 1', 'turn 2'],
  )
  assert.equal(readFileSync(`${collection.path}.damaged`, 'utf8'), before)
})

test('keys, cards and accounts look secret; plain requests do not', () => {
  for (const text of [
    '4111 1111 1111 1111',
    'use sk-abcdef123456',
    'DE89 3704 0044 0532 0130 00',
    'the API key',
    'my passwords are hunter2 and swordfish',
    'the pwd of the router is hunter2',
    'my credentials: bob / hunter2',
    'is postgres://bob:hunter2@db/x right',
    'passwd: hunter2',
    'api keys: abc',
    'my pins are 4821',
    'my access key is abc',
    'db_password=hunter2',
    'MYSQL_PASSWORD is hunter2',
    'write OPENAI_API_KEY=abc123 to .env',
    'AKIAIOSFODNN7EXAMPLE',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  ])
    assert.equal(looksSecret(text), true, text)
  for (const text of [
    'bell the rice for 10',
    'read notes.txt',
    'what is 15% of 47.50?',
    'open internationalization.md',
    'spin the pinwheel',
    'a pinned note',
    'list src/toolkit/Reading2Files/of/the/weeks.md',
  ])
    assert.equal(looksSecret(text), false, text)
})

test('undo puts back what was replaced in the place of what replaced it, and that can be undone, too', () => {
  const book = openCaseBook(temporaryFolder('teaching'))
  const tools = () => book.read().cases.map(({ tool }) => tool)
  book.add(bell)
  book.add({ ...bell, text: 'Bell the rice for ten!', tool: 'alarm_create' })
  assert.deepEqual(tools(), ['alarm_create'])
  assert.equal(book.undo()?.tool, 'timer_create')
  assert.deepEqual(tools(), ['timer_create'])
  assert.equal(book.undo()?.tool, 'alarm_create')
  assert.deepEqual(tools(), ['alarm_create'])
  assert.equal(book.undo()?.tool, 'timer_create')
  assert.equal(new Set(book.read().cases.map(({ id }) => id)).size, 1)
})

test('an entry without an id keeps the name that it has, whatever is forgotten above it, and comes back with it', () => {
  const folder = temporaryFolder('teaching')
  const entry = (text: string) => `- request: ${text}\n  tool: none\n`
  writeFileSync(join(folder, 'cases.yaml'), ['one', 'two', 'three', 'two'].map(entry).join(''))
  const book = openCaseBook(folder)
  const named = () => book.read().cases.map(({ id, text }) => `${id} ${text}`)
  const [one = '', two = '', three = '', twice = ''] = book.read().cases.map(({ id }) => id)
  assert.equal(twice, `${two}-2`, 'one that says the same')
  const before = named()
  assert.equal(book.forget(one)?.text, 'one')
  assert.equal(book.forget(three)?.text, 'three')
  assert.equal(book.forget(three), undefined)
  assert.deepEqual(named(), [before[1], before[3]])
  book.undo()
  assert.deepEqual(named(), [before[1], before[3], before[2]])
  assert.deepEqual(book.read().problems, [])
})

test('an id that is written counts before one that is made, and one of a line does not come back', () => {
  const folder = temporaryFolder('teaching')
  const path = join(folder, 'cases.yaml')
  const book = openCaseBook(folder)
  writeFileSync(path, '- request: one\n  tool: none\n')
  const [made] = book.read().cases
  writeFileSync(path, `- request: one\n  tool: none\n- id: ${made?.id}\n  request: two\n  tool: none\n`)
  const { cases, problems } = openCaseBook(folder).read()
  assert.deepEqual(problems, [])
  assert.deepEqual(
    cases.map(({ id, text }) => `${id} ${text}`),
    [`${made?.id}-2 one`, `${made?.id} two`],
  )
  writeFileSync(join(folder, 'forgotten.yaml'), '- id: line-3\n  request: three\n  tool: none\n')
  assert.equal(book.undo()?.id, 't1')
})

test('a file that cannot be looked at is a problem with a reason, and no message fails for it', () => {
  const folder = temporaryFolder('teaching')
  symlinkSync('cases.yaml', join(folder, 'cases.yaml'))
  const book = openCaseBook(folder)
  assert.match(book.read().problems.join(), /cases\.yaml`, cannot be read \(ELOOP/)
  assert.equal(book.read(), book.read(), 'the same until it changes')
  assert.throws(() => book.add(bell))
  writeFileSync(join(folder, 'file'), '')
  assert.deepEqual(openCaseBook(join(folder, 'file')).read().cases, [])
})

test('an entry that has an error keeps its id, for it may be mended', () => {
  const folder = temporaryFolder('teaching')
  const path = join(folder, 'cases.yaml')
  const entries = [
    '- id: t1\n  request: one\n  tool: none\n',
    '- id: t2\n  request: two\n  tool: none\n  argument: {}\n',
    '- {"id": "t4", "request": 7, "tool": "none"}\n',
  ]
  writeFileSync(path, entries.join(''))
  const book = openCaseBook(folder)
  assert.equal(book.read().problems.length, 2)
  assert.equal(book.add(bell).id, 't5')
  writeFileSync(path, readFileSync(path, 'utf8').replace('argument: {}', 'from: bad').replace('7', '"four"'))
  assert.deepEqual(book.read().problems, [])
  assert.deepEqual(
    book.read().cases.map(({ id }) => id),
    ['t1', 't2', 't4', 't5'],
  )
})
