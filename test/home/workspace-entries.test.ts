import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { entriesOf } from '../../source/home/workspace-entries.ts'
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

test('what is no folder of the workspace has no entries', async () => {
  for (const folder of ['missing', 'notes/may.md', '..', '/', '']) {
    assert.deepEqual(await entriesOf(workspace, folder, signal), [])
  }
})
