import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { trainRouter } from '../../source/router/train.ts'
import { easyTools } from './samples.ts'

const model = decodeRouter(trainRouter(easyTools, { crossValidate: false }).bytes)
if (isManifestProblem(model)) throw new Error(model.message)
const { borderPairs, tools } = model

test('a chunk carries its pairs: examples of each tool and of none, in a mixed order', () => {
  const examples = new Map(easyTools.tools.map((tool) => [tool.name, tool.examples]))
  for (const tool of tools) {
    const own = borderPairs.filter((pair) => pair.tool === tool)
    assert.ok(own.length >= 1 && own.length <= 3, `${tool} has ${own.length}`)
    assert.ok(own.every(({ request }) => examples.get(tool)?.includes(request)))
  }
  const none = borderPairs.filter((pair) => pair.tool === null)
  assert.ok(none.length > 0 && none.every(({ request }) => easyTools.none.includes(request)))
  const inBlocks = borderPairs.map((pair) => tools.indexOf(pair.tool ?? ''))
  assert.notDeepEqual(
    inBlocks,
    inBlocks.toSorted((a, b) => a - b),
  )
})
