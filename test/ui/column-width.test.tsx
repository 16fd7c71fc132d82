import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Box, renderToString, Text } from 'ink'
import { columnWidth, cutToWidth, graphemes } from '../../source/ui/column-width.ts'

/** What Ink thinks: the length of the border that it draws around a text. */
function inkWidth(text: string): number {
  const drawn = renderToString(
    <Box borderStyle="single" alignSelf="flex-start">
      <Text>{text}</Text>
    </Box>,
    { columns: 200 },
  )
  return (drawn.split('\n')[0] ?? '').length - 2
}

const SAMPLES = [
  'plain ascii',
  'Grüße, naïve – “quoted” … €',
  'e\u0301a\u0300\u0320',
  'Ελληνικά',
  'Русский й',
  '日本語、テスト。「括弧」ー',
  'ﾊﾟﾋﾟ',
  '한국어',
  '\u1112\u1161\u11ab',
  'ＦＵＬＬ！',
  'हिन्दी',
  'עברית العربية',
  'ภาษาไทย',
  '👍👍🏽',
  '👩‍👩‍👧‍👦 🇩🇪 1️⃣ ❤️ ❤ ☺ ⚙ ✗ ✓ ›·→…⌚⭐',
  '𠀀𝒳🄰🈁',
  '㈀㉈㊀㍿䷀',
  '\u200b\u00adx\u2060\ufeff',
  '─│┌█▒•◦■',
]

test('widths agree with those that Ink lays out with', () => {
  for (const sample of SAMPLES) assert.equal(columnWidth(sample), inkWidth(sample), sample)
})

test('single characters of many blocks agree with Ink', () => {
  const differing: string[] = []
  for (let code = 0xa1; code < 0x20000; code += code < 0x3400 ? 7 : 97) {
    const text = String.fromCodePoint(code)
    // Unassigned ones may be measured as either: nobody types them.
    if (/\p{Cn}|\p{Cs}|\p{Co}/u.test(text)) continue
    if (columnWidth(text) !== inkWidth(text)) differing.push(`${code.toString(16)} ${text}`)
  }
  assert.deepEqual(differing, [])
})

test('a cut text fits with its ellipsis, and a fitting one is left alone', () => {
  assert.equal(cutToWidth('hello', 5, '…'), 'hello')
  assert.equal(cutToWidth('hello!', 5, '…'), 'hell…')
  assert.equal(cutToWidth('日本語', 5, '…'), '日本…')
  assert.equal(cutToWidth('日本語', 4, '…'), '日…')
  assert.equal(cutToWidth('hello', 2, '...'), '')
  assert.equal(cutToWidth('hello', 0, '…'), '')
  assert.equal(columnWidth(cutToWidth('x'.repeat(100_000), 80, '…')), 80)
})

test('graphemes joined are the text again', () => {
  for (const sample of SAMPLES) assert.equal(graphemes(sample).join(''), sample)
})
