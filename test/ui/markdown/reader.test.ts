import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesOf } from '../../../source/ui/markdown/pieces.ts'
import { MarkdownReader, rawRows } from '../../../source/ui/markdown/reader.ts'
import { UNSTYLED } from '../../../source/ui/theme/paint.ts'
import { DOCUMENTS } from './documents.ts'
import { ASCII, DARK, drawAll, openReader, UNICODE } from './draw-all.ts'

const draw = async (text: string, palette = DARK, columns = 60) =>
  drawAll(await openReader(UNICODE, palette), text, columns).join('\n')

test('what cannot be seen as a style keeps its signs', async () => {
  const text = '## Head\n**bold** *slanted* ~~gone~~ `code`'
  assert.equal(await draw(text, UNSTYLED), '## Head\n**bold** *slanted* ~~gone~~ `code`')
  assert.equal(
    await draw(text, { ...DARK, depth: 16 }),
    '\x1b[1m\x1b[96mHead\x1b[0m\n\x1b[1mbold\x1b[0m \x1b[3mslanted\x1b[0m \x1b[9mgone\x1b[0m \x1b[93mcode\x1b[0m',
  )
  assert.equal(await draw('**bold** `code`', { ...DARK, depth: 0 }), '\x1b[1mbold\x1b[0m code')
})

test('code has the colours of its language, also in its second stretch', async () => {
  const lines = ['"""', ...Array.from({ length: 20 }, () => 'still a string'), '"""', 'return 1']
  const rows = (await draw(['```python', ...lines, '```'].join('\n'))).split('\n')
  const string = '\x1b[38;5;150m'
  assert.equal(rows[19], `  ${string}still a string\x1b[0m`)
  assert.equal(rows.at(-1), '  \x1b[38;5;176mreturn\x1b[0m \x1b[38;5;215m1\x1b[0m')
  assert.equal(await draw('```nonsense\nreturn 1\n```'), '  return 1')
})

test('a link is its text with the address behind it, or both', async () => {
  const text = 'See [it](https://a.b/c), https://d.e and [bad](javascript:x).'
  assert.equal(await draw(text, UNSTYLED), 'See it (https://a.b/c), https://d.e and bad (javascript:x).')
  const linked = await draw(text, { ...DARK, depth: 0, links: true })
  assert.ok(
    linked.includes('\x1b]8;;https://a.b/c\x1b\\\x1b[4mit\x1b[0m\x1b]8;;\x1b\\,'),
    JSON.stringify(linked),
  )
  assert.ok(!linked.includes('\x1b]8;;javascript'))
})

test('no escape sequence of a text reaches a row, whatever stands around it', async () => {
  const reader = await openReader(UNICODE, UNSTYLED)
  for (const [name, text] of Object.entries(DOCUMENTS)) {
    for (const columns of [10, 40])
      assert.doesNotMatch(
        drawAll(reader, text, columns).join('\n'),
        /(?!\n)\p{Control}|[\u202a-\u202e]/u,
        name,
      )
  }
})

test('before anything is loaded, a piece is shown as it was written and says that it is not ready', async () => {
  const reader = new MarkdownReader(ASCII, DARK)
  const [piece] = piecesOf('```js\nlet a\n```')
  assert.ok(piece !== undefined)
  let calls = 0
  reader.load('no code', () => calls++)
  assert.deepEqual(rawRows(piece, 20), ['```js', 'let a', '```'])
  await reader.settled()
  assert.equal(calls, 1)
  // Nobody said that there is code: the piece itself has its colours loaded.
  assert.equal(reader.isReady(piece), false)
  assert.deepEqual(reader.rows(piece, 20), ['  let a'])
  await reader.settled()
  assert.equal(calls, 2)
  assert.equal(reader.isReady(piece), true)
  assert.deepEqual(reader.rows(piece, 20), ['  \x1b[38;5;176mlet\x1b[0m a'])
})

test('read aloud, a table is a line for each row, a heading says its level, and nothing is drawn', async () => {
  const reader = await openReader(ASCII, UNSTYLED, true)
  const text = '# Title\n\n| Name | Size |\n|---|---|\n| a | 1 |\n| b | 2 |\n\n> said\n\n**bold**'
  assert.deepEqual(
    drawAll(reader, text, 10_000).filter((row) => row !== ''),
    ['# Title', 'Name a, Size 1', 'Name b, Size 2', 'Quote:', 'said', 'bold'],
  )
})

test('what a model in a loop writes is drawn as it was written: blocks in blocks, and emphasis that never ends', async () => {
  const stairs = Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')
  for (const text of [
    ...['- ', '1. ', '>', '> ', '> - '].map((sign) => `${sign.repeat(3_000)}a`),
    '*a **b '.repeat(3_000),
    stairs,
  ]) {
    const began = performance.now()
    const drawn = await draw(text, UNSTYLED)
    assert.ok(performance.now() - began < 5_000, text.slice(0, 20))
    assert.equal(drawn.replace(/\s/g, ''), text.replace(/\s/g, ''), text.slice(0, 20))
  }
})

test('what people write is no such thing: ten levels, a long table, a page of bold words', async () => {
  assert.match(await draw(`${'> '.repeat(10)}deep`), /^.*│.*deep/)
  assert.doesNotMatch(await draw('some **bold** words '.repeat(150)), /\*\*/)
  const row = '| some_name_of_it | another_name |\n'
  assert.doesNotMatch(await draw(`| a | b |\n|---|---|\n${row.repeat(400)}`, UNSTYLED), /---\|/)
})

test('a block whose language no grammar can have waits for none', async () => {
  const reader = new MarkdownReader(UNICODE, DARK)
  reader.load('', () => {})
  await reader.settled()
  for (const info of ['.env', '/etc/hosts', '#!/bin/bash', '1c', '']) {
    const [piece] = piecesOf(`\`\`\`${info}\nPORT=8080\n\`\`\``)
    assert.ok(piece !== undefined)
    assert.equal(reader.isReady(piece), true, info)
    assert.deepEqual(reader.rows(piece, 40), ['  PORT=8080'])
  }
})
