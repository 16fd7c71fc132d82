// Is a one-liner better than the one that stands? Short, whole, on the point, and of no other tool. Pure.
import { type Closeness, contentWords } from './closeness.ts'
import type { OptimizerTool } from './ports.ts'

/** Why a line is refused; in the order of the rules. */
export type LineFault =
  | 'empty'
  | 'cut off'
  | 'as before'
  | 'longer'
  | 'names another tool'
  | 'not plain'
  | 'off the point'

export interface ProposedLine {
  readonly tool: OptimizerTool
  readonly line: string
  readonly tokens: number
  readonly present: string
  readonly presentTokens: number
  /** The grammar ended it. */
  readonly isCut: boolean
}

/** Why the line does not take the place of the present one; undefined: it may. */
export function judgeLine(
  { tool, line, tokens, present, presentTokens, isCut }: ProposedLine,
  closeness: Closeness,
  names: readonly string[],
): LineFault | undefined {
  const { name } = tool.entry
  if (line === '') return 'empty'
  if (isCut) return 'cut off'
  if (plain(line) === plain(present)) return 'as before'
  if (tokens > presentTokens) return 'longer'
  if (names.some((other) => other !== name && isNamed(other, line))) return 'names another tool'
  if (/[^\p{L}\p{N} ,.'’()/%+-]/u.test(line) || /^[^\p{L}\p{N}]/u.test(line)) return 'not plain'
  const own = new Set(contentWords(textOf(tool)))
  const shares = contentWords(line).some((word) => own.has(word))
  const [now, before] = [closeness.of(line, name), closeness.of(present, name)]
  const isCloser = now > before || (now === before && tokens < presentTokens)
  const isOwn = names.every((other) => other === name || closeness.of(line, other) < now)
  return shares && isCloser && isOwn ? undefined : 'off the point'
}

/** A line as the model wrote it, without quotes, a full stop and white space at its ends. */
export function tidyLine(text: unknown): string {
  if (typeof text !== 'string') return ''
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;:,]+$/, '')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

/** What a tool says that it does. */
function textOf({ entry, detail }: OptimizerTool): string {
  const fields = Object.values(detail.parameters.properties ?? {})
  const parameters = fields.flatMap(({ description }) => (typeof description === 'string' ? description : []))
  return [entry.name.replaceAll('_', ' '), detail.description, ...parameters].join('\n')
}

/** A longer request is a story, whose words say little of what the tool does. */
const STORY_CHARACTERS = 80

/** That, and what it is asked for: a line that leaves out half of what a tool does is not closer. */
export function wholeTextOf(tool: OptimizerTool): string {
  const requests = tool.detail.examples.filter(({ length }) => length <= STORY_CHARACTERS)
  return [textOf(tool), ...requests].join('\n')
}

function isNamed(name: string, line: string): boolean {
  const words = name.split('_').join('[ _-]')
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu').test(line)
}

function plain(line: string): string {
  return line.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
