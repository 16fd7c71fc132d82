/**
 * A training in parts that need nothing of one another: the model, the model for follow-ups, and for every fold of both the scores
 * of its examples by a model that never saw them. Done one after the other here, or on all cores by `parallel-parts.ts`.
 */
import { collectExamples, type TrainingInput } from './examples.ts'
import { fitModel, type Lesson, prepareLesson, scoreFold } from './fit.ts'
import { followUpInput } from './follow-up-input.ts'
import type { UnseenScores } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'
import { followUpRecipe, type Recipe } from './recipe.ts'

/** For each of the two classifiers of a router something. */
export interface ForBoth<T> {
  /** Which tool, or none. */
  readonly tools: T
  /** Which tool, if a message leans on the turn before; undefined: there are too few examples. */
  readonly followUps: T | undefined
}

/** One part of a training. */
export interface Part {
  readonly of: keyof ForBoth<Lesson>
  /** Its examples are scored by a model of the others; undefined: a model of all. */
  readonly fold: number | undefined
}

/** What came of a part. */
export type PartDone = Pick<Part, 'of'> &
  (
    | { readonly type: 'model'; readonly model: RouterModel; readonly keptWeights: number }
    | { readonly type: 'scores'; readonly fold: number; readonly scores: readonly UnseenScores[] }
  )

/** A classifier without its calibration. */
export interface Learned {
  readonly model: RouterModel
  readonly keptWeights: number
  /** What models that were trained without an example say of it; undefined: there was no cross-validation. */
  readonly unseen: readonly UnseenScores[] | undefined
}

/** Reads the features of everything that a router learns from. */
export function prepareLessons(input: TrainingInput, recipe: Recipe): ForBoth<Lesson> {
  const leaning = followUpInput(input)
  return {
    tools: prepareLesson(collectExamples(input, recipe)),
    followUps: leaning && prepareLesson(collectExamples(leaning, followUpRecipe(recipe))),
  }
}

/** All parts of a training, the longest first. */
export function partsOf(
  { followUps }: ForBoth<Lesson>,
  recipe: Recipe,
  crossValidate: boolean,
): readonly Part[] {
  const folds = crossValidate ? Array.from({ length: recipe.folds }, (_, fold) => fold) : []
  const of = followUps === undefined ? (['tools'] as const) : (['tools', 'followUps'] as const)
  return of.flatMap((one) => [undefined, ...folds].map((fold) => ({ of: one, fold })))
}

/** Does one part; `lesson` is the one that it is of. */
export function learnPart(lesson: Lesson, usual: Recipe, { of, fold }: Part): PartDone {
  const recipe = of === 'followUps' ? followUpRecipe(usual) : usual
  if (fold !== undefined) return { of, type: 'scores', fold, scores: scoreFold(lesson, recipe, fold) }
  const { model, keptWeights } = fitModel(lesson, recipe)
  return { of, type: 'model', model, keptWeights }
}

/** Does all parts in this thread. */
export function learnHere(
  lessons: ForBoth<Lesson>,
  recipe: Recipe,
  crossValidate: boolean,
): ForBoth<Learned> {
  const parts = partsOf(lessons, recipe, crossValidate)
  return joinParts(parts.map((part) => learnPart(lessons[part.of] ?? lessons.tools, recipe, part)))
}

/** Puts parts together, in whatever order they were done. */
export function joinParts(done: readonly PartDone[]): ForBoth<Learned> {
  const join = (of: Part['of']): Learned => {
    const own = done.filter((part) => part.of === of)
    const whole = own.find((part) => part.type === 'model')
    if (whole === undefined) throw new Error(`no part of the training made the model of \`${of}\``)
    const folds = own.filter((part) => part.type === 'scores').sort((a, b) => a.fold - b.fold)
    const unseen = folds.length === 0 ? undefined : folds.flatMap(({ scores }) => scores)
    return { model: whole.model, keptWeights: whole.keptWeights, unseen }
  }
  const hasFollowUps = done.some(({ of }) => of === 'followUps')
  return { tools: join('tools'), followUps: hasFollowUps ? join('followUps') : undefined }
}
