// Test requests from JSON lines, each with its part: who may read it is decided by a hash of its id, not by a person.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { UserError } from '../contracts/errors.ts'
import type { JsonValue } from '../contracts/json.ts'

export type Part = 'train' | 'accept' | 'report'

/** One request and what must come of it. */
export interface EvalCase {
  readonly id: string
  readonly input: string
  /** The tool that is needed; null: none. */
  readonly tool: string | null
  /** Accepted values of each argument; `""` among them: it may be left out. */
  readonly arguments: { readonly [name: string]: readonly JsonValue[] }
  /** Facts that a true answer has: of each entry one alternative. */
  readonly gold: readonly (readonly string[])[]
  /** The tool cannot do it, and a true answer says so. */
  readonly fails: boolean
  readonly tags: readonly string[]
  readonly difficulty: string
}

const PARTS: readonly Part[] = ['train', 'accept', 'report']

/** The part of a case: `sha256(id) mod 3`, 0 train, 1 accept, 2 report. */
export function partOf(id: string): Part {
  const hash = BigInt(`0x${createHash('sha256').update(id).digest('hex')}`)
  return PARTS[Number(hash % 3n)] ?? 'train'
}

/** Reads cases; throws `UserError` with file and line for what is not one. */
export function loadCases(paths: readonly string[], part: Part | 'all'): readonly EvalCase[] {
  const cases = paths.flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, at) => (line.trim() === '' ? [] : [parseCase(line, `${path}:${at + 1}`)])),
  )
  return cases.filter((one) => part === 'all' || partOf(one.id) === part)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserError(
      `The cases \`${path}\` cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
}

function parseCase(line: string, place: string): EvalCase {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new UserError(`${place} is not a JSON object; write one case a line.`)
  }
  const row = (value ?? {}) as Partial<EvalCase>
  if (typeof row.id !== 'string' || typeof row.input !== 'string' || row.tool === undefined) {
    throw new UserError(`${place} has no \`id\`, \`input\` and \`tool\`.`)
  }
  return {
    id: row.id,
    input: row.input,
    tool: row.tool,
    arguments: row.arguments ?? {},
    gold: row.gold ?? [],
    fails: row.fails ?? false,
    tags: row.tags ?? [],
    difficulty: row.difficulty ?? 'medium',
  }
}
