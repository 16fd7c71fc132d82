import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FolderReader, ReadTable, RowChanges } from '../../source/contracts/folder.ts'
import { ChangeRefused, UnreadableFile } from '../../source/contracts/folder.ts'
import { envReader } from '../../source/folder/readers/env.ts'
import { iniReader } from '../../source/folder/readers/ini.ts'
import { jsonReader } from '../../source/folder/readers/json.ts'
import { jsonlReader } from '../../source/folder/readers/jsonl.ts'
import { tomlReader } from '../../source/folder/readers/toml.ts'
import { yamlReader } from '../../source/folder/readers/yaml.ts'
import { Random } from '../fuzz/random.ts'
import { changed, fileOf } from './round-trip.ts'

const FILES = 300
const PIECES = [
  '"',
  "'",
  '\n',
  '\r\n',
  '\r',
  '{',
  '}',
  '[',
  ']',
  ':',
  '=',
  ',',
  '#',
  '-',
  ' ',
  '\t',
  '&a ',
  '*a',
  '|',
  '>',
  '\\',
  '\0',
  '\ud800',
  '<<: ',
  '!!x ',
  '? ',
  '---\n',
  '0',
  'é',
]

const WHOLE: readonly (readonly [FolderReader, string, string])[] = [
  [
    yamlReader,
    'a.yaml',
    'a: 1\nb: &x "two"\nc: *x\nbase: &base\n  k: 1\nmore:\n  <<: *base\n  m: 3\nitems:\n  - name: A\n    v: 1.50\n    tags: [a, b]\n  # second\n  - name: B\n    sub:\n      - q: 1\ntext: |\n  block\nhosts:\n  web: {ip: 1, port: 2}\n  db: {ip: 3, port: 4}\n',
  ],
  [yamlReader, 'b.yaml', '- id: 1\n  name: x # c\n- {id: 2, name: y}\n-\n  id: 3\n'],
  [
    jsonReader,
    'a.json',
    '{\n  "a": 1, // c\n  "items": [ {"name": "A", "sub": [{"q": 1}]}, {"name": "B", "tags": ["x"]}, ],\n  "hosts": {"web": {"ip": 1}, "db": {"ip": 3}},\n  "l": [1, 2], "m": [[1], [3]], "o": {"p": {"q": true}}\n}\n',
  ],
  [jsonlReader, 'a.jsonl', '{"a": 1, "b": "x"}\n{"a": 2, "c": [{"d": 1}]}\n{"a": 3}\n'],
  [
    tomlReader,
    'a.toml',
    'title = "x"\nd = 2026-01-02\na.b = 1\ninl = { x = 1, y = [1] }\n[[items]]\nname = "A"\n[items.sub]\nq = 1\n[[items]]\nname = "B"\n[hosts.web]\nip = "1"\n[hosts.db]\nip = "3"\n',
  ],
  [iniReader, 'a.ini', '; c\ntop = 1\n[a]\nx = 1\ny = two ; c\nmulti =\n   a\n   b\n[b]\nx: "3"\nflag\n'],
  [envReader, '.env', 'A=1\nexport B="two words" # c\nC=\'x\'\nD=\nE="a\nb"\n'],
  [envReader, 'a.properties', 'a.b=1\nc : x\nd e\nf=g\\\n  h\ni=\\u00fc\n'],
]

test('a damaged file is read, or refused in one sentence, and so is a change of it', async () => {
  for (const [kind, [reader, path, whole]] of WHOLE.entries())
    for (let seed = 0; seed < FILES; seed++) {
      const random = new Random(seed, kind)
      await checkDamaged(reader, path, damaged(random, whole), random)
    }
})

async function checkDamaged(reader: FolderReader, path: string, text: string, random: Random): Promise<void> {
  let tables: readonly ReadTable[]
  try {
    tables = await reader.read(fileOf(path, text))
  } catch (error) {
    assert.ok(error instanceof UnreadableFile, `${error} of ${JSON.stringify(text)}`)
    assert.match(error.message, /^`[^\n]*\.$/)
    return
  }
  for (const table of tables) {
    for (const row of table.rows) assert.equal(row.length, table.columns.length)
    try {
      await changed(text, table, randomChange(table, random))
    } catch (error) {
      assert.ok(error instanceof ChangeRefused, `${error} of ${JSON.stringify(text)}`)
    }
  }
}

function damaged(random: Random, whole: string): string {
  let text = whole
  for (let count = random.below(4); count >= 0; count--) {
    const at = random.below(text.length + 1)
    const kind = random.below(3)
    const middle = kind === 0 ? random.pick(PIECES) : kind === 1 ? '' : text.slice(random.below(at + 1), at)
    text = text.slice(0, at) + middle + text.slice(at + (kind === 1 ? random.below(9) : 0))
  }
  return text
}

function randomChange(table: ReadTable, random: Random): RowChanges {
  const values = [5, 1, '2026-05-06', 'word', 'a: b', 'x, y', null]
  const cells = () => table.columns.map(() => (random.chance(0.8) ? random.pick(values) : undefined))
  const hasRows = table.rows.length > 0
  const isOpen = table.kind === 'records'
  return {
    updated: hasRows
      ? [
          {
            row: random.below(table.rows.length),
            column: random.below(table.columns.length),
            value: random.pick(values),
          },
        ]
      : [],
    removed: isOpen && hasRows && random.chance(0.5) ? [random.below(table.rows.length)] : [],
    added: isOpen && random.chance(0.5) ? [cells()] : [],
  }
}
