// Run after run of the optimizer over all strategies, each over tools that changed since; told of is what stands in the file.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OptimizedFiles } from '../../../source/composing/optimized-files.ts'
import {
  OPTIMIZED_VERSION,
  type OptimizedTool,
  TOOL_STRATEGIES,
} from '../../../source/contracts/optimized.ts'
import { optimize } from '../../../source/optimizer/optimize.ts'
import { homePaths } from '../../../source/paths.ts'
import { loadOverlay } from '../../../source/prompt/overlay.ts'
import { BEAST_OPTIONS } from '../../optimizer/beasts.ts'
import { fakePorts } from '../../optimizer/fake-ports.ts'
import type { Writer } from './harness.ts'

const MODEL = { id: 'm', sha256: 'a' }
const { tools: beasts = [] } = BEAST_OPTIONS

export const writer: Writer = {
  write: async (folder, _run, tell) => {
    // One that was killed in its middle is done first, from where it stood.
    for (let round = roundIn(folder); ; round++) {
      const files = new OptimizedFiles(homePaths(folder, {}), MODEL.id)
      const lock = files.takeLock()
      assert.ok(lock.ok, 'the lock of a process that is gone is free')
      const overlay = loadOverlay(
        pathIn(folder),
        toolsOf(round).map(({ entry }) => entry),
        MODEL,
      )
      const kept = overlay.type === 'valid' ? overlay.rows : new Map<string, OptimizedTool>()
      const ports = fakePorts({
        ...BEAST_OPTIONS,
        tools: toolsOf(round),
        kept,
        choice: { strategies: TOOL_STRATEGIES },
      })
      const { result } = await optimize(
        {
          ...ports,
          save: (rows) => {
            const about = { formatVersion: OPTIMIZED_VERSION, model: MODEL, chatFormat: 'c', manifest: 'm' }
            files.save({ ...about, engine: String(round), tools: Object.fromEntries(rows) })
            tell(`${round} ${triedIn(Object.fromEntries(rows))}`)
          },
          readJournal: () => files.readJournal('w'),
          writeJournal: (journal) => files.writeJournal('w', journal),
        },
        new AbortController().signal,
      )
      assert.ok(result.ok, result.text)
      lock.release()
    }
  },
  check: async (folder, told) => {
    const last = told.flat().at(-1)
    if (last === undefined) return 0
    const [round = 0, tried = 0] = last.split(' ').map(Number)
    const file = readWhole(pathIn(folder))
    const there = { round: Number(file.engine), tried: triedIn(file.tools) }
    const isThere = there.round > round || (there.round === round && there.tried >= tried)
    assert.ok(isThere, `told: ${last}, there: ${there.round} ${there.tried}`)
    const previous = join(homePaths(folder, {}).optimized, 'm.previous')
    if (existsSync(previous)) readWhole(previous)
    return there.tried
  },
}

/** Each round they are others, so that all is stale. */
function toolsOf(round: number) {
  return beasts.map(({ entry, detail }) => ({ entry: { ...entry, contentHash: String(round) }, detail }))
}

function roundIn(folder: string): number {
  return existsSync(pathIn(folder)) ? Number(readWhole(pathIn(folder)).engine) : 0
}

function pathIn(folder: string): string {
  return join(homePaths(folder, {}).optimized, 'm.json')
}

interface Whole {
  readonly engine: string
  readonly tools: { readonly [tool: string]: OptimizedTool }
}

function readWhole(path: string): Whole {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function triedIn(tools: Whole['tools']): number {
  return Object.values(tools).reduce((sum, { tried = {} }) => sum + Object.keys(tried).length, 0)
}
