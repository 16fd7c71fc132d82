// "And in April?", "who in there was late": a question that goes on about the file that the turn before read.
import type { EarlierCall } from '../contracts/manifest.ts'
import type { MeantFile } from '../lib/meant-file.ts'
import type { TurnPorts } from './ports.ts'
import { ASKS } from './tool-for-file.ts'

/** What share of its words has to stand in another file than the one before. */
const ELSEWHERE = 0.5
/** A file that was read for the turn before, and what was asked of it. */
export interface ReadBefore {
  readonly path: string
  readonly asked: string
}

/** It says itself that it goes on: "and in April?", in so many words. */
const GOES_ON = /^\W*(?:and|or|but|so|then|ouch|oh|ok|hm+)(?!\p{L})/iu
const MOST_WORDS = 14
/** "Who in there was late", "when's that due": a longer one has its "it" from itself. */
const POINTS =
  /(?<!\p{L})(?:it|its|that|they|their|them|he|she|his|her|there|those|these|ones?|again|then)(?!\p{L})/iu
const MOST_POINTING = 9

function leans(request: string): boolean {
  const words = request.trim().split(/\s+/).length
  return (GOES_ON.test(request) && words <= MOST_WORDS) || (POINTS.test(request) && words <= MOST_POINTING)
}

/** What the last call read; undefined: it read no file, or this is no question that goes on. */
export async function readBefore(
  request: string,
  earlier: readonly EarlierCall[],
  ports: TurnPorts,
): Promise<ReadBefore | undefined> {
  const last = earlier.at(-1)
  const isQuestion = ASKS.test(request) || /^\W*(?:and|or)\b/iu.test(request)
  if (last === undefined || last.failed || !isQuestion || !leans(request)) return undefined
  const callable = await ports.findTool(last.tool)
  const { properties = {} } = callable?.detail.parameters ?? {}
  const path = Object.entries(last.arguments).find(([name]) => properties[name]?.['x-looks'] === 'file')?.[1]
  const question = Object.entries(last.arguments).find(([name]) => 'x-whole' in (properties[name] ?? {}))?.[1]
  if (callable?.tool.risk !== 'read' || typeof path !== 'string') return undefined
  const asked = typeof question === 'string' ? question : last.message.replace(` (${path})`, '')
  return { path, asked }
}

/** The file before, with the lines for both questions; undefined: the words of this one are another file's, as the shifts of April. */
export async function goesOn(
  request: string,
  { path, asked }: ReadBefore,
  own: MeantFile | undefined,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<MeantFile | undefined> {
  const isOther = own !== undefined && own.path !== path && own.share >= ELSEWHERE
  const here = isOther ? await ports.meantFile(request, signal, { only: path, byWords: true }) : undefined
  if (isOther && (here?.share ?? 0) < own.share / 2) return undefined
  return ports.meantFile(`${asked} ${request}`, signal, { only: path })
}
