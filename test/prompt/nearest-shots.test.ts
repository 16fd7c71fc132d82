import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FewShot, ToolDetail } from '../../source/contracts/manifest.ts'
import { buildCallState } from '../../source/prompt/call-state.ts'
import { nearestShots } from '../../source/prompt/nearest-shots.ts'

const shots: readonly FewShot[] = [
  { user: 'what is 2 plus 3?', arguments: { expression: '2 + 3' } },
  { user: 'convert 20 celsius to fahrenheit', arguments: { expression: '20 * 9 / 5 + 32' }, near: true },
  { user: 'area of a room 4 m by 3 m', arguments: { expression: '4 * 3' }, near: true },
  {
    user: 'and 20 celsius in fahrenheit?',
    before: { message: 'what is 2 plus 3?', tool: 'sum', arguments: { expression: '2 + 3' }, said: '5' },
    arguments: { expression: '20 * 9 / 5 + 32' },
  },
]
const detail: ToolDetail = {
  description: 'Sum',
  parameters: { type: 'object', properties: { expression: { type: 'string' } } },
  examples: [],
  fewShots: shots,
  triggers: [],
}

describe('nearestShots', () => {
  it('gives the turns of a worked example that the state has not and that is like the message', () => {
    assert.deepEqual(nearestShots('convert 31 celsius to fahrenheit', detail), [
      { role: 'user', text: 'convert 20 celsius to fahrenheit' },
      { role: 'assistant', text: '{"expression": "20 * 9 / 5 + 32"}' },
    ])
  })

  it('gives none to a model that needs none, but where the tool was fitted to have them', () => {
    const message = 'convert 31 celsius to fahrenheit'
    const able = { near: false }
    assert.deepEqual(nearestShots(message, detail, [], able), [])
    const fitted = { ...detail, optimized: { nearest: true as const } }
    assert.equal(nearestShots(message, fitted, [], able).length, 2)
    const call = { message: 'what is 5?', tool: 'sum', arguments: { expression: '5' }, said: '5' }
    const others = ['3', '4', '5', '6'].map(
      (n): FewShot => ({
        user: `and ${n}?`,
        before: call,
        arguments: { expression: n },
      }),
    )
    const many = { ...detail, fewShots: [...others, ...shots] }
    assert.equal(nearestShots('and 31 celsius in fahrenheit?', many, [call]).length, 2)
    assert.deepEqual(nearestShots('and 31 celsius in fahrenheit?', many, [call], able), [])
  })

  it('gives nothing that stands in the state', () => {
    assert.deepEqual(nearestShots('what is 7 plus 3?', detail), [])
    const standing = buildCallState('sum', detail).messages.map(({ text }) => text)
    assert.ok(standing.includes('what is 2 plus 3?'))
    assert.ok(!standing.includes('convert 20 celsius to fahrenheit'))
  })

  it('gives nothing where nothing is like the message', () => {
    assert.deepEqual(nearestShots('wer hat an der Uhr gedreht', detail), [])
  })

  it('gives nothing where the message is a formula already', () => {
    assert.deepEqual(nearestShots('convert 20 * 2 celsius to fahrenheit', detail), [])
  })

  it('leaves out examples that lean on a turn before', () => {
    const turns = nearestShots('and 20 celsius in fahrenheit?', detail)
    assert.ok(turns.every(({ text }) => !text.startsWith('Before:')))
  })
})

describe('nearestShots behind a call', () => {
  const before = (tool: string) => ({ message: 'a', tool, arguments: {}, said: '5' })
  const follow = (user: string, tool: string): FewShot => ({ user, before: before(tool), arguments: {} })
  const behind: ToolDetail = {
    ...detail,
    fewShots: [
      ...['one', 'two', 'three', 'four'].map((word) => follow(`double it ${word}`, 'sum')),
      follow('double that once more', 'sum'),
      follow('double the reading', 'file_read'),
      { user: 'double 7', arguments: {}, near: true },
    ],
  }
  const users = (tool: string) =>
    nearestShots('double it now', behind, [before('other'), before(tool)]).flatMap(({ role, text }) =>
      role === 'user' ? [text.split('Now: ')[1]] : [],
    )

  it('gives follow-ups of the tool that was called last, without the four of the state', () => {
    assert.deepEqual(users('sum'), ['double that once more'])
    assert.deepEqual(users('list'), [])
  })
})

describe('nearestShots of a tool that takes free text', () => {
  const note = (user: string, text: string): FewShot => ({ user, arguments: { text }, near: true })
  const notes = (schema: object): ToolDetail => ({
    description: 'Note',
    parameters: { type: 'object', properties: { text: { type: 'string', ...schema } } },
    examples: [],
    fewShots: [
      note('for later: the boat is moored at pier 5', 'the boat is moored at pier 5'),
      note('that is wrong, the tram is late', 'the tram is late'),
      note('Ida rows on Mondays, save it please', 'Ida rows on Mondays'),
    ],
    triggers: [],
  })
  const message = 'the tram driver lost 3-4 umbrellas near Ghent, save it please'
  const nearest = (detail: ToolDetail) => nearestShots(message, detail).at(-2)?.text

  it('compares what stands around the text', () => {
    assert.equal(nearest(notes({ 'x-free': true })), 'Ida rows on Mondays, save it please')
  })

  it('gives none for the signs of a formula elsewhere', () => {
    assert.equal(nearest(notes({})), undefined)
  })
})
