// Tools that fail and fail: counted over sessions, paused at the fifth time, until a person resumes them. A success clears the
// count. No word of what went wrong is kept, only its code.
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import type { ToolHealth, ToolPause } from '../contracts/tool-health.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'

/** So many failures running pause a tool. */
const MOST_FAILURES = 5

/** Failures that lie in what was asked for, not in the tool: what it was asked for cannot be done, was not allowed, or lacks a program that is named. */
const OF_THE_REQUEST = new Set([
  'already_recording',
  'binary',
  'changed',
  'denied',
  'division_by_zero',
  'dry_run',
  'empty',
  'exists',
  'forbidden',
  'guarded',
  'incompatible',
  'is_folder',
  'memory_paused',
  'missing_model',
  'missing_program',
  'missing_values',
  'missing_voice',
  'money',
  'no_access',
  'no_answer',
  'no_arguments',
  'no_change',
  'too_long',
  'no_command',
  'no_condition',
  'no_content',
  'no_memory_of_id',
  'no_passage',
  'no_prompt',
  'no_reminder',
  'no_tables',
  'no_text',
  'not_a_file',
  'not_a_folder',
  'not_a_number',
  'not_found',
  'not_recording',
  'not_unique',
  'off',
  'only_by_person',
  'out_of_range',
  'outside_workspace',
  'past',
  'plugin_off',
  'private_address',
  'question',
  'unsure',
  'safe_mode',
  'secret',
  'several',
  'several_zones',
  'too_large',
  'too_long',
  'too_many_redirects',
])
/** The same by their beginning; an answer of a server that makes no sense is not asked for. */
const OF_THE_REQUEST_BEGIN = /^(?:bad_(?!answer$)|unknown_)/

/** A tool's failures running; `paused`: since when (ISO 8601). */
interface Kept {
  readonly failures: number
  readonly code: string
  readonly paused?: string
}
type Table = ReadonlyMap<string, Kept>

export interface HealthSources {
  /** The file; empty: nothing is counted. */
  readonly path: string
  readonly isSecret: () => boolean
  readonly now: () => Date
}

/** Opens the counts; the file is read each time, so that two programs with one home count together. */
export function openToolHealth({ path, isSecret, now }: HealthSources): ToolHealth {
  /** What could not be written holds for this session. */
  let own: Table | undefined
  const table = () => own ?? readTable(path)
  const keep = (next: Table): string | undefined => {
    try {
      write(path, next)
      own = undefined
      return undefined
    } catch (error) {
      own = next
      return diskReason(error)
    }
  }
  return {
    note: (name, ok, code) => {
      if (path === '' || isSecret()) return undefined
      const before = table()
      const one = before.get(name)
      if (ok) {
        if (one !== undefined && one.paused === undefined) keep(without(before, name))
        return undefined
      }
      if (!countsAsFailure(code) || one?.paused !== undefined) return undefined
      const failures = (one?.failures ?? 0) + 1
      const paused = failures < MOST_FAILURES ? {} : { paused: now().toISOString() }
      const notKept = keep(new Map(before).set(name, { failures, code, ...paused }))
      return failures < MOST_FAILURES ? undefined : { failures, code, notKept }
    },
    paused: () => pausesOf(table()),
    resume: (name) => {
      const before = table()
      if (!before.has(name)) return undefined
      const notKept = keep(without(before, name))
      return { notKept }
    },
  }
}

/** Names of the tools that are paused in this home. */
export function pausedTools(path: string): readonly string[] {
  return [...pausesOf(readTable(path)).keys()]
}

/** Whether the tool failed, and not the person who asked. */
export function countsAsFailure(code: string): boolean {
  return !OF_THE_REQUEST.has(code) && !OF_THE_REQUEST_BEGIN.test(code)
}

function pausesOf(table: Table): ReadonlyMap<string, ToolPause> {
  return new Map(
    [...table].flatMap(([name, { failures, code, paused }]) =>
      paused === undefined ? [] : [[name, { failures, code, since: paused }] as const],
    ),
  )
}

function without(table: Table, name: string): Table {
  return new Map([...table].filter(([one]) => one !== name))
}

function readTable(path: string): Table {
  if (path === '') return new Map()
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return new Map()
  }
  const rows = Object.entries(parseJsonObject(text) ?? {})
  return new Map(rows.flatMap(([name, value]) => (isKept(value) ? [[name, value] as const] : [])))
}

function write(path: string, table: Table): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileAtomicSync(path, `${JSON.stringify(Object.fromEntries(table), null, 2)}\n`)
}

function isKept(value: unknown): value is Kept {
  const { failures, code, paused } = (value ?? {}) as Partial<Kept>
  const isDated = paused === undefined || typeof paused === 'string'
  return typeof failures === 'number' && typeof code === 'string' && isDated
}
