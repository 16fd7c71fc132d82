// What the scripts that learn to read a message look at: tables held against it, what the router says, vectors of what it means.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { likeness } from '../source/contracts/meaning.ts'
import type { RouteDecision } from '../source/contracts/router.ts'
import type { GroundInput } from '../source/folder/ground/features.ts'
import { saidWords } from '../source/folder/show/said-words.ts'
import { spansIn } from '../source/toolkit/spans.ts'
import { embedPlain } from './embed-texts.ts'
import { ROOT } from './model-engine.ts'

export type TextVectors = ReadonlyMap<string, Float32Array>

export interface Said {
  readonly message: string
  /** ISO date. */
  readonly today: string
  /** Names of the tables of the request before, and of the one before that. */
  readonly last: readonly string[]
  readonly before: readonly string[]
}

/** Makes what tables are held against. `weak` are stems that say little. */
export function groundInputs(
  vectors: TextVectors,
  weak: ReadonlySet<string>,
  weightOf: GroundInput['weightOf'],
): (said: Said) => GroundInput {
  return ({ message, today, last, before }) => {
    const own = vectors.get(message)
    return {
      ...{ said: saidWords(message, weak), weightOf, last, before },
      hasSpan: spansIn(message, today).length > 0,
      likeness: (gist) => {
        const other = vectors.get(gist)
        return own && other ? likeness(own, other) : 0
      },
    }
  }
}

/** What the router says of each message, without the tools' tables. */
export async function routesOf(
  messages: readonly string[],
): Promise<ReadonlyMap<string, Pick<RouteDecision, 'tool' | 'by' | 'candidates'>>> {
  const bin = fileURLToPath(new URL('../bin/ethervox.js', import.meta.url))
  const child = spawn(process.execPath, [bin, 'route', '--json'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const asLine = new Map([...new Set(messages)].map((message) => [message.replaceAll('\n', ' '), message]))
  child.stdin.end(`${[...asLine.keys()].join('\n')}\n`)
  const found = new Map<string, Pick<RouteDecision, 'tool' | 'by' | 'candidates'>>()
  for await (const line of createInterface({ input: child.stdout })) {
    const { text, ...route } = JSON.parse(line)
    found.set(asLine.get(text) ?? text, route)
  }
  return found
}

/** Vectors by the sentence model as it came, of ETHERVOX_MODELS; none without it. */
export async function plainVectorsOf(all: readonly string[]): Promise<TextVectors> {
  const models = process.env.ETHERVOX_MODELS
  if (models === undefined) return new Map()
  const texts = [...new Set(all)].filter((text) => text !== '')
  const made = await embedPlain(texts, {
    childPath: join(ROOT, 'dist/source/engine/embedded/sentence-child.js'),
    modelPath: join(models, 'all-minilm-l6-v2-q8_0.gguf'),
    folder: tmpdir(),
  })
  return new Map(texts.map((text, at) => [text, made[at] as Float32Array]))
}

/** Examples of each tool, one line each, at most so many. */
export function toolExamples(most: number): ReadonlyMap<string, readonly string[]> {
  const folder = join(ROOT, 'tools')
  return new Map(
    readdirSync(folder).map((name) => {
      const config = parse(readFileSync(join(folder, name, 'config.yaml'), 'utf8'))
      const examples = (config.examples ?? []) as readonly string[]
      return [name, someOf(examples, most).filter((example) => !example.includes('\n'))]
    }),
  )
}

/** Lines of a file of `prompts/` that the router learns from, at most so many. */
export function promptLines(file: string, most: number): readonly string[] {
  const lines = readFileSync(join(ROOT, 'prompts', file), 'utf8').split('\n')
  return someOf(
    lines.filter((line) => line.trim() !== '' && !line.startsWith('#')),
    most,
  )
}

/** At most so many, from all places alike. */
function someOf(lines: readonly string[], most: number): readonly string[] {
  return lines.filter((_, at) => at % Math.max(1, Math.floor(lines.length / most)) === 0).slice(0, most)
}
