import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { readManifest } from '../../source/manifest/reader.ts'
import { writeManifest } from '../../source/manifest/writer.ts'
import { type InstallPaths, installManifest, writeInstalled } from '../../source/startup/install.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { BUILT_AT, expectManifest, sampleTool } from '../manifest/sample-tools.ts'

const manifestOf = (...names: readonly string[]) =>
  writeManifest({ tools: names.map((name) => sampleTool(name)), builtAt: BUILT_AT, footer: 'crc32' })
const SHIPPED = manifestOf('get_date', 'get_time')
const NEWER = manifestOf('get_date', 'get_day', 'get_time')
const OWN = manifestOf('own_tool')

let paths: InstallPaths
beforeEach(() => {
  const folder = temporaryFolder('install')
  const tools = join(folder, 'home', 'tools')
  const program = join(folder, 'program')
  mkdirSync(program)
  paths = {
    tools,
    manifest: join(tools, 'tools.bin'),
    installed: join(folder, 'home', 'installed.json'),
    shippedManifest: join(program, 'tools.bin'),
  }
  writeFileSync(paths.shippedManifest, SHIPPED)
})
afterEach(() => rmSync(dirname(dirname(paths.shippedManifest)), { recursive: true, force: true }))

function namesAfterInstall(version = '1.0.0') {
  const { manifest, notice } = installManifest(paths, version)
  return {
    names: isManifestProblem(manifest) ? manifest.code : manifest.entries.map((entry) => entry.name),
    notice,
  }
}
const put = (bytes: Uint8Array) => {
  mkdirSync(paths.tools, { recursive: true })
  writeFileSync(paths.manifest, bytes)
}

describe('a first start', () => {
  test('in an empty home installs what was shipped, without a word', () => {
    assert.deepEqual(namesAfterInstall(), { names: ['get_date', 'get_time'], notice: undefined })
    assert.deepEqual(readFileSync(paths.manifest), Buffer.from(SHIPPED))
    assert.equal(JSON.parse(readFileSync(paths.installed, 'utf8')).version, '1.0.0')
  })

  test('with a damaged program installs nothing and gives the reason', () => {
    writeFileSync(paths.shippedManifest, SHIPPED.subarray(0, 50))
    assert.equal(namesAfterInstall().names, 'truncated')
    assert.throws(() => readFileSync(paths.installed), { code: 'ENOENT' })
    assert.throws(() => readFileSync(paths.manifest), { code: 'ENOENT' })
  })

  test('where the home cannot be made throws', () => {
    writeFileSync(dirname(paths.tools), 'a file')
    assert.throws(() => installManifest(paths, '1.0.0'))
  })
})

describe('a later start', () => {
  beforeEach(() => {
    installManifest(paths, '1.0.0')
  })

  test('changes nothing', () => {
    assert.deepEqual(namesAfterInstall('1.0.1'), { names: ['get_date', 'get_time'], notice: undefined })
    assert.equal(JSON.parse(readFileSync(paths.installed, 'utf8')).version, '1.0.0')
  })

  test('of a newer program replaces an unmodified manifest and says so, once', () => {
    writeFileSync(paths.shippedManifest, NEWER)
    assert.deepEqual(namesAfterInstall('2.0.0'), {
      names: ['get_date', 'get_day', 'get_time'],
      notice: 'The tools were replaced by those of version 2.0.0.',
    })
    assert.equal(namesAfterInstall('2.0.0').notice, undefined)
    assert.equal(JSON.parse(readFileSync(paths.installed, 'utf8')).version, '2.0.0')
  })

  test('of a newer program leaves a manifest that a person changed', () => {
    put(OWN)
    writeFileSync(paths.shippedManifest, NEWER)
    assert.deepEqual(namesAfterInstall('2.0.0'), { names: ['own_tool'], notice: undefined })
  })

  test('of a damaged program keeps the good manifest of the home', () => {
    writeFileSync(paths.shippedManifest, 'rubbish')
    assert.deepEqual(namesAfterInstall('2.0.0').names, ['get_date', 'get_time'])
  })

  test('without the manifest that was there is a problem and puts none in its place', () => {
    rmSync(paths.manifest)
    assert.deepEqual(namesAfterInstall(), { names: 'missing', notice: undefined })
    assert.throws(() => readFileSync(paths.manifest), { code: 'ENOENT' })
  })

  test('with a damaged manifest is a problem and leaves it as it is', () => {
    put(SHIPPED.with(70, (SHIPPED[70] ?? 0) ^ 1))
    assert.equal(namesAfterInstall().names, 'bad_checksum')
    assert.equal(namesAfterInstall().names, 'bad_checksum')
  })

  for (const marker of ['', '{', 'null', '[]', '{"version": "1"}', '{"manifestHash": 7}']) {
    test(`with the marker \`${marker}\` keeps the manifest, and never replaces a missing one`, () => {
      writeFileSync(paths.installed, marker)
      writeFileSync(paths.shippedManifest, NEWER)
      assert.deepEqual(namesAfterInstall('2.0.0'), { names: ['get_date', 'get_time'], notice: undefined })
      rmSync(paths.manifest)
      assert.equal(namesAfterInstall('2.0.0').names, 'missing')
    })
  }

  test('without the marker keeps the manifest that is there', () => {
    rmSync(paths.installed)
    writeFileSync(paths.shippedManifest, NEWER)
    assert.deepEqual(namesAfterInstall('2.0.0'), { names: ['get_date', 'get_time'], notice: undefined })
  })
})

describe('a manifest that was compiled anew', () => {
  const hash = expectManifest(readManifest(OWN)).contentHash

  test('stays while the program brings no other tools, and is replaced when it does', () => {
    writeInstalled(paths, '1.0.0', OWN, hash)
    assert.equal(JSON.parse(readFileSync(paths.installed, 'utf8')).manifestHash, hash)
    assert.deepEqual(namesAfterInstall('1.0.0'), { names: ['own_tool'], notice: undefined })
    writeFileSync(paths.shippedManifest, NEWER)
    assert.deepEqual(namesAfterInstall('2.0.0').names, ['get_date', 'get_day', 'get_time'])
  })

  test('is the own one of a person when its hash is another', () => {
    writeInstalled(paths, '1.0.0', OWN, 'f'.repeat(64))
    writeFileSync(paths.shippedManifest, NEWER)
    assert.deepEqual(namesAfterInstall('2.0.0').names, ['own_tool'])
  })
})
