import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indentJson } from '../../tools/web_fetch/indent-json.ts'
import { pageText } from '../../tools/web_fetch/page-text.ts'

const textOf = (json: string) =>
  pageText({ url: 'https://a.example/', type: 'application/json', charset: '', body: Buffer.from(json) }).text

test('numbers, the order of members and doubled ones are as the answer has them', () => {
  const json = '{"id":1234567890123456789,"price":19.90,"max":1e400,"10":"ten","9":"nine","a":1,"a":2}'
  assert.equal(textOf(json).replace(/\n */g, '').replaceAll(': ', ':'), json)
})

test('it is set in lines as anybody sets it, and letters can be read', () => {
  for (const value of [{}, [], { a: [] }, { a: { b: [1, 'x"\\\n', null], c: {} } }, 'x', 1, [[], [[true]]]])
    assert.equal(textOf(JSON.stringify(value)), JSON.stringify(value, null, 2))
  assert.equal(textOf(' { "a" :\n"stra\\u00dfe" } '), '{\n  "a": "straße"\n}')
})

test('what is no JSON, was cut or nests without end stays as it is', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  for (const text of ['{"a":1', '{a:1}', '1 2', deep]) assert.equal(indentJson(text), text)
})
