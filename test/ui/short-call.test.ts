import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidth } from '../../source/ui/column-width.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { callLine, shortArguments, shortArgumentsOf } from '../../source/ui/short-call.ts'

const glyphs = glyphsFor({ LANG: 'en_US.UTF-8' }, 'linux')

test('one argument is shown as its value, several with their names', () => {
  assert.equal(shortArguments({ expression: '17 * 23' }), '17 * 23')
  assert.equal(shortArguments({ path: 'a.txt', lines: 3 }), 'path=a.txt lines=3')
  assert.equal(shortArguments({}), '')
})

test('line ends and escape sequences of arguments do not reach the line', () => {
  assert.equal(shortArguments({ text: 'a\nb\x1b[2J\x07' }), 'a b^G')
  assert.equal(shortArgumentsOf('{"path":"x"}'), 'x')
  assert.equal(shortArgumentsOf('[1,2'), '[1,2')
})

test('a finished call is one line with what it said and its time', () => {
  const call = { name: 'calculator_compute', arguments: '17 * 23', ok: true, say: '391\nmore', ms: 12.4 }
  assert.equal(callLine(call, 80, glyphs), '  ⚙ calculator_compute 17 * 23 → 391  (12 ms)')
  assert.match(
    callLine({ ...call, say: '2 matches in docs:' }, 80, glyphs),
    / → 2 matches in docs {2}\(12 ms\)$/,
  )
  assert.match(callLine({ ...call, ok: false, ms: 1500 }, 80, glyphs), /^ {2}✗ .*\(1\.5 s\)$/)
})

test('a call fits every width, and keeps its time where there is room', () => {
  const call = { name: 'file_read', arguments: '語'.repeat(90), ok: true, say: 'word '.repeat(60), ms: 5 }
  for (let columns = 1; columns < 200; columns++)
    assert.ok(columnWidth(callLine(call, columns, glyphs)) <= columns)
  assert.ok(callLine(call, 60, glyphs).endsWith('(5 ms)'))
})
