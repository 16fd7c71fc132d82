// Words with a blank inside, where a command takes several words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import mcp from '../../commands/mcp.ts'
import tools from '../../commands/tools.ts'
import type { CommandContext } from '../../source/contracts/command.ts'

/** The words of the server that the line adds, or why none is. */
async function added(line: string): Promise<readonly string[] | string> {
  let given: readonly string[] | undefined
  const shelf = {
    rows: () => [],
    add: async (name: string, words: readonly string[]) => {
      given = [name, ...words]
    },
  }
  const { text } = await mcp.run(line, { mcp: shelf } as unknown as CommandContext)
  return given ?? text
}

test('/mcp add keeps quoted words together, also behind KEY=', async () => {
  assert.deepEqual(await added('add files npx -y server-fs "/home/me/My Notes"'), [
    ...['files', 'npx', '-y', 'server-fs', '/home/me/My Notes'],
  ])
  assert.deepEqual(await added('add x KEY="a b" NONE="" server --path="My Notes" \'{"a": 1}\''), [
    ...['x', 'KEY=a b', 'NONE=', 'server', '--path=My Notes', '{"a": 1}'],
  ])
  assert.deepEqual(await added('add x "https://example.org/mcp"'), ['x', 'https://example.org/mcp'])
})

test('/mcp add leaves quotes inside of a word as they are', async () => {
  assert.deepEqual(await added('add x server {"a":1} it\'s a=b=c'), [
    'x',
    'server',
    '{"a":1}',
    "it's",
    'a=b=c',
  ])
})

test('/mcp add refuses a quotation mark without an end', async () => {
  for (const line of ['add x server "/home/me/My Notes', 'add x KEY="a b server'])
    assert.match(String(await added(line)), /The quotation mark in `.+` has no end; nothing was added\./)
})

test('/mcp import takes a name with two blanks, quoted or not', async () => {
  for (const line of ['import "my  file.json"', 'import my  file.json']) {
    const asked: string[] = []
    const importFile = async (path: string) => {
      asked.push(path)
      return { added: [], problems: [] }
    }
    await mcp.run(line, { mcp: { importFile } } as unknown as CommandContext)
    assert.deepEqual(asked, ['my  file.json'])
  }
})

test('a group with a blank in its name is turned off and on as the menu offers it', async () => {
  const row = { name: 'files_read', group: 'mcp: files', enabled: true, permitted: true, oneLiner: 'x' }
  const turned: unknown[] = []
  const context = {
    tools: () => [row],
    bench: { setEnabled: (set: object) => turned.push(set) },
    roles: {},
    nearestTool: () => undefined,
    whyAbsent: () => undefined,
  } as unknown as CommandContext
  const offered = await tools.complete?.('disable', context)
  assert.ok(Array.isArray(offered) && offered.some(({ text }) => text === 'mcp: files'))
  for (const line of ['disable mcp: files', 'disable "mcp: files"'])
    assert.match((await tools.run(line, context)).text, /^mcp: files is off \(files_read\)/)
  assert.deepEqual(turned, [{ files_read: false }, { files_read: false }])
  for (const line of ['disable mcp: other', 'disable files_read more', 'disable'])
    assert.match((await tools.run(line, context)).text, /takes the name of one tool or group/)
  assert.match((await tools.run('disable other', context)).text, /There is no tool `other`/)
})
