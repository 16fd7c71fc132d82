// Why a server that is a program cannot be used, as a person is told it.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { byHand, mcpHome, openServers } from '../helpers/mcp-home.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const soon = () => AbortSignal.timeout(60_000)

/** Why a server with this entry is of no use; undefined: it is ready. */
async function whyNot(entry: object): Promise<string | undefined> {
  const { servers } = openServers(mcpHome({ hand: { connectSeconds: 20, ...entry } }))
  await servers.meet(soon())
  await servers.close()
  return servers.rows()[0]?.lastError
}

test('a Node program that crashes is told with its message', async () => {
  const code = "throw new Error('API_KEY is missing; set it in the environment')"
  assert.equal(
    await whyNot({ command: process.execPath, args: ['-e', code] }),
    'it ended; its last words: Error: API_KEY is missing; set it in the environment',
  )
})

test('a folder that is not there is told as that, and a program that is not there as this', async () => {
  const folder = temporaryFolder('mcp')
  const missing = join(folder, 'nowhere')
  assert.equal(await whyNot(byHand('well', { cwd: missing })), `its folder \`${missing}\` is not there`)
  const file = join(folder, 'tool')
  writeFileSync(file, '#!/no/such/interpreter\n')
  chmodSync(file, 0o700)
  assert.equal(await whyNot(byHand('well', { cwd: file })), `its folder \`${file}\` is a file`)
  assert.equal(
    await whyNot({ command: 'no-such-program-anywhere', cwd: folder }),
    'there is no program `no-such-program-anywhere`',
  )
  assert.equal(await whyNot({ command: './nix', cwd: folder }), 'there is no program `./nix`')
  assert.equal(
    await whyNot({ command: './tool', cwd: folder }),
    'the program `./tool` needs another one, which is not there',
  )
})

test('`~/` in front of its folder is the home of the person', async (t) => {
  const folder = join(homedir(), `.ethervox-test-${process.pid}`)
  mkdirSync(folder)
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'here.txt'), '')
  const code = "import { existsSync } from 'node:fs'; throw new Error(String(existsSync('here.txt')))"
  const entry = { command: process.execPath, args: ['--input-type=module', '-e', code] }
  assert.match((await whyNot({ ...entry, cwd: `~/${relative(homedir(), folder)}` })) ?? '', /: Error: true$/)
  assert.match((await whyNot({ ...entry, cwd: '~' })) ?? '', /: Error: false$/)
  assert.equal(
    await whyNot({ ...entry, cwd: '~/no-such-folder-here' }),
    `its folder \`${join(homedir(), 'no-such-folder-here')}\` is not there`,
  )
})

test('a message without end is told as one, to the call and to the person', async () => {
  const { servers, notices } = openServers(mcpHome({ hand: byHand() }))
  await servers.meet(soon())
  const why = 'it sent more than 8 MB in one message'
  await assert.rejects(servers.call('hand', 'huge', { text: '9' }, soon()), {
    message: `The MCP server \`hand\` did not do it: ${why}.`,
  })
  assert.deepEqual(notices, [`The MCP server \`hand\` is gone: ${why}; the next call starts it again.`])
  assert.equal(servers.rows()[0]?.lastError, why)
  assert.match((await servers.call('hand', 'huge', { text: '7' }, soon())).text, /^x+.*characters left out/s)
  await servers.close()
})

test('a server that dies in a call is told to the call as to the person', async () => {
  const { servers } = openServers(mcpHome({ hand: byHand() }))
  await servers.meet(soon())
  await assert.rejects(servers.call('hand', 'die', {}, soon()), {
    message: 'The MCP server `hand` did not do it: it ended; its last words: out of memory.',
  })
  await servers.close()
})
