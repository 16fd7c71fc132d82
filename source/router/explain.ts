import { type Classifier, calibrate } from './classify.ts'
import { blocks, visitFeatures } from './features.ts'
import type { RouterModel } from './model.ts'
import { createLookup } from './vocabulary.ts'

/** What the classifier thought of one message, for `/why`. */
export interface RouteExplanation {
  /** One per class, best first, over all tools that the model knows; null is "no tool". Probabilities sum to 1. */
  readonly classes: readonly { readonly tool: string | null; readonly probability: number }[]
  /** What spoke most for the best tool against "no tool" (weight above 0) or against it (below 0); strongest first, at most ten. */
  readonly features: readonly StrongFeature[]
  /** Share of the message's words that no example had, 0 to 1. */
  readonly unknownWords: number
}

/** One feature of the message and what it added to the best tool's lead over "no tool". */
export interface StrongFeature {
  /** As the router sees it: lower case, digits as `0`, names of files as `fff.txt`. */
  readonly text: string
  readonly kind: (typeof blocks)[number]
  /** In units of the logarithm of the odds. */
  readonly weight: number
}

const mostFeatures = 10

/** Explains one message; slower than routing it, for it makes the features' texts. */
export function explainMessage(
  message: string,
  model: RouterModel,
  classifier: Classifier,
): RouteExplanation {
  const found = classifier.score(message)
  const probabilities = calibrate(found, model.calibration)
  const none = model.tools.length
  const order = Array.from(probabilities.keys()).sort(
    (a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0) || a - b,
  )
  const best = order.find((k) => k !== none) ?? 0
  return {
    classes: order.map((k) => ({ tool: model.tools[k] ?? null, probability: probabilities[k] ?? 0 })),
    features: strongFeatures(message, model, classifier, best),
    unknownWords: found.unknownWords,
  }
}

function strongFeatures(
  message: string,
  model: RouterModel,
  classifier: Classifier,
  best: number,
): readonly StrongFeature[] {
  const find = createLookup(model.vocabulary.hashes)
  const named = new Map<number, { text: string; block: number }>()
  visitFeatures(message, (block, hash, source, start, end) => {
    const at = find(hash)
    if (at >= 0 && !named.has(at)) named.set(at, { text: source.slice(start, end), block })
  })
  const classes = model.tools.length + 1
  const none = classes - 1
  const vector = classifier.vector()
  const found: StrongFeature[] = []
  for (let i = 0; i < (vector?.size ?? 0); i += 1) {
    const at = vector?.index[i] ?? 0
    const name = named.get(at)
    if (name === undefined) continue
    const weightOf = (k: number) => (model.weights[at * classes + k] ?? 0) * (model.scales[k] ?? 0)
    const weight = (vector?.value[i] ?? 0) * (weightOf(best) - weightOf(none)) * model.calibration.sharpness
    found.push({ text: name.text, kind: blocks[name.block] ?? 'word', weight })
  }
  found.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.text < b.text ? -1 : 1))
  return found.slice(0, mostFeatures)
}
