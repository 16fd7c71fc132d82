import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { claimsResult } from '../../source/governor/unlooked.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { routed, runTestTurn } from './turn-ports.ts'

describe('claims of a result', () => {
  for (const text of [
    'I could not find a file about wifi.',
    'Sorry, I couldn’t find any matches.',
    'Sure! I searched the workspace. It is empty.',
    'There is no file with that name.',
    'Yes, there is a file about wifi.',
    'There are 3 files here.',
    'The folder does not exist.',
    'I have read the document, and it says yes.',
  ])
    test(text, () => assert.equal(claimsResult(text), true))
})

describe('no claims', () => {
  for (const text of [
    'hello',
    'A file is a named run of bytes.',
    'I found that walking helps. Keep your files in order.',
    'I looked out of the window and saw a ship.',
    'You can search your files with grep.',
    'If there is no answer, call again.',
    'In Linux there is a file for every device.',
  ])
    test(text, () => assert.equal(claimsResult(text), false))
})

describe('in a turn without a tool', () => {
  const engine = () =>
    createFakeEngine({ answers: { 'is there a file about wifi?': 'I could not find a file about wifi.' } })
  const route = { ...routed(null, 0.64), candidates: [{ tool: 'get_time', score: 0.2 }] }

  test('the person is told that nothing was looked up', async () => {
    const turn = await runTestTurn('is there a file about wifi?', { engine: engine(), route })
    assert.equal(turn.find('notice')?.code, 'nothing_looked_up')
    assert.equal(turn.outcome.answer, 'I could not find a file about wifi.')
    assert.ok(turn.order.indexOf('notice') > turn.order.indexOf('answer'))
  })

  test('not where the turns before called a tool: it may speak of that', async () => {
    const earlier = [{ message: 'find wifi', tool: 'find', arguments: {}, said: 'No match.' }]
    const turn = await runTestTurn('is there a file about wifi?', {
      engine: engine(),
      route,
      input: { earlier },
    })
    assert.equal(turn.find('notice'), undefined)
  })

  test('not where there are no tools: then nobody expects it', async () => {
    const turn = await runTestTurn('is there a file about wifi?', { engine: engine(), route: routed(null) })
    assert.equal(turn.find('notice'), undefined)
  })
})
