import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { OptimizedFiles } from '../../source/composing/optimized-files.ts'
import type { OptimizedFile } from '../../source/contracts/optimized.ts'
import { homePaths } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const root = temporaryFolder('optimized')
after(() => rmSync(root, { recursive: true, force: true }))
const home = homePaths(root, {})
beforeEach(() => rmSync(home.optimized, { recursive: true, force: true }))

const file = (oneLiner: string): OptimizedFile => ({
  formatVersion: 1,
  model: { id: 'm', sha256: 'a' },
  engine: 'e',
  chatFormat: 'chatml',
  manifest: 'h',
  tools: { lamp: { contentHash: 'c', oneLiner, ...(oneLiner === 'two' && { instruction: 'Mind.' }) } },
})
const path = join(home.optimized, 'm.json')
const read = () => JSON.parse(readFileSync(path, 'utf8')).tools.lamp?.oneLiner

describe('the file of a model', () => {
  test('is taken back as it was before the last run, however often that run wrote, and brought again', () => {
    new OptimizedFiles(home, 'm').save(file('one'))
    const second = new OptimizedFiles(home, 'm')
    second.save(file('half'))
    second.save(file('two'))
    const files = new OptimizedFiles(home, 'm')
    assert.deepEqual([...(files.undo()?.states ?? [])], ['lamp'])
    assert.equal(read(), 'one')
    files.undo()
    assert.equal(read(), 'two')
  })

  test('is without tools when the first run of all is taken back', () => {
    new OptimizedFiles(home, 'm').save(file('one'))
    new OptimizedFiles(home, 'm').undo()
    assert.equal(read(), undefined)
    new OptimizedFiles(home, 'm').undo()
    assert.equal(read(), 'one')
  })

  test('is brought back also when it was lost or broken since', () => {
    new OptimizedFiles(home, 'm').save(file('one'))
    new OptimizedFiles(home, 'm').save(file('two'))
    rmSync(path)
    assert.ok(new OptimizedFiles(home, 'm').undo())
    assert.equal(read(), 'one')
    assert.equal(new OptimizedFiles(home, 'm').undo(), undefined)
    new OptimizedFiles(home, 'm').save(file('two'))
    writeFileSync(path, '{"tools": {')
    assert.ok(new OptimizedFiles(home, 'm').undo())
    assert.equal(read(), 'one')
  })

  test('that is damaged, newer or of another model is set aside, so that two runs do not lose it', () => {
    mkdirSync(home.optimized, { recursive: true })
    const texts = ['{"tools": {', JSON.stringify({ ...file('new'), formatVersion: 2 })]
    for (const text of [...texts, ...texts]) {
      writeFileSync(path, text)
      new OptimizedFiles(home, 'm').save(file('one'))
      new OptimizedFiles(home, 'm').save(file('two'))
    }
    const aside = readdirSync(home.optimized).filter((name) => name.startsWith('m.set-aside'))
    assert.deepEqual(
      aside.map((name) => readFileSync(join(home.optimized, name), 'utf8')).sort(),
      texts.sort(),
    )
  })

  test('has nothing to take back where nothing was written', () => {
    assert.equal(new OptimizedFiles(home, 'm').undo(), undefined)
  })

  test('of one model says nothing of another, and no temporary file is left', () => {
    new OptimizedFiles(home, 'm').save(file('one'))
    assert.equal(new OptimizedFiles(home, 'other').undo(), undefined)
    assert.deepEqual(readdirSync(home.optimized).sort(), ['m.json', 'm.previous'])
  })
})

describe('lines that nobody judged yet', () => {
  const lines = new Map([['lamp', { contentHash: 'c', line: 'Switch a lamp' }]])

  test('are found again for the same writer, and for no other', () => {
    new OptimizedFiles(home, 'm').writeJournal('writer', lines)
    const files = new OptimizedFiles(home, 'm')
    assert.deepEqual(files.readJournal('writer'), lines)
    assert.equal(files.readJournal('another').size, 0)
    files.writeJournal('writer', new Map())
    assert.deepEqual(readdirSync(home.optimized), [])
  })

  test('count for nothing where the file is broken', () => {
    mkdirSync(home.optimized, { recursive: true })
    const files = new OptimizedFiles(home, 'm')
    const broken = [
      '',
      '{',
      '[]',
      '{"writer":"w"}',
      '{"writer":"w","lines":[1]}',
      '{"writer":"w","lines":{"a":null,"b":{"line":7}}}',
    ]
    for (const text of broken) {
      writeFileSync(join(home.optimized, 'm.journal'), text)
      assert.equal(files.readJournal('w').size, 0, text)
    }
  })
})
