// What the sentence model learns messages behind a call from: the last call's tool stands before the message, so "and Ben's?" is another
// request behind a timer than behind a file. Next: sense-head.ts, behind-a-call.ts.
import type { Example, ExampleSet, TrainingInput } from './examples.ts'

/** How a message behind a call of a tool is read. */
export function textBehind(last: string, message: string): string {
  return `after ${last.replaceAll('_', ' ')}: ${message}`
}

/** Of the examples that stand alone one in so many also stands behind a call: what is new there means what it means elsewhere. */
const EVERY = 3
/** Messages that lean on a call, and remarks, are few beside those; they count so many times. */
const TIMES = 2

/** Labels and folds as in `set`; behind which call a remark or a new request stands does not matter, so it is one of any tool. */
export function behindExamples({ followUps, remarks }: TrainingInput, set: ExampleSet): readonly Example[] {
  const lasts = followUps.map(({ last }) => last)
  const anyOf = (at: number) => lasts[(at * 7919) % lasts.length] ?? ''
  const none = set.tools.length
  const folds = 1 + Math.max(0, ...set.examples.map(({ fold }) => fold))
  const leaning = followUps.flatMap(({ tool, last, text }, at): Example[] => {
    const label = set.tools.indexOf(tool)
    return label < 0 ? [] : [{ text: textBehind(last, text), label, weight: 1, fold: at % folds }]
  })
  const remarked = remarks.map(
    (text, at): Example => ({ text: textBehind(anyOf(at), text), label: none, weight: 1, fold: at % folds }),
  )
  const fresh = set.examples.flatMap((one, at): Example[] =>
    at % EVERY === 1 ? [{ ...one, text: textBehind(anyOf(at), one.text) }] : [],
  )
  return [...Array.from({ length: TIMES }, () => [...leaning, ...remarked]).flat(), ...fresh]
}
