// What a model wrote, as the file that it changes leaves it.
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
const TEXTS: Readonly<Record<string, string>> = { 'food.txt': '6 eggs\nrye bread\nfigs\n' }
const ports = {
  entriesOf: async () => Object.keys(TEXTS),
  fileText: async (path: string) => TEXTS[path],
}
const mend = (request: string, args: { path: string; old: string; new: string }) =>
  mendArguments(args, EDIT, { request, text: request, before: '' }, ports, new AbortController().signal)

const REQUEST = 'swap the bread for crackers in food.txt'
for (const [what, request, written, mended] of [
  ['a passage that stands nowhere', REQUEST, ['food.txt', 'loaf'], ['food.txt', 'rye bread', 'crackers']],
  ['a part of the one that is meant', REQUEST, ['food.txt', 'bread'], ['food.txt', 'rye bread', 'crackers']],
  ['another that stands there', REQUEST, ['food.txt', 'figs', 'dates'], ['food.txt', 'figs', 'dates']],
  [
    "the old text and the new in each other's place",
    'it is 3 figs and not "4 figs" in list.txt',
    ['list.txt', '3 figs', '4 figs'],
    ['list.txt', '4 figs', '3 figs'],
  ],
  [
    'a new text that is right',
    'figs instead of dates in list.txt, not the dates',
    ['list.txt', 'dates', 'figs'],
    ['list.txt', 'dates', 'figs'],
  ],
  ['a name without its ending', REQUEST, ['food', 'loaf'], ['food.txt', 'rye bread', 'crackers']],
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
