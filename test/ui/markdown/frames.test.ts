// Documents as they are drawn, held against frames on disk. `UPDATE_FRAMES=1` writes them anew: read the difference then.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { columnWidth } from '../../../source/ui/column-width.ts'
import { DOCUMENTS } from './documents.ts'
import { ASCII, DARK, drawAll, openReader, UNICODE } from './draw-all.ts'

const FOLDER = new URL('./frames/', import.meta.url)
const WIDTHS = [20, 40, 80, 200]

for (const [name, text] of Object.entries(DOCUMENTS)) {
  test(`${name} is drawn as its frame, within every width`, async () => {
    const reader = await openReader(UNICODE, DARK)
    const drawn = WIDTHS.map((width) => {
      const rows = drawAll(reader, text, width).map((row) => stripVTControlCharacters(row))
      for (const row of rows) assert.ok(columnWidth(row) <= width, `${width}: ${row}`)
      return [`${'='.repeat(8)} ${width}`, ...rows].join('\n')
    })
    const file = new URL(`${name}.txt`, FOLDER)
    const frames = `${drawn.join('\n')}\n`
    if (process.env.UPDATE_FRAMES === '1') {
      mkdirSync(FOLDER, { recursive: true })
      writeFileSync(file, frames)
    }
    assert.equal(frames, readFileSync(file, 'utf8'))
  })
}

test('every document keeps its words at every width, styled or not, in both sets of signs', async () => {
  const words = (text: string) => text.match(/\p{L}{3,}/gu) ?? []
  for (const glyphs of [UNICODE, ASCII]) {
    const reader = await openReader(glyphs)
    for (const [name, text] of Object.entries(DOCUMENTS)) {
      if (name === 'escapes' || name === 'html') continue
      const rows = drawAll(reader, text, 200).join('')
      const languages = new Set(text.match(/(?<=```)\w+/g))
      const missing = words(text).filter((word) => !rows.includes(word) && !languages.has(word))
      assert.deepEqual(missing, [], name)
      for (let columns = 1; columns < 30; columns += 3) {
        const narrow = drawAll(reader, text, columns)
          .join('')
          .replace(/[^\p{L}]/gu, '')
        for (const word of words(text).slice(0, 20))
          if (!languages.has(word))
            assert.ok(narrow.includes(word) || columns < 12, `${name} at ${columns}: ${word}`)
      }
    }
  }
})

test('with ASCII signs and without styles, text in ASCII is drawn in ASCII', async () => {
  const reader = await openReader(ASCII)
  for (const [name, text] of Object.entries(DOCUMENTS)) {
    if (!/^[\x20-\x7e\n]*$/.test(text)) continue
    assert.match(drawAll(reader, text, 40).join('\n'), /^[\x20-\x7e\n]*$/, name)
  }
})
