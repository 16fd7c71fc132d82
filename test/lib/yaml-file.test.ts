import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isYamlProblem, parseYaml, type YamlFile } from '../../source/lib/yaml-file.ts'

const text = `name: dates
list:
  - one
  - two: 2
    three: "3"
`

function read(yaml: string): YamlFile {
  const file = parseYaml(yaml, 'a.yaml')
  assert.ok(!isYamlProblem(file), 'message' in file ? file.message : '')
  return file
}

test('a file gives plain values', () => {
  assert.deepEqual(read(text).value, { name: 'dates', list: ['one', { two: 2, three: '3' }] })
})

test('an empty file is the value null', () => {
  assert.equal(read('').value, null)
  assert.equal(read('# only words\n').problem([], 'x').line, 1)
})

for (const [path, at, line, column] of [
  [['name'], 'value', 1, 7],
  [['name'], 'key', 1, 1],
  [['list', 0], 'value', 3, 5],
  [['list', 1, 'three'], 'value', 5, 12],
  [['list', 1, 'three'], 'key', 5, 5],
  [['list', 1, 'missing'], 'value', 4, 5],
  [['list', 7, 'missing'], 'value', 3, 3],
  [['gone', 'too'], 'key', 1, 1],
] as const) {
  test(`the ${at} at ${path.join('.')} stands in line ${line}, column ${column}`, () => {
    const problem = read(text).problem([...path], '`x` must be y', at)
    assert.deepEqual([problem.line, problem.column], [line, column])
    assert.equal(problem.message, `\`a.yaml\` line ${line}, column ${column}: \`x\` must be y.`)
  })
}

for (const [what, yaml, line, pattern] of [
  ['a quote that is not closed', 'a: 1\nb: "two\n', 3, /quote/],
  ['a key that stands twice', 'a: 1\na: 2\n', 2, /unique/],
  ['a tab as indentation', 'a:\n\tb: 1\n', 2, /./],
  ['two documents', 'a: 1\n---\nb: 2\n', 2, /multiple documents/],
  ['an unknown tag', 'a: !thing 1\n', 1, /!thing/],
  ['an alias without an anchor', 'a: *b\n', 1, /b/],
] as const) {
  test(`${what} is a problem with line and column`, () => {
    const problem = parseYaml(yaml, 'a.yaml')
    assert.ok(isYamlProblem(problem))
    assert.equal(problem.line, line)
    assert.match(problem.message, pattern)
    assert.match(problem.message, /^`a\.yaml` line \d+, column \d+: [^\n]+\.$/)
  })
}

test('aliases that would unfold without end are a problem', () => {
  const levels = Array.from(
    { length: 9 },
    (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`,
  )
  assert.ok(isYamlProblem(parseYaml(`l0: &l0 lol\n${levels.join('\n')}\n`, 'a.yaml')))
})

for (const [what, yaml, pattern] of [
  ['a map in itself', 'a: &x\n  b: *x\n', /an alias leads into itself/],
  ['a list in itself', 'a: &x [1, [*x]]\n', /an alias leads into itself/],
  ['a list in a hundred others', `a: ${'['.repeat(100)}${']'.repeat(100)}\n`, /more than 100 deep/],
] as const) {
  test(`${what} is a problem`, () => {
    const problem = parseYaml(yaml, 'a.yaml')
    assert.ok(isYamlProblem(problem))
    assert.match(problem.message, pattern)
  })
}

test('a map of fifty thousand keys is read, and a key that stands twice in it is found', () => {
  // The library's own way would compare each with each, for minutes.
  const keys = Array.from({ length: 50_000 }, (_, at) => `k${at}: ${at}\n`).join('')
  assert.equal(Object.keys(read(keys).value as object).length, 50_000)
  const twice = parseYaml(`${keys}k7: 1\n`, 'a.yaml')
  assert.ok(isYamlProblem(twice))
  assert.equal(twice.message, '`a.yaml` line 50001, column 1: Map keys must be unique.')
})

test('each of fifty thousand faults has its place', () => {
  const file = read(Array.from({ length: 50_000 }, (_, at) => `k${at}: ${at}\n`).join(''))
  for (let at = 0; at < 50_000; at++) {
    assert.equal(file.problem([`k${at}`], 'x', 'key').line, at + 1)
    assert.equal(file.problem([`k${at}`], 'x').line, at + 1)
  }
})

for (const [what, yaml, line] of [
  ['of a map in a list', 'a:\n  - b: 1\n    b: 2\n', 3],
  ['in a key', '? { a: 1, a: 2 }\n: b\n', 1],
  ['of numbers', '1: a\n2: b\n1: c\n', 3],
  ['that is the first of two', 'a: 1\na: 2\nb: { c: 1, c: 2 }\n', 2],
] as const)
  test(`a key that stands twice ${what} is a problem`, () => {
    const problem = parseYaml(yaml, 'a.yaml')
    assert.ok(isYamlProblem(problem))
    assert.equal(problem.line, line)
    assert.match(problem.message, /unique/)
  })

test('a key that is a map becomes a text, and nothing is printed of it', async () => {
  const warned: unknown[] = []
  const note = (warning: unknown) => warned.push(warning)
  process.on('warning', note)
  assert.deepEqual(read('? { a: 1 }\n: b\n').value, { '{ a: 1 }': 'b' })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  assert.deepEqual(warned, [])
})

test('a problem is a sentence of a person’s length, whatever stands in the file', () => {
  for (const yaml of [
    `a: !${'x'.repeat(50_000)} 1\n`,
    `a: ${'['.repeat(20_000)}`,
    `>${'>'.repeat(50_000)}\n`,
  ]) {
    const problem = parseYaml(yaml, 'a.yaml')
    assert.ok(isYamlProblem(problem))
    assert.ok(problem.message.length < 400, `${problem.message.length} characters`)
    assert.doesNotMatch(problem.message, /call stack/)
  }
})

test('one value may stand in several places', () => {
  assert.deepEqual(read('a: &x { c: 1 }\nb: [*x, *x]\n').value, { a: { c: 1 }, b: [{ c: 1 }, { c: 1 }] })
  assert.ok('value' in read(`a: ${'['.repeat(99)}${']'.repeat(99)}\n`))
})
