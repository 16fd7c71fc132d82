import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { readLearnedCalls } from '../../source/composing/learned-calls.ts'
import { OptimizedFiles } from '../../source/composing/optimized-files.ts'
import type { OptimizedFile } from '../../source/contracts/optimized.ts'
import { sha256Hex } from '../../source/lib/checksum.ts'
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
/** An adapter somewhere, and the file that names it. */
function withAdapter(files: OptimizedFiles, bytes: string): OptimizedFile {
  const from = join(root, 'learned.gguf')
  writeFileSync(from, bytes)
  const adapter = files.keepAdapter({ path: from, sha256: sha256Hex(Buffer.from(bytes)) })
  return { ...file('one'), calls: { from: 'these', trial: { kept: true, reason: 'learned' }, adapter } }
}
const adapters = () => readdirSync(home.optimized).filter((name) => name.endsWith('.calls.gguf'))
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

  test('names an adapter, which stands beside it as long as it or what stood before does', () => {
    const first = new OptimizedFiles(home, 'm')
    first.save(withAdapter(first, 'one'))
    const [one = ''] = adapters()
    assert.match(one, /^m\.[\da-f]{8}\.calls\.gguf$/)
    assert.equal(readFileSync(join(home.optimized, one), 'utf8'), 'one')
    const second = new OptimizedFiles(home, 'm')
    second.save(file('half'))
    second.save(withAdapter(second, 'two'))
    assert.equal(adapters().length, 2)
    const undone = new OptimizedFiles(home, 'm').undo()
    assert.equal(undone?.isOtherAdapter, true)
    assert.equal(readLearnedCalls(home.optimized, { id: 'm', sha256: 'a' })?.adapter?.file, one)
    assert.equal(adapters().length, 2)
    const third = new OptimizedFiles(home, 'm')
    third.save(file('three'))
    assert.deepEqual(adapters(), [one])
    new OptimizedFiles(home, 'm').save(file('four'))
    assert.deepEqual(adapters(), [])
  })

  test('leaves the adapter of a model alone whose id begins as its own', () => {
    const names = ['m.1.0123abcd.calls.gguf', 'm.1.calls.gguf', 'm 2.0123abcd.calls.gguf']
    mkdirSync(home.optimized, { recursive: true })
    for (const name of names) writeFileSync(join(home.optimized, name), '')
    new OptimizedFiles(home, 'm').save(file('one'))
    assert.deepEqual(adapters().sort(), names.sort())
    const own = new OptimizedFiles(home, 'modèle (1)')
    const saved = withAdapter(own, 'mine')
    own.save({ ...saved, model: { id: 'modèle (1)', sha256: 'a' } })
    const { adapter } = readLearnedCalls(home.optimized, { id: 'modèle (1)', sha256: 'a' }) ?? {}
    assert.ok(adapter !== undefined && adapters().includes(adapter.file))
  })

  test('is without an adapter when the run that learned the first one is taken back', () => {
    const first = new OptimizedFiles(home, 'm')
    first.save(withAdapter(first, 'one'))
    assert.equal(new OptimizedFiles(home, 'm').undo()?.isOtherAdapter, true)
    assert.equal(readLearnedCalls(home.optimized, { id: 'm', sha256: 'a' }), undefined)
    assert.equal(new OptimizedFiles(home, 'm').undo()?.isOtherAdapter, true)
    assert.notEqual(readLearnedCalls(home.optimized, { id: 'm', sha256: 'a' })?.adapter, undefined)
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

  test('that is damaged or newer is set aside when it is taken back, for the next run writes over what stood before', () => {
    for (const text of ['{"tools": {', JSON.stringify({ ...file('new'), formatVersion: 2 })]) {
      rmSync(home.optimized, { recursive: true, force: true })
      new OptimizedFiles(home, 'm').save(file('one'))
      new OptimizedFiles(home, 'm').save(file('two'))
      writeFileSync(path, text)
      new OptimizedFiles(home, 'm').undo()
      new OptimizedFiles(home, 'm').save(file('three'))
      assert.equal(readFileSync(join(home.optimized, 'm.set-aside'), 'utf8'), text)
    }
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

describe('what was learned half', () => {
  test('goes on from the step that was noted last, if it is of the same requests', () => {
    const files = new OptimizedFiles(home, 'm')
    const { path: half, steps } = files.learning('these')
    assert.equal(steps, 0)
    writeFileSync(half, 'half')
    files.noteLearning('these', 10)
    assert.equal(new OptimizedFiles(home, 'm').learning('these').steps, 10)
    writeFileSync(half, 'torn')
    assert.equal(files.learning('these').steps, 0, 'it is another one')
    writeFileSync(half, 'half')
    assert.equal(files.learning('others').steps, 0)
    const dry = files.learning('these', true)
    assert.deepEqual([dry.steps, dry.path === half], [0, false])
    writeFileSync(dry.path, 'dry')
    files.dropDryRun()
    files.dropLearning()
    assert.deepEqual(readdirSync(home.optimized), [])
  })
})
