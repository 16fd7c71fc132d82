import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lengthInWords } from '../../source/contracts/voice.ts'
import { findPrograms, installHint } from '../../source/voice/find-programs.ts'
import { startProgram } from '../../source/voice/program.ts'
import { wordsOf } from '../../source/voice/transcriber.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { hasEnded, isRunning } from './fake-programs.ts'

test('programs are found in the order of PATH; folders, plain files and relative places do not count', async (t) => {
  const root = temporaryFolder('path')
  t.after(() => rmSync(root, { recursive: true }))
  for (const folder of ['one', 'two']) mkdirSync(join(root, folder))
  const put = (file: string, mode: number) => {
    writeFileSync(join(root, file), '#!/bin/sh\n')
    chmodSync(join(root, file), mode)
  }
  mkdirSync(join(root, 'one', 'sox'))
  put('one/rec', 0o644)
  put('one/piper', 0o755)
  put('two/sox', 0o755)
  put('two/piper', 0o755)
  put('two/ls', 0o755)
  assert.deepEqual(
    [...(await findPrograms(`:.:${root}/none:${root}/one:${root}/two`, 'linux'))],
    [
      ['sox', join(root, 'two/sox')],
      ['piper', join(root, 'one/piper')],
    ],
  )
})

test('each platform has its own command to install a program', () => {
  assert.match(installHint('speech', 'linux'), /`sudo apt install espeak-ng`/)
  assert.match(installHint('speech', 'darwin'), /`brew install espeak-ng`/)
  assert.match(installHint('speech', 'win32'), /`winget install eSpeak-NG\.eSpeak-NG`/)
  assert.match(installHint('record', 'freebsd'), /package manager/)
})

test('a program that cannot be started has ended, with the reason', async () => {
  const program = startProgram('/nowhere/arecord', [])
  const { code, complaint } = await program.ended
  assert.equal(code, null)
  assert.match(complaint, /ENOENT/)
  assert.deepEqual(await program.end(), { code, complaint })
})

test('a program that ignores the polite end is ended by force, and what it started, too', async () => {
  const script = 'trap "" TERM\nsleep 600 &\necho $!\nwhile true; do sleep 1; done'
  const program = startProgram('/bin/sh', ['-c', script])
  const [first] = await program.stdout.take(1).toArray()
  const child = Number(String(first))
  assert.ok(isRunning(child))
  assert.equal((await program.end()).code, null)
  assert.ok(await hasEnded(child))
})

test('when the program leaves, what it started is ended', async () => {
  const module = join(import.meta.dirname, '../../source/voice/program.ts')
  const script = `
    const { startProgram } = await import(${JSON.stringify(module)})
    startProgram('/bin/sh', ['-c', 'sleep 600 & echo $!; wait']).stdout.once('data', (pid) => {
      process.stdout.write(pid, () => process.exit(0))
    })`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.match(output, /^\d+\n$/)
  assert.ok(await hasEnded(Number(output)))
})

test('marks of what was no speech are left out of a transcript, spoken brackets stay', () => {
  assert.equal(wordsOf('[BLANK_AUDIO]\n (silence)\n ♪\n'), '')
  assert.equal(
    wordsOf(' Hello.\r\n\n [Music] So [he said] (quietly) it begins.\n'),
    'Hello.\nSo [he said] (quietly) it begins.',
  )
})

test('lengths are told in words', () => {
  assert.deepEqual([0, 0.4, 1, 59.6, 65, 120, 3_600].map(lengthInWords), [
    '0 seconds',
    '0 seconds',
    '1 second',
    '1 minute',
    '1 minute and 5 seconds',
    '2 minutes',
    '60 minutes',
  ])
})
