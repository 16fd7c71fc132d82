// The strategy `examples`: new example requests for tools that have few, each of which must lead to its tool again.
import type { CallState } from '../contracts/engine.ts'
import { SimilarTexts } from '../lib/similar-texts.ts'
import { chooseTool } from './choose-tool.ts'
import { contentWords } from './closeness.ts'
import type { OptimizerPorts, OptimizerTool } from './ports.ts'
import { writeFields } from './write-fields.ts'

/** A tool with so many has enough. */
export const ENOUGH_EXAMPLES = 10
const EACH_TIME = 5
const MOST_TIMES = 3
const LONGEST_REQUEST = 90
/** More than the longest request has, for what is cut is lost whole. */
const TOKENS_EACH = 40
/** Cosine from which two requests are one and the same. */
const ALIKE = 0.8

const STATE: CallState = {
  name: 'example-requests',
  messages: [
    {
      role: 'system',
      text: 'Write requests of people that need this tool, as JSON: short, plain, each in other words.',
    },
    {
      role: 'user',
      text: 'Switches a lamp of the house on or off, by the name of its room (room; on)\nLike: lights on in the hall',
    },
    {
      role: 'assistant',
      text: '{"1": "turn off the kitchen lamp", "2": "it is too dark in the cellar", "3": "bedroom light on please", "4": "can you put the porch lamp out?", "5": "switch the lamp in the study on"}',
    },
  ],
}

/** Examples that were found for one tool, and how many were written. */
export interface NewExamples {
  readonly examples: readonly string[]
  readonly written: number
}

/** Writes until the tool has enough, or for a few times; `present` are those that it has. */
export async function writeExamples(
  ports: Pick<OptimizerPorts, 'engine' | 'writer' | 'candidates' | 'allTools'>,
  tool: OptimizerTool,
  present: readonly string[],
  signal: AbortSignal,
): Promise<NewExamples> {
  const names = ports.allTools.map(({ entry }) => entry.name)
  const found: string[] = []
  let written = 0
  for (let time = 0; time < MOST_TIMES && present.length + found.length < ENOUGH_EXAMPLES; time++) {
    const known = [...present, ...found]
    const fields = new Map(
      Array.from({ length: EACH_TIME }, (_, at): [string, number] => [String(at + 1), LONGEST_REQUEST]),
    )
    const request = { state: STATE, message: shown(tool, known), fields, maxTokens: TOKENS_EACH * EACH_TIME }
    const texts = Object.values(await writeFields(ports.writer, request, signal))
    const before = found.length
    for (const value of texts) {
      const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
      written++
      if (!isPlainRequest(text, names) || isKnown(text, [...present, ...found])) continue
      if (await comesBack(ports, text, tool, signal)) found.push(text)
    }
    // The writing is greedy: with nothing new before it the same would come again.
    if (found.length === before) break
  }
  return { examples: found, written }
}

/** Shown this request alone, the router thinks of the tool, and of all that it thinks of the model names this one. */
async function comesBack(
  { engine, candidates, allTools }: Pick<OptimizerPorts, 'engine' | 'candidates' | 'allTools'>,
  request: string,
  tool: OptimizerTool,
  signal: AbortSignal,
): Promise<boolean> {
  const names = candidates(request)
  if (!names.includes(tool.entry.name)) return false
  // Not the best first: its place would tell.
  const shown = allTools.filter(({ entry }) => names.includes(entry.name))
  return (await chooseTool(engine, request, shown, signal)) === tool.entry.name
}

/** Something that a person would type: words, not code, and no name of a tool. */
export function isPlainRequest(text: string, names: readonly string[]): boolean {
  const words = text.split(' ')
  return (
    words.length >= 2 &&
    text.length < LONGEST_REQUEST &&
    contentWords(text).length > 0 &&
    !/[{}[\]<>_=;\\|`]/.test(text) &&
    !names.some((name) => name.includes('_') && text.toLowerCase().includes(name.toLowerCase()))
  )
}

function isKnown(text: string, known: readonly string[]): boolean {
  return known.length > 0 && new SimilarTexts(known).nearest(text, 1, ALIKE).length > 0
}

function shown({ detail }: OptimizerTool, known: readonly string[]): string {
  const names = Object.keys(detail.parameters.properties ?? {})
  const values = names.length === 0 ? '' : ` (${names.join('; ')})`
  const like = known.slice(-3)
  return [`${detail.description}${values}`, ...(like.length > 0 ? [`Like: ${like.join(' · ')}`] : [])].join(
    '\n',
  )
}
