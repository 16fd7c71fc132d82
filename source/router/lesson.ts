/** The classifier with what a person taught: learned anew, whole, whenever that changes. Next: `learn-taught.ts`. */
import type { RouteDecision } from '../contracts/router.ts'
import type { TaughtExample } from '../contracts/teaching.ts'
import type { Classifier, ClassScores } from './classify.ts'
import { learnTaught } from './learn-taught.ts'
import type { RouterModel } from './model.ts'
import { foldNames } from './shapes.ts'
import { createRareVectorizer, likeness, type RareFeatures } from './taught-vector.ts'
import { considerText, foldText } from './text.ts'

/** A taught request said again; wrong only if the person was, or the words mean something else by now. */
const TAUGHT_CONFIDENCE = 0.97

/** What the router decides by; without examples the shipped classifier as it is. */
export interface TaughtLesson {
  readonly examples: readonly TaughtExample[]
  /** Of the classes that `score` speaks of. */
  readonly model: RouterModel | undefined
  readonly score: ((message: string) => ClassScores) | undefined
  /** The same by words alone. */
  readonly scoreByWords: ((message: string) => ClassScores) | undefined
  /** The taught request that is this message but for case, numbers, names of files and the last mark. */
  readonly same: (message: string) => TaughtExample | undefined
  /** The taught request that speaks most for `tool` here. */
  readonly nearest: (message: string, tool: string | null) => TaughtExample | undefined
}

/** How the shipped classifier scores: by words alone, what is learned beside; a message by its meaning, too, where that is known. */
export interface Scoring extends Pick<Classifier, 'score'> {
  readonly scoreMessage?: Classifier['score']
}

/**
 * Learns from all examples; of two for one message the later one counts. `isLearned`: those that move the classifier; the others decide
 * for a message that is the same, and are told where they turned a decision.
 */
export function learnLesson(
  model: RouterModel | undefined,
  scoring: Scoring | undefined,
  examples: readonly TaughtExample[],
  isLearned: (one: TaughtExample) => boolean = () => true,
): TaughtLesson {
  const requests = examples.filter(({ isWords }) => isWords !== true)
  const byText = new Map(requests.map((one) => [plainOf(one.text), one]))
  const same = (message: string) => byText.get(plainOf(message))
  const score = scoring?.scoreMessage ?? scoring?.score
  if (model === undefined || scoring === undefined || score === undefined || examples.length === 0)
    return { examples, model, score, scoreByWords: scoring?.score, same, nearest: same }
  const own = [...byText.values()]
  const taught = learnTaught(model, own.filter(isLearned), scoring.score)
  const rareOf = createRareVectorizer(model.vocabulary)
  let vectors: readonly { readonly one: TaughtExample; readonly rare: RareFeatures }[] | undefined
  return {
    examples,
    model: taught.more.length === 0 ? model : { ...model, tools: [...model.tools, ...taught.more] },
    score: (message) => taught.add(message, score(message)),
    scoreByWords: (message) => taught.add(message, scoring.score(message)),
    same,
    nearest: (message, tool) => {
      // Made when the first decision is told, once for all of them.
      vectors ??= own.map((one) => ({ one, rare: rareOf(one.text) }))
      const said = rareOf(message)
      const ranked = vectors
        .filter(({ one }) => one.tool === tool)
        .map(({ one, rare }) => ({ one, like: likeness(said, rare) }))
        .sort((a, b) => b.like - a.like)
      return ranked[0]?.one
    },
  }
}

/** What is decided about a message that was taught, if it may be. */
export function decideSame(
  same: TaughtExample | undefined,
  allowed: ReadonlySet<string>,
): RouteDecision | undefined {
  if (same === undefined || (same.tool !== null && !allowed.has(same.tool))) return undefined
  const { tool } = same
  const confidence = TAUGHT_CONFIDENCE
  const candidates = tool === null ? [] : [{ tool, score: confidence }]
  return { tool, confidence, by: 'taught', candidates, ...toldBy(same) }
}

/** The decision with the taught request that turned it, if one did; what leans on a turn stays what it is. */
export function markTaught(
  decision: RouteDecision,
  without: () => RouteDecision,
  { examples, nearest }: TaughtLesson,
  message: string,
): RouteDecision {
  // Taught word for word: it says already by which.
  if (examples.length === 0 || decision.by === 'taught') return decision
  if (decision.by === 'pattern' || decision.by === 'follow-up') return decision
  if (without().tool === decision.tool) return decision
  const example = nearest(message, decision.tool)
  // Words that the optimizer found turned it, and no request of it is known.
  if (example === undefined && decision.by === 'words') return decision
  return { ...decision, by: 'taught', ...toldBy(example) }
}

function toldBy(example: TaughtExample | undefined): Pick<RouteDecision, 'taught' | 'optimized'> {
  return example === undefined
    ? {}
    : { taught: example.text, ...(example.optimized && { optimized: true as const }) }
}

function plainOf(text: string): string {
  return foldText(foldNames(considerText(text))).replace(/[\s.!?]+$/u, '')
}
