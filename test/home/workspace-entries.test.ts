import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { entriesOf, shownOf } from '../../source/home/workspace-entries.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const { signal } = new AbortController()
const workspace = temporaryFolder('entries')
mkdirSync(join(workspace, 'notes', 'old'), { recursive: true })
writeFileSync(join(workspace, 'notes', 'may.md'), '')
writeFileSync(join(workspace, 'notes', '.hidden'), '')

test('folders end with a slash, hidden names are left out', async () => {
  assert.deepEqual(await entriesOf(workspace, 'notes', signal), ['may.md', 'old/'])
  assert.deepEqual(await entriesOf(workspace, '.', signal), ['notes/'])
})

const CLOCK = { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' }

test('what is no folder of the workspace has no entries', async () => {
  for (const folder of ['missing', 'notes/may.md', '..', '/', '']) {
    assert.deepEqual(await entriesOf(workspace, folder, signal), [])
  }
})

test('a text file of the workspace is read, and nothing else', async () => {
  const { fileText } = shownOf(workspace, CLOCK)
  writeFileSync(join(workspace, 'notes', 'june.md'), 'swim\n')
  writeFileSync(join(workspace, 'notes', 'photo.png'), Buffer.from([0x89, 0x50, 0, 0xff]))
  assert.equal(await fileText('notes/june.md', signal), 'swim\n')
  for (const path of ['missing.md', 'notes', 'notes/photo.png', '../x', '/etc/hostname', ''])
    assert.equal(await fileText(path, signal), undefined, path)
})

test('the values of a text file are read, of a table those of its cells', async () => {
  const { valuesIn } = shownOf(workspace, CLOCK)
  writeFileSync(join(workspace, 'notes', 'bread.md'), 'Bake for 50 minutes.\n')
  writeFileSync(join(workspace, 'notes', 'runs.csv'), 'route,distance_km\npark,5\n')
  const note = await valuesIn('notes/bread.md', signal)
  assert.deepEqual([note?.isTable, note?.values.map(({ text }) => text)], [false, ['50 minutes']])
  const table = await valuesIn('notes/runs.csv', signal)
  assert.deepEqual([table?.isTable, table?.values.map(({ text }) => text)], [true, ['5 km']])
  assert.equal(await valuesIn('notes/none.csv', signal), undefined)
})
