// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of composites look like those of templates
// What is recorded of a conversation: what an earlier call gave, what was said, and what stays.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseComposite } from '../../source/composites/composite-file.ts'
import { recordComposite } from '../../source/composites/record.ts'
import { testComposite } from '../../source/composites/test-composite.ts'
import type { RecordedCall } from '../../source/contracts/composites.ts'
import type { JsonSchema } from '../../source/contracts/json.ts'

const SCHEMAS: { readonly [name: string]: JsonSchema } = {
  'find name': { type: 'string', description: 'the name' },
  'put path': { type: 'string', description: 'where to', maxLength: 9 },
  'put unit': { type: 'string', description: 'a unit', enum: ['lines', 'words'] },
  'put limit': { type: 'integer', description: 'at most', minimum: 1, maximum: 99 },
}

const schemaOf = (tool: string, name: string) => SCHEMAS[`${tool} ${name}`]

function read(calls: readonly RecordedCall[]) {
  const text = recordComposite(calls, schemaOf)
  const composite = parseComposite(text, 'c.yaml', 'c')
  assert.ok('groups' in composite, `${JSON.stringify(composite)}\n${text}`)
  return { text, composite, args: composite.groups.flat().map((step) => step.arguments) }
}

const FIND: RecordedCall = {
  tool: 'find',
  arguments: { name: 'soup', deep: true },
  result: { files: [{ path: 'recipes/soup.md', size: 120 }], total: 17 },
  message: 'find soup and keep 40 lines of it in out.txt',
}

test('a value of an earlier result becomes its place, one that was said an argument, and the rest stays', async () => {
  const put: RecordedCall = {
    tool: 'put',
    arguments: {
      from: 'recipes/soup.md',
      path: 'out.txt',
      unit: 'lines',
      limit: 40,
      count: 17,
      note: '${x}',
      one: 1,
    },
    result: { ok: true },
    message: FIND.message,
  }
  const { composite, args } = read([FIND, put])
  assert.deepEqual(args, [
    { name: '${args.name}', deep: true },
    {
      from: '${find.files[0].path}',
      path: '${args.path}',
      unit: '${args.unit}',
      limit: '${args.limit}',
      count: '${find.total}',
      note: '$${x}',
      one: 1,
    },
  ])
  assert.deepEqual(composite.parameters.properties, {
    name: { type: 'string', description: 'the name', 'x-from': 'message' },
    path: { type: 'string', description: 'where to', 'x-from': 'message' },
    unit: { type: 'string', description: 'a unit', enum: ['lines', 'words'] },
    limit: { type: 'integer', description: 'at most', minimum: 1, maximum: 99, 'x-from': 'message' },
  })
  assert.deepEqual(composite.examples, [FIND.message])
  const [first] = composite.tests
  assert.ok(first !== undefined)
  assert.equal((await testComposite(composite, first)).fault, undefined)
  assert.deepEqual(first.results, { find: FIND.result })
})

test('what is only a part of a word or of a number was not said', () => {
  const { args } = read([
    {
      tool: 'put',
      arguments: { path: 'out', limit: 4 },
      result: null,
      message: 'about 40 lines, without fail',
    },
  ])
  assert.deepEqual(args, [{ path: 'out', limit: 4 }])
})

test('a text of any length is looked for in the message, whatever characters it has', () => {
  const long = 'ab (cd]* '.repeat(10_000)
  const put = (path: string, message: string): RecordedCall => ({
    tool: 'put',
    arguments: { path },
    result: null,
    message,
  })
  assert.ok(recordComposite([put(long, 'put it there')], schemaOf).includes('ab (cd]* ab (cd]* '))
  for (const [path, message, said] of [
    ['a+b.(txt', 'xa+b.(txt or A+B.(TXT, that is it', true],
    ['straße', 'in der STRAßE', true],
    ['ab', 'cab ab2 𝐀ab ab𝐀', false],
    ['ab', 'cab ab2 -ab-', true],
  ] as const)
    assert.deepEqual(read([put(path, message)]).args, [{ path: said ? '${args.path}' : path }], message)
})

test('from the twenty-first argument on values stay as they are', () => {
  const calls = Array.from({ length: 11 }, (_, at): RecordedCall => {
    const [path, note] = [`file${at}.txt`, `word${at}`]
    return { tool: 'put', arguments: { path, note }, result: null, message: `write ${note} into ${path}` }
  })
  const { composite, args } = read(calls)
  assert.equal(Object.keys(composite.parameters.properties ?? {}).length, 20)
  assert.deepEqual(args.at(-2), { path: '${args.path_10}', note: '${args.note_10}' })
  assert.deepEqual(args.at(-1), { path: 'file10.txt', note: 'word10' })
})

test('the same value is the same argument, another one of the same name has a name of its own', () => {
  const call = (path: string): RecordedCall => ({
    tool: 'put',
    arguments: { path },
    result: { ok: true },
    message: 'put it in one.txt and two.txt',
  })
  const { args, composite } = read([call('one.txt'), call('two.txt'), call('one.txt')])
  assert.deepEqual(args, [{ path: '${args.path}' }, { path: '${args.path_2}' }, { path: '${args.path}' }])
  assert.deepEqual(
    composite.groups.flat().map(({ id }) => id),
    ['put', 'put_2', 'put_3'],
  )
})

test('calls of several messages have no request that stands for all of them', () => {
  const { composite } = read([FIND, { ...FIND, message: 'find bread', arguments: { name: 'bread' } }])
  assert.deepEqual(composite.examples, [])
  assert.equal(composite.title.length <= 60, true)
})

test('a very long result makes no test, but a composite all the same', () => {
  const long: RecordedCall = { ...FIND, result: { text: 'x'.repeat(5_000) } }
  const { composite } = read([
    long,
    { tool: 'put', arguments: { path: 'x'.repeat(5_000) }, result: null, message: 'm' },
  ])
  assert.deepEqual(composite.tests, [])
})
