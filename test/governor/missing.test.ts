import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { findMissing } from '../../source/governor/missing.ts'
import calculator from '../../tools/calculator_compute/tool.ts'
import fileAppend from '../../tools/file_append/tool.ts'
import fileEdit from '../../tools/file_edit/tool.ts'
import fileRead from '../../tools/file_read/tool.ts'
import fileSearch from '../../tools/file_search/tool.ts'
import memoryDelete from '../../tools/memory_delete/tool.ts'
import memoryStore from '../../tools/memory_store/tool.ts'
import correction from '../../tools/memory_store_correction/tool.ts'
import pathGet from '../../tools/path_get/tool.ts'
import pathSet from '../../tools/path_set/tool.ts'
import percentage from '../../tools/percentage_calculate/tool.ts'

const names = (tool: Parameters<typeof findMissing>[1], args: JsonObject, text: string) =>
  findMissing(args, tool, text).map((one) => one.name)

describe('what a request does not give', () => {
  const missing: readonly [Parameters<typeof findMissing>[1], string, JsonObject, readonly string[]][] = [
    [fileRead, 'read the file', { path: 'file' }, ['path']],
    [fileRead, 'open it please', { path: 'it' }, ['path']],
    [fileRead, 'show me that text file', { path: 'that text file' }, ['path']],
    [percentage, 'give me 15 percent', { value: 15, percentage: 15, operation: 'of' }, ['value']],
    [percentage, 'what is the tip', { value: 100, percentage: 15, operation: 'of' }, ['value', 'percentage']],
    [fileAppend, 'add a line to todo.md', { path: 'todo.md', content: 'add a line to todo.md' }, ['content']],
    [fileAppend, 'write a file called x.txt', { path: 'x.txt', content: 'x' }, ['content']],
    [memoryStore, 'save a fact about me', { text: 'save a fact about me' }, ['text']],
    [fileSearch, 'find a word in docs', { directory: 'docs', pattern: 'a word' }, ['pattern']],
    [calculator, 'multiply it by nine', { expression: '9 * 6.4' }, ['expression']],
    [
      correction,
      'i want to correct you, note down the correction',
      { correction: 'note down the correction' },
      ['correction'],
    ],
    [calculator, 'calculate something', { expression: '2 + 2' }, ['expression']],
    [fileSearch, 'search in docs', { directory: 'docs', pattern: 'docs' }, ['pattern']],
  ]
  for (const [tool, text, args, expected] of missing) {
    test(`"${text}" lacks ${expected.join(' and ')}`, () =>
      assert.deepEqual(names(tool, args, text), expected))
  }
})

describe('what a request gives', () => {
  const given: readonly [Parameters<typeof findMissing>[1], string, JsonObject][] = [
    [fileRead, 'read notes.txt', { path: 'notes.txt' }],
    [fileRead, 'open the diary', { path: 'diary' }],
    [pathGet, "where's my Downloads folder?", { label: 'Downloads' }],
    [pathSet, 'set the label work to /home/kim/jobs', { path: '/home/kim/jobs', label: 'work' }],
    [percentage, '15% of 80', { value: 80, percentage: 15, operation: 'of' }],
    [percentage, 'fifteen percent of eighty', { value: 80, percentage: 15, operation: 'of' }],
    [percentage, 'half of 80 in percent', { value: 80, percentage: 50, operation: 'of' }],
    [percentage, '2k plus 19%', { value: 2000, percentage: 19, operation: 'increase' }],
    [percentage, '1,850 less 10 %', { value: 1850, percentage: 10, operation: 'decrease' }],
    [calculator, 'nine times nine', { expression: '9 * 9' }],
    [calculator, 'what is pi squared', { expression: 'pi^2' }],
    [calculator, 'how many minutes in a day', { expression: '24 * 60' }],
    [calculator, '36 * 14 is 504, halve it', { expression: '504 / 2' }],
    [percentage, '1 200 plus 19 percent', { value: 1200, percentage: 19, operation: 'increase' }],
    [fileSearch, 'look for the word file in docs', { directory: 'docs', pattern: 'file' }],
    [fileSearch, 'does "folder" stand anywhere in docs', { directory: 'docs', pattern: 'folder' }],
    [memoryDelete, 'delete entries 20 to 23', { memory_ids: [20, 21, 22, 23] }],
    [fileEdit, 'take the milk off the list', { path: 'list.md', old: '- milk', new: '' }],
    [fileEdit, 'cross the bread off list.md', { path: 'list.md', old: '- bread', new: '' }],
    [percentage, 'what is 15% of $2M', { value: 2_000_000, percentage: 15, operation: 'of' }],
    [percentage, '10% of 3 lakh', { value: 300_000, percentage: 10, operation: 'of' }],
    [fileEdit, "take 'to be honest' out of essay.md", { path: 'essay.md', old: 'to be honest', new: '' }],
    [fileAppend, 'add x to x.txt', { path: 'x.txt', content: 'x' }],
    [memoryStore, 'save that Ben works late', { text: 'Ben works late' }],
    [calculator, 'half of it, 12', { expression: '12 / 2' }],
    [fileSearch, 'search for salt here', { directory: '.', pattern: 'salt' }],
  ]
  for (const [tool, text, args] of given) {
    test(`"${text}" is complete`, () => assert.deepEqual(names(tool, args, text), []))
  }
})

test("the question is the schema's own, or made of its description", () => {
  const tool = (schema: JsonObject) => ({
    name: 'note_edit',
    description: 'Changes a note',
    parameters: { type: 'object', properties: { note_id: schema }, required: ['note_id'] },
  })
  const question = (schema: JsonObject) => findMissing({}, tool(schema), 'change it')[0]?.question
  assert.equal(question({ type: 'integer', 'x-ask': 'Which note?' }), 'Which note?')
  assert.equal(
    question({ type: 'integer', description: 'id of the note' }),
    'What is the note id (id of the note)?',
  )
  assert.equal(question({ type: 'integer' }), 'What is the note id?')
})

test('an empty text is missing, but where the request asks for one', () => {
  const tool = {
    name: 'note_make',
    description: 'Makes a note',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', 'x-from': 'message', 'x-or': [''], 'x-empty': '\\bblank\\b' },
      },
      required: ['text'],
    },
  }
  const missing = (request: string) => findMissing({ text: '' }, tool, request).map(({ name }) => name)
  assert.deepEqual(missing('make a Blank note'), [])
  assert.deepEqual(missing('make a note'), ['text'])
})
