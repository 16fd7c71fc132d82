import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDashboardPage } from '../../scripts/dashboard-page.ts'
import { findProgram } from '../../source/paths.ts'
import { send } from '../dashboard/open-page.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { Pty } from '../helpers/pty.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')
const home = temporaryFolder('home')
after(() => rmSync(home, { recursive: true, force: true }))

before(async () => {
  // A tree that was not built has the page's sources alone.
  if (!existsSync(findProgram().dashboard)) await buildDashboardPage(findProgram().dashboard)
})

test('`ethervox dashboard` prints an address, serves it, and ends with a signal', async () => {
  const child = spawn(process.execPath, [CLI, 'dashboard', '--home', home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const address = line.toString().trim()
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/open\?token=[\w-]{43}$/)
  const entered = await send(address, {})
  const [cookie = ''] = entered.headers['set-cookie']?.[0]?.split(';') ?? []
  const page = await send(new URL('/', address).href, { headers: { cookie } })
  assert.match(page.text, /<main id="content"/)
  const settings = await send(new URL('/api/pages/settings', address).href, { headers: { cookie } })
  assert.equal(settings.status, 200)
  const stranger = await send(new URL('/', address).href, {})
  assert.match(String(stranger.json.error), /; starting `ethervox dashboard` again gives a new one\.$/)
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  assert.equal(code, 0)
})

test('Enter prints another address, and who has no cookie is told so', async () => {
  const terminal = new Pty(process.execPath, [CLI, 'dashboard', '--home', home], { columns: 120 })
  try {
    const addresses = () => [...terminal.all.matchAll(/http:\S+token=[\w-]{43}/g)].map(([one]) => one)
    await terminal.until('Good for one visit; Enter prints another address.')
    const [first = ''] = addresses()
    assert.equal((await send(first, {})).status, 200)
    const stranger = await send(new URL('/', first).href, {})
    assert.equal(stranger.status, 401)
    assert.match(String(stranger.json.error), /; pressing Enter where `ethervox dashboard` was started gives/)
    const old = await send(first, {})
    assert.match(
      old.text,
      /an old one; pressing Enter where `ethervox dashboard` was started gives a new one/,
    )
    terminal.type('\r')
    await terminal.until(() => addresses().length === 2)
    const entered = await send(addresses()[1] ?? '', {})
    const [cookie = ''] = entered.headers['set-cookie']?.[0]?.split(';') ?? []
    const page = await send(new URL('/', first).href, { headers: { cookie } })
    assert.match(page.text, /<html data-again="pressing Enter where [^"]*" lang="en">/)
    // The end of what is typed is not the end of the page.
    terminal.type('\x04')
    assert.equal((await send(new URL('/', first).href, { headers: { cookie } })).status, 200)
    terminal.type('\x03')
    assert.equal((await terminal.exit).code, 0)
  } finally {
    await terminal.close()
  }
})

test('what is no port is refused in a sentence', () => {
  for (const words of [['70000'], ['80', '81']]) {
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'dashboard', ...words, '--home', home], {
      encoding: 'utf8',
    })
    assert.equal(status, 2)
    assert.match(
      stderr,
      /`ethervox dashboard .*` is not known; it takes a port up to 65535 \(0: any free one\), or none\./,
    )
  }
})
