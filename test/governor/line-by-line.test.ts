import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineByLine } from '../../source/governor/line-by-line.ts'

const WRITE = {
  type: 'object',
  properties: {
    path: { type: 'string', 'x-looks': 'file' },
    content: { type: 'string', 'x-free': true, 'x-looks': 'quoted' },
  },
} as const

for (const [request, content, expected] of [
  [
    'make pack.txt with socks, a rain hat and two maps, one per line',
    'socks, a rain hat and two maps',
    'socks\na rain hat\ntwo maps',
  ],
  [
    'add figs and dates to food.txt, each on its own line',
    'figs and dates, each on its own line',
    'figs\ndates',
  ],
  ['add figs and dates to food.txt', 'figs and dates', 'figs and dates'],
  ['write "one" to a.txt, one per line', 'one', 'one'],
  [
    'write that to a.txt line by line',
    'we met at the old bridge by the mill, and then we went home together in the rain',
    'we met at the old bridge by the mill, and then we went home together in the rain',
  ],
] as const)
  test(`the text of "${request}"`, () => {
    const args = lineByLine({ path: 'a, b and c.txt', content }, WRITE, request)
    assert.deepEqual(args, { path: 'a, b and c.txt', content: expected })
  })
