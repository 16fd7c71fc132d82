import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Closeness, contentWords } from '../../source/optimizer/closeness.ts'
import { judgeLine, tidyLine, wholeTextOf } from '../../source/optimizer/judge-line.ts'
import { TOOLS } from './fake-ports.ts'

const closeness = new Closeness(new Map(TOOLS.map((one) => [one.entry.name, wholeTextOf(one)])))
const names = TOOLS.map(({ entry }) => entry.name)
const [, lamp] = TOOLS

function judge(line: string, more: { tokens?: number; isCut?: boolean } = {}) {
  if (lamp === undefined) return assert.fail('there is a lamp')
  const present = lamp.entry.oneLiner
  const { tokens = 5, isCut = false } = more
  return judgeLine({ tool: lamp, line, tokens, present, presentTokens: 9, isCut }, closeness, names)
}

describe('a proposed one-liner', () => {
  test('that is shorter and closer to what the tool does may stand', () => {
    assert.equal(judge('Switch a lamp on or off'), undefined)
  })

  test('is refused when it is empty, cut off, the same, or longer', () => {
    assert.equal(judge(''), 'empty')
    assert.equal(judge('Switch a lam', { isCut: true }), 'cut off')
    assert.equal(judge('turn any lamp of the house on, or off'), 'as before')
    assert.equal(judge('Switch a lamp on or off', { tokens: 10 }), 'longer')
  })

  test('is refused when it names another tool, in either spelling', () => {
    assert.equal(judge('Switch a lamp like parcel_track'), 'names another tool')
    assert.equal(judge('Switch a lamp, parcel track'), 'names another tool')
  })

  test('is refused when it is no plain line', () => {
    assert.equal(judge('Switch <b>lamp</b>'), 'not plain')
    assert.equal(judge('{"lamp": on}'), 'not plain')
    assert.equal(judge('- switch a lamp'), 'not plain')
  })

  test('is refused when it shares no word with the tool, is less close, or fits another tool better', () => {
    assert.equal(judge('Make it brighter'), 'off the point')
    assert.equal(judge('Lamp magic for evenings'), 'off the point')
    assert.equal(judge('Tells where a parcel is'), 'off the point')
  })
})

test('a line is told apart from its quotes, full stop and spaces', () => {
  assert.equal(tidyLine('  switch a\n lamp. '), 'Switch a lamp')
  assert.equal(tidyLine(undefined), '')
  assert.equal(tidyLine(7), '')
})

test('words are compared by their beginnings, and little words count for nothing', () => {
  assert.deepEqual(contentWords('Converts the units of a converter'), ['conve', 'units', 'conve'])
})
