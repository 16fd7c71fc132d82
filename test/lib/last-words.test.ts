import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { lastWords } from '../../source/lib/last-words.ts'

const ofNode = (...args: readonly string[]) =>
  lastWords(spawnSync(process.execPath, [...args], { encoding: 'utf8' }).stderr)

test('of a Node program that crashed its message is told, not what Node writes behind it', () => {
  assert.equal(ofNode('-e', "throw new Error('API_KEY is missing')"), 'Error: API_KEY is missing')
  assert.equal(
    ofNode('-e', "throw Object.assign(new TypeError('no key'), { code: 'E', list: [1, { a: 2 }] })"),
    'TypeError: no key',
  )
  assert.equal(ofNode('-e', "throw new Error('outside', { cause: new Error('inside') })"), 'Error: outside')
  assert.equal(ofNode('-e', "throw 'only a text'"), 'only a text')
  assert.match(ofNode('/no/such/file.mjs'), /^Error: Cannot find module '\/no\/such\/file\.mjs'$/)
  assert.equal(
    ofNode('-e', "console.error('Error: long ago'); console.error('no licence'); process.exit(1)"),
    'no licence',
  )
  assert.equal(
    ofNode('-e', "console.error(new RangeError('told by itself')); process.exit(1)"),
    'RangeError: told by itself',
  )
  assert.match(
    ofNode('--max-old-space-size=8', '-e', 'const a = []; while (true) a.push(new Array(1000).fill({}))'),
    /^FATAL ERROR: .*heap out of memory$/,
  )
})

test('of any other program its last line is told', () => {
  assert.equal(lastWords('Traceback:\n  File "a.py", line 1\nValueError: no key\n\n'), 'ValueError: no key')
  assert.equal(lastWords('at least one key is needed\n'), 'at least one key is needed')
  assert.equal(lastWords('listening\r\nout of memory\r\n'), 'out of memory')
  for (const nothing of ['', '\n \n', 'Node.js v24.21.0\n', '}\n']) assert.equal(lastWords(nothing), '')
})
