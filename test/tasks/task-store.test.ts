// Tasks on disk: whole or named as damaged, never lost, one program at a time.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Task } from '../../source/contracts/tasks.ts'
import { openTasks } from '../../source/tasks/task-store.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const TASK: Omit<Task, 'id'> = {
  version: 1,
  goal: 'tidy up',
  workspace: '/w',
  created: '2026-03-12T10:24:30Z',
  changed: '2026-03-12T10:24:30Z',
  state: 'planned',
  why: '',
  budget: { steps: 12, tokens: 20_000, minutes: 10 },
  steps: [{ text: 'read a.md', state: 'open', said: '', tools: [] }],
}

test('a task is kept with an id of its own and comes back as it was', () => {
  const folder = join(temporaryFolder('tasks'), 'tasks')
  const book = openTasks(folder)
  assert.deepEqual(book.list(), [])
  const [one, two] = [book.add(TASK), book.add(TASK)]
  assert.deepEqual([one.id, two.id], [1, 2])
  book.keep({ ...two, state: 'done' })
  assert.deepEqual(openTasks(folder).list(), [one, { ...two, state: 'done' }])
  assert.equal(book.find(3), undefined)
  rmSync(folder, { recursive: true })
})

test('a file that is cut off anywhere, or says something else, is named and left as it is', () => {
  const folder = temporaryFolder('tasks')
  const book = openTasks(folder)
  const { id } = book.add(TASK)
  const file = join(folder, `${id}.json`)
  const whole = readFileSync(file, 'utf8')
  for (let length = 0; length < whole.trimEnd().length; length += 7) {
    writeFileSync(file, whole.slice(0, length))
    const found = book.find(id)
    assert.ok(found !== undefined && 'problem' in found, `${length}`)
    assert.equal(readFileSync(file, 'utf8'), whole.slice(0, length))
  }
  const others = [
    whole.replace('"planned"', '"flying"'),
    whole.replace('"version": 1', '"version": 2'),
    whole.replace('"id": 1', '"id": 7'),
    whole.replace('"steps": [', '"steps": ["x", '),
  ]
  for (const text of others) {
    writeFileSync(file, text)
    const found = book.find(id)
    assert.ok(found !== undefined && 'problem' in found, text)
  }
  mkdirSync(join(folder, '9.json'))
  assert.match(JSON.stringify(book.find(9)), /no plain file/)
  assert.equal(book.add(TASK).id, 10)
  rmSync(folder, { recursive: true })
})

test('a task that somebody runs cannot be taken', () => {
  const folder = temporaryFolder('tasks')
  const book = openTasks(folder)
  const { id } = book.add(TASK)
  const claim = book.claim(id)
  assert.ok(claim !== undefined)
  assert.equal(book.claim(id), undefined)
  claim.release()
  const again = book.claim(id)
  assert.ok(again !== undefined)
  again.release()
  rmSync(folder, { recursive: true })
})
