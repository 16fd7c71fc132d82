// A plan as the model writes it, and what becomes of one that is no plan.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepsOf, writePlan } from '../../source/tasks/write-plan.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'

test('steps stand in the order of their numbers, without numbers of their own, and none twice', () => {
  assert.deepEqual(stepsOf('{"2": "2. read b.md", "1": "Step 1: read  a.md", "3": "Read b.md!"}'), [
    'read a.md',
    'read b.md',
  ])
})

test('what is no plan is none: damaged, empty, of another shape', () => {
  for (const text of ['', '{', '[]', 'null', '{"1": ""}', '{"1": 5}', '{"1": "1."}', '{"steps": ["a"]}'])
    assert.deepEqual(stepsOf(text), [], text)
})

test('what only repeats a tool’s own line is no step', () => {
  const text = '{"1": "read list.txt", "2": "search text inside files"}'
  assert.deepEqual(stepsOf(text, ['Search text inside files', 'Read a text file']), ['read list.txt'])
})

test('at most six numbers can be written, and only the first has to be', async () => {
  const engine = createFakeEngine({ calls: { 'tidy up': '{"1": "list the files", "2": "read notes.md"}' } })
  const steps = await writePlan(
    'tidy up',
    ['list a folder', 'read a file'],
    engine,
    new AbortController().signal,
  )
  assert.deepEqual(steps, ['list the files', 'read notes.md'])
  const [request] = engine.written
  assert.deepEqual(Object.keys(request?.parameters.properties ?? {}), ['1', '2', '3', '4', '5', '6'])
  assert.deepEqual(request?.parameters.required, ['1'])
  assert.equal(request?.message, 'Goal: tidy up\nTools: list a folder; read a file')
})
