import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import type { ManifestEntry } from '../../source/contracts/manifest.ts'
import { readManifestFile } from '../../source/manifest/file.ts'
import { findProgram } from '../../source/paths.ts'
import { readRoles } from '../../source/roles/read-roles.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

let folder = ''
beforeEach(() => {
  folder = temporaryFolder('roles')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function files(shipped: string, own?: string | Buffer) {
  const paths = { shipped: join(folder, 'shipped.yaml'), own: join(folder, 'roles.yaml') }
  writeFileSync(paths.shipped, shipped)
  if (own !== undefined) writeFileSync(paths.own, own)
  return paths
}

function shippedEntries(): readonly ManifestEntry[] {
  const manifest = readManifestFile(findProgram().shippedManifest)
  assert.ok('entries' in manifest)
  return manifest.entries
}

test('a role of one’s own replaces the shipped one of its name whole, and others are added', () => {
  const shipped = 'reader:\n  title: Files\n  groups: [files]\n  prompt: Be short.\nchat:\n  title: Talk\n'
  const own = 'reader:\n  title: Mine\n  tools: [file_read]\nzoo:\n  title: Animals\n'
  const { book, notices } = readRoles(files(shipped, own), undefined)
  assert.deepEqual(
    book.roles.map((role) => [role.name, role.title, role.tools, role.groups, role.prompt]),
    [
      ['reader', 'Mine', ['file_read'], [], undefined],
      ['chat', 'Talk', [], [], undefined],
      ['zoo', 'Animals', [], [], undefined],
    ],
  )
  assert.deepEqual(notices, [])
})

test('a broken file of one’s own leaves no roles at all, and says its place in one sentence', () => {
  const paths = files('chat:\n  title: Talk\n', 'reader:\n  title: Mine\n  tools: all\n')
  const { book, notices } = readRoles(paths, shippedEntries())
  assert.deepEqual(book.roles, [])
  assert.deepEqual(notices, [book.problem])
  assert.equal(
    book.problem,
    `\`${paths.own}\` line 3, column 10: \`tools\` must be a list of names, e.g. [one, two], or [] for none; there are no roles until that is mended (\`/tools reload\` reads it again).`,
  )
})

test('a file that is not UTF-8, and a shipped one that is lost, leave no roles and say so', () => {
  const paths = files('chat:\n  title: Talk\n', Buffer.from([0x61, 0xff, 0xfe]))
  assert.match(
    readRoles(paths, undefined).book.problem ?? '',
    /^The roles in `.*roles\.yaml` cannot be read \(/,
  )
  const lost = readRoles({ shipped: join(folder, 'nosuch.yaml'), own: paths.own }, undefined)
  assert.match(lost.book.problem ?? '', /nosuch\.yaml` cannot be read \(ENOENT/)
})

test('tools and groups that are not there are named, and the role stays', () => {
  const own = 'clock:\n  title: x\n  tools: [get_tine, zebra_ride]\n  groups: [tine]\n'
  const { book, notices } = readRoles(files('', own), shippedEntries())
  assert.equal(book.roles.length, 1)
  assert.deepEqual(notices, [
    'The role `clock` names a tool `get_tine` that is not there; did you mean `get_time`?',
    'The role `clock` names a tool `zebra_ride` that is not there; `/tools` lists them.',
    'The role `clock` names a group `tine` that is not there; did you mean `time`?',
  ])
  assert.deepEqual(readRoles(files('', own), undefined).notices, [])
})

test('the shipped roles name only tools and groups of the shipped manifest', () => {
  const paths = { shipped: findProgram().roles, own: join(folder, 'roles.yaml') }
  assert.deepEqual(readRoles(paths, shippedEntries()).notices, [])
})
