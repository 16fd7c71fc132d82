import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Memory } from '../../source/contracts/memory.ts'
import { daysOn, openTestMemory } from './open-memory.ts'

const state = (memory: Memory) =>
  memory
    .search({ words: '', limit: 99 })
    .map(({ id, text }) => `${id} ${text}`)
    .sort()

test('deleted entries come back with their ids, tags and dates, the last change first', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  for (const text of ['one', 'two', 'three']) memory.store({ text, kind: 'fact', tags: ['numbers'] })
  const before = memory.search({ words: 'two', limit: 1 })
  assert.deepEqual(
    memory.remove([2, 2, 9], 'delete').map(({ id }) => id),
    [2],
  )
  memory.remove([1, 3], 'forget')
  assert.deepEqual(state(memory), [])
  assert.equal(memory.undo()?.action, 'forget')
  assert.deepEqual(state(memory), ['1 one', '3 three'])
  assert.equal(memory.undo()?.action, 'delete')
  assert.deepEqual(memory.search({ words: 'two', limit: 1, tag: 'numbers' }), before)
  assert.equal(memory.undo(), undefined)
})

test('a deleted id is never given again', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'one', kind: 'fact' })
  memory.remove([1], 'delete')
  assert.equal(memory.store({ text: 'two', kind: 'fact' }).entry.id, 2)
})

test('a change and a completion are taken back', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'buy ink', kind: 'reminder' })
  memory.change(1, { text: 'buy paper' })
  memory.complete(1)
  memory.undo()
  assert.deepEqual([memory.find(1)?.text, memory.find(1)?.completed], ['buy paper', null])
  memory.undo()
  assert.equal(memory.find(1)?.text, 'buy ink')
})

test('a reminder that rang does not ring again when an earlier change is taken back', async () => {
  using opened = await openTestMemory()
  const { memory, time } = opened
  memory.store({ text: 'bins', kind: 'reminder', due: daysOn(1) })
  memory.change(1, { text: 'put the bins out' })
  time.now = daysOn(1)
  assert.equal(memory.markRung(1), true)
  memory.undo()
  assert.equal(memory.find(1)?.text, 'bins')
  assert.deepEqual(memory.dueUnrung(daysOn(2)), [])
  memory.change(1, { due: daysOn(3) })
  memory.undo()
  assert.deepEqual(memory.dueUnrung(daysOn(2)), [], 'it is due again at the moment at which it rang')
})

test('after thirty days the bin is empty', async () => {
  using opened = await openTestMemory()
  const { memory, time } = opened
  memory.store({ text: 'one', kind: 'fact' })
  memory.store({ text: 'two', kind: 'fact' })
  memory.remove([1], 'delete')
  time.now = daysOn(29)
  assert.equal(memory.overview().binned, 1)
  time.now = daysOn(31)
  assert.equal(memory.overview().binned, 0)
  assert.equal(memory.undo(), undefined)
  memory.remove([2], 'delete')
  time.now = daysOn(0)
  memory.undo()
  assert.equal(memory.undo(), undefined, 'what is too old is gone for good')
})

test('what was replaced by an import comes back, and what had replaced it after that', async () => {
  using source = await openTestMemory()
  source.memory.store({ text: 'new one', kind: 'fact' })
  const place = join(source.folder, 'export.json')
  await source.memory.exportTo(place, 'json')
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'old one', kind: 'fact' })
  memory.store({ text: 'old two', kind: 'fact' })
  assert.deepEqual(await memory.importFrom(place, 'replace'), {
    imported: 1,
    duplicates: [],
    renumbered: 0,
    replaced: 2,
  })
  assert.deepEqual(state(memory), ['1 new one'])
  memory.undo()
  assert.deepEqual(state(memory), ['1 old one', '2 old two'])
  memory.undo()
  assert.deepEqual(state(memory), ['1 new one'])
})

test('a deletion made before an import that replaced all can be undone', async () => {
  using opened = await openTestMemory()
  const { memory, folder } = opened
  memory.store({ text: 'one', kind: 'fact' })
  const place = join(folder, 'export.json')
  await memory.exportTo(place, 'json')
  memory.store({ text: 'two', kind: 'fact' })
  memory.store({ text: 'three', kind: 'fact' })
  memory.remove([2], 'delete')
  memory.change(3, { text: 'three!' })
  await memory.importFrom(place, 'replace')
  memory.store({ text: 'four', kind: 'fact' })
  assert.equal(memory.undo()?.action, 'replace')
  assert.deepEqual(state(memory), ['1 one', '3 three!'])
  assert.equal(memory.undo()?.action, 'change')
  assert.deepEqual(state(memory), ['1 one', '3 three'])
  assert.equal(memory.undo()?.action, 'delete')
  assert.deepEqual(state(memory), ['1 one', '2 two', '3 three'])
  assert.equal(memory.undo()?.action, 'replace', 'what stood there before the import was undone comes last')
  assert.deepEqual(state(memory), ['1 one', '4 four'])
  memory.undo()
  assert.deepEqual(state(memory), ['1 one', '2 two', '3 three'])
})

test('two imports that replaced all are undone one behind the other', async () => {
  using opened = await openTestMemory()
  const { memory, folder } = opened
  const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')]
  memory.store({ text: 'one', kind: 'fact' })
  await memory.exportTo(first, 'json')
  memory.store({ text: 'two', kind: 'fact' })
  await memory.exportTo(second, 'json')
  memory.store({ text: 'three', kind: 'fact' })
  await memory.importFrom(first, 'replace')
  await memory.importFrom(second, 'replace')
  const states = [1, 2, 3, 4].map(() => memory.undo() && state(memory))
  assert.deepEqual(states, [['1 one'], ['1 one', '2 two', '3 three'], ['1 one', '2 two'], ['1 one']])
})

test('an entry whose id another one got meanwhile comes back under a new one', async () => {
  using source = await openTestMemory()
  source.memory.store({ text: 'theirs', kind: 'fact' })
  const place = join(source.folder, 'export.json')
  await source.memory.exportTo(place, 'json')
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'mine', kind: 'fact' })
  memory.remove([1], 'delete')
  await memory.importFrom(place, 'merge')
  assert.deepEqual(state(memory), ['1 theirs'])
  memory.undo()
  memory.undo()
  assert.deepEqual(state(memory), ['1 mine'], 'the change before the import is undone next')
  memory.undo()
  assert.deepEqual(state(memory), ['1 mine', '2 theirs'])
})

test('an import is taken back in one step: all that it added is in the bin, as it is by then', async () => {
  using other = await openTestMemory()
  for (const text of ['one', 'two', 'three']) other.memory.store({ text, kind: 'fact' })
  const place = join(other.folder, 'a.json')
  await other.memory.exportTo(place, 'json')
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'mine', kind: 'fact' })
  memory.store({ text: 'two', kind: 'fact' })
  assert.equal((await memory.importFrom(place, 'merge')).imported, 2)
  const texts = () =>
    memory
      .search({ words: '', limit: 9 })
      .map(({ text }) => text)
      .sort()
  assert.deepEqual(texts(), ['mine', 'one', 'three', 'two'])
  const three = memory.search({ words: 'three', limit: 1 })[0]?.id ?? 0
  memory.change(three, { text: 'three!' })
  memory.undo()
  memory.remove([three], 'delete')
  memory.undo()
  const undone = memory.undo()
  assert.equal(undone?.action, 'import')
  assert.deepEqual(undone?.entries.map(({ text }) => text).sort(), ['one', 'three'])
  assert.deepEqual(texts(), ['mine', 'two'])
  assert.equal(memory.overview().binned, 2)
  memory.undo()
  assert.deepEqual(texts(), ['mine', 'one', 'three', 'two'], 'and that is taken back as well')
  await memory.importFrom(place, 'merge')
  assert.equal(memory.undo(), undefined, 'an import that added nothing is no change')
})

test('an import that was to replace, and found nothing to, is taken back as well', async () => {
  using other = await openTestMemory()
  other.memory.store({ text: 'one', kind: 'fact' })
  const place = join(other.folder, 'a.json')
  await other.memory.exportTo(place, 'json')
  using opened = await openTestMemory()
  await opened.memory.importFrom(place, 'replace')
  assert.equal(opened.memory.undo()?.action, 'import')
  assert.equal(opened.memory.overview().total, 0)
})
