import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { workspaceFiles } from '../../source/command-line/workspace-files.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('files are those that .gitignore leaves, hidden ones for who asks with a dot, and are listed anew after a while', async (t) => {
  const workspace = temporaryFolder('files')
  t.after(() => rmSync(workspace, { recursive: true, force: true }))
  mkdirSync(join(workspace, 'source/deep'), { recursive: true })
  mkdirSync(join(workspace, 'build'))
  for (const path of ['notes.md', '.hidden', 'source/main.ts', 'source/deep/one.ts', 'build/out.js', 'a.log'])
    writeFileSync(join(workspace, path), 'x')
  writeFileSync(join(workspace, '.gitignore'), 'build/\n*.log\n')
  let nowMs = 0
  const files = workspaceFiles(workspace, () => nowMs)
  const shown = ['notes.md', 'source/', 'source/deep/', 'source/deep/one.ts', 'source/main.ts']
  assert.deepEqual([...(await files(''))].sort(), shown)
  assert.deepEqual([...(await files('.'))].filter((path) => path.startsWith('.')).sort(), [
    '.gitignore',
    '.hidden',
  ])
  assert.ok((await files('source/deep/')).includes('source/deep/one.ts'))
  writeFileSync(join(workspace, 'later.md'), 'x')
  assert.ok(!(await files('')).includes('later.md'))
  nowMs = 10_000
  assert.ok((await files('')).includes('later.md'))
  assert.deepEqual(
    (await files('../')).filter((path) => path.startsWith('..')),
    [],
  )
})
