import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawingOf } from '../../source/session/drawing.ts'

test('a bar has all its cells, and eighths where they can be shown', () => {
  const { bar } = drawingOf(true)
  assert.equal(bar(0, 4), '░░░░')
  assert.equal(bar(0.5, 4), '██░░')
  assert.equal(bar(0.53125, 4), '██▏░')
  assert.equal(bar(1, 4), '████')
  assert.equal(bar(7, 4), '████')
  assert.equal(bar(Number.NaN, 4), '░░░░')
  assert.equal(drawingOf(false).bar(0.5, 4), '##..')
})

test('a sparkline has a sign for each value, the largest the highest', () => {
  assert.equal(drawingOf(true).sparkline([0, 1, 2, 4, 8]), '▁▂▃▅█')
  assert.equal(drawingOf(false).sparkline([0, 4, 8]), '_=#')
  assert.equal(drawingOf(true).sparkline([0, 0]), '▁▁')
  assert.equal(drawingOf(true).sparkline([]), '')
})
