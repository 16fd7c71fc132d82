// What was checked becomes a link before it is opened.
import assert from 'node:assert/strict'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readText } from '../../source/toolkit/read-text.ts'
import { locate } from '../../source/toolkit/workspace-path.ts'
import { locateToWrite } from '../../source/toolkit/writable-path.ts'
import { writeWhole } from '../../source/toolkit/write-whole.ts'
import { codeOf, neighbourhood, outsideOf } from './neighbourhood.ts'

const signal = new AbortController().signal

test('a folder that becomes a link after the check leads nowhere', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const before = outsideOf(top)
  const bytes = Buffer.from('out')
  const fresh = await locateToWrite(workspace, 'docs/new.txt', { guarded: undefined })
  const deeper = await locateToWrite(workspace, 'docs/deep/er/new.txt', { guarded: undefined })
  const old = await locateToWrite(workspace, 'docs/guide.md', { guarded: undefined })
  const read = await locate(workspace, 'docs/guide.md', { wanted: 'file', signal })
  renameSync(join(workspace, 'docs'), join(workspace, 'docs-before'))
  writeFileSync(join(top, 'timothy/guide.md'), 'his guide')
  symlinkSync(join(top, 'timothy'), join(workspace, 'docs'))
  const outside = outsideOf(top)
  for (const place of [fresh, deeper, old])
    assert.equal(
      await codeOf(() => writeWhole({ place, bytes, before: undefined, signal })),
      'changed',
      place.shown,
    )
  assert.equal(await codeOf(() => readText(read, signal)), 'not_found')
  assert.equal(outsideOf(top), outside)
  assert.notEqual(before, outside)
})

test('a file that becomes a link after the check is not written through', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const place = await locateToWrite(workspace, 'notes.txt', { guarded: undefined })
  const made = await locateToWrite(workspace, 'made.txt', { guarded: undefined })
  const facts = lstatSync(place.real)
  rmSync(place.real)
  symlinkSync(join(top, 'secret.txt'), place.real)
  symlinkSync(join(top, 'secret.txt'), made.real)
  const bytes = Buffer.from('out')
  assert.equal(await codeOf(() => writeWhole({ place, bytes, before: facts, signal })), 'changed')
  assert.equal(await codeOf(() => writeWhole({ place: made, bytes, before: undefined, signal })), 'changed')
  assert.equal(readFileSync(join(top, 'secret.txt'), 'utf8'), 'secret')
  assert.deepEqual(
    readdirSync(workspace).filter((name) => name.endsWith('.tmp')),
    [],
  )
})

test('a missing folder that appears as a link while it would be made is not entered', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const place = await locateToWrite(workspace, 'fresh/new.txt', { guarded: undefined })
  symlinkSync(join(top, 'timothy'), join(workspace, 'fresh'))
  const code = await codeOf(() => writeWhole({ place, bytes: Buffer.from('x'), before: undefined, signal }))
  assert.equal(code, 'changed')
  assert.equal(existsSync(join(top, 'timothy/new.txt')), false)
})
