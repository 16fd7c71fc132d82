/** What the second classifier learns from: which tool a message means that leans on the turn before it, and which is a mere remark. */
import type { Requests, TrainingInput } from './examples.ts'

/** Fewer of one kind teach nothing. */
const FEWEST = 30
/**
 * Every fifth of the requests that stand alone and need no tool stands among the remarks: what is new in the middle of a conversation leans on
 * nothing (`docs/router.md`).
 */
const EVERY = 5

/** Remarks and some requests for none are its "no tool"; undefined: there are too few examples. */
export function followUpInput({ followUps, remarks, none }: TrainingInput): Requests | undefined {
  if (followUps.length < FEWEST || remarks.length < FEWEST) return undefined
  const ofTool = Map.groupBy(followUps, ({ tool }) => tool)
  const tools = [...ofTool].map(([name, own]) => ({
    name,
    oneLiner: '',
    description: '',
    examples: own.map(({ text }) => text),
    fewShotRequests: [],
  }))
  return { tools, none: [...remarks, ...none.filter((_, at) => at % EVERY === 0)] }
}
