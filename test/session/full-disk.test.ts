// What a person teaches, collects, compares and keeps as a profile, on a disk that became full: said in plain words, and nothing is lost.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCommands } from '../helpers/open-commands.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'

const skip = whyNoDisk() ?? false
if (skip !== false) process.stderr.write(`skipped: teaching on a full disk: ${skip}\n`)

test('on a full disk nothing is taught, collected or compared, each said in plain words, and what was there stays', {
  skip,
}, async (t) => {
  const disk = mountDisk(t, 16)
  const { session, run, notices, done } = await openCommands({ home: disk.path })
  const first = ['/teach none "avast"', '/tools profile save all', '/collect on']
  for (const line of [...first, '/ab start concise tutor']) assert.equal((await run(line)).ok, true, line)
  await session.submit('hello')
  const files = ['teaching/cases.yaml', 'teaching/collected.jsonl', 'trials.json', 'settings.json'].map(
    (name) => join(disk.path, name),
  )
  const read = () => files.map((file) => readFileSync(file, 'utf8'))
  const before = read()
  const [cases, collected, trials] = files.map(
    (file) => `\`${file}\` cannot be written (the disk is full; make room and try again)`,
  )
  disk.fill()
  await session.submit('good morning')
  await session.submit('good evening')
  assert.deepEqual(notices('teaching'), [`The turn was not collected: ${collected}.`], 'once')
  const said: readonly (readonly [string, string])[] = [
    ['/teach none "ahoy"', `\`/teach\` failed: ${cases}`],
    ['/good', `\`/good\` failed: ${cases}`],
    ['/bad get_time', `\`/bad\` failed: ${cases}`],
    ['/forget-teaching t1', `\`/forget-teaching\` failed: ${cases}`],
    ['/collect delete all', `\`/collect\` failed: ${collected}`],
    ['/ab stop', `${trials}.`],
    ['/tools profile save none', 'The settings cannot be written, so no profile was kept.'],
    ['/tools profile delete all', 'The settings cannot be written, so the profile `all` stays.'],
  ]
  for (const [line, text] of said) {
    const command = await run(line)
    assert.deepEqual([command.ok, command.text], [false, text])
  }
  assert.deepEqual(read(), before)
  disk.free()
  assert.equal((await run('/good')).ok, true)
  await done()
})
