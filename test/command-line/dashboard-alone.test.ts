import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildDashboardPage } from '../../scripts/dashboard-page.ts'
import { findProgram } from '../../source/paths.ts'
import { send } from '../dashboard/open-page.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')
const home = temporaryFolder('home')
after(() => rmSync(home, { recursive: true, force: true }))

test('`ethervox dashboard` prints an address, serves it, and ends with a signal', async () => {
  // A tree that was not built has the page's sources alone.
  if (!existsSync(findProgram().dashboard)) await buildDashboardPage(findProgram().dashboard)
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
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  assert.equal(code, 0)
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
