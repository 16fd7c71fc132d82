// Test requests from JSON lines, each with its part: who may read it is decided by a hash of its id, not by a person.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { UserError } from '../contracts/errors.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { DeclaredTool } from './baseline.ts'
import { parseCase } from './parse-case.ts'
import type { IntentMap } from './public-records.ts'

export type Part = 'train' | 'accept' | 'report'

/** Accepted values of each argument; `""` among them: it may be left out. */
export type AcceptedArguments = { readonly [name: string]: readonly JsonValue[] }

/** A call that must come. */
export interface ExpectedCall {
  readonly tool: string
  readonly arguments: AcceptedArguments
}

/** One message and what must come of it. */
export interface EvalTurn {
  readonly input: string
  /** The tool that is needed, the first of several; null: none. */
  readonly tool: string | null
  readonly arguments: AcceptedArguments
  /** All calls that must come, in any order, and no other; undefined: only the first call is looked at. */
  readonly calls?: readonly ExpectedCall[]
  /** Tools any of which is right; their arguments are not judged. */
  readonly anyOf?: readonly string[]
  /** Arguments are compared as BFCL does. */
  readonly isLoose?: boolean
  /** What the message leaves open: the program must ask for it and call nothing. */
  readonly missing?: readonly string[]
  /** Facts that a true answer has: of each entry one alternative. */
  readonly gold: readonly (readonly string[])[]
  /** The tool cannot do it, and a true answer says so. */
  readonly fails: boolean
}

/** One or more messages of one conversation. */
export interface EvalCase {
  readonly id: string
  readonly turns: readonly EvalTurn[]
  readonly tags: readonly string[]
  readonly difficulty: string
  /** The public set that it comes from; its figures are also given apart. */
  readonly suite?: string
  /** Tools of its own, without examples, in place of all others. */
  readonly tools?: readonly DeclaredTool[]
}

const PARTS: readonly Part[] = ['train', 'accept', 'report']

/** The part of a case: `sha256(id) mod 3`, 0 train, 1 accept, 2 report. */
export function partOf(id: string): Part {
  return PARTS[Number(BigInt(`0x${hashOf(id)}`) % 3n)] ?? 'train'
}

/** So many cases of each public suite, and of all others together: those whose ids have the smallest SHA-256, in the order given. */
export function sampleOf(cases: readonly EvalCase[], count: number): readonly EvalCase[] {
  const chosen = new Set<EvalCase>()
  for (const ofSuite of Map.groupBy(cases, ({ suite }) => suite).values()) {
    const byHash = ofSuite.map((one) => ({ one, hash: hashOf(one.id) }))
    byHash.sort((a, b) => (a.hash < b.hash ? -1 : 1))
    for (const { one } of byHash.slice(0, count)) chosen.add(one)
  }
  return cases.filter((one) => chosen.has(one))
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** Reads cases, and records of public sets (`intents` for CLINC150); throws `UserError` with file and line for what is not one, and for an id that stands twice. */
export function loadCases(
  paths: readonly string[],
  part: Part | 'all',
  intents?: IntentMap,
): readonly EvalCase[] {
  const places = new Map<string, string>()
  const cases = paths.flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, at) => {
        if (line.trim() === '') return []
        const place = `${path}:${at + 1}`
        const one = parseCase(line, place, intents)
        if (one === undefined) return []
        const before = places.get(one.id)
        if (before !== undefined) throw new UserError(`${place} has the id \`${one.id}\` of ${before}.`)
        places.set(one.id, place)
        return [one]
      }),
  )
  return ofPart(cases, part)
}

/** The cases of a part, in the order given. */
export function ofPart(cases: readonly EvalCase[], part: Part | 'all'): readonly EvalCase[] {
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
