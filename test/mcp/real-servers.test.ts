import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { moreFromServers } from '../../source/home/mcp-tools.ts'
import { readManifest } from '../../source/manifest/reader.ts'
import { writeManifest } from '../../source/manifest/writer.ts'
import { byHand, mcpHome, openServers } from '../helpers/mcp-home.ts'
import { STRANGE_SCHEMA } from '../helpers/mcp-strange-schema.ts'

const packages = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ethervox-mcp-')))
const serverOf = (name: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(packages, `server-${name}`, 'dist/index.js'), ...args],
  connectSeconds: 30,
})
const files = serverOf('filesystem', folder)
const memory = { ...serverOf('memory'), env: { MEMORY_FILE_PATH: join(folder, 'graph.json') } }
const everything = serverOf('everything', 'stdio')
const soon = () => AbortSignal.timeout(30_000)

test('the three official servers are listed together, and each does its work', async () => {
  const { servers, notices, changes } = openServers(mcpHome({ files, memory, everything }))
  await servers.meet(soon())
  assert.deepEqual(notices, [])
  assert.equal(changes.length, 1)
  assert.ok(servers.rows().every(({ state, tools }) => state === 'ready' && tools >= 9))

  const path = join(folder, 'a.txt')
  await servers.call('files', 'write_file', { path, content: 'the tide turns' }, soon())
  assert.equal(readFileSync(path, 'utf8'), 'the tide turns')
  assert.match((await servers.call('files', 'read_text_file', { path }, soon())).text, /the tide turns/)
  await assert.rejects(
    servers.call('files', 'read_text_file', { path: '/etc/passwd' }, soon()),
    /Access denied/,
  )

  const entities = [{ name: 'Ann', entityType: 'person', observations: ['rows'] }]
  await servers.call('memory', 'create_entities', { entities }, soon())
  assert.match((await servers.call('memory', 'search_nodes', { query: 'Ann' }, soon())).text, /rows/)
  assert.ok(existsSync(join(folder, 'graph.json')))

  assert.match((await servers.call('everything', 'get-sum', { a: 2, b: 40 }, soon())).text, /42/)
  const image = await servers.call('everything', 'get-tiny-image', {}, soon())
  assert.match(image.text, /\[image\/png, \d+ bytes; not shown\]/)
  const data = await servers.call('everything', 'get-structured-content', { location: 'Chicago' }, soon())
  assert.equal(typeof data.structured?.temperature, 'number')
  assert.match(await servers.prompt('everything', 'args-prompt', ['Oslo'], soon()), /Oslo/)
  const { resources } = await servers.offerOf('everything', soon())
  const document = resources.find(({ uri }) => uri.endsWith('architecture.md'))
  assert.match(await servers.readResource('everything', document?.uri ?? '', soon()), /Architecture/)
  await servers.close()
})

test('their schemas survive without loss, through the manifest too', async () => {
  const { servers } = openServers(mcpHome({ files, memory, everything, hand: byHand() }))
  await servers.meet(soon())
  const sent = [...(await rawTools(files)), ...(await rawTools(memory)), ...(await rawTools(everything))]
  const real = servers.tools().filter(({ server }) => server !== 'hand')
  const have = new Map(real.map(({ tool }) => [tool.name, tool.inputSchema]))
  for (const { name, inputSchema } of sent) assert.deepEqual(have.get(name), inputSchema, name)
  const strange = servers.tools().find(({ tool }) => tool.name === 'strange')?.tool.inputSchema
  assert.deepEqual(strange, STRANGE_SCHEMA)
  assert.equal(
    JSON.stringify(strange?.properties),
    JSON.stringify(STRANGE_SCHEMA.properties),
    'in their order',
  )

  const { tools, notices } = moreFromServers(servers)
  assert.deepEqual(notices, [])
  const compiled = tools.map((one) => one.compiled)
  const manifest = readManifest(writeManifest({ tools: compiled, builtAt: 0, footer: 'crc32' }))
  assert.ok(!isManifestProblem(manifest))
  for (const { name, parameters } of compiled) {
    const detail = manifest.detail(name)
    assert.ok(!isManifestProblem(detail))
    assert.equal(JSON.stringify(detail.parameters), JSON.stringify(parameters))
  }
  await servers.close()
})

test('names are those of server and tool, and what a server says of its tools decides their risk', async () => {
  const { servers } = openServers(mcpHome({ 'My-Files': files, everything }))
  await servers.meet(soon())
  const { tools } = moreFromServers(servers)
  const risks = new Map(tools.map(({ compiled: { name, risk, group } }) => [name, `${risk} ${group}`]))
  assert.equal(risks.get('my_files_read_text_file'), 'read mcp: My-Files')
  assert.equal(risks.get('my_files_write_file'), 'execute mcp: My-Files')
  assert.equal(risks.get('my_files_create_directory'), 'network mcp: My-Files')
  assert.equal(risks.get('everything_get_sum'), 'read mcp: everything')
  await servers.close()
})

test('a server is reached over streamable HTTP; one that is not there is a sentence', async (t) => {
  const port = await freePort()
  const { command, args } = serverOf('everything', 'streamableHttp')
  const child = spawn(command, args, {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill())
  child.stdout.resume()
  await new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => /listening/i.test(line) && resolve())
  })
  const { servers, notices } = openServers(
    mcpHome({
      web: { url: `http://127.0.0.1:${port}/mcp` },
      none: { url: `http://127.0.0.1:${await freePort()}/mcp?key=secret` },
    }),
  )
  await servers.meet(soon())
  assert.match((await servers.call('web', 'get-sum', { a: 2, b: 40 }, soon())).text, /42/)
  assert.match(notices.join(), /^The MCP server `none` cannot be used: fetch failed.*ECONNREFUSED/)
  assert.match(servers.rows()[0]?.place ?? '', /\/mcp\?…$/)
  await servers.close()
})

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
  })
  return promise
}

/** What the server itself writes, without any SDK between. */
async function rawTools({
  command,
  args,
}: typeof files): Promise<readonly { name: string; inputSchema: object }[]> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  }
  send({ id: 1, method: 'initialize', params })
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line)
    if (id === 1) {
      send({ method: 'notifications/initialized' })
      send({ id: 2, method: 'tools/list' })
    }
    if (id !== 2) continue
    child.kill()
    return result.tools
  }
  throw new Error('no list')
}
