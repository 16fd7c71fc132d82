import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FolderProfiles } from '../../source/home/folder-profiles.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const { signal } = new AbortController()

function folder(files: Readonly<Record<string, string | Buffer>>): string {
  const root = temporaryFolder('profiles')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const meant = async (root: string, question: string) =>
  (await new FolderProfiles(root).meantFile(question, signal))?.path

test('texts and tables of the folder and of those in it are looked into', async () => {
  const root = folder({
    'hives.csv': 'hive,strength\nJuniper,7\nClover,4\n',
    'letters/inspector.txt': 'The inspector comes on 15 April.\n',
    'a/b/deep.txt': 'the inspector is called Rhodri\n',
  })
  assert.equal(await meant(root, 'when does the inspector come'), 'letters/inspector.txt')
  assert.equal(await meant(root, 'how strong is Clover'), 'hives.csv')
  assert.equal(await meant(root, 'who is Rhodri'), undefined)
})

test('what is hidden, ignored, made by programs, too big, no text or a way out is left alone', async () => {
  const root = folder({
    '.gitignore': 'secret.txt\n',
    'secret.txt': 'inspector\n',
    '.hidden.txt': 'inspector\n',
    'package.json': '{"name": "inspector"}\n',
    'big.txt': 'inspector '.repeat(10_000),
    'photo.txt': Buffer.from([0, 1, 2, 255]),
    'code.py': 'inspector = 1\n',
  })
  const outside = folder({ 'outside.txt': 'the inspector\n' })
  symlinkSync(join(outside, 'outside.txt'), join(root, 'link.txt'))
  assert.equal(await meant(root, 'when does the inspector come'), undefined)
})

test('a file that changed is read again, one that went is gone', async () => {
  const root = folder({ 'notes.txt': 'the plumber is Igor\n' })
  const profiles = new FolderProfiles(root)
  assert.equal((await profiles.meantFile('who is the roofer', signal))?.path, undefined)
  writeFileSync(join(root, 'notes.txt'), 'the roofer is Ana\n')
  utimesSync(join(root, 'notes.txt'), new Date(), new Date(Date.now() + 5_000))
  assert.equal((await profiles.meantFile('who is the roofer', signal))?.path, 'notes.txt')
})

test('one file alone can be asked for', async () => {
  const root = folder({ 'a.txt': 'the oak is oiled\n', 'b.txt': 'the oak is lacquered, the oak is old\n' })
  const profiles = new FolderProfiles(root)
  assert.equal((await profiles.meantFile('is the oak old', signal, { only: 'a.txt' }))?.path, 'a.txt')
})

test('a sentence model finds what shares no word', async () => {
  const root = folder({ 'a.txt': 'takings 5642\n', 'b.txt': 'rent 874\n' })
  const vectors = new Map([
    ['how much did we turn over', new Float32Array([1, 0])],
    ['takings 5642', new Float32Array([0.8, 0.6])],
    ['rent 874', new Float32Array([0.1, 0.99])],
  ])
  const profiles = new FolderProfiles(root, {
    state: { type: 'ready', model: 'test' },
    newProblem: () => undefined,
    prepare: async () => undefined,
    vectorOf: (text) => vectors.get(text),
    close: async () => undefined,
  })
  const found = await profiles.meantFile('how much did we turn over', signal)
  assert.equal(found?.path, 'a.txt')
})
