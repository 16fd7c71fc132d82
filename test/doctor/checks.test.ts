import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { checkDatabase } from '../../source/doctor/database.ts'
import { checkHome, checkPermissions, closeHome, measureHome } from '../../source/doctor/home.ts'
import {
  checkDisk,
  checkMemory,
  checkNode,
  checkProcessor,
  checkThreads,
  featuresOf,
} from '../../source/doctor/machine.ts'
import { checkTerminal } from '../../source/doctor/terminal.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'

describe('the machine', () => {
  test('an old Node fails and says which one is needed', () => {
    assert.equal(checkNode('24.21.0').status, 'ok')
    const old = checkNode('20.1.0')
    assert.equal(old.status, 'fail')
    assert.match(old.repair ?? '', /Node 24/)
  })

  test('instruction sets are read from the system, and missing ones are a warning', () => {
    const fast = featuresOf('processor: 0\nflags\t\t: fpu avx avx2 fma f16c\n')
    const slow = featuresOf('flags : fpu avx\n')
    assert.equal(checkProcessor({ name: 'A', arch: 'x64', features: fast }).text, 'A: avx avx2 fma f16c')
    assert.equal(checkProcessor({ name: 'A', arch: 'x64', features: slow }).status, 'warn')
    assert.equal(checkProcessor({ name: 'M', arch: 'arm64', features: featuresOf('') }).status, 'ok')
  })

  test('too little memory and disk fail, little is a warning', () => {
    assert.deepEqual(
      [8e9, 1e9, 1e8].map((free) => checkMemory(16e9, free).status),
      ['ok', 'warn', 'fail'],
    )
    assert.deepEqual(
      [8e9, 1e9, 1e7].map((free) => checkDisk(free).status),
      ['ok', 'warn', 'fail'],
    )
    assert.equal(checkDisk(undefined).status, 'warn')
  })

  test('more threads than cores are a warning', () => {
    assert.deepEqual(
      [0, 2, 8].map((chosen) => checkThreads(chosen, 2).status),
      ['ok', 'ok', 'warn'],
    )
  })
})

describe('the terminal', () => {
  const good = { platform: 'linux', isTerminal: true, colourBits: 24, columns: 80, rows: 24 } as const
  const env = { TERM: 'xterm-kitty', LANG: 'en_US.UTF-8' }

  test('that can do everything is well', () => {
    const { status, text } = checkTerminal({ ...good, env })
    assert.equal(status, 'ok')
    assert.equal(text, '80 × 24, 24-bit colours, Unicode, links, bracketed paste')
  })

  test('that is dumb, small or without UTF-8 says what to do', () => {
    assert.match(checkTerminal({ ...good, env: { TERM: 'dumb' } }).repair ?? '', /--screen-reader/)
    assert.match(checkTerminal({ ...good, env: { TERM: 'xterm' } }).repair ?? '', /LANG/)
    assert.match(checkTerminal({ ...good, env, columns: 20 }).repair ?? '', /larger than 40 by 10/)
  })

  test('is not needed by a script, and no colours are wanted where NO_COLOR is set', () => {
    assert.equal(checkTerminal({ ...good, env: {}, isTerminal: false }).status, 'ok')
    assert.match(checkTerminal({ ...good, env: { ...env, NO_COLOR: '1' } }).text, /no colours/)
  })
})

describe('the home', () => {
  test('that is not there, a file or unwritable is told apart', () => {
    const folder = temporaryFolder('doctor')
    const file = join(folder, 'file')
    writeFileSync(file, '')
    assert.equal(checkHome(join(folder, 'none')).status, 'ok')
    assert.equal(checkHome(file).facts.problem, 'a file')
    assert.equal(checkHome(folder).facts.exists, true)
    rmSync(folder, { recursive: true })
  })

  test('open to others is a warning that can be mended, and shared parts stay as they are', () => {
    const folder = temporaryFolder('doctor')
    mkdirSync(join(folder, 'sessions'))
    mkdirSync(join(folder, 'models'))
    const chat = join(folder, 'sessions', 'a.jsonl')
    const model = join(folder, 'models', 'a.gguf')
    for (const path of [chat, model]) writeFileSync(path, 'x')
    for (const [path, mode] of [
      [folder, 0o755],
      [join(folder, 'sessions'), 0o755],
      [chat, 0o644],
      [model, 0o644],
    ] as const)
      chmodSync(path, mode)
    const check = checkPermissions(folder, 'linux')
    assert.deepEqual([check.status, check.facts.open], ['warn', 3])
    assert.deepEqual(closeHome(folder), { closed: 3, unclosed: undefined })
    assert.equal(checkPermissions(folder, 'linux').status, 'ok')
    assert.deepEqual(
      [folder, chat, model].map((path) => statSync(path).mode & 0o777),
      [0o700, 0o600, 0o644],
    )
    rmSync(folder, { recursive: true })
  })

  test('that is closed itself lets nobody at what lies in it', () => {
    const folder = temporaryFolder('doctor')
    for (const name of ['installed.json', 'tool-uses.json']) writeFileSync(join(folder, name), '{}')
    chmodSync(join(folder, 'tool-uses.json'), 0o644)
    chmodSync(folder, 0o700)
    assert.deepEqual(checkPermissions(folder, 'linux').facts, { open: 0 })
    chmodSync(folder, 0o750)
    assert.deepEqual(checkPermissions(folder, 'linux').facts, { open: 2 })
    rmSync(folder, { recursive: true })
  })

  test('is measured by parts, and a part that nobody knows has no name', () => {
    const folder = temporaryFolder('doctor')
    mkdirSync(join(folder, 'sessions'))
    writeFileSync(join(folder, 'sessions', 'secret-name.jsonl'), '123')
    writeFileSync(join(folder, 'my-diary.txt'), '12345')
    assert.deepEqual(measureHome(folder, ['sessions']), {
      others: { files: 1, bytes: 5 },
      sessions: { files: 1, bytes: 3 },
    })
    rmSync(folder, { recursive: true })
  })
})

test('a damaged database fails, and a missing one is none yet', () => {
  const folder = temporaryFolder('doctor')
  const path = join(folder, 'memory.sqlite')
  assert.equal(checkDatabase(path).text, 'none yet')
  writeFileSync(path, 'this is no database, but it is long enough to be taken for one'.repeat(20))
  assert.equal(checkDatabase(path).status, 'fail')
  rmSync(folder, { recursive: true })
})

test('a database on a disk that can only be read is whole', { skip: whyNoDisk() ?? false }, (t) => {
  const disk = mountDisk(t, 4)
  const path = join(disk.path, 'memory.sqlite')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (b); INSERT INTO a VALUES (1)')
  db.close()
  disk.makeReadOnly()
  assert.equal(checkDatabase(path).text, 'whole')
})
