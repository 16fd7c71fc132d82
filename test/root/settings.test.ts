import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { checkSettings } from '../../source/command-line/doctor-checks.ts'
import { keepAllowed, readAllowed } from '../../source/home/kept-permissions.ts'
import { describeSettings } from '../../source/home/shown-settings.ts'
import { homePaths } from '../../source/paths.ts'
import { openSettings, peekModel, setFromText, setSettingsAside } from '../../source/settings.ts'
import { DEFAULT_SETTINGS, TABLE } from '../../source/settings-table.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

let path = ''
beforeEach(() => {
  path = join(temporaryFolder('settings'), 'settings.json')
})
afterEach(() => rmSync(dirname(path), { recursive: true, force: true }))

function open() {
  const opened = openSettings(path)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.file
}
const reasonOf = (text: string) => {
  writeFileSync(path, text)
  const opened = openSettings(path)
  return opened.ok ? undefined : opened.reason
}

describe('settings', () => {
  test('of a new home are the defaults', () => assert.deepEqual(open().values, DEFAULT_SETTINGS))

  test('that were set are there the next time, as plain JSON', () => {
    open().set('model', 'qwen')
    open().set('disabledTools', ['get_day'])
    assert.deepEqual(open().values, { ...DEFAULT_SETTINGS, model: 'qwen', disabledTools: ['get_day'] })
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { model: 'qwen', disabledTools: ['get_day'] })
  })

  test('that a person wrote by hand count, with the defaults for the rest', () => {
    writeFileSync(path, '{"threads": 3, "approve": "none"}')
    assert.deepEqual(open().values, { ...DEFAULT_SETTINGS, threads: 3, approve: 'none' })
  })

  test('that an editor wrote with a byte order mark count, and can be changed', () => {
    writeFileSync(path, '\ufeff{"model": "qwen", "threads": 3}')
    assert.equal(peekModel(path), 'qwen')
    assert.equal(checkSettings(homePaths(dirname(path), {})).text, '2 of your own')
    const file = open()
    assert.equal(file.values.threads, 3)
    file.set('approve', 'none')
    assert.deepEqual(open().values, { ...DEFAULT_SETTINGS, model: 'qwen', threads: 3, approve: 'none' })
  })

  test('name the model without the rest being checked', () => {
    assert.equal(peekModel(path), '')
    for (const [text, model] of [
      ['{"model": "qwen", "threads": "many"}', 'qwen'],
      ['{"model": 3}', ''],
      ['null', ''],
      ['{"model"', ''],
    ] as const) {
      writeFileSync(path, text)
      assert.equal(peekModel(path), model, text)
    }
  })

  test('of a newer program are kept and do no harm', () => {
    writeFileSync(path, '{"threads": 3, "fromTheFuture": {"a": 1}}')
    const file = open()
    file.set('threads', 4)
    assert.equal(file.values.threads, 4)
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')).fromTheFuture, { a: 1 })
  })

  test('have a meaning each, in the order of the table', () => {
    const rows = describeSettings({ ...DEFAULT_SETTINGS, gpu: 'off' })
    assert.deepEqual(
      rows.map((row) => row.name),
      Object.keys(DEFAULT_SETTINGS),
    )
    assert.deepEqual(rows.find((row) => row.name === 'gpu')?.value, 'off')
    assert.ok(rows.every((row) => row.meaning.length > 10))
  })
})

describe('permissions', () => {
  test('are kept for whole tools and for values, and are there the next time', () => {
    const rules = [{ tool: 'a' }, { tool: 'b', value: '' }, { tool: 'b', pattern: 'c*' }]
    assert.equal(keepAllowed(open(), [...rules, { tool: 'a' }]), true)
    assert.deepEqual(readAllowed(open().values), rules)
    assert.deepEqual(open().values.allowedTools, ['a'])
    keepAllowed(open(), [])
    assert.deepEqual(readAllowed(open().values), [])
  })

  test('cannot be kept without settings', () => assert.equal(keepAllowed(undefined, [{ tool: 'a' }]), false))
})

describe('a damaged settings file is a reason, and stays as it is', () => {
  for (const text of ['', '{', '{"threads": 3', 'not json', '{"threads": 3}}', '\u0000']) {
    test(`no JSON: ${JSON.stringify(text)}`, () => {
      assert.match(reasonOf(text) ?? '', /cannot be read/)
      assert.equal(readFileSync(path, 'utf8'), text)
    })
  }

  for (const text of ['[]', 'null', '7', '"x"']) {
    test(`no object: ${text}`, () => assert.match(reasonOf(text) ?? '', /are not a JSON object/))
  }

  const wrong = [
    '{"threads": "three"}',
    '{"threads": 2.5}',
    '{"threads": -1}',
    '{"gpu": "maybe"}',
    '{"approve": "some"}',
    '{"temperature": 3}',
    '{"think": "yes"}',
    '{"model": 7}',
    '{"disabledTools": "get_day"}',
    '{"disabledTools": [1]}',
    '{"allowedTools": ["a", "a"]}',
    '{"allowedCalls": [{"tool": "a"}]}',
    '{"allowedCalls": [{"tool": "a", "value": "b", "pattern": "b*"}]}',
    '{"allowedCalls": [{"tool": "a", "value": "b", "until": "noon"}]}',
    '{"context": null}',
  ]
  for (const text of wrong) {
    test(`a wrong value: ${text}`, () => {
      const reason = reasonOf(text) ?? ''
      assert.match(reason, /are not valid/)
      assert.ok(reason.includes(Object.keys(JSON.parse(text))[0] ?? '-'), reason)
      assert.equal(readFileSync(path, 'utf8'), text)
    })
  }

  test('a folder in its place', () => {
    mkdirSync(path)
    assert.equal(openSettings(path).ok, false)
  })

  test('set aside, it is kept under another name and a new one can begin', () => {
    reasonOf('{"threads": ')
    const aside = setSettingsAside(path, '2026-03-12')
    assert.equal(readFileSync(aside, 'utf8'), '{"threads": ')
    assert.equal(existsSync(path), false)
    assert.deepEqual(open().values, DEFAULT_SETTINGS)
    assert.ok(readdirSync(dirname(path)).includes('settings.json.damaged-2026-03-12'))
  })

  test('one that may not be read is a reason', {
    skip: process.getuid?.() === 0 && 'root reads everything',
  }, () => {
    writeFileSync(path, '{}')
    chmodSync(path, 0)
    assert.equal(openSettings(path).ok, false)
  })
})

describe('setting from a typed text', () => {
  test('takes texts as they are and everything else as JSON', () => {
    const file = open()
    for (const [name, text] of [
      ['model', 'qwen 2.5'],
      ['threads', '4'],
      ['temperature', '0.7'],
      ['think', 'true'],
      ['disabledTools', '["get_day"]'],
      ['approve', ''],
    ] as const) {
      assert.equal(setFromText(file, name, text), undefined, name)
    }
    assert.deepEqual(file.values, {
      ...DEFAULT_SETTINGS,
      model: 'qwen 2.5',
      threads: 4,
      temperature: 0.7,
      think: true,
      disabledTools: ['get_day'],
    })
  })

  test('takes a list of names with commas or with blanks between them', () => {
    const file = open()
    for (const text of ['file_read file_list', 'file_read, file_list', 'file_read,file_list']) {
      assert.equal(setFromText(file, 'disabledTools', text), undefined)
      assert.deepEqual(file.values.disabledTools, ['file_read', 'file_list'], text)
    }
  })

  test('says that another setting is broken in the file, and not that this value is none', () => {
    const file = open()
    writeFileSync(path, '{"threads": "many"}')
    assert.equal(
      setFromText(file, 'theme', 'dark'),
      '`theme` was not kept: another setting in the file has no value that it takes; mend it in `settings.json`.',
    )
    assert.match(setFromText(file, 'theme', 'pink') ?? '', /^`pink` is not a value for `theme`/)
  })

  test('refuses what is none, and leaves the value as it was', () => {
    const file = open()
    for (const [name, text] of [
      ['threads', 'four'],
      ['threads', '2.5'],
      ['threads', '-1'],
      ['threads', ''],
      ['gpu', 'maybe'],
      ['think', '"yes"'],
      ['disabledTools', '{"x": 1}'],
      ['temperature', '9'],
      ['safeMode', 'constructor'],
    ] as const) {
      const reason = setFromText(file, name, text) ?? ''
      assert.ok(reason.startsWith(`\`${text}\` is not a value for \`${name}\``), reason)
    }
    assert.deepEqual(file.values, DEFAULT_SETTINGS)
    assert.deepEqual(open().values, DEFAULT_SETTINGS)
  })

  test('takes yes, no, on and off for what is on or off', () => {
    const file = open()
    for (const [text, value] of [
      ['yes', true],
      ['no', false],
      ['ON', true],
      ['Off', false],
      ['True', true],
    ] as const) {
      assert.equal(setFromText(file, 'safeMode', text), undefined, text)
      assert.equal(file.values.safeMode, value, text)
    }
  })

  test('takes a list without its brackets', () => {
    const file = open()
    for (const [text, value] of [
      ['localhost:8765', ['localhost:8765']],
      ['"localhost:8765"', ['localhost:8765']],
      ['localhost:8765, box:80,box:80', ['localhost:8765', 'box:80']],
      ['["box:80", "box:80"]', ['box:80']],
      ['[]', []],
    ] as const) {
      assert.equal(setFromText(file, 'webAllowPrivate', text), undefined, text)
      assert.deepEqual(file.values.webAllowPrivate, value, text)
    }
  })

  test('says of a refused value what the setting takes, in words', () => {
    const file = open()
    for (const [name, text, taken] of [
      ['sessionDays', 'soon', 'a whole number from 0 to 36500'],
      ['shellSeconds', 'abc', 'a whole number from 1 to 600'],
      ['shellSeconds', '601', 'a whole number from 1 to 600'],
      ['statesBudgetMb', '-1', 'a whole number of at least 0'],
      ['temperature', 'hot', 'a number from -1 to 2'],
      ['safeMode', 'maybe', '`true` or `false`'],
      ['weatherUnits', 'kelvin', 'one of `metric`, `imperial`'],
      ['webAllowPrivate', '["foo"]', 'a host with its port, or a list of them, such as `["localhost:8080"]`'],
      ['webAllowPrivate', 'foo', 'a host with its port, or a list of them, such as `["localhost:8080"]`'],
      ['disabledTools', '[1]', 'a name, or a list of names, such as `["one", "two"]`'],
      ['weatherUrl', 'here', 'an address that begins with `http://` or `https://`'],
    ] as const)
      assert.equal(
        setFromText(file, name, text),
        `\`${text}\` is not a value for \`${name}\`: it takes ${taken} (${TABLE[name].meaning}).`,
      )
    assert.deepEqual(file.values, DEFAULT_SETTINGS)
  })

  test('shows nobody a pattern', () => {
    for (const [name, value] of [
      ['webAllowPrivate', ['foo']],
      ['weatherUrl', 'here'],
      ['trustedTools', ['abc']],
    ] as const)
      assert.match(
        reasonOf(JSON.stringify({ [name]: value })) ?? '',
        new RegExp(`are not valid: \`${name}\` takes (?!.*pattern)`),
      )
  })

  test('refuses a name that is none, also one of every object', () => {
    for (const name of ['colour', '', 'constructor', '__proto__', 'model.x']) {
      assert.match(setFromText(open(), name, '1') ?? '', /There is no setting/)
    }
  })
})
