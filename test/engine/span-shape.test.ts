import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { goesOnWide, readSpan, type SpanRule } from '../../source/engine/embedded/span-shape.ts'
import { writeArguments } from '../../source/engine/embedded/write-arguments.ts'
import { createFakeLane, wishFor } from './fake-lane.ts'

const SCHEMA = { type: 'string', 'x-from': 'message', 'x-or': ['.'] }
const ruleFor = (message: string): SpanRule => ({ message, others: ['.'], isPath: true })

describe('a value that must stand in the message', () => {
  const accepted = [
    ['read notes.txt please', 'notes.txt'],
    ['read notes.txt please', 'notes'],
    ['Read NOTES.TXT', 'notes.txt'],
    ['find the garage code in notes.txt', 'garage code'],
    ['what is in src/app.py?', 'src/app.py'],
    ['what is in /etc/hosts?', '/etc/hosts'],
    ['show main.rs in src', 'src/main.rs'],
    ['list this folder', '.'],
    ['search "low battery" in logs', 'low battery'],
    ['öffne größe.txt', 'größe.txt'],
    ['cancel all timers', 'timer'],
  ] as const
  for (const [message, value] of accepted) {
    test(`"${value}" of: ${message}`, () => {
      const text = JSON.stringify(value)
      for (let length = 0; length < text.length; length++) {
        assert.ok(readSpan(ruleFor(message), text.slice(0, length)).open, text.slice(0, length))
      }
      assert.deepEqual(readSpan(ruleFor(message), text), { ends: [text.length], open: false })
    })
  }

  const refused = [
    ['read notes.txt please', 'todo.md'],
    ['read notes.txt please', 'otes.txt'],
    ['read notes.txt please', 'notes.tx'],
    ['read notes.txt please', ''],
    ['read notes.txt please', ' '],
    ['read notes.txt please', 'notes.txt.bak'],
    ['list this folder', '..'],
    ['show main.rs in src', 'lib/main.rs'],
    ['remember that it is late', 'I'],
  ] as const
  for (const [message, value] of refused) {
    test(`"${value}" is not of: ${message}`, () => {
      assert.deepEqual(readSpan(ruleFor(message), JSON.stringify(value)).ends, [])
    })
  }
})

describe('a text that is no path', () => {
  const rule: SpanRule = { message: 'And the day after tomorrow at noon', others: [] }
  test('has no slash between words that stand apart', () => {
    assert.equal(readSpan(rule, '"And the/').open, false)
    assert.deepEqual(readSpan(rule, '"And the/day after tomorrow"').ends, [])
    assert.equal(readSpan({ ...rule, isPath: true }, '"And the/').open, true)
  })
})

describe('a value that may stand right behind a number', () => {
  const ends = (message: string, value: string, isGlued: boolean) =>
    readSpan({ ...ruleFor(message), isGlued }, JSON.stringify(value)).ends.length > 0

  for (const [message, value] of [
    ['10km to miles', 'km'],
    ['98.6°F to °C', '°F'],
    ['whats 1,500km/h in mph', 'km/h'],
    ['convert 5\'11" to cm', '\'11"'],
  ] as const)
    test(`"${value}" of: ${message}`, () => {
      assert.equal(ends(message, value, true), true)
      assert.equal(ends(message, value, false), false)
    })

  for (const [message, value] of [
    ['10km to miles', 'm'],
    ['read a10km.txt', 'km'],
    ['100 km to miles', '0 km'],
  ] as const)
    test(`"${value}" is not of: ${message}`, () => assert.equal(ends(message, value, true), false))
})

describe('writing such a value', () => {
  const parameters = { type: 'object', properties: { path: SCHEMA }, required: ['path'] }
  const write = async (message: string, wish: string) => {
    const fake = createFakeLane(wishFor(wish), { merged: false })
    const { signal } = new AbortController()
    return writeArguments(fake.lane, fake.prompt, parameters, { whole: message }, 200, signal)
  }

  test('keeps what the model takes from the message', async () => {
    const { text, cut } = await write('read notes.txt please', '{"path": "notes.txt"}')
    assert.equal(cut, false)
    assert.deepEqual(JSON.parse(text), { path: 'notes.txt' })
  })

  test('whatever the model invents, words of the message or another allowed value come out', async () => {
    for (const wish of [
      '{"path": "secrets.txt"}',
      '{"path": "note.txt"}',
      'no idea',
      '{"path": ""}',
      '{"path": 7}',
    ]) {
      const { text, cut } = await write('read notes.txt please', wish)
      assert.equal(cut, false, `${wish} was cut after ${text}`)
      const { path } = JSON.parse(text)
      assert.ok(path === '.' || 'read notes.txt please'.includes(path.toLowerCase()), path)
    }
  })
})

test('what may be begun can be ended: nothing leads to where no character is legal', () => {
  const rules: readonly SpanRule[] = [
    { message: 'No, that is wrong: Ulm is in Baden, not in Bavaria.', others: [] },
    { message: 'note:  the mill is shut, keep that ', others: [''], apart: [[23, 34]], from: 5 },
    { message: 'it is Jannik, not Yannick', others: [], unended: [12] },
    { message: 'read main.rs in src/lib, or 10km', others: ['.'], isGlued: true },
  ]
  for (const rule of rules) {
    const { message, others } = rule
    const parts = Array.from({ length: message.length }, (_, from) =>
      Array.from({ length: message.length - from }, (_, more) => message.slice(from, from + more + 1)),
    ).flat()
    const whole = [...others, ...parts].filter(
      (value) => readSpan(rule, JSON.stringify(value)).ends.length > 0,
    )
    const dead = parts.filter(
      (value) => readSpan(rule, `"${value}`).open && !whole.some((one) => one.startsWith(value)),
    )
    assert.deepEqual(dead, [], message)
  }
})

test('a wide character comes only where the message has one', () => {
  const rule: SpanRule = { message: 'Before: put that … Now: save größe in the Übersicht', others: ['été'] }
  for (const [text, expected] of [
    ['"', true],
    ['"gr', true],
    ['"größ', false],
    ['"put that ', true],
    ['"I', false],
    ['"s', false],
    ['"ét', true],
    ['"the ', true],
  ] as const)
    assert.equal(goesOnWide(rule, text), expected, text)
})
