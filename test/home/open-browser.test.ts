import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBrowser } from '../../source/home/open-browser.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const isLinux = process.platform === 'linux'

test('the address is one argument, whatever stands in it; without a browser nothing is said', {
  skip: isLinux ? false : 'the stand-in is a script of Linux',
}, async (t) => {
  const folder = temporaryFolder('browser')
  const { PATH } = process.env
  t.after(() => {
    process.env.PATH = PATH
  })
  const program = join(folder, 'xdg-open')
  const [part, whole] = [join(folder, 'part'), join(folder, 'whole')]
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > ${part} && /bin/mv ${part} ${whole}\n`)
  chmodSync(program, 0o700)
  process.env.PATH = folder
  const stop = new AbortController()
  const watcher = watch(folder, { signal: stop.signal })
  openBrowser('https://example.org/?a=1&b=$(touch x);c', 'linux')
  for (;;) {
    const [, name] = await once(watcher, 'change')
    if (name === 'whole') break
  }
  watcher.close()
  assert.equal(readFileSync(whole, 'utf8'), '1\nhttps://example.org/?a=1&b=$(touch x);c\n')
  process.env.PATH = join(folder, 'nothing')
  openBrowser('https://example.org/', 'linux')
})
