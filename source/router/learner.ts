// From what was taught and found to what messages are decided by. Next: lesson.ts, strangers.ts, senses.ts.
import type { TaughtExample } from '../contracts/teaching.ts'
import { createFollowUpRule, type FollowUpRule } from './behind-a-call.ts'
import { best } from './best.ts'
import type { Classifier } from './classify.ts'
import { learnLesson, type TaughtLesson } from './lesson.ts'
import type { RouterParts } from './router-parts.ts'
import { createSenseBehind } from './sense-behind.ts'
import { scoreWithMeaning } from './sense-head.ts'
import { createSenses, type Senses } from './senses.ts'
import { createStrangerRule, remembered, type StrangerRule } from './strangers.ts'
import { contentWords } from './words.ts'

/** What is decided by, with the rules about messages behind a call and about strangers for it. */
export type Lesson = TaughtLesson & {
  readonly leaningOn: FollowUpRule
  /** Undefined without a model. */
  readonly amongStrangers: StrangerRule | undefined
  /** Undefined without a sentence model. */
  readonly senses: Senses | undefined
}

const UNTAUGHT: readonly TaughtExample[] = []

/** What is decided by, learned anew whenever something else was taught; `known`: tools of the shipped classifier. */
export function createLessons(
  parts: RouterParts,
  classifier: Classifier | undefined,
  known: ReadonlySet<string>,
): { readonly untaught: Lesson; readonly current: () => Lesson } {
  const learn = createLearner(parts, classifier, known)
  const untaught = learn(UNTAUGHT)
  let lesson = untaught
  return {
    untaught,
    current: () => {
      const examples = parts.taught?.() ?? UNTAUGHT
      if (lesson.examples !== examples) lesson = examples.length === 0 ? untaught : learn(examples)
      return lesson
    },
  }
}

/** Learns what is decided by from what was taught and found; `known`: tools of the shipped classifier. */
function createLearner(
  parts: RouterParts,
  classifier: Classifier | undefined,
  known: ReadonlySet<string>,
): (examples: readonly TaughtExample[]) => Lesson {
  const { model, words } = parts
  const saidBy = new Map(words.map(({ tool, text }) => [tool, text]))
  const senseBy = new Map(words.map(({ tool, sense }) => [tool, sense]))
  const scoring = model &&
    classifier && {
      score: classifier.score,
      scoreMessage: scoreWithMeaning(classifier, model, parts.senseHead, parts.meaning?.tuned),
    }
  const wordsOf = remembered(
    (tool) => new Set([saidBy.get(tool) ?? '', ...(parts.examplesOf?.(tool) ?? [])].flatMap(contentWords)),
  )
  return (examples: readonly TaughtExample[]): Lesson => {
    // What the optimizer wrote for a stranger is words, not requests to be obeyed: many are off the point.
    const isFound = ({ tool, optimized }: TaughtExample) =>
      optimized === true && tool !== null && !known.has(tool)
    const textsFor = (tool: string, found: boolean) =>
      examples.flatMap((one) => (one.tool === tool && isFound(one) === found ? [one.text] : []))
    const lesson = learnLesson(model, scoring, examples, (one) => !isFound(one))
    const { senseHead, meaning } = parts
    const sense =
      senseHead && meaning?.tuned && lesson.model && createSenseBehind(senseHead, lesson.model, meaning.tuned)
    const leaningOn = createFollowUpRule({ ...parts, model: lesson.model, sense, best })
    const senses =
      parts.meaning &&
      createSenses({
        meaning: parts.meaning,
        senseOf: (tool) => senseBy.get(tool),
        foundFor: remembered((tool) =>
          examples.flatMap((one) =>
            one.tool === tool && isFound(one) && one.isWords !== true ? [one.text] : [],
          ),
        ),
      })
    const amongStrangers =
      model &&
      createStrangerRule({
        likenessOf: senses?.likenessOf,
        vocabulary: model.vocabulary,
        words,
        wordsOf,
        foundFor: (tool) => textsFor(tool, true),
        taughtFor: (tool) => textsFor(tool, false),
      })
    return { ...lesson, leaningOn, amongStrangers, senses }
  }
}
