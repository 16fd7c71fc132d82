import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import { withSaidItems } from '../../source/engine/embedded/said-items.ts'

const FILE: JsonSchema = { type: 'string', 'x-looks': 'file' }
const FOLDER: JsonSchema = { type: 'string', 'x-looks': 'folder' }
const BASE: JsonSchema = { type: 'number', 'x-from': 'message' }
const SHARE: JsonSchema = { type: 'number', 'x-from': 'message', 'x-unit': '%|percent' }

const choices = (
  schema: JsonSchema,
  message: string,
  taken: readonly number[] = [],
  beside: JsonSchema[] = [],
) => choicesFor(schema, { whole: message }, taken, beside)

describe('numbers of the request', () => {
  test('the one with the unit is for the argument with the unit, the others for the others', () => {
    const message = '15 percent off 1,840.50 please'
    assert.deepEqual(choices(SHARE, message, [], [BASE]), [15])
    assert.deepEqual(choices(BASE, message, [], [SHARE]), [1840.5])
  })

  test('without a unit each number is for one argument', () => {
    const message = '1150 of the 1600 ml, in percent'
    assert.deepEqual(choices(BASE, message, [], [SHARE]), [1150, 1600])
    assert.deepEqual(choices(SHARE, message, [1600], [BASE]), [1150])
  })

  test('the model is free where numbers are missing, or written in words', () => {
    assert.equal(choices(BASE, 'what is 15 percent'), undefined)
    assert.equal(choices(BASE, 'ten percent of 80 and 12'), undefined)
    assert.equal(choices(BASE, 'hello'), undefined)
    assert.equal(choices({ type: 'number' }, '1 of 2'), undefined)
  })

  test('dates, times, versions and names are no numbers', () => {
    assert.deepEqual(choices(BASE, 'on 2026-03-12 at 10:24, v1.2.3, mp3: 40 of 80'), [40, 80])
  })

  test('a whole number is asked for', () => {
    assert.deepEqual(choices({ type: 'integer', 'x-from': 'message' }, '2.5 or 4'), [4])
  })
})

describe('values of an enum by the words of the request', () => {
  const schema: JsonSchema = {
    enum: ['up', 'down', 'same'],
    'x-cues': { up: '\\bmore\\b', down: '\\bless\\b' },
  }

  test('those whose words stand there', () => {
    assert.deepEqual(choices(schema, 'some MORE of it'), ['up'])
    assert.deepEqual(choices(schema, 'more or less'), ['up', 'down'])
  })

  test('all of them when none does', () => {
    assert.equal(choices(schema, 'whatever'), undefined)
    assert.equal(choices({ enum: ['up'] }, 'more'), undefined)
  })
})

describe('numbers and cues behind a call', () => {
  const before =
    'Before: 230 plus 8 percent -> {"value": 230, "percentage": 8, "operation": "increase"} -> 248.4'
  const behind = (schema: JsonSchema, latest: string, taken: readonly number[] = [], other = SHARE) =>
    choicesFor(schema, { whole: `${before}\nNow: ${latest}`, latest }, taken, [other])

  test('a message that has all numbers gives all of them', () => {
    assert.deepEqual(behind(BASE, '387 of 9,210'), [387, 9210])
    assert.deepEqual(behind(SHARE, '387 of 9,210', [9210], BASE), [387])
    assert.deepEqual(behind(BASE, '15% of 90 then'), [90])
  })

  test('its only number is one of the arguments, whichever', () => {
    assert.deepEqual(behind(BASE, 'and plus 11?'), [230, 8, 248.4, 11])
    assert.deepEqual(behind(SHARE, 'and plus 11?', [230], BASE), [11])
    assert.deepEqual(behind(SHARE, 'and for 900?', [900], BASE), [230, 8, 248.4, 900])
    assert.deepEqual(behind(SHARE, 'and 12 percent?', [], BASE), [12])
  })

  test('a cue that is given by what a message lacks says nothing', () => {
    const schema: JsonSchema = {
      enum: ['share', 'more'],
      'x-cues': { share: '^(?!.*%)', more: '\\bmore\\b' },
    }
    assert.deepEqual(choices(schema, '3 of 4'), ['share'])
    assert.equal(behind(schema, 'and 11?'), undefined)
    assert.deepEqual(behind(schema, 'and 11 more?'), ['more'])
  })
})

describe('files', () => {
  for (const [message, expected] of [
    ['My todo.md knows.', ['todo.md']],
    ['show src/app.py, please', ['src/app.py']],
    ['what is in ./notes.txt?', ['./notes.txt']],
    ['read /etc/passwd', ['/etc/passwd']],
    ['main.rs in src, lemme see it', ['main.rs', 'src/main.rs']],
    ['the file guide.md in the docs folder', ['guide.md', 'docs/guide.md']],
    ['compare a.txt with b.txt', ['a.txt', 'b.txt']],
    ['ingredients in "apple cake.txt"', ['apple cake.txt']],
    ["'meeting notes.txt', read it", ['meeting notes.txt']],
    ['C:\\Logs\\till.txt, please', ['C:\\Logs\\till.txt']],
    ['my folder is D:\\Songs now', ['D:\\Songs']],
    ['what does .gitignore hold and notes.txt', ['notes.txt']],
  ] as const) {
    test(message, () => assert.deepEqual(choices(FILE, message), expected))
  }

  for (const message of [
    'read my notes',
    'it costs 3.50, e.g. at www.shop.example',
    'is 1.2.3 out',
    'me@here.org',
  ])
    test(`none in: ${message}`, () => assert.equal(choices(FILE, message), undefined))
})

describe('folders', () => {
  for (const [message, expected] of [
    ['ls src/', ['src/']],
    ['what is in the recipes folder?', ['recipes']],
    ['So what have I got lying around in this directory?', ['.']],
    ['In which file is Ostrowski mentioned?', ['.']],
    ['blue-9: in which of all the files here have I put that?', ['.']],
    ['list directory docs/api', ['docs/api', 'docs/api']],
    ['the folder called old-stuff', ['old-stuff']],
  ] as const) {
    test(message, () => assert.deepEqual(choices(FOLDER, message), [...new Set(expected)]))
  }

  for (const message of [
    'show me the files one level up from here',
    'search all files in src for it',
    'everything under photos, including subfolders',
    'list it',
  ])
    test(`none in: ${message}`, () => assert.equal(choices(FOLDER, message), undefined))
})

describe('where a search may look', () => {
  const place: JsonSchema = { ...FOLDER, 'x-or': ['.', '..'] }
  const text: JsonSchema = { type: 'string', 'x-from': 'message' }
  const places = (message: string) => choicesFor(place, { whole: message }, [], [text])

  for (const [message, expected] of [
    ['does any recipe use lentils?', ['.']],
    ['find "lighthouse" for me, no idea which file it is in', ['.']],
    ['check the whole project for localhost, we must not ship that', ['.']],
    ['look for carrots in recipes, please', ['recipes', '.']],
    ['search docs for the word sauna', ['docs', '.']],
    ['do the letters mention an aunt?', ['letters', '.']],
    ['in which of the logs does timeout stand', ['logs', '.']],
  ] as const) {
    test(message, () => assert.deepEqual(places(message), expected))
  }

  test('behind a call about something else it is read from the last message, too', () => {
    const latest = 'search the whole project for TODO'
    const whole = `Before: pasta timer -> {"duration": "9 minutes"} -> It rings at 10:33.\nNow: ${latest}`
    assert.deepEqual(choicesFor(place, { whole, latest }, [], [text]), ['.'])
  })

  test('a command may name a folder by any of its words', () =>
    assert.equal(places('grep WARN logs'), undefined))

  test('without a text beside it the model is free', () =>
    assert.equal(choicesFor(place, { whole: 'show me what is in recipes please' }, [], []), undefined))
})

describe('quoted text', () => {
  const schema: JsonSchema = { type: 'string', 'x-looks': 'quoted' }

  test('the only one there is', () => {
    assert.deepEqual(choices(schema, 'find "blue heron" in logs'), ['blue heron'])
    assert.deepEqual(choices(schema, "search for 'x = 1' here"), ['x = 1'])
  })

  test('an apostrophe may stand inside', () => {
    assert.deepEqual(choices(schema, "set 'You're the ship's cook' now"), ["You're the ship's cook"])
  })

  test('a quote inside a longer text is none', () => {
    for (const message of ["alias ll='ls -l' in it", 'demo.py with print("hi")', 'put {"dark": true} there'])
      assert.equal(choices(schema, message), undefined)
  })

  test('the name of a file or folder is none where another argument takes one', () => {
    const beside = (other: JsonSchema, message: string) => choices(schema, message, [], [other])
    assert.deepEqual(beside(FILE, "add 'lamp oil' to 'to do.txt'"), ['lamp oil'])
    assert.deepEqual(beside(FILE, "put 'see notes.txt' in log.txt"), ['see notes.txt'])
    assert.equal(beside(FILE, "lamp oil goes into 'to do.txt'"), undefined)
    assert.equal(beside(FOLDER, 'look for Ida in the folder "old letters"'), undefined)
  })

  test('none, two, or apostrophes leave the model free', () => {
    assert.equal(choices(schema, 'find heron'), undefined)
    assert.equal(choices(schema, 'find "a" or "b"'), undefined)
    assert.equal(choices(schema, "what's in Tom's notes"), undefined)
  })
})

describe('the place in a list of the turns before', () => {
  const behind = (schema: JsonSchema, latest: string) => {
    const said = 'manual has 3 entries: howto/, intro.md, terms.md.'
    const whole = `Before: ls manual -> {"directory": "manual"} -> ${said}\nNow: ${latest}`
    const paths = choicesFor(schema, { whole, latest }, [], []) ?? []
    return [...new Set(paths.map((path) => String(path).split('/').at(-1)))]
  }

  test('counts folders too', () => {
    assert.deepEqual(behind(FILE, 'open the second one'), ['intro.md'])
    assert.deepEqual(behind(FILE, 'the last one'), ['terms.md'])
  })

  test('counts what can be meant where the entry there cannot', () => {
    assert.deepEqual(behind(FILE, 'read the first'), ['intro.md'])
  })
})

test('a pasted text of many characters leaves the model free, at once', () => {
  for (const text of ['a.', 'a-', 'a/']) assert.equal(choices(FILE, text.repeat(15_000)), undefined)
  assert.deepEqual(choices(FILE, `${'so '.repeat(1_000)}read notes.txt`), ['notes.txt'])
})

describe('whole numbers of a list (`x-from` on its items)', () => {
  const ids: JsonSchema = { type: 'array', items: { type: 'integer', 'x-from': 'message' } }
  const open = (whole: string, latest: string) => withSaidItems(ids, { whole, latest }).items?.enum
  test('are those of the last message, else of the turns before', () => {
    assert.deepEqual(
      open('Before: x -> {} -> Saved as memory 12: the key.\nNow: delete that', 'delete that'),
      [12],
    )
    assert.deepEqual(open('Before: x -> {} -> 3: a\n4: b\nNow: delete 4 and 5', 'delete 4 and 5'), [4, 5])
  })
  test('are free where a range or a word says more, and where the schema does not tie them', () => {
    assert.equal(open('delete 5 to 8', 'delete 5 to 8'), undefined)
    assert.equal(open('delete three and 4', 'delete three and 4'), undefined)
    assert.equal(open('delete them', 'delete them'), undefined)
    const free: JsonSchema = { type: 'array', items: { type: 'integer' } }
    assert.deepEqual(withSaidItems(free, { whole: 'delete 4' }), free)
  })
})

test('texts of a list (`x-from` on its items) are names that the message says, or one of the others', () => {
  const items: JsonSchema = { type: 'string', 'x-from': 'message', 'x-or': ['reminder'] }
  const tags: JsonSchema = { type: 'array', items }
  const open = (whole: string) => withSaidItems(tags, { whole }).items?.enum ?? []
  const allowed = open('save 38-4-21 with the tags "Trip" and #to-do')
  for (const tag of ['Trip', 'trip', 'to-do', 'reminder', '38-4-21']) assert.ok(allowed.includes(tag), tag)
  assert.ok(!allowed.includes('house'))
  assert.deepEqual(withSaidItems(tags, { whole: 'so '.repeat(1_000) }), tags)
})

test('a name of a list that `x-named` catches is the only one, unless more follow', () => {
  const items: JsonSchema = {
    ...{ type: 'string', 'x-from': 'message', 'x-or': ['reminder'] },
    'x-named': String.raw`\btags? (\w+)`,
  }
  const open = (whole: string) => withSaidItems({ type: 'array', items }, { whole }).items?.enum ?? []
  assert.deepEqual(open('tag Locker: the code is 4'), ['reminder', 'Locker', 'locker'])
  assert.ok(open('tags boat, shed: the code is 4').includes('shed'))
  assert.ok(open('tags boat and shed').includes('shed'))
  assert.ok(open('remind me of the code').includes('code'))
})
