import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import { resolveReferences } from '../../source/governor/references.ts'

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '.': ['app/', 'handbook/', 'letters/', 'main.cfg', 'README.txt', 'todo.md', 'var/'],
  app: ['button.ts', 'colour.ts', 'server.ts', 'style.css'],
  handbook: ['archive/', 'intro.md', 'prices.csv', 'rules.md'],
  'handbook/archive': ['old-rules.md'],
  letters: ['aunt.txt', 'bank.txt'],
  var: ['server.log'],
}
const entriesOf = async (folder: string) => FOLDERS[folder] ?? []
const resolve = (message: string, ...earlier: EarlierCall[]) => resolveReferences(message, earlier, entriesOf)

const LISTED: EarlierCall = {
  message: 'list handbook',
  tool: 'list',
  arguments: { directory: 'handbook' },
  said: 'handbook has 4 entries: archive/, intro.md, prices.csv, rules.md.',
  shows: ['archive/', 'intro.md', 'prices.csv', 'rules.md'],
}
const read = (path: string, text: string): EarlierCall => ({
  message: `read ${path}`,
  tool: 'read',
  arguments: { path },
  said: `${path}:\n${text}`,
})
const SERVER = read(
  'app/server.ts',
  "import { paint } from './colour'\n// TODO: take the port from main.cfg\n",
)
const CONFIG = read('main.cfg', 'port = 8080\nlog = var/server.log\n')
const FOUND: EarlierCall = {
  message: 'search letters for rent',
  tool: 'search',
  arguments: { directory: 'letters', pattern: 'rent' },
  said: '1 match for "rent" in letters:\nletters/bank.txt:3: the rent',
  shows: ['letters/bank.txt'],
}

describe('the place in a list', () => {
  for (const [message, expected] of [
    ['read the second one', 'read handbook/intro.md'],
    ['show me the last', 'show me handbook/rules.md'],
    ['the 3rd one please', 'handbook/prices.csv please'],
    ['open the second file', 'open handbook/prices.csv'],
    ['and the first one?', 'and the folder handbook/archive?'],
    ['the second of these, please', 'handbook/intro.md, please'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, LISTED), expected))

  for (const message of [
    'the second one is my favourite',
    'and the second one, do you like it',
    'first of all thank you',
    'at last',
    'what does the first line say',
    'read the ninth one',
    'the last time I looked it was longer',
  ])
    test(`none in: ${message}`, async () => assert.equal(await resolve(message, LISTED), message))
})

describe('names that a list showed', () => {
  for (const [message, expected] of [
    ['what is inside archive?', 'what is inside handbook/archive?'],
    ['read rules.md', 'read handbook/rules.md'],
    ['show me its prices file', 'show me handbook/prices.csv'],
    ['print the intro document', 'print handbook/intro.md'],
    ['the archive folder as well', 'the folder handbook/archive as well'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, LISTED), expected))

  test('a name that the workspace has, too, is left as it is', async () => {
    const listed = { ...LISTED, arguments: { directory: 'app' }, shows: ['todo.md'] }
    assert.equal(await resolveReferences('read todo.md', [listed], async () => ['todo.md']), 'read todo.md')
  })

  test('what does not exist is not put there', async () => {
    assert.equal(await resolveReferences('read rules.md', [LISTED], async () => []), 'read rules.md')
  })
})

describe('what a file names', () => {
  for (const [message, call, expected] of [
    ['open the log it writes to', CONFIG, 'open var/server.log'],
    ['print the log file mentioned there', CONFIG, 'print var/server.log'],
    ['and the script it imports', SERVER, 'and app/colour.ts'],
    ['show the config that it mentions', SERVER, 'show main.cfg'],
    [
      'it refers to a config file, read that one too',
      SERVER,
      'it refers to a config file, read main.cfg too',
    ],
    ['show me that match', FOUND, 'show me letters/bank.txt'],
    ['open it please', FOUND, 'open letters/bank.txt please'],
    ['open the file you found it in', FOUND, 'open letters/bank.txt'],
    ["read the one that it's in", FOUND, 'read letters/bank.txt'],
    ['no, I meant app', FOUND, 'no, I meant the folder app'],
    ['sorry, I meant the handbook', FOUND, 'sorry, I meant the folder handbook'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, call), expected))

  for (const [message, call] of [
    ['read it again', CONFIG],
    ['what is a config file it mentions nothing of', read('todo.md', 'buy milk')],
    ['show me the picture it names', CONFIG],
    ['no, I meant it', FOUND],
    ['it names a port, is that usual', CONFIG],
  ] as const)
    test(`none in: ${message}`, async () => assert.equal(await resolve(message, call), message))
})

describe('a bare name behind a call about files', () => {
  for (const [message, expected] of [
    ['ok then readme', 'then README.txt'],
    ['nothing there. now raedme please', 'now README.txt please'],
    ['and the colour', 'and app/colour.ts'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, SERVER), expected))

  for (const message of [
    'thanks, then goodbye',
    'and the server',
    'and now please translate the whole readme for me',
  ])
    test(`none in: ${message}`, async () => assert.equal(await resolve(message, SERVER), message))

  test('behind a sum a word is a word', async () => {
    const sum = {
      message: '2+2',
      tool: 'sum',
      arguments: { expression: '2+2' },
      said: '2+2 = 4.',
      shows: ['4'],
    }
    assert.equal(await resolve('then readme', sum), 'then readme')
  })
})

describe('whose it is', () => {
  const stored = (text: string): EarlierCall => ({
    message: text,
    tool: 'store',
    arguments: { text },
    said: 'Saved.',
  })
  for (const [message, text, expected] of [
    ['and its plate is W 1234', 'my car is a red estate', 'and the plate of my car is W 1234'],
    ['her birthday is in May', 'Aunt Olga lives in Graz', 'and the birthday of Aunt Olga is in May'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, stored(text)), expected))

  test('where nobody was spoken of the words stay', async () => {
    assert.equal(await resolve('and its code is 12', stored('buy milk')), 'and its code is 12')
  })
})

test('without a turn before nothing is changed', async () => {
  assert.equal(await resolve('open the second one'), 'open the second one')
})

describe('a file beside the one that was read', () => {
  const INTRO = read('handbook/intro.md', 'Welcome.')
  for (const [message, expected] of [
    ['and prices.csv from the same folder', 'and handbook/prices.csv from the same folder'],
    ['oops, rules.md i mean', 'oops, handbook/rules.md i mean'],
    ['which files mention rules.md?', 'which files mention rules.md?'],
    ['find "rules.md"', 'find "rules.md"'],
    ['read rules.md in the archive folder', 'read rules.md in the archive folder'],
    ['write hello to rules.md', 'write hello to rules.md'],
    ['compare prices.csv and rules.md', 'compare prices.csv and rules.md'],
    ['now todo.md', 'now todo.md'],
    ['and other.md', 'and other.md'],
    ['and letters/rules.md', 'and letters/rules.md'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, INTRO), expected))
})

describe('a file of the same folder', () => {
  const INTRO = read('handbook/intro.md', 'Welcome.')
  for (const [message, expected] of [
    ['read that too: rules.md, same folder', 'read that too: handbook/rules.md, same folder'],
    ['prices.csv from the same dir', 'handbook/prices.csv from the same dir'],
    ['does rules.md next to it say why', 'does handbook/rules.md next to it say why'],
    ['other.md, same folder', 'other.md, same folder'],
    ['is prices.csv older than rules.md in that folder', 'is prices.csv older than rules.md in that folder'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, INTRO), expected))
})

describe('words for an entry of a list', () => {
  const ALL: EarlierCall = {
    ...LISTED,
    said: 'handbook has 5 entries: archive/, archive/old-rules.md, intro.md, prices.csv, rules.md.',
    shows: ['archive/', 'archive/old-rules.md', 'intro.md', 'prices.csv', 'rules.md'],
  }
  for (const [message, expected] of [
    ['then open the intro in there', 'then open handbook/intro.md'],
    ['what do the prices there say', 'what do handbook/prices.csv say'],
    ['cat the archive one', 'cat handbook/archive/old-rules.md'],
    ['list the archive one', 'list the folder handbook/archive'],
    ['how is the weather there', 'how is the weather there'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, ALL), expected))
})

describe('another folder', () => {
  for (const [message, expected] of [
    ['and letters?', 'and the folder letters?'],
    ['what about the app', 'what about the folder app'],
    ['same for var please', 'same for the folder var please'],
    ['and handbook?', 'and handbook?'],
    ['and tomorrow?', 'and tomorrow?'],
    ['letters are lovely', 'letters are lovely'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, LISTED), expected))
  for (const [message, expected] of [
    ['and handbook?', 'and the folder handbook?'],
    ['only in app', 'only in the folder app'],
    ['app as well', 'the folder app as well'],
    ['in the handbook?', 'in the folder handbook?'],
    ['just the ones in app', 'just the ones in the folder app'],
    // A name alone may be what is looked for.
    ['app', 'app'],
    ['only in letters', 'only in letters'],
  ] as const)
    test(`behind a search, too: ${message}`, async () =>
      assert.equal(await resolve(message, FOUND), expected))
  test('not behind a file', async () => {
    assert.equal(await resolve('and letters?', SERVER), 'and letters?')
  })
})

describe('the other file of a folder', () => {
  const AUNT = read('letters/aunt.txt', 'dear aunt')
  for (const [message, call, expected] of [
    ['no, the other letter in that folder', AUNT, 'no, letters/bank.txt'],
    ['show me the other one', AUNT, 'show me letters/bank.txt'],
    ['the other day I read it', AUNT, 'the other day I read it'],
    // One of several.
    ['the other file please', SERVER, 'the other file please'],
  ] as const)
    test(message, async () => assert.equal(await resolve(message, call), expected))
})
