import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fitsPattern, isPattern, type ValueKind } from '../../source/session/value-pattern.ts'

type Row = readonly [pattern: string, fits: readonly string[], not: readonly string[]]

const ROWS: { readonly [K in ValueKind]: readonly Row[] } = {
  path: [
    ['notes.txt', ['notes.txt'], ['notesxtxt', 'a/notes.txt', 'notes.txt2', 'Notes.txt', './notes.txt']],
    [
      'docs/*',
      ['docs/a', 'docs/.hidden', 'docs/日本 x'],
      ['docs', 'docs/a/b', 'xdocs/a', 'docs/..', '../docs/a'],
    ],
    ['docs/**', ['docs/a', 'docs/a/b.md', 'docs/a..b'], ['docs', 'docs/../x', 'docs/a/../../x', 'docs/a/..']],
    [
      '**/*.md',
      ['a.md', 'x/a.md', 'x/y/a.md'],
      ['a.mdx', 'x/../a.md', '/etc/a.md', '~/a.md', 'C:/a.md', ' ~/a.md', ' /etc/a.md', ' ../a.md', 'a.md '],
    ],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'b']],
    ['*', ['a', 'a b'], ['', 'a/b', '~', '~/x', '/x', 'a\\b', 'a\nb', '..']],
    ['**', ['a', 'a/b'], ['..\\x', 'a\\..\\b', '/etc/passwd', 'a\u0000']],
    ['/tmp/**', ['/tmp/a/b'], ['/tmp/../etc/passwd', '/tmp', 'tmp/a']],
    ['a?c', ['abc', 'a😀c'], ['ac', 'a/c', 'abbc']],
    ['a[1]{b}(c)+$^|.x*', ['a[1]{b}(c)+$^|.x', 'a[1]{b}(c)+$^|.xy'], ['a1b', 'a[1]{b}(c)+$^|yx']],
    ['a-b*', ['a-b', 'a-bc'], ['ab']],
  ],
  command: [
    ['npm test', ['npm test'], ['npm test; rm -rf /', 'npm  test']],
    [
      'npm run *',
      ['npm run build', 'npm run a/b --if-present', 'npm run "x y"', 'npm run ../x'],
      [
        'npm run a; rm x',
        'npm run a && rm x',
        'npm run a | sh',
        'npm run `x`',
        'npm run $(x)',
        'npm run $HOME',
        'npm run a > b',
        'npm run a < b',
        'npm run a\nrm x',
        'npm run a &',
        'npm run',
      ],
    ],
    ['git log | head *', ['git log | head -3'], ['git log | head -3 | sh']],
  ],
  address: [
    [
      'https://example.org/**',
      ['https://example.org/a/b?x=1#y', 'https://example.org/'],
      [
        'http://example.org/a',
        'https://example.org.evil.com/',
        'https://example.org/../x',
        'https://example.org/%2e%2E/x',
      ],
    ],
    [
      'https://*.example.org/*',
      ['https://a.example.org/x', 'https://a.b.example.org/x'],
      [
        'https://evil.com/.example.org/x',
        'https://evil.com?.example.org/x',
        'https://evil.com#.example.org/x',
        'https://evil.com\\.example.org/x',
        'https://a:b@c.example.org/x',
        'https://example.org/x',
      ],
    ],
    [
      'https://example.org*',
      ['https://example.org.uk'],
      ['https://example.org@evil.com', 'https://example.org:8080'],
    ],
    [
      'https://example.org/find?q=*',
      ['https://example.org/find?q=rain'],
      ['https://example.org/findXq=rain', 'https://example.org/find?q=a/b', 'https://example.org/find?p=1'],
    ],
  ],
}

describe('a pattern', () => {
  for (const [kind, rows] of Object.entries(ROWS) as [ValueKind, readonly Row[]][]) {
    for (const [pattern, fits, not] of rows) {
      test(`of a ${kind}: ${pattern}`, () => {
        for (const value of fits) assert.equal(fitsPattern(pattern, value, kind), true, value)
        for (const value of not) assert.equal(fitsPattern(pattern, value, kind), false, JSON.stringify(value))
      })
    }
  }

  test('is a text with a wildcard', () => {
    const texts = ['*', 'a?', 'docs/**', 'a', '[a]', '']
    const are = (kind: ValueKind) => texts.filter((text) => isPattern(text, kind))
    assert.deepEqual(are('path'), ['*', 'a?', 'docs/**'])
    assert.deepEqual(are('address'), ['*', 'docs/**'])
  })

  test('does not fit a value that would take long to judge', () => {
    assert.equal(fitsPattern('**', 'a'.repeat(4_097), 'path'), false)
    assert.equal(fitsPattern('*a*a*b', 'a'.repeat(4_096), 'path'), false)
  })
})

test('a pattern of many parts that may be nothing is judged like any other', () => {
  assert.ok(fitsPattern(`${'**/'.repeat(20_000)}*.txt`, 'docs/a/b.txt', 'path'))
  assert.ok(!fitsPattern(`${'**/'.repeat(20_000)}*.md`, 'docs/a/b.txt', 'path'))
})
