// What a model wrote, as the request and the workspace leave it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mendArguments } from '../../source/governor/mend-arguments.ts'
import type { CallableTool } from '../../source/governor/ports.ts'

const EDIT = {
  tool: { risk: 'write' },
  detail: {
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', 'x-looks': 'file' },
        old: { type: 'string', 'x-passage': 'path', 'x-from': 'message' },
        new: { type: 'string', 'x-instead': true, 'x-from': 'message' },
      },
      required: ['path', 'old', 'new'],
    },
  },
} as unknown as CallableTool
const ports = { entriesOf: async () => ['food.txt'] }
const mend = (request: string, args: { path: string; old: string; new: string }) =>
  mendArguments(args, EDIT, { request, text: request }, ports, new AbortController().signal)

const REQUEST = 'swap the bread for crackers in food.txt'
for (const [what, request, written, mended] of [
  ['a passage', REQUEST, ['food.txt', 'figs', 'dates'], ['food.txt', 'figs', 'dates']],
  [
    'a new text that is right',
    'figs instead of dates in list.txt, not the dates',
    ['list.txt', 'dates', 'figs'],
    ['list.txt', 'dates', 'figs'],
  ],
  ['a name without its ending', REQUEST, ['food', 'loaf'], ['food.txt', 'loaf', '']],
  ['a file that is not there', REQUEST, ['list.txt', 'loaf'], ['list.txt', 'loaf', '']],
  [
    'a request that is not plain',
    'mend the loaf in food.txt',
    ['food.txt', 'loaf'],
    ['food.txt', 'loaf', ''],
  ],
] as const)
  test(`${what} in "${request}"`, async () => {
    const [path, old, fresh = ''] = written
    const [there, passage, instead] = mended
    assert.deepEqual(await mend(request, { path, old, new: fresh }), {
      path: there,
      old: passage,
      new: instead,
    })
  })
