import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'

const NOBODY = 65_534

/** Writes the file as somebody who is not root; only a process of its own can become that. */
const WRITE = `
  const [, workspace, home] = process.argv
  const { default: fileWrite } = await import('${join(import.meta.dirname, '../../tools/file_write/tool.ts')}')
  const { openFileHistory } = await import('${join(import.meta.dirname, '../../source/home/lent/file-history.ts')}')
  const { sentenceOf } = await import('${join(import.meta.dirname, 'tool-context.ts')}')
  process.setgroups([])
  process.setgid(${NOBODY})
  process.setuid(${NOBODY})
  const fileHistory = openFileHistory({ folder: home + '/undo', home })
  const services = { fileHistory, safeMode: { isOn: false, turnOn() {} } }
  console.log(await sentenceOf(fileWrite, { path: 'their.conf', content: 'mine' }, { workspace, services }))
`

test('a file that the person may not write is not replaced, though the folder is theirs', {
  skip: process.getuid?.() !== 0 && 'only root can put a file of its own into the folder of somebody else',
}, (t) => {
  const workspace = temporaryFolder(t, { 'their.conf': 'of root\n' })
  const home = temporaryFolder(t)
  for (const folder of [workspace, home]) {
    chmodSync(folder, 0o755)
    chownSync(folder, NOBODY, NOBODY)
  }
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', WRITE, workspace, home], {
    encoding: 'utf8',
  })
  assert.equal(
    said.trim(),
    'no_access: `their.conf` was not written: it is write-protected; take that away first if you want it changed.',
  )
  const file = join(workspace, 'their.conf')
  assert.deepEqual([statSync(file).uid, readFileSync(file, 'utf8')], [0, 'of root\n'])
})
