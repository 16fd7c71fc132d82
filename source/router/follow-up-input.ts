/** What the second classifier learns from: which tool a message means that leans on the turn before it, and which is a mere remark. */
import type { Requests, TrainingInput } from './examples.ts'

/** Fewer of one kind teach nothing. */
const FEWEST = 30

/** Remarks are its "no tool"; undefined: there are too few examples. */
export function followUpInput({ followUps, remarks }: TrainingInput): Requests | undefined {
  if (followUps.length < FEWEST || remarks.length < FEWEST) return undefined
  const ofTool = Map.groupBy(followUps, ({ tool }) => tool)
  const tools = [...ofTool].map(([name, own]) => ({
    name,
    oneLiner: '',
    description: '',
    examples: own.map(({ text }) => text),
    fewShotRequests: [],
  }))
  return { tools, none: remarks }
}
