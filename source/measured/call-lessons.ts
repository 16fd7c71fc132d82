// What is learned from for writing calls: requests with their arguments, each behind its tool's context state, as the call lane has it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallState } from '../contracts/engine.ts'
import { type JsonObject, type JsonValue, parseJsonObject } from '../contracts/json.ts'
import type { FewShot, ToolDetail } from '../contracts/manifest.ts'
import { askedOf } from '../governor/call-asked.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { withBefore } from '../prompt/before.ts'
import { buildCallState, type CallStyle, shotTurns } from '../prompt/call-state.ts'

/** So many of a tool that stand alone, and that lean on a call: a seventh of what it has, within these. */
const MOST_ALONE = 270
const LEAST_LEANING = 45
const MOST_LEANING = 70

/** A tool's state and what is learned behind it, as text. */
export interface CallLessons {
  readonly state: CallState
  readonly calls: readonly { readonly message: string; readonly answer: string }[]
}

export type LessonTool = ToolDetail & { readonly name: string }

/** The worked examples of a tool that are in no state, and `more`; in an order that only their words decide. */
export function lessonsOf(tool: LessonTool, more: readonly FewShot[], style: CallStyle): CallLessons {
  const { name, ...detail } = tool
  const state = buildCallState(name, detail, style)
  const ports = {
    buildCallState: () => state,
    nearestShots: () => [],
    withBefore,
  }
  const known = new Set(state.messages.map(({ text }) => text))
  const calls = chosen(tool.fewShots, more).flatMap((shot) => {
    const { user, before } = shot
    const earlier = before === undefined ? [] : [before]
    const { message } = askedOf(ports, name, detail, { request: user, earlier })
    if (known.has(message)) return []
    known.add(message)
    return [{ message, answer: shotTurns(shot, detail, style)[1]?.text ?? '' }]
  })
  return { state, calls }
}

/**
 * Requests of `calls.jsonl` beside a tool's `config.yaml`: `{"user", "arguments"}` a line; none where there is no such file. Throws `Error`
 * with file and line of what is none.
 */
export function lessonsBeside(toolsDir: string, name: string): readonly FewShot[] {
  const path = join(toolsDir, name, 'calls.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const { user, arguments: args } = parseJsonObject(line) ?? {}
    if (typeof user === 'string' && typeof args === 'object' && args !== null && !Array.isArray(args))
      return [JSON.parse(line) as FewShot]
    throw new Error(`\`${path}\` line ${at + 1} is no request with its arguments; mend or remove it`)
  })
}

/** A case as a worked example, of several accepted values the first; undefined: it has none. */
export function shotOf(
  message: string,
  accepted: { readonly [name: string]: readonly JsonValue[] },
): FewShot | undefined {
  const values = Object.entries(accepted).flatMap(([name, [value]]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  if (values.length === 0) return undefined
  return { user: message, arguments: Object.fromEntries(values) as JsonObject }
}

function chosen(fewShots: readonly FewShot[], more: readonly FewShot[]): readonly FewShot[] {
  const leaning = fewShots.filter(({ before }) => before !== undefined)
  const alone = fewShots.filter(({ before }) => before === undefined)
  const mostLeaning = Math.min(MOST_LEANING, Math.max(LEAST_LEANING, Math.ceil(leaning.length / 7)))
  return [...shuffled([...more, ...alone]).slice(0, MOST_ALONE), ...shuffled(leaning).slice(0, mostLeaning)]
}

function shuffled(shots: readonly FewShot[]): readonly FewShot[] {
  const key = ({ user }: FewShot) => sha256Hex(Buffer.from(user))
  return [...shots].sort((a, b) => key(a).localeCompare(key(b)))
}
