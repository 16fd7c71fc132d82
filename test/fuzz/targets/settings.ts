// `settings.json`: any bytes in its place, then what commands read and change of it.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeSettings } from '../../../source/home/shown-settings.ts'
import { fitsPattern } from '../../../source/session/value-pattern.ts'
import {
  openSettings,
  peekModel,
  resetFromText,
  SettingsNotKept,
  setFromText,
} from '../../../source/settings.ts'
import { DEFAULT_SETTINGS, NAMES, TABLE } from '../../../source/settings-table.ts'
import { mutateBytes } from '../mutate-bytes.ts'
import { mutateJson } from '../mutate-json.ts'
import { mutateText } from '../mutate-text.ts'
import type { Target } from '../target.ts'

const FULL = {
  ...DEFAULT_SETTINGS,
  ...{
    model: 'x',
    toolPriorities: { a: 3 },
    pinnedTools: ['b'],
    folders: { docs: '/tmp' },
    trustedTools: ['0'.repeat(64)],
  },
  allowedCalls: [
    { tool: 'a', pattern: 'docs/**' },
    { tool: 'b', value: 'x' },
  ],
  toolProfiles: { quiet: { tools: ['a'], priorities: { a: 1 }, role: 'r', approve: 'read' } },
}
const SEEDS = [
  JSON.stringify(FULL, null, 2),
  '{}',
  '{"temperature": 0.5, "theme": "dark"}',
  '{"later": {"nested": [1]}}',
]
const WORDS = [
  ...NAMES,
  'quiet',
  'tools',
  'priorities',
  'pattern',
  'value',
  '**',
  '*?',
  'true',
  'null',
  '.',
  'a.b',
  '__proto__.x',
]

export async function open(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-settings-'))
  const path = join(folder, 'settings.json')
  const text = mutateText(WORDS)
  const json = mutateJson(WORDS, text)
  return {
    seeds: SEEDS.map((seed) => Buffer.from(seed)),
    mutators: [json, json, text, mutateBytes],
    mostBytes: 60_000,
    run(input) {
      writeFileSync(path, input)
      tryThem(path, input)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function tryThem(path: string, input: Buffer): void {
  assert.equal(typeof peekModel(path), 'string')
  const opened = openSettings(path)
  if (!opened.ok) {
    assert.notEqual(opened.reason, '')
    assert.deepEqual(readFileSync(path), input, 'a damaged file does not stay as it is')
    return
  }
  const { file } = opened
  const { values } = file
  for (const name of NAMES)
    assert.equal(
      typeof values[name],
      typeof TABLE[name].fallback,
      `\`${name}\` is of another kind than its default`,
    )
  JSON.stringify(describeSettings(values, file.names))
  for (const { pattern = '' } of values.allowedCalls as readonly { readonly pattern?: string }[])
    for (const kind of ['path', 'command', 'address'] as const) fitsPattern(pattern, 'docs/a/b.txt', kind)
  const texts = [
    '1',
    'true',
    '"x"',
    '[]',
    '{}',
    '{"__proto__": 1}',
    'auto',
    input.toString('utf8').slice(0, 40),
  ]
  const name = NAMES[input.length % NAMES.length] ?? 'model'
  for (const text of texts) {
    const refused = setFromText(file, name, text)
    if (refused === undefined) assert.ok(file.names.includes(name) || file.values !== undefined)
  }
  try {
    file.set('theme', 'light')
    assert.equal(file.values.theme, 'light', 'a setting that was kept is not there')
    resetFromText(file, 'theme')
    assert.equal(file.values.theme, 'auto', 'a setting that was taken out is there')
  } catch (error) {
    if (!(error instanceof SettingsNotKept)) throw error
  }
  const again = openSettings(path)
  assert.ok(again.ok, 'settings that were changed cannot be opened any more')
}
