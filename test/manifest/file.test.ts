import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { readManifestFile, writeManifestFile } from '../../source/manifest/file.ts'
import { FILE_LIMIT_BYTES } from '../../source/manifest/layout.ts'
import { writeManifest } from '../../source/manifest/writer.ts'
import { BUILT_AT, expectManifest, readAll, sampleTool } from './sample-tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'ethervox-manifest-'))
after(() => rmSync(folder, { recursive: true }))
const tools = [sampleTool('alarm'), sampleTool('weather')]
const bytes = writeManifest({ tools, builtAt: BUILT_AT, footer: 'sha256' })

function problemOf(path: string) {
  const result = readManifestFile(path)
  assert.ok(isManifestProblem(result))
  assert.ok(result.message.includes(`\`${path}\``), result.message)
  return result.code
}

test('a manifest file is written, replaced and read', async () => {
  const path = join(folder, 'tools.bin')
  await writeManifestFile(path, writeManifest({ tools: [], builtAt: 1, footer: 'crc32' }))
  await writeManifestFile(path, bytes)
  assert.deepEqual(readAll(expectManifest(readManifestFile(path))), tools)
  assert.deepEqual(readdirSync(folder), ['tools.bin'])
})

test('a file that is not there is missing', () => {
  assert.equal(problemOf(join(folder, 'none.bin')), 'missing')
  writeFileSync(join(folder, 'plain'), '')
  assert.equal(problemOf(join(folder, 'plain', 'tools.bin')), 'missing')
})

test('a folder in its place is unreadable', () => {
  assert.equal(problemOf(folder), 'unreadable')
})

test('a file without permission is unreadable', {
  skip: process.getuid?.() === 0 && 'root may read everything',
}, () => {
  const path = join(folder, 'secret.bin')
  writeFileSync(path, bytes)
  chmodSync(path, 0)
  assert.equal(problemOf(path), 'unreadable')
})

test('a path that the system cannot take is unreadable, not an exception', () => {
  assert.equal(problemOf(join(folder, 'n'.repeat(5000))), 'unreadable')
  assert.equal(problemOf(`${folder}/a\0b`), 'unreadable')
})

test('a file that is too large to be a manifest is not read', () => {
  const path = join(folder, 'huge.bin')
  writeFileSync(path, bytes)
  truncateSync(path, FILE_LIMIT_BYTES + 1)
  assert.equal(problemOf(path), 'too_large')
})

test('a damaged file is refused with its path and the reason', () => {
  const path = join(folder, 'damaged.bin')
  writeFileSync(path, bytes.subarray(0, 100))
  assert.equal(problemOf(path), 'truncated')
})
