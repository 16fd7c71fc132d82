// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of composites look like those of templates
// The language of conditions and places: what it means, and that it reaches nothing but what it is given.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExpressionFault, evaluate, isTrue, parseExpression } from '../../source/composites/expression.ts'
import { asPlain, EmptyPlace, fill, pathsOf } from '../../source/composites/template.ts'
import type { JsonObject } from '../../source/contracts/json.ts'

const SCOPE: JsonObject = {
  args: { path: 'a.txt', limit: 3 },
  read: { lines: ['one', 'two'], count: 2, empty: [] },
  done: { read: true, check: false },
}

function truth(text: string): boolean {
  return isTrue(evaluate(parseExpression(text), SCOPE))
}

test('paths, literals, comparisons and words mean what they say', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['read.count == 2', true],
    ['read.count != 2', false],
    ['read.count < args.limit', true],
    ['read.count >= 3', false],
    ["read.lines[1] == 'two'", true],
    ['args.path > "a"', true],
    ['not done.check', true],
    ['done.read and not done.check', true],
    ['done.check or read.count > 1 and done.read', true],
    ['(done.check or read.count > 1) and done.check', false],
    ['not read.count == 2', false],
    ['read.missing', false],
    ['read.missing == null', true],
    ['read.empty', false],
    ['read.lines', true],
    ['true', true],
    ['-1 < 0.5', true],
  ]
  for (const [text, wanted] of cases) assert.equal(truth(text), wanted, text)
})

test('what cannot be read is named with its place', () => {
  const cases: readonly (readonly [string, number, RegExp])[] = [
    ['', 0, /a value is missing/],
    ['a ==', 4, /a value is missing/],
    ['a b', 2, /`b` is too much/],
    ['a.', 2, /a field is missing/],
    ['a[x]', 2, /a place in a list is missing/],
    ['(a', 2, /`\)` is missing/],
    ['a; b', 1, /`; b` cannot be read/],
    ['a() == 1', 2, /a value is missing|too much/],
    ['`x`', 0, /cannot be read/],
    ['a = 1', 2, /cannot be read/],
    ['and', 0, /a value is missing/],
    [`${'('.repeat(30)}a`, 21, /brackets in brackets/],
    [`${'not '.repeat(30)}a`, 84, /in a row/],
    ['a'.repeat(501), 0, /501 characters/],
  ]
  for (const [text, at, message] of cases)
    assert.throws(
      () => parseExpression(text),
      (error) => {
        assert.ok(error instanceof ExpressionFault, text)
        assert.match(error.message, message, text)
        if (!text.startsWith('a()')) assert.equal(error.at, at, text)
        return true
      },
    )
})

test('only what a value has of its own is found: no prototype, no method, no length of a text', () => {
  for (const text of [
    'constructor',
    'args.constructor',
    'args.__proto__',
    'read.lines.map',
    'args.path.length',
  ])
    assert.equal(evaluate(parseExpression(text), SCOPE), undefined, text)
  assert.equal(evaluate(parseExpression('toString'), SCOPE), undefined)
})

test('values of different kinds are equal or not, and have no order', () => {
  assert.equal(truth("args.limit == '3'"), false)
  assert.throws(() => truth("args.limit < '3'"), /compares two numbers or two texts, not `3` and `"3"`/)
  assert.throws(() => truth('read.missing > 1'), /not `null` and `1`/)
})

test('a text that is one place takes the value with its type, a longer one takes its text', () => {
  assert.equal(fill('${read.count}', SCOPE), 2)
  assert.deepEqual(fill('${read.lines}', SCOPE), ['one', 'two'])
  assert.equal(fill('${read.count} lines of ${args.path}', SCOPE), '2 lines of a.txt')
  assert.deepEqual(fill({ a: ['${args.limit}', true] }, SCOPE), { a: [3, true] })
  assert.equal(fill('costs $5, $${args.path}', SCOPE), 'costs $5, ${args.path}')
  assert.throws(() => fill('${read.lines[7]}', SCOPE), EmptyPlace)
  assert.throws(() => fill('x ${read.count == 2}', SCOPE), ExpressionFault)
})

test('places that begin by the ten thousand and never end are text', () => {
  const text = '${'.repeat(50_000)
  assert.equal(fill(`\${read.count} ${text}`, SCOPE), `2 ${text}`)
  assert.deepEqual([pathsOf(text), asPlain(text)], [[], text])
})

test('what is filled in is not searched for places again, and a plain text stays what it is', () => {
  assert.equal(fill('${x.y}', { x: { y: '${args.path}' }, args: { path: 'a' } }), '${args.path}')
  for (const text of ['${args.path}', 'a ${b} c', '$${x}', '${open', 'plain $5', '${a ${b} c', '${${x}}'])
    assert.equal(fill(asPlain(text), SCOPE), text)
})
