/**
 * How long a manifest takes to load, and one detail of it; run by hand: `node test/benchmarks/manifest.bench.ts`.
 * Aims: 31 tools below 1 ms, a detail below 50 µs, 1,000 tools below 10 ms. The ratio is to `JSON.parse` of the same
 * tools, which has no checksum to compare and nothing to leave for later, so that machines can be compared.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonSchema } from '../../source/contracts/json.ts'
import { type CompiledTool, isManifestProblem, type Manifest } from '../../source/contracts/manifest.ts'
import { readManifestFile, writeManifestFile } from '../../source/manifest/file.ts'
import { ROUTER_LIMIT_BYTES } from '../../source/manifest/layout.ts'
import { readManifest } from '../../source/manifest/reader.ts'
import { contentHashOf } from '../../source/manifest/tool-bytes.ts'
import { type ManifestContent, writeManifest } from '../../source/manifest/writer.ts'
import { publicData } from '../helpers/public-data.ts'

const DATA = publicData('tools31/')

interface Source {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
}

/** The 31 tools with all their words where `ETHERVOX_DATA` has them, else 31 alike. */
function sources(): {
  tools: readonly Source[]
  examples: Record<string, string[]>
  fewShots: Record<string, never[]>
} {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, DATA), 'utf8'))
  if (DATA !== undefined) {
    return { tools: read('schemas.json'), examples: read('examples.json'), fewShots: read('fewshots.json') }
  }
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'what to look for' },
      limit: { type: 'integer', default: 5 },
    },
    required: ['text'],
  }
  const tools = Array.from({ length: 31 }, (_, at) => ({
    name: `tool_${at}`,
    description: 'Finds a text',
    parameters,
  }))
  const examples = Object.fromEntries(
    tools.map(({ name }) => [name, Array(34).fill(`please find some text with ${name}`)]),
  )
  return { tools, examples, fewShots: {} }
}

function toolsOf(count: number): CompiledTool[] {
  const { tools, examples, fewShots } = sources()
  return Array.from({ length: count }, (_, at) => {
    const { name, description, parameters } = tools[at % tools.length] ?? {
      name: '',
      description: '',
      parameters: {},
    }
    const shots: { user: string; arguments: JsonObject }[] = fewShots[name] ?? []
    const unhashed = {
      name: at < tools.length ? name : `${name}_${at}`,
      oneLiner: description,
      group: name.split('_')[0] ?? 'other',
      priority: 128,
      risk: 'read' as const,
      description,
      parameters,
      examples: examples[name] ?? [],
      fewShots: shots,
      triggers: [],
    }
    return { ...unhashed, contentHash: contentHashOf(unhashed) }
  })
}

function medianOf(run: () => unknown, runs = 400): { median: number; slowest: number; first: number } {
  const times: number[] = []
  for (let index = 0; index < runs; index++) {
    const from = performance.now()
    run()
    times.push(performance.now() - from)
  }
  const [first = 0] = times
  const sorted = times.slice(1).sort((a, b) => a - b)
  return {
    first,
    median: sorted[sorted.length >> 1] ?? 0,
    slowest: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  }
}

function report(what: string, aim: string, run: () => unknown, baseline?: () => unknown): void {
  const { first, median, slowest } = medianOf(run)
  const ratio = baseline === undefined ? '' : `  ${(median / medianOf(baseline).median).toFixed(2)} x JSON`
  const us = (ms: number) => `${(ms * 1000).toFixed(0)} µs`.padStart(9)
  console.log(
    `${what.padEnd(38)} first ${us(first)}  median ${us(median)}  95 % ${us(slowest)}  aim ${aim}${ratio}`,
  )
}

function loaded(bytes: Uint8Array): Manifest {
  const manifest = readManifest(bytes)
  if (isManifestProblem(manifest)) throw new Error(manifest.message)
  return manifest
}

const folder = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))
try {
  const router = new Uint8Array(ROUTER_LIMIT_BYTES).map((_, at) => (at * 31) ^ (at >> 8))
  const file = join(folder, 'tools.bin')
  for (const [count, aim] of [
    [31, '1 ms'],
    [1000, '10 ms'],
  ] as const) {
    const tools = toolsOf(count)
    const content: ManifestContent = { tools, builtAt: 1_760_000_000, footer: 'crc32' }
    const bytes = writeManifest(content)
    const json = JSON.stringify(tools)
    await writeManifestFile(file, bytes)
    console.log(`${count} tools: ${bytes.length} bytes, as JSON ${Buffer.byteLength(json)}`)
    // The first line is the honest one for a start: nothing is compiled yet.
    report(
      '  load from disk',
      aim,
      () => readManifestFile(file),
      () => JSON.parse(json),
    )
    report(
      '  load from memory',
      aim,
      () => readManifest(bytes),
      () => JSON.parse(json),
    )
    const manifest = loaded(bytes)
    const names = manifest.entries.map((entry) => entry.name)
    const texts = tools.map((tool) => JSON.stringify(tool))
    let at = 0
    const next = () => at++ % count
    report(
      '  one detail',
      '50 µs',
      () => manifest.detail(names[next()] ?? ''),
      () => JSON.parse(texts[next()] ?? ''),
    )
    const heavy = writeManifest({ ...content, router })
    report('  load with 1.5 MiB of weights', '-', () => readManifest(heavy))
    const signed = writeManifest({ ...content, router, footer: 'sha256' })
    report('  the same with a SHA-256 footer', '-', () => readManifest(signed))
    report('  the same and the weights checked', '-', () => loaded(heavy).router())
    report(
      '  write the bytes',
      '-',
      () => writeManifest(content),
      () => JSON.stringify(tools),
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
