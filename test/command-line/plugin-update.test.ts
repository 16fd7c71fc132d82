// `ethervox plugin update` in a terminal, for all that is installed: each newer version is shown and asked about.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/open-session.ts'
import { writePlugin } from '../helpers/plugin-folder.ts'
import { Pty } from '../helpers/pty.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')

test('without a name each plugin has its own question, and a no to one is no no to the next', async (t) => {
  const folder = temporaryFolder('update')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = join(folder, 'home')
  const write = (name: string, version: string) =>
    writePlugin(join(folder, name), { name, version, tool: name })
  for (const name of ['one', 'two']) {
    const args = [CLI, 'plugin', 'install', write(name, '1.0.0'), '--yes', '--home', home]
    assert.equal(spawnSync(process.execPath, args).status, 0)
    write(name, '1.1.0')
  }
  const terminal = new Pty(process.execPath, [CLI, 'plugin', 'update', '--home', home], { columns: 120 })
  t.after(() => terminal.close())
  await terminal.until(/one 1\.1\.0 \(sandboxed\)[\s\S]*Install it\? \(y\/n\)/)
  terminal.type('n\r')
  await terminal.until(/Nothing was installed\.[\s\S]*two 1\.1\.0 \(sandboxed\)[\s\S]*Install it\? \(y\/n\)/)
  terminal.type('y\r')
  await terminal.until(/two 1\.1\.0 is installed: two\./)
  assert.equal((await terminal.exit).code, 1)
})
