import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFileHistory } from '../../source/home/lent/file-history.ts'
import exportMemory from '../../tools/memory_export/tool.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { openTestMemory } from '../memory/open-memory.ts'
import { sentenceOf, someContext } from './tool-context.ts'

test('an export is written neither into git nor into the home, nor through a link to nothing, nor in safe mode', async () => {
  using opened = await openTestMemory()
  const workspace = temporaryFolder('workspace')
  mkdirSync(join(workspace, '.git'))
  mkdirSync(join(workspace, 'home'))
  symlinkSync('/nowhere/else', join(workspace, 'dangling'))
  const services = {
    memory: opened.book,
    fileHistory: openFileHistory({ folder: join(workspace, 'home/undo'), home: join(workspace, 'home') }),
  }
  const said = (filepath: string, isOn = false) =>
    sentenceOf(
      exportMemory,
      { filepath, format: 'markdown' },
      { ...someContext, workspace, services: { ...services, safeMode: { isOn, turnOn: () => undefined } } },
    )
  assert.match(await said('.git/a.md'), /^guarded: /)
  assert.match(await said('home/system.md'), /^guarded: /)
  assert.match(await said('dangling'), /^bad_path: /)
  assert.match(await said('dangling/a.md'), /^bad_path: /)
  assert.match(await said('a.md', true), /^safe_mode: `a\.md` was not written: safe mode is on/)
  assert.deepEqual(readdirSync(workspace).sort(), ['.git', 'dangling', 'home'])
})
