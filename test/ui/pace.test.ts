import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redrawMs } from '../../source/ui/live/pace.ts'

test('what is frequent is drawn at most eight times a second, and less often on few processors', () => {
  for (const processors of [1, 2, 4, 5, 8, 64]) assert.ok(redrawMs(processors) >= 1000 / 8, `${processors}`)
  assert.ok(redrawMs(4) > redrawMs(5))
})
