/** What the second classifier learns from: it tells messages that lean on the turn before them from remarks and from requests that stand alone. */
import type { Requests, TrainingInput } from './examples.ts'

/** Fewer examples teach nothing. */
const FEWEST = 30
/** Of requests that stand alone every so many is enough: they are many, and easily told. */
const EVERY_NONE = 3
const EVERY_EXAMPLE = 4

/** What the second classifier learns from, as if leaning were one tool; undefined: there are too few examples. */
export function followUpInput(input: TrainingInput): Requests | undefined {
  if (input.followUps.length < FEWEST) return undefined
  const examples = input.tools.flatMap((tool) => [...tool.examples, ...tool.fewShotRequests])
  const leaning = { name: 'follow-up', oneLiner: '', description: '', fewShotRequests: [] }
  return {
    tools: [{ ...leaning, examples: input.followUps }],
    none: [...input.remarks, ...every(input.none, EVERY_NONE), ...every(examples, EVERY_EXAMPLE)],
  }
}

function every(texts: readonly string[], step: number): readonly string[] {
  return texts.filter((_, at) => at % step === 0)
}
