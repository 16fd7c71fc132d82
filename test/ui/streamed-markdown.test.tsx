import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { render } from 'ink-testing-library'
import { columnWidth } from '../../source/ui/column-width.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { liveRows } from '../../source/ui/live/live-state.ts'
import { piecesOf } from '../../source/ui/markdown/pieces.ts'
import { MarkdownReader } from '../../source/ui/markdown/reader.ts'
import { runScreen } from '../../source/ui/screen.tsx'
import { UNSTYLED } from '../../source/ui/theme/paint.ts'
import { Transcript } from '../../source/ui/transcript/transcript.tsx'
import type { TranscriptItem } from '../../source/ui/transcript/transcript-state.ts'
import { called, delta, FakeSession, finished, started, toolDone } from './fake-session.ts'
import { FakeTerminal } from './fake-terminal.ts'
import { DOCUMENTS } from './markdown/documents.ts'
import { DARK, openReader, UNICODE } from './markdown/draw-all.ts'
import { openChat } from './open-chat.ts'

const glyphs = glyphsFor({ LANG: 'C.UTF-8', NO_COLOR: '1' }, 'linux')

function itemsOf(text: string, raw = false): readonly TranscriptItem[] {
  return piecesOf(text).map((piece) => ({ type: 'markdown', piece, raw }))
}

test('pieces of an answer are drawn in the transcript, or as they were written', async () => {
  const reader = await openReader(UNICODE, UNSTYLED)
  const draw = (raw: boolean) => {
    const items = itemsOf('# Head\n\n- a\n- **b**\n\n```js\nlet x\n```', raw)
    const { lastFrame, unmount } = render(
      <Transcript items={items} columns={40} glyphs={glyphs} reader={reader} />,
    )
    const frame = lastFrame() ?? ''
    unmount()
    return frame.trimEnd().split('\n')
  }
  assert.deepEqual(draw(false), ['# Head', '', '• a', '• **b**', '', '  let x'])
  assert.deepEqual(draw(true), ['# Head', '', '- a', '- **b**', '', '```js', 'let x', '```'])
})

test('what cannot be drawn for good yet waits, and what is behind it too', async () => {
  const reader = new MarkdownReader(UNICODE, DARK)
  const items: readonly TranscriptItem[] = [
    { type: 'user', text: 'hi' },
    ...itemsOf('**bold**'),
    { type: 'notice', text: 'behind' },
  ]
  const view = () => <Transcript items={items} columns={40} glyphs={glyphs} reader={reader} />
  const { lastFrame, rerender, unmount } = render(view())
  assert.equal(lastFrame()?.trim(), '› hi')
  reader.load('', () => {})
  await reader.settled()
  rerender(view())
  assert.deepEqual(
    stripVTControlCharacters(lastFrame() ?? '')
      .trim()
      .split('\n'),
    ['› hi', 'bold', '· behind'],
  )
  unmount()
})

test('the live region shows the open piece drawn, and behind a call all that is held, in its room', async () => {
  const reader = await openReader(UNICODE, DARK)
  const { chat, session } = openChat()
  const live = (columns: number, rows: number, isCalm = false) =>
    liveRows({ chat: chat.state(), columns, rows, seconds: 0, glyphs: UNICODE, reader, isCalm }).rows.map(
      (row) => stripVTControlCharacters(row.text),
    )
  session.say(started(1, 'x'), delta('Done.\n\n- one **bo'))
  assert.ok(live(80, 24).includes('• one **bo'))
  session.say(delta('ld**'))
  assert.ok(live(80, 24).includes('• one bold'))
  assert.ok(!live(80, 24).includes('Done.'), 'it stands in the transcript')
  assert.ok(!live(80, 24, true).includes('• one bold'), 'with less motion it comes when it is finished')
  session.say(started(2, 'y'), called('get_time', {}), toolDone('get_time', true, 'It is 10.'))
  session.say(delta(`${DOCUMENTS.table}\n\n${DOCUMENTS.lists}`, 2))
  assert.ok(live(80, 60).includes('Before') && live(80, 60).includes('☐ open'))
  for (const rows of [3, 5, 8, 24])
    for (const columns of [10, 20, 40]) {
      const lines = live(columns, rows)
      assert.ok(lines.length < rows, `${lines.length} rows in ${rows}`)
      for (const line of lines) assert.ok(columnWidth(line) <= columns, `${columns}: ${line}`)
    }
  chat.close()
})

test('what stands behind a block of code is shown, whatever its fence says and however it came', {
  timeout: 20_000,
}, async () => {
  const texts = ['.env', '/etc/hosts', '#!/bin/bash', '1c'].map((info) => ['Here:\n\n```', `${info}\nA=1\n`])
  for (const [first = '', rest = ''] of [...texts, ['Here:\n\n```', 'js\nlet a\n']]) {
    const session = new FakeSession()
    const terminal = new FakeTerminal()
    const options = { commandNames: [], debug: true, terminal: terminal.streams }
    const code = runScreen(session, { ...options, env: { LANG: 'C.UTF-8', TERM: 'xterm-256color' } })
    await terminal.until('›')
    session.say(started(1, 'x', 'call'), delta(first), delta(`${rest}\`\`\`\nmore`), finished('cancelled'))
    session.say({ type: 'notice', code: 'x', message: 'Said behind it.' })
    const frame = await terminal.until('Said behind it.')
    assert.match(frame, /^ {2}(?:A=1|let a)\s+more$/m, rest)
    terminal.type('\x03\x03')
    await code
  }
})
