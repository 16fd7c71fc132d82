import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRuled, textRuleOf } from '../../source/engine/embedded/text-rule.ts'

const EXPRESSION = { type: 'string', 'x-names': ['sqrt', 'pi'] }
const copied = (message: string) => {
  const rule = textRuleOf(EXPRESSION, message)
  return rule?.type === 'names' ? rule.copied : assert.fail('no rule')
}

test('an expression that stands in the message with all its numbers is taken as it is', () => {
  assert.equal(copied('calc 12 * (4 +'), '12 * (4 +')
  assert.equal(copied('what is (14 + 6) * 9 - 35?'), '(14 + 6) * 9 - 35')
  assert.equal(copied('1,850 / 7, please'), '1,850 / 7')
  assert.equal(copied('√225 + 2³'), '√225 + 2³')
  assert.equal(copied('3 x 4.75 + 2 x 6.20'), '3 * 4.75 + 2 * 6.20')
  assert.equal(copied('Please work out 1,248 divided by 16.'), '1,248 / 16')
  assert.equal(copied('what is 12 times 7 minus 5?'), '12 * 7 - 5')
  assert.equal(copied('-8 + (3.5 - 1) * 4'), '-8 + (3.5 - 1) * 4')
})

test('what the words around an expression change is left to the model', () => {
  for (const message of [
    'half of 3 + 4',
    'sqrt(16) + 3',
    '3*x + 7 please',
    'if 3 - 2 then 4',
    'round 17 times 23 to tens',
    'seven of us, 17 times 23',
    'the square root of 16 + 9',
  ]) {
    assert.equal(copied(message), undefined, message)
  }
})

test('an expression uses only the names that it may, and no quotes or braces', () => {
  const rule = textRuleOf(EXPRESSION, 'what is 17 times 23') ?? assert.fail('no rule')
  assert.deepEqual(readRuled(rule, '"sqrt(17) * pi"'), { ends: [15], open: false })
  assert.equal(readRuled(rule, '"2 * sq').open, true)
  for (const text of ['"3 trays', '"sqr(2)"', '"sqrt(2)}']) {
    assert.deepEqual(readRuled(rule, text), { ends: [], open: false }, text)
  }
})

test('a string without our keywords is free', () => {
  assert.equal(textRuleOf({ type: 'string' }, 'anything'), undefined)
})

test('a free text begins behind its command, and has no lead, thanks or tag in it', () => {
  const schema = { type: 'string', 'x-from': 'message', 'x-free': true, 'x-behind': '\\bnote that\\s+' }
  const tag = { type: 'string', 'x-named': 'tagged (\\w+)' }
  const may = (message: string, value: string) => {
    const rule = textRuleOf(schema, message, undefined, [tag]) ?? assert.fail('no rule')
    return readRuled(rule, JSON.stringify(value)).ends.length > 0
  }
  const noted = 'flat then. note that the mill is shut'
  assert.deepEqual([may(noted, 'the mill is shut'), may(noted, 'flat then')], [true, false])
  assert.deepEqual([may('note that too', 'note that too'), may('and Ann too', 'Ann')], [true, true])
  assert.deepEqual([may('and Ann takes tea', 'and Ann takes tea'), may('also, Ann', 'Ann')], [false, true])
  const kind = 'keep the blue cup. Thanks a lot!'
  assert.deepEqual([may(kind, 'the blue cup'), may(kind, 'the blue cup. Thanks a lot')], [true, false])
  assert.deepEqual([may('roses tagged garden', 'roses'), may('roses tagged garden', 'garden')], [true, false])
})

test('a free text behind a colon begins with its first word', () => {
  const schema = { type: 'string', 'x-from': 'message', 'x-free': true, 'x-behind': '^[^:]*:\\s+' }
  const may = (message: string, value: string) => {
    const tag = { type: 'string', 'x-named': 'tag (\\w+),' }
    const rule = textRuleOf(schema, message, undefined, [tag]) ?? assert.fail('no rule')
    return readRuled(rule, JSON.stringify(value)).ends.length > 0
  }
  const told = 'tell them: "dinner is ready, come down"'
  assert.deepEqual(
    ['dinner is ready, come down', 'dinner is ready', 'come down', 'them'].map((value) => may(told, value)),
    [true, true, false, false],
  )
  assert.equal(may('note: tag home, the key is under the pot', 'the key is under the pot'), true)
})

test('a free text has nothing of what `x-without` matches, unless nearly nothing else is there', () => {
  const schema = {
    type: 'string',
    'x-from': 'message',
    'x-free': true,
    'x-without': '[,.]? ?keep that\\b[.!]*',
  }
  const may = (message: string, value: string) => {
    const rule = textRuleOf(schema, message) ?? assert.fail('no rule')
    return readRuled(rule, JSON.stringify(value)).ends.length > 0
  }
  const said = 'the mill is shut, keep that. Ann told me'
  assert.deepEqual(
    ['the mill is shut', 'the mill is shut, keep that', 'that', 'Ann told me'].map((value) =>
      may(said, value),
    ),
    [true, false, false, true],
  )
  assert.equal(may('mill, keep that', 'mill, keep that'), true)
})

test('a free text behind which an order stands is what was just said', () => {
  const schema = {
    ...{
      type: 'string',
      'x-from': 'message',
      'x-free': true,
      'x-just-said': '[,.]? ?keep that\\b',
      'x-thought': true,
    },
    'x-without': '[,.]? ?keep that\\b[.!]*|[,.]? it is important',
  }
  const may = (message: string, value: string) => {
    const rule = textRuleOf(schema, message) ?? assert.fail('no rule')
    return readRuled(rule, JSON.stringify(value)).ends.length > 0
  }
  const cases: readonly (readonly [message: string, open: readonly string[], closed: readonly string[]])[] = [
    ['He came at 8. The tap is in the hall. Keep that', ['The tap is in the hall'], ['He came at 8']],
    ['You said 74. I am 72, keep that', ['I am 72'], ['You said 74']],
    ['My doctor is Ann. She sits in Elm Road. Keep that', ['My doctor is Ann. She sits in Elm Road'], []],
    ['I was late. It is Dr. Ode, keep that', ['I was late. It is Dr. Ode'], []],
    ['The car is in row 5. Ann has the key, it is important', ['The car is in row 5. Ann has the key'], []],
    ['Keep that. The tap is in the hall', ['The tap is in the hall'], []],
  ]
  for (const [message, open, closed] of cases) {
    for (const value of open) assert.ok(may(message, value), value)
    for (const value of closed) assert.ok(!may(message, value), value)
  }
  const one = textRuleOf({ ...schema, 'x-thought': false }, 'You call him Rex. He is Max, keep that')
  const ends = (value: string) => one && readRuled(one, JSON.stringify(value)).ends.length
  assert.deepEqual([ends('He is Max'), ends('You call him Rex. He is Max')], [1, 0])
})

test('a free text does not end where `x-goes-on` matches', () => {
  const schema = { type: 'string', 'x-from': 'message', 'x-free': true, 'x-goes-on': ',? not\\b' }
  const rule = textRuleOf(schema, 'it is Jannik, not Yannick') ?? assert.fail('no rule')
  const may = (value: string) => readRuled(rule, JSON.stringify(value)).ends.length > 0
  assert.deepEqual(['it is Jannik', 'it is Jannik, not Yannick', 'it is'].map(may), [false, true, true])
})

test('a free text that is of the latest message takes nothing of the turns before', () => {
  const schema = { type: 'string', 'x-from': 'message', 'x-free': true, 'x-latest': true }
  const latest = 'no, it is on Friday'
  const rule = textRuleOf(schema, `it is on Thursday\n${latest}`, latest) ?? assert.fail('no rule')
  const may = (value: string) => readRuled(rule, JSON.stringify(value)).ends.length > 0
  assert.deepEqual([may('it is on Friday'), may('it is on Thursday')], [true, false])
})

test('an expression is not much longer than what was said', () => {
  const may = (message: string, sum: string) => {
    const rule = textRuleOf(EXPRESSION, message)
    return rule !== undefined && readRuled(rule, JSON.stringify(sum)).ends.length > 0
  }
  const sum = (count: number) => `6${' + 500'.repeat(count)}`
  assert.equal(may('add up what we have', sum(12)), true)
  assert.equal(may('add up what we have', sum(20)), false)
  assert.equal(may(`add up ${'500, '.repeat(20)}`, sum(20)), true)
})

test('a value of a message that leans on turns before goes over no seam of these', () => {
  const before =
    'Before: half of that -> {"expression": "391 / 2"} -> 391 / 2 = 195.5\nNow: add bananas to list.txt'
  const rule = textRuleOf({ type: 'string', 'x-from': 'message' }, before, 'add bananas to list.txt')
  const ends = (text: string) => readRuled(rule ?? assert.fail('no rule'), JSON.stringify(text)).ends.length
  assert.equal(ends('bananas'), 1)
  assert.equal(ends('half of that'), 1)
  assert.equal(ends('half of that -> {"expression": "391'), 0)
  assert.equal(ends('195.5\nNow: add bananas'), 0)
})
