// The strategy `examples`: how people ask for tools that have few example requests. Requests must lead to their tool again; the router
// learns them, and words, for such a tool (docs/optimize.md).
import type { CallState } from '../contracts/engine.ts'
import { SimilarTexts } from '../lib/similar-texts.ts'
import { contentWords } from './closeness.ts'
import { KINDS_OF_WORDS, MANNERS, REQUESTS, shownTool, WORDS } from './example-prompts.ts'
import type { OptimizerPorts, OptimizerTool } from './ports.ts'
import { writeFields } from './write-fields.ts'

/** A tool with so many has enough. */
export const ENOUGH_EXAMPLES = 10
const LONGEST_REQUEST = 180
/** More than all fields have. */
const MOST_TOKENS = 400
/** Cosine from which two requests are one and the same. */
const ALIKE = 0.8
const MOST_WORDS = 40
/** "live results", "go back to" */
const LONGEST_PHRASE = 3

/** What was found for one tool, and how many requests were written. */
export interface NewExamples {
  readonly examples: readonly string[]
  /** Words and short phrases by which people may ask for it. */
  readonly words: readonly string[]
  readonly written: number
}

/** Lets the writer write twice for the tool; `present` are the requests that it has. */
export async function writeExamples(
  ports: Pick<OptimizerPorts, 'writer' | 'ready' | 'candidates' | 'allTools'>,
  tool: OptimizerTool,
  present: readonly string[],
  signal: AbortSignal,
): Promise<NewExamples> {
  const names = ports.allTools.map(({ entry }) => entry.name)
  const asked = { message: shownTool(tool, present), maxTokens: MOST_TOKENS, persist: true }
  const write = (state: CallState, fields: ReadonlyMap<string, number>) =>
    writeFields(ports.writer, { ...asked, state, fields }, signal)
  const words = wordsOf(textsOf(await write(WORDS, KINDS_OF_WORDS), KINDS_OF_WORDS), names)
  const requests = textsOf(await write(REQUESTS, MANNERS), MANNERS)
  await ports.ready?.(requests)
  const examples: string[] = []
  for (const text of requests) {
    if (!isPlainRequest(text, names) || isKnown(text, [...present, ...examples])) continue
    if (ports.candidates(text, tool.entry.name).includes(tool.entry.name)) examples.push(text)
  }
  return { examples, words, written: requests.length }
}

function textsOf(
  written: { readonly [name: string]: unknown },
  fields: ReadonlyMap<string, number>,
): readonly string[] {
  return [...fields.keys()].flatMap((name) => {
    const value = written[name]
    const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
    return text === '' ? [] : [text]
  })
}

/** Something that a person would type: words, not code, and no name of a tool. */
export function isPlainRequest(text: string, names: readonly string[]): boolean {
  const words = text.split(' ')
  return (
    words.length >= 2 &&
    text.length < LONGEST_REQUEST &&
    contentWords(text).length > 0 &&
    isPlain(text, names)
  )
}

/** Each once, as the lists have them; the last of a list may be cut, and what is left of a word finds nothing. */
function wordsOf(lists: readonly string[], names: readonly string[]): readonly string[] {
  const phrases = lists.flatMap((list) => list.toLowerCase().split(/\s*[,;]\s*/))
  return [...new Set(phrases)]
    .filter(
      (phrase) =>
        phrase.split(' ').length <= LONGEST_PHRASE && /\p{L}{2}/u.test(phrase) && isPlain(phrase, names),
    )
    .slice(0, MOST_WORDS)
}

function isPlain(text: string, names: readonly string[]): boolean {
  return (
    !/[{}[\]<>_=;\\|`]/.test(text) &&
    !names.some((name) => name.includes('_') && text.toLowerCase().includes(name.toLowerCase()))
  )
}

function isKnown(text: string, known: readonly string[]): boolean {
  return known.length > 0 && new SimilarTexts(known).nearest(text, 1, ALIKE).length > 0
}
