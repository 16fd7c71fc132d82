import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionOf } from '../../source/first-model.ts'

const text =
  "There is no model yet. The best one for this machine's memory is A Model 1.5B Instruct (a-model-1.5b-instruct-q4_k_m): 1.1 GB, licence Apache-2.0."

test('the offer of a model breaks between words, at any width', () => {
  for (const columns of [40, 60, 80, 200]) {
    const rows = questionOf({ text }, columns).split('\n')
    assert.equal(rows.slice(0, -1).join(' '), text, String(columns))
    assert.equal(rows.at(-1), 'Fetch it now? (y/n) ')
    for (const row of rows) assert.ok(row.length <= Math.max(columns, 40), row)
  }
  assert.equal(questionOf({ text }, undefined), questionOf({ text }, 80))
})
