// Plugins: the bytes of an archive (packed or not) or of a `plugin.json` alone, read as `plugin install` reads them, and their tools compiled.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { offered } from '../../../source/home/plugins/plugin-words.ts'
import { sha256Hex } from '../../../source/lib/checksum.ts'
import { readTar, TarRefused } from '../../../source/lib/tar.ts'
import { checkPlugin } from '../../../source/plugins/checked-plugin.ts'
import { readSheet } from '../../../source/plugins/plugin-sheet.ts'
import { type PluginFiles, PluginUnreadable, readPluginFiles } from '../../../source/plugins/plugin-source.ts'
import { writePlugin } from '../../helpers/plugin-folder.ts'
import { entry, tar } from '../../helpers/write-tar.ts'
import { mutateBytes } from '../mutate-bytes.ts'
import { mutateJson } from '../mutate-json.ts'
import { mutateText } from '../mutate-text.ts'
import type { Mutator, Target } from '../target.ts'

const WORDS = [
  ...[
    'name',
    'version',
    'kind',
    'sandboxed',
    'trusted',
    'summary',
    'tools',
    'permissions',
    'paths',
    'read',
    'write',
    'hosts',
    'commands',
    'environment',
    'files',
  ],
  ...[
    'description',
    'parameters',
    'risk',
    'type',
    'object',
    'properties',
    'required',
    'pattern',
    '$ref',
    '#/properties/text',
    '$defs',
    '$id',
    '$schema',
    'allOf',
    'enum',
    'x-from',
    'x-ask',
  ],
  ...[
    'one_liner: ',
    'group: ',
    'examples:',
    'few_shots:',
    'user: ',
    'arguments: ',
    'tests:',
    'priority: ',
    '&a ',
    '*a',
    '<<: *a',
    '? ',
    '!!set',
    '- ',
    '{',
    '[',
  ],
  ...[
    '1.0.0-rc.1+b',
    '../x',
    '/etc',
    'workspace/a',
    '~/x',
    'data',
    '.git/hooks',
    'example.org:443',
    'NODE_OPTIONS',
    'tools/word/tool.js',
    'CON',
    'a.',
    'ſ',
  ],
]
const LIMITS = { bytes: 20_000_000, fileBytes: 2_000_000, entries: 1_000 }
const FULL = {
  kind: 'trusted',
  permissions: {
    paths: { read: ['workspace', '~/a'], write: ['data'] },
    hosts: ['example.org:443'],
    commands: ['git'],
    environment: ['HOME'],
  },
  files: { 'docs/README.md': '# One', 'lib/more.js': 'export const x = 1' },
}

export async function open(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-plugin-'))
  const archive = join(folder, 'plugin.tgz')
  const seeds = [{}, FULL].flatMap((written, at) => {
    const files = filesOf(writePlugin(join(folder, `p${at}`), written))
    return [packed(files), packed(files, 'package/'), Buffer.from(files.get('plugin.json') ?? '')]
  })
  const text = mutateText(WORDS)
  const json = mutateJson(WORDS, text)
  const inFile = withinFile(json, text)
  return {
    seeds: [...seeds, gzipSync(seeds[0] ?? Buffer.alloc(0))],
    mutators: [inFile, inFile, inFile, json, mutateBytes, mutateHeader],
    mostBytes: 600_000,
    run(input) {
      if (input[0] === 0x7b) checkSheet(input.toString('utf8'))
      writeFileSync(archive, isGzip(input) ? input : gzipSync(input, { level: 1 }))
      const files = readArchive(archive)
      if (files === undefined) return
      const plugin = checkPlugin(files, 'p')
      if (!('sheet' in plugin)) return checkFaults(plugin)
      for (const tool of plugin.sheet.tools) assert.match(tool, /^[a-z][a-z0-9_]+$/)
      assert.notEqual(offered(plugin, 'x', true), undefined)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function checkSheet(text: string): void {
  const sheet = readSheet(text, 'plugin.json')
  if (!('files' in sheet)) checkFaults(sheet)
}

function checkFaults(faults: readonly string[]): void {
  assert.ok(faults.length > 0)
  for (const fault of faults)
    assert.ok(fault.length > 5 && fault.length < 5_000, `a fault is told at length ${fault.length}`)
}

function readArchive(path: string): PluginFiles | undefined {
  try {
    const files = readPluginFiles(path)
    for (const name of files.keys())
      assert.ok(!name.startsWith('/') && !name.split('/').includes('..'), 'a name leads out')
    return files
  } catch (error) {
    if (error instanceof PluginUnreadable) return undefined
    throw error
  }
}

function filesOf(folder: string): ReadonlyMap<string, Buffer> {
  const sheet = readFileSync(join(folder, 'plugin.json'))
  const { files } = JSON.parse(sheet.toString()) as { readonly files: object }
  return new Map([
    ['plugin.json', sheet],
    ...Object.keys(files).map((name) => [name, readFileSync(join(folder, name))] as const),
  ])
}

function packed(files: ReadonlyMap<string, Buffer>, top = ''): Buffer {
  return tar([...files].map(([path, text]) => entry({ path: top + path, text })))
}

/** Changes the content of one file and makes the sums in `plugin.json` right again. */
function withinFile(json: Mutator, text: Mutator): Mutator {
  return (input, random, donor) => {
    const files = new Map(unpacked(input))
    const sheet = [...files.keys()].find((name) => name.endsWith('plugin.json'))
    if (sheet === undefined) return mutateBytes(input, random, donor)
    const name = random.pick([...files.keys()])
    const others = unpacked(donor).filter(([other]) => other.split('.').at(-1) === name.split('.').at(-1))
    const other = others.length === 0 ? Buffer.from('{}') : random.pick(others)[1]
    const change = /\.json$/.test(name) && random.chance(0.7) ? json : text
    files.set(name, change(files.get(name) ?? Buffer.alloc(0), random, other))
    if (random.chance(0.9)) files.set(sheet, sealed(files, sheet))
    return tar([...files].map(([path, content]) => entry({ path, text: content })))
  }
}

/** Its `plugin.json` with the sums of the files as they are. */
function sealed(files: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const own = files.get(name) ?? Buffer.alloc(0)
  try {
    const sheet = JSON.parse(own.toString('utf8')) as { files?: unknown }
    if (typeof sheet !== 'object' || sheet === null || typeof sheet.files !== 'object') return own
    const top = name.slice(0, -'plugin.json'.length)
    const rest = [...files].filter(([path]) => path !== name && path.startsWith(top))
    sheet.files = Object.fromEntries(
      rest.map(([path, content]) => [path.slice(top.length), sha256Hex(content)]),
    )
    return Buffer.from(JSON.stringify(sheet))
  } catch {
    return own
  }
}

/** Fields of one header of an archive, with its sum. */
const mutateHeader: Mutator = (input, random, donor) => {
  const bytes = Buffer.from(input)
  const headers = Array.from({ length: Math.floor(bytes.length / 512) }, (_, at) => at * 512).filter(
    (at) => bytes.toString('latin1', at + 257, at + 262) === 'ustar',
  )
  if (headers.length === 0) return mutateBytes(bytes, random, donor)
  const header = bytes.subarray(random.pick(headers)).subarray(0, 512)
  const [from, length] = random.pick([
    [0, 100],
    [124, 12],
    [156, 1],
    [257, 8],
    [345, 155],
  ] as const)
  const field = random.pick([
    mutateBytes,
    mutateText([...WORDS, 'x', 'g', 'L', '5', '777777777777', '27 path=a/b\n', '12 size=99\n']),
  ])(header.subarray(from, from + length), random, donor)
  header.fill(0, from, from + length)
  field.copy(header, from, 0, length)
  if (from === 156) header[156] = random.pick([...'0125xgLKS7\0'].map((kind) => kind.charCodeAt(0)))
  header.fill(32, 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return bytes
}

function unpacked(input: Buffer): readonly (readonly [string, Buffer])[] {
  try {
    return readTar(input, LIMITS).map(({ path, bytes }) => [path, bytes] as const)
  } catch (error) {
    if (error instanceof TarRefused) return []
    throw error
  }
}

function isGzip(input: Buffer): boolean {
  return input[0] === 0x1f && input[1] === 0x8b
}
