import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { KEYS } from '../../source/contracts/keys.ts'
import { ALT, CONTROL, meaningsOf } from '../../source/ui/draft/draft-keys.ts'

const ROWS = KEYS.flatMap(({ rows }) => rows)
const NAMED: { readonly [name: string]: object } = {
  Enter: { return: true },
  Esc: { escape: true },
  // As it comes in one chunk.
  'Esc Esc': { escape: true, meta: true },
  Tab: { tab: true },
  Left: { leftArrow: true },
  Right: { rightArrow: true },
  Up: { upArrow: true },
  Down: { downArrow: true },
  Home: { home: true },
  End: { end: true },
  Backspace: { backspace: true },
  Delete: { delete: true },
}

/** `Ctrl-Shift-Z` as Ink gives it. */
function meaningOf(name: string) {
  const [, held = '', last = ''] = /^((?:(?:Ctrl|Alt|Shift)-)*)(.+)$/.exec(name) ?? []
  const flags = { ctrl: held.includes('Ctrl'), meta: held.includes('Alt'), shift: held.includes('Shift') }
  const named = NAMED[last]
  return meaningsOf(named === undefined ? last.toLowerCase() : '', { ...flags, ...named })
}

test('docs/keys.md has every key in its group, word for word, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/keys.md'), 'utf8')
  for (const { group, rows } of KEYS) {
    const table = rows.map(({ keys, does }) => `| ${keys.map((key) => `\`${key}\``).join(' ')} | ${does} |`)
    assert.ok(
      page.includes(`### ${group}\n\n| key | what it does |\n|---|---|\n${table.join('\n')}\n\n`),
      group,
    )
  }
})

test('every key that is told of means something, and those of a row mean the same', () => {
  for (const { keys } of ROWS) {
    const [first, ...others] = keys.map(meaningOf)
    assert.equal(first?.length, 1, keys[0])
    for (const other of others) assert.deepEqual(other, first, keys.join(' '))
  }
})

test('every key with ctrl or alt that means something is told of', () => {
  const told = new Set(ROWS.flatMap(({ keys }) => keys))
  for (const key of Object.keys(CONTROL)) assert.ok(told.has(`Ctrl-${key.toUpperCase()}`), key)
  for (const key of Object.keys(ALT)) assert.ok(told.has(`Alt-${key.toUpperCase()}`), key)
})
