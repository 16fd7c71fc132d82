import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from 'ink-testing-library'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { Transcript } from '../../source/ui/transcript/transcript.tsx'
import type { TranscriptItem } from '../../source/ui/transcript/transcript-state.ts'

const glyphs = glyphsFor({ LANG: 'C.UTF-8', NO_COLOR: '1' }, 'linux')

function draw(items: readonly TranscriptItem[], columns: number): readonly string[] {
  const { lastFrame, unmount } = render(<Transcript items={items} columns={columns} glyphs={glyphs} />)
  const frame = lastFrame() ?? ''
  unmount()
  return frame.trimEnd().split('\n')
}

test('every reason of the level has its own line under the banner', () => {
  const lines = draw(
    [{ type: 'banner', version: '0.1.0', level: 3, reasons: ['`tools.bin` is damaged.', 'Second.'] }],
    80,
  )
  assert.deepEqual(lines, [
    'ethervox 0.1.0 · level 3: chat without tools',
    '`tools.bin` is damaged.',
    'Second.',
  ])
})

test('a message hangs behind its sign, and an answer keeps its lines and indentation', () => {
  const lines = draw(
    [
      { type: 'user', text: 'one two three\nfour' },
      { type: 'answer', text: 'if x:\n    y\n\nend' },
    ],
    12,
  )
  assert.deepEqual(lines, ['', '› one two', '  three', '  four', 'if x:', '    y', '', 'end'])
})

test('notices and errors are told apart without colour', () => {
  const lines = draw(
    [
      { type: 'notice', text: 'saved' },
      { type: 'error', text: 'broken' },
      { type: 'text', text: 'plain' },
    ],
    80,
  )
  assert.deepEqual(lines, ['· saved', '! broken', 'plain'])
})

test('no row of the start screen begins with the blank of a break', () => {
  const tries = ["what's 17 times 23?", 'which files are here?', 'what time is it?']
  for (let columns = 20; columns < 80; columns++) {
    const lines = draw(
      [{ type: 'banner', version: '0.1.0', level: 2, reasons: ['One two three.'], tries }],
      columns,
    )
    assert.deepEqual(
      lines.filter((line) => line.startsWith(' ')),
      [],
      String(columns),
    )
  }
})

test('the start screen has requests to try, or says that without a model only commands work', () => {
  const banner = { type: 'banner', version: '0.1.0', level: 2, reasons: [] } as const
  const commands = '/help lists the commands, /quit ends the program.'
  const below = (item: TranscriptItem) => draw([item], 80).slice(1)
  assert.deepEqual(below({ ...banner, tries: ['what time is it?'] }), ['Try: what time is it?', commands])
  assert.deepEqual(below({ ...banner, lacksModel: true }), ['Without a model, only commands work.', commands])
  assert.deepEqual(below(banner), [])
})

test('what a command says hangs under its column, and is ASCII where nothing else can be shown', () => {
  const item = { type: 'text', text: '  /tool …  write tools of your own' } as const
  assert.deepEqual(draw([item], 24), ['  /tool …  write tools', '           of your own'])
  const plain = glyphsFor({ LANG: 'C' }, 'linux')
  const { lastFrame, unmount } = render(<Transcript items={[item]} columns={80} glyphs={plain} />)
  assert.equal(lastFrame()?.trimEnd(), '  /tool ...  write tools of your own')
  unmount()
})

test('text is written whole at every width', () => {
  const text = 'Widths of 日本語, 👩‍👩‍👧 and plain words, https://example.org/long/path/without/end.'
  for (let columns = 4; columns < 60; columns += 5) {
    const lines = draw([{ type: 'answer', text }], columns)
    assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
  }
})

test('of a message as long as a book its beginning is shown, and how long it is', () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`).join('\n')
  const many = draw([{ type: 'user', text: lines }], 40)
  assert.deepEqual(many.slice(0, 3), ['', '› line 0', '  line 1'])
  assert.deepEqual(many.slice(-2), ['  line 199', '  … (5,000 lines in all)'])
  const began = performance.now()
  const one = draw([{ type: 'user', text: '日本é '.repeat(500_000) }], 40)
  assert.ok(performance.now() - began < 5_000)
  assert.equal(one.at(-1), '  … (2,000,000 characters in all)')
  const short = Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n')
  assert.equal(draw([{ type: 'user', text: short }], 40).at(-1), '  line 199')
})
