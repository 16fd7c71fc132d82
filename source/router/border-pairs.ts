/** The few examples that a chat model is shown to tell a tool from none: those that are nearest to the border are worth most. */
import type { BorderPair } from '../contracts/router.ts'
import { crc32 } from '../lib/checksum.ts'
import { createRowScorer, type Lesson } from './fit.ts'
import { leadOf } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'

const PAIRS_OF_TOOLS = 36
const MOST_OF_A_TOOL = 3
const PAIRS_OF_NONE = 33
const LONGEST_REQUEST = 160

/** Picks the pairs by the scores of the model that learned from them (docs/router.md: hard ones beat evenly spread ones). */
export function pickBorderPairs({ set, corpus }: Lesson, model: RouterModel): readonly BorderPair[] {
  const scoreRow = createRowScorer(corpus, model)
  const none = set.tools.length
  const perTool = Math.max(1, Math.min(MOST_OF_A_TOOL, Math.floor(PAIRS_OF_TOOLS / none)))
  const byLabel: { request: string; lead: number }[][] = Array.from({ length: none + 1 }, () => [])
  for (const [row, { text, label, fold }] of set.examples.entries()) {
    if (fold < 0 || text.length > LONGEST_REQUEST || text.includes('\n')) continue
    const { lead } = leadOf(scoreRow(row), model.calibration)
    byLabel[label]?.push({ request: text, lead: label === none ? -lead : lead })
  }
  const pairs = byLabel.flatMap((examples, label) => {
    const tool = set.tools[label] ?? null
    const wanted = tool === null ? PAIRS_OF_NONE : perTool
    return hardest(examples, wanted).map(({ request }) => ({ request, tool }))
  })
  const rank = (pair: BorderPair) => crc32(Buffer.from(pair.request, 'utf8'))
  return pairs.sort((a, b) => rank(a) - rank(b)).slice(0, PAIRS_OF_TOOLS + PAIRS_OF_NONE)
}

/** Evenly spread over the third with the smallest lead: the very hardest are often odd. */
function hardest<T extends { readonly lead: number }>(examples: readonly T[], wanted: number): readonly T[] {
  const sorted = examples.toSorted((a, b) => a.lead - b.lead)
  const third = sorted.slice(0, Math.max(wanted, Math.floor(sorted.length / 3)))
  const count = Math.min(wanted, third.length)
  return Array.from({ length: count }, (_, at) => third[Math.floor(((at + 0.5) * third.length) / count)] as T)
}
