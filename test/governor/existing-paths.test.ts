import assert from 'node:assert/strict'
import { test } from 'node:test'
import { existingPaths } from '../../source/governor/existing-paths.ts'
import type { CallableTool } from '../../source/governor/ports.ts'

const TREE: { readonly [folder: string]: readonly string[] } = {
  '.': [
    'docs/',
    'README.md',
    'plan.txt',
    'plan.md',
    'Makefile',
    'makefile',
    'notes/',
    'notes.txt',
    'old.json.bak',
    'cost$$.md',
  ],
  docs: ['guide.md', 'twice.csv', 'API/'],
  notes: ['twice.csv'],
  'docs/API': ['reference.md'],
}
const entriesOf = async (folder: string) => TREE[folder] ?? []

const tool = (looks: string, risk = 'read') =>
  ({
    tool: { risk },
    detail: {
      parameters: {
        type: 'object',
        properties: { path: { type: 'string', 'x-looks': looks }, word: { type: 'string' } },
      },
    },
  }) as unknown as CallableTool

for (const [written, meant] of [
  ['README', 'README.md'],
  ['readme', 'README.md'],
  ['./readme.MD', './README.md'],
  ['docs/guide', 'docs/guide.md'],
  ['Docs/api/Reference', 'docs/API/reference.md'],
  ['notes', 'notes.txt'],
  ['plan', 'plan'],
  ['MAKEFILE', 'MAKEFILE'],
  ['makefile', 'makefile'],
  ['other.txt', 'other.txt'],
  ['old.json', 'old.json'],
  ['README.md/plan.txt', 'plan.txt'],
  ['docs/guide.md/API/reference', 'docs/API/reference.md'],
  ['plan.txt/none.md', 'plan.txt/none.md'],
  ['guide.md', 'docs/guide.md'],
  ['twice.csv', 'twice.csv'],
  ['guide', 'docs/guide.md'],
  ['the guide file', 'docs/guide.md'],
  ['cost$$', 'cost$$.md'],
  ['../README', '../README'],
  ['/README', '/README'],
] as const) {
  test(`a file "${written}" is ${meant}`, async () => {
    const found = await existingPaths({ path: written, word: 'readme' }, tool('file'), '', entriesOf)
    assert.deepEqual(found, { path: meant, word: 'readme' })
  })
}

test('of a folder only the case is made right', async () => {
  assert.deepEqual(await existingPaths({ path: 'DOCS/' }, tool('folder'), '', entriesOf), { path: 'docs/' })
  assert.deepEqual(await existingPaths({ path: 'readme' }, tool('folder'), '', entriesOf), { path: 'readme' })
})

test('a tool that writes makes the file that was said', async () => {
  const args = { path: 'readme' }
  assert.deepEqual(await existingPaths(args, tool('file', 'write'), 'write the readme', entriesOf), args)
})

test('a tool that writes puts no file behind another one', async () => {
  const of = (path: string) =>
    existingPaths({ path }, tool('file', 'write'), `the same into ${path}`, entriesOf)
  assert.deepEqual(await of('plan.txt/chores.txt'), { path: 'chores.txt' })
  assert.deepEqual(await of('docs/chores.txt'), { path: 'docs/chores.txt' })
  assert.deepEqual(await of('.github/chores.txt'), { path: '.github/chores.txt' })
})

test('a tool that writes puts a bare name into the folder that stands behind it', async () => {
  const made = (path: string, request: string) =>
    existingPaths({ path }, tool('file', 'write'), request, entriesOf)
  assert.deepEqual(await made('new.md', 'make an empty file called new.md in docs'), { path: 'docs/new.md' })
  assert.deepEqual(await made('new.md', 'put hello into "new.md" inside the folder docs'), {
    path: 'docs/new.md',
  })
  assert.deepEqual(await made('new.md', 'make new.md in capitals'), { path: 'new.md' })
  assert.deepEqual(await made('plan.txt', 'add x to plan.txt in docs'), { path: 'plan.txt' })
})

const SEARCH = {
  tool: { risk: 'read' },
  detail: {
    parameters: {
      type: 'object',
      properties: {
        directory: { type: 'string', 'x-looks': 'folder', 'x-or': ['.', '..'] },
        pattern: { type: 'string', 'x-looks': 'quoted' },
      },
    },
  },
} as unknown as CallableTool

for (const [request, written, meant] of [
  ['which port does the server use?', 'server', '.'],
  ['is the port in my plans?', 'plans', 'plans'],
  ['look for the port in the server folder', 'server', 'server'],
  ['search server for the port', 'server', 'server'],
  ['grep port server', 'server', 'server'],
  ['is anything open in my notes file?', 'notes', 'notes'],
  ['is it in my cost$$ file?', 'docs', 'docs'],
  ['what does the readme say of ports', 'README', 'README.md'],
  ['what does it say', 'archive/2025', 'archive/2025'],
] as const) {
  test(`a search in "${written}" for "${request}" looks in ${meant}`, async () => {
    const found = await existingPaths({ directory: written, pattern: 'port' }, SEARCH, request, entriesOf)
    assert.deepEqual(found, { directory: meant, pattern: 'port' })
  })
}
