import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  fieldsForFile,
  MissingVariable,
  parseMcpJson,
  parseMcpYaml,
  withVariables,
} from '../../source/mcp/config.ts'
import { ConfigFile } from '../../source/mcp/config-file.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('both kinds of server are read, sorted by name, with limits in seconds', () => {
  const text = [
    'servers:',
    '  web: {url: "https://mcp.example.org/mcp?key=1", headers: {Authorization: "Bearer x"}, callSeconds: 5}',
    '  files: {command: npx, args: [-y, server], env: {A: b}, cwd: /tmp, enabled: false, connectSeconds: 0.5}',
  ].join('\n')
  const { servers, problems } = parseMcpYaml(text, 'mcp.yaml')
  assert.deepEqual(problems, [])
  assert.deepEqual(servers, [
    {
      name: 'files',
      transport: { type: 'stdio', command: 'npx', args: ['-y', 'server'], env: { A: 'b' }, cwd: '/tmp' },
      isEnabled: false,
      connectMs: 500,
      callMs: 60_000,
    },
    {
      name: 'web',
      transport: {
        type: 'http',
        url: 'https://mcp.example.org/mcp?key=1',
        headers: { Authorization: 'Bearer x' },
      },
      isEnabled: true,
      connectMs: 15_000,
      callMs: 5_000,
    },
  ])
})

test('an empty file has no servers; a server that is wrong is said with its place and costs no other', () => {
  assert.deepEqual(parseMcpYaml('', 'mcp.yaml'), { servers: [], problems: [] })
  assert.deepEqual(parseMcpYaml('# later\n', 'mcp.yaml'), { servers: [], problems: [] })
  const { servers, problems } = parseMcpYaml(
    [
      'servers:',
      '  good: {command: a}',
      '  "b d": {command: a}',
      '  none: {}',
      '  url: {url: ftp://x}',
      '  args: {command: a, args: 1}',
      '  env: {command: a, env: {A: 1}}',
      '  slow: {command: a, callSeconds: 0}',
      '  list: [a]',
    ].join('\n'),
    'mcp.yaml',
  )
  assert.deepEqual(
    servers.map(({ name }) => name),
    ['good'],
  )
  assert.deepEqual(problems, [
    '`mcp.yaml` line 3, column 10: the name `b d` must be letters, digits, `-` and `_`, at most 32.',
    '`mcp.yaml` line 4, column 9: it must have a `command` or a `url`.',
    '`mcp.yaml` line 5, column 8: `url` is `ftp://x`; it must begin with http:// or https://.',
    '`mcp.yaml` line 6, column 9: `args` must be a list of texts.',
    '`mcp.yaml` line 7, column 8: `env` must be a map of texts.',
    '`mcp.yaml` line 8, column 9: `connectSeconds` and `callSeconds` must be numbers above 0, at most 3600.',
    '`mcp.yaml` line 9, column 9: it must be a map with `command` or `url`.',
  ])
  assert.match(parseMcpYaml('servers: [a', 'mcp.yaml').problems.join(), /^`mcp\.yaml` line 1, /)
  assert.match(parseMcpYaml('other: 1\nservers: 2', 'mcp.yaml').problems.join(), /must have a map `servers`/)
})

test('the JSON of other programs is read, `disabled` included', () => {
  const json = JSON.stringify({
    mcpServers: {
      a: { command: 'x', args: ['1'], disabled: true },
      b: { type: 'http', url: 'http://127.0.0.1:9/mcp' },
      c: { type: 'sse', url: 'http://127.0.0.1:9/sse' },
    },
  })
  const { servers, problems } = parseMcpJson(json, 'their.json')
  assert.deepEqual(
    servers.map(({ name, isEnabled, transport }) => [name, isEnabled, transport.type]),
    [
      ['a', false, 'stdio'],
      ['b', true, 'http'],
    ],
  )
  assert.deepEqual(problems, [
    '`their.json`, server `c`: the old `sse` transport is not spoken; give the address of streamable HTTP.',
  ])
  assert.match(parseMcpJson('[1]', 'x').problems.join(), /no JSON object with `mcpServers`/)
  assert.deepEqual(
    parseMcpJson(`\uFEFF${json}`, 'their.json'),
    { servers, problems },
    'with a byte-order mark',
  )
})

test('names of other programs are made legal; those that cannot be, or are taken, are said', () => {
  const names = ['my files', '@acme/notes', 'my_files', 'a'.repeat(40), 'мои файлы', 'x.y', 'x y']
  const mcpServers = Object.fromEntries(names.map((name) => [name, { command: name }]))
  const { servers, problems } = parseMcpJson(JSON.stringify({ mcpServers }), 'their.json')
  assert.deepEqual(
    servers.map(({ name, transport }) => [name, transport.type === 'stdio' && transport.command]),
    [
      ['a'.repeat(32), 'a'.repeat(40)],
      ['acme_notes', '@acme/notes'],
      ['my_files', 'my_files'],
      ['x_y', 'x.y'],
    ],
  )
  assert.deepEqual(
    problems.map((one) => /server `([^`]+)`/.exec(one)?.[1]),
    ['my files', 'мои файлы', 'x y'],
  )
})

test('the file is changed a server at a time; comments and order stay, and nobody else may read it', () => {
  const path = join(temporaryFolder('mcp'), 'mcp.yaml')
  const file = new ConfigFile(path)
  assert.equal(file.add('one', ['KEY=a b', 'npx', '-y', 'one']), undefined)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  writeFileSync(path, `# mine\n${readFileSync(path, 'utf8')}  # behind one\n`)
  assert.equal(file.add('two', ['https://two.example/mcp']), undefined)
  assert.equal(file.setEnabled('one', false), undefined)
  const text = readFileSync(path, 'utf8')
  assert.match(text, /^# mine\nservers:\n {2}one:\n/)
  assert.match(text, /# behind one/)
  const [one, two] = file.read().servers
  assert.deepEqual(one?.transport, {
    type: 'stdio',
    command: 'npx',
    args: ['-y', 'one'],
    env: { KEY: 'a b' },
    cwd: undefined,
  })
  assert.equal(one?.isEnabled, false)
  assert.equal(two?.transport.type, 'http')
  assert.equal(file.setEnabled('one', true), undefined)
  assert.equal(file.remove('two'), undefined)
  assert.deepEqual(
    file.read().servers.map(({ name, isEnabled }) => [name, isEnabled]),
    [['one', true]],
  )
})

test('what cannot be added is a sentence, and a broken file is not written over', () => {
  const path = join(temporaryFolder('mcp'), 'mcp.yaml')
  const file = new ConfigFile(path)
  assert.match(file.add('x', ['A=1']) ?? '', /must have a `command`/)
  assert.match(file.add('x', ['http://a/b', 'more']) ?? '', /nothing may stand behind the address/)
  assert.equal(file.add('x', ['a']), undefined)
  assert.match(file.add('x', ['b']) ?? '', /There is an MCP server `x` already/)
  writeFileSync(path, 'servers: {x: [')
  assert.match(file.add('y', ['b']) ?? '', /^Nothing was changed: /)
  assert.equal(readFileSync(path, 'utf8'), 'servers: {x: [')
})

test('servers are imported; those that are there stay as they are', () => {
  const folder = temporaryFolder('mcp')
  const file = new ConfigFile(join(folder, 'mcp.yaml'))
  file.add('here', ['old'])
  const their = join(folder, 'their.json')
  writeFileSync(
    their,
    JSON.stringify({ mcpServers: { here: { command: 'new' }, there: { command: 'x' }, bad: {} } }),
  )
  const { added, problems } = file.importFile(their)
  assert.deepEqual(added, ['there'])
  assert.equal(problems.length, 2)
  assert.deepEqual(
    file.read().servers.map(({ transport }) => transport.type === 'stdio' && transport.command),
    ['old', 'x'],
  )
  assert.match(file.importFile(join(folder, 'nix')).problems.join(), /cannot be read/)
})

test('variables are filled in where they are set, else named', () => {
  const dollar = '$'
  assert.deepEqual(withVariables({ A: `Bearer ${dollar}{KEY}${dollar}` }, { KEY: 'k' }), { A: 'Bearer k$' })
  assert.throws(() => withVariables({ A: `${dollar}{NIX}` }, {}), MissingVariable)
})

test('a login of a server is read, kept and told to be wrong with what and where', () => {
  const read = (fields: string) => parseMcpYaml(`servers:\n  notes: {${fields}}`, 'mcp.yaml')
  const transport = (fields: string) => read(fields).servers[0]?.transport
  const url = 'url: "https://example.org/mcp"'
  assert.deepEqual(transport(`${url}, auth: oauth`), {
    ...{ type: 'http', url: 'https://example.org/mcp', headers: {} },
    oauth: { scopes: [] },
  })
  const whole = { clientId: 'me', clientSecretFile: '~/key', scopes: ['a', 'b'], redirectPort: 8080 }
  const { servers } = read(`${url}, auth: oauth, oauth: ${JSON.stringify(whole)}`)
  assert.deepEqual(servers[0]?.transport.type === 'http' && servers[0].transport.oauth, whole)
  const file = new ConfigFile(join(temporaryFolder('mcp'), 'mcp.yaml'))
  assert.deepEqual(servers[0] && fieldsForFile(servers[0]), {
    url: 'https://example.org/mcp',
    auth: 'oauth',
    oauth: whole,
  })
  assert.equal(file.add('plain', ['https://example.org/mcp']), undefined)
  assert.equal(file.wantLogin('plain'), undefined)
  assert.deepEqual(file.read().servers[0]?.transport, transport(`${url}, auth: oauth`))
  const wrong: readonly (readonly [fields: string, said: RegExp])[] = [
    [`${url}, auth: basic`, /`auth` may only be `oauth`; a key goes into `headers`/],
    [
      'url: "http://example.org/mcp", auth: oauth',
      /needs an address with https:\/\/, or one of this machine/,
    ],
    ['command: x, auth: oauth', /are for a server with a `url`/],
    [`${url}, oauth: {clientId: x}`, /`oauth` needs `auth: oauth`/],
    [`${url}, auth: oauth, oauth: {secret: x}`, /must be a map of `clientId`, .*, not `secret`/],
    [`${url}, auth: oauth, oauth: {clientSecret: x}`, /`oauth.clientSecret` needs a `clientId`/],
    [`${url}, auth: oauth, oauth: {clientId: 1}`, /`oauth.clientId` must be a text/],
    [`${url}, auth: oauth, oauth: {scopes: "a b"}`, /`oauth.scopes` must be a list of words/],
    [`${url}, auth: oauth, oauth: {redirectPort: 70000}`, /`oauth.redirectPort` must be a port/],
  ]
  for (const [fields, said] of wrong) assert.match(read(fields).problems.join(), said, fields)
  assert.ok(transport('url: "http://127.0.0.1:1/mcp", auth: oauth'))
})
