// "What does sshd_config do", "explain LD_PRELOAD": a name that is written as tools' are, and that no tool has, is asked of the world.
import type { RouteDecision } from '../contracts/router.ts'
import { nearestName } from '../lib/nearest-name.ts'
import type { ToolShelf } from './ports.ts'

/** Words joined by low lines. */
const JOINED = /(?<![\p{L}\p{N}_])(?:_+\p{L}\w*|\p{L}[\p{L}\p{N}]*_\w*)/gu
/** It asks about a tool, whatever that is called. */
const OF_A_TOOL = /(?<!\p{L})tools?(?!\p{L})/iu
/** A text with more of them is looked at no further. */
const MOST_NAMES = 20
/** How surely none is meant then: not so surely that an open question is dropped for it, or a file not looked at. */
const SURE = 0.8

/** The decision; none where a tool that tells about tools is wanted (`x-kind: tool`), on or off, for names that no tool has, nor nearly has. */
export function ofKnownName(
  request: string,
  decision: RouteDecision,
  tools: Pick<ToolShelf, 'entries' | 'detail'>,
): RouteDecision {
  const wanted = decision.tool ?? decision.off
  const names = request.match(JOINED) ?? []
  if (wanted === undefined || names.length === 0 || OF_A_TOOL.test(request)) return decision
  if (!tellsOfTools(wanted, tools)) return decision
  const known = tools.entries.map(({ name }) => name)
  if (names.slice(0, MOST_NAMES).some((name) => isLike(name, known))) return decision
  const candidates = decision.candidates.filter(({ tool }) => tool !== wanted)
  return { tool: null, confidence: SURE, by: 'none', candidates }
}

function tellsOfTools(name: string, tools: Pick<ToolShelf, 'detail'>): boolean {
  const { properties = {} } = tools.detail(name)?.parameters ?? {}
  return Object.values(properties).some((one) => one['x-kind'] === 'tool')
}

/** `read_file` has the words of `file_read`, `create_issue` those of `github_create_issue`. */
function isLike(name: string, known: readonly string[]): boolean {
  const own = wordsOf(name)
  const hasAll = (words: readonly string[]) => own.every((word) => words.includes(word))
  return known.some((one) => hasAll(wordsOf(one))) || nearestName(name, known) !== undefined
}

function wordsOf(name: string): readonly string[] {
  return (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.replace(/(?<=\p{L}{2})s$/u, ''),
  )
}
