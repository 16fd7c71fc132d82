import type { RouteBy } from './router.ts'

/** What the confidence of a turn is made of, for one of its requests. */
export interface Evidence {
  /** What came of the request: a tool, or null: none. */
  readonly tool: string | null
  /** How the route came about; `opened`: the model wrote the call into its answer. */
  readonly by: RouteBy | 'opened'
  /** The router's, that this is meant; 0 to 1. */
  readonly probability: number
  /** What `probability` has over the best other tool; below 0 when that is likelier. */
  readonly margin: number
  /** Probability of the least sure token of the arguments; absent when the model decided none. */
  readonly weakest?: number | undefined
  /** The arguments broke the schema and were written once more. */
  readonly repaired: boolean
  /** The arguments were written behind calls of the turns before. */
  readonly leans: boolean
  /** There are no arguments that keep the schema. */
  readonly failed: boolean
  /** The person is asked before anything is done. */
  readonly asks: boolean
}
