import { fewExamples, type Recipe } from './recipe.ts'

/** What training needs of one tool. */
export interface TrainingTool {
  readonly name: string
  readonly oneLiner: string
  readonly description: string
  readonly examples: readonly string[]
  /** Requests of its worked examples; they count as examples. */
  readonly fewShotRequests: readonly string[]
}

/** What the classifier learns from. */
export interface Requests {
  readonly tools: readonly TrainingTool[]
  /** Requests that need no tool. */
  readonly none: readonly string[]
  /**
   * More of them, which were sought because a router took them for a tool: learned from, and never judged, for they do not stand for what people
   * ask. Default none.
   */
  readonly mistaken?: readonly string[]
}

/** A message that leans on the turn before it, and the tool that it needs. */
export interface FollowUp {
  readonly tool: string
  /** The tool of the call before it. */
  readonly last: string
  readonly text: string
}

/** Everything that the router learns from. */
export interface TrainingInput extends Requests {
  /** Messages that need a tool because of the turn before them. */
  readonly followUps: readonly FollowUp[]
  /** Messages behind a tool's answer that need none. */
  readonly remarks: readonly string[]
}

/** One text to learn from. */
export interface Example {
  readonly text: string
  /** Index into the classes; the last is "no tool". */
  readonly label: number
  readonly weight: number
  /** Which fold judges it; -1: always learned from, never judged. */
  readonly fold: number
}

/** Examples with the classes that they belong to. */
export interface ExampleSet {
  /** Tools that have examples, in the order of the input. */
  readonly tools: readonly string[]
  readonly examples: readonly Example[]
}

/**
 * Examples in a fixed order, none twice in one class; folds take turns. (With neighbours in one fold the threshold stood
 * whole topics that were never seen, and cost eight points of right tools: `docs/router.md`.)
 */
export function collectExamples(input: Requests, recipe: Recipe): ExampleSet {
  const taught = input.tools.filter(isTaught)
  const examples: Example[] = []
  taught.forEach((tool, label) => {
    const texts = distinct([...tool.examples, ...tool.fewShotRequests])
    texts.forEach((text, i) => {
      examples.push({ text, label, weight: 1, fold: i % recipe.folds })
    })
    if (recipe.descriptionWeight > 0 && texts.length < fewExamples) {
      const text = `${tool.name.replaceAll('_', ' ')}: ${tool.oneLiner}. ${tool.description}`
      examples.push({ text, label, weight: recipe.descriptionWeight, fold: -1 })
    }
  })
  const none = distinct(input.none)
  none.forEach((text, i) => {
    examples.push({ text, label: taught.length, weight: 1, fold: i % recipe.folds })
  })
  const known = new Set(none)
  for (const text of distinct(input.mistaken ?? []))
    if (!known.has(text)) examples.push({ text, label: taught.length, weight: 1, fold: -1 })
  return { tools: taught.map(({ name }) => name), examples }
}

/** Whether there is a request to learn a tool from; else it is found by its words. */
export function isTaught(tool: TrainingTool): boolean {
  return tool.examples.length + tool.fewShotRequests.length > 0
}

/** How much each example counts once classes are balanced; the sum is the number of examples. */
export function balancedWeights(
  examples: readonly Example[],
  classes: number,
  balance: number,
): Float64Array {
  const ofClass = new Float64Array(classes)
  for (const { label, weight } of examples) ofClass[label] = (ofClass[label] ?? 0) + weight
  const weights = Float64Array.from(
    examples,
    ({ label, weight }) => weight * (ofClass[label] ?? 1) ** -balance,
  )
  const sum = weights.reduce((so, weight) => so + weight, 0)
  return weights.map((weight) => (weight * examples.length) / sum)
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
}
