// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like those of templates
// `mcp.yaml`, as it is read and as commands change it, and the JSON of other programs.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  fieldsForFile,
  MissingVariable,
  parseMcpJson,
  parseMcpYaml,
  readServer,
  withVariables,
} from '../../../source/mcp/config.ts'
import { ConfigFile } from '../../../source/mcp/config-file.ts'
import { mutateJson } from '../mutate-json.ts'
import { mutateText } from '../mutate-text.ts'
import type { Target } from '../target.ts'

const SEEDS = [
  '# mine\nservers:\n  files: # here\n    command: npx\n    args: [-y, "@x/server", "${HOME}"]\n    env: { KEY: "${KEY}" }\n    cwd: /tmp\n  web:\n    url: https://example.org/mcp?key=1\n    headers: { Authorization: "Bearer ${TOKEN}" }\n    enabled: false\n    callSeconds: 5\n    connectSeconds: 1.5\n',
  '{"mcpServers": {"one": {"command": "node", "args": ["a.js"], "env": {"A": "b"}, "disabled": true}, "two": {"url": "http://localhost:1", "type": "sse"}}}',
  'servers: &all\n  a: &a { command: x }\n  b: *a\n',
  '',
]
const WORDS = [
  'servers:',
  'mcpServers',
  'servers',
  'command',
  'command: ',
  'args',
  'env',
  'url',
  'headers',
  'cwd',
  'enabled: false',
  'disabled',
  'callSeconds',
  'connectSeconds',
  'https://example.org',
  'http://[',
  '${HOME}',
  '${',
  'files',
  'web',
  '&a ',
  '*a',
  '<<: *a',
  '? ',
  '!!set ',
  '!!omap ',
  '- ',
  '{}',
  '[]',
  'null',
  '~',
  '--- ',
  '...',
  '# ',
  '|\n',
  '%TAG ! x\n',
]

export async function open(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-mcp-config-'))
  const file = join(folder, 'mcp.yaml')
  const text = mutateText(WORDS)
  return {
    seeds: SEEDS.map((seed) => Buffer.from(seed)),
    mutators: [text, text, mutateJson(WORDS, text)],
    mostBytes: 60_000,
    run(input) {
      const written = input.toString('utf8')
      for (const { servers, problems } of [parseMcpYaml(written, file), parseMcpJson(written, file)]) {
        for (const problem of problems) assert.ok(problem.length < 5_000, 'a problem is told at great length')
        for (const server of servers) {
          assert.deepEqual(
            readServer(server.name, fieldsForFile(server)),
            server,
            'a server is another one when it is written and read',
          )
          const { transport } = server
          if (transport.type === 'http') assert.ok(URL.canParse(transport.url))
          filled(transport.type === 'http' ? transport.headers : transport.env)
        }
      }
      writeFileSync(file, input)
      changeIt(new ConfigFile(file))
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What was refused has changed nothing, and what was not is there. */
function changeIt(config: ConfigFile): void {
  const names = () => config.read().servers.map(({ name }) => name)
  const before = names()
  const problem = config.add('added', ['KEY=x', 'npx', '-y', 'thing'])
  if (problem === undefined) assert.ok(names().includes('added'), 'a server that was added is not there')
  else assert.deepEqual(names(), before)
  const [first] = names()
  if (first === undefined) return
  if (config.setEnabled(first, false) === undefined)
    assert.equal(
      config.read().servers.find(({ name }) => name === first)?.isEnabled,
      false,
      'a server that was turned off is on',
    )
  if (config.remove(first) === undefined)
    assert.ok(!names().includes(first), 'a server that was removed is there')
}

function filled(texts: { readonly [name: string]: string }): void {
  try {
    withVariables(texts, { HOME: '/home/x', KEY: '$&' })
  } catch (error) {
    if (!(error instanceof MissingVariable)) throw error
  }
}
