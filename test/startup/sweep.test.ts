import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sweepTemporary } from '../../source/startup/sweep.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const HALF_WRITTEN = [
  '.tools.bin.0123456789ab.tmp',
  '.1.json.0123456789ab.tmp',
  'settings.json.lock.0123456789ab.tmp',
  'settings.json.tmp-53555569005060a2',
  'memory.sqlite.0123456789ab.tmp',
]
const REAL = [
  '1.json',
  'tools.bin',
  'settings.json',
  'notes.tmp',
  'memory.sqlite.damaged-20260312092400',
  'a.lock',
]

test('half-written files of an hour ago go, younger ones and everything else stay', (t) => {
  const folder = temporaryFolder('sweep')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of [...HALF_WRITTEN, ...REAL]) writeFileSync(join(folder, name), 'x')
  sweepTemporary([folder, join(folder, 'nosuch')])
  assert.deepEqual(readdirSync(folder).sort(), [...HALF_WRITTEN, ...REAL].sort())
  sweepTemporary([folder], Date.now() + 3_700_000)
  assert.deepEqual(readdirSync(folder).sort(), REAL.toSorted())
})
