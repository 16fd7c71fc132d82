// The strategy `shots`: the fewest worked examples with which no request loses, by halving; the others may come before a
// message that is like them, where that is worth the time.
import type { ToolDetail } from '../contracts/manifest.ts'
import type { Score, StateDraft, Trial } from '../contracts/optimized.ts'
import { chooseShots } from './choose-shots.ts'
import type { Draft, OptimizerPorts, OptimizerTool } from './ports.ts'
import { type Compared, isAccepted, type Trials } from './trials.ts'

/** Sizes that are tried, the largest first. */
const SIZES = [12, 8, 4]

/** What a strategy found for one tool. */
export interface StateResult {
  /** What stands from now on. */
  readonly draft: StateDraft
  readonly trial: Trial
  readonly compared: Compared | undefined
}

/** Looks for a smaller state of `tool`, whose examples now are `standing`. */
export async function shrinkState(
  ports: Pick<OptimizerPorts, 'state'>,
  tool: OptimizerTool,
  present: StateDraft,
  trials: Trials,
): Promise<StateResult> {
  const { name } = tool.entry
  const standing = standingShots(ports, tool, present)
  const least = SIZES.at(-1) ?? 0
  if (standing.length <= least) return asBefore(present, `it has ${standing.length} examples`)
  const isOwn = ({ tool: wanted }: { tool: string | null }) => wanted === name
  const train = trials.of('train', isOwn)
  const accept = trials.of('accept', isOwn)
  const of = (draft: StateDraft): Draft => ({ states: new Map([[name, draft]]) })
  const whole = await trials.score(train, of(present))
  const smaller: StateDraft[] = []
  for (const size of SIZES.filter((one) => one < standing.length)) {
    const draft = { ...present, fewShots: chooseShots(standing, size).map((shot) => shot.user) }
    if ((await trials.score(train, of(draft))).right < whole.right) break
    smaller.push(draft)
  }
  const candidates = [
    ...(await worthNearest(tool, present, standing.length, whole, trials)),
    ...smaller.reverse(),
  ]
  let lost: Compared | undefined
  for (const draft of candidates) {
    const compared = await trials.compare(accept, of(present), of(draft))
    if (isAccepted(compared)) {
      const { before, after } = compared
      const reason = `${draft.fewShots?.length} examples of ${standing.length}${draft.nearest ? ', the others where they are like the message' : ''}`
      return { draft, trial: { kept: true, reason, before, after }, compared }
    }
    lost ??= compared
  }
  const scores = lost && { before: lost.before, after: lost.after }
  const reason = candidates.length === 0 ? 'fewer examples lose a request' : 'fewer examples lower the score'
  return { ...asBefore(present, reason), trial: { kept: false, reason, ...scores } }
}

/** A small state with the other examples near: only where it is right more often, for each call reads some of them. */
async function worthNearest(
  { entry, detail }: OptimizerTool,
  present: StateDraft,
  standing: number,
  whole: Score,
  trials: Trials,
): Promise<readonly StateDraft[]> {
  if (whole.right === whole.cases || present.nearest) return []
  const alone = aloneShots(detail)
  const size = Math.min(8, Math.ceil(standing / 2))
  const fewShots = chooseShots(alone, size).map((shot) => shot.user)
  const draft = { ...present, fewShots, nearest: true }
  const train = trials.of('train', ({ tool }) => tool === entry.name)
  const score = await trials.score(train, { states: new Map([[entry.name, draft]]) })
  return score.right > whole.right ? [draft] : []
}

/** Those of the tool's examples that stand in its state now. */
function standingShots(
  { state }: Pick<OptimizerPorts, 'state'>,
  { entry, detail }: OptimizerTool,
  present: StateDraft,
): ToolDetail['fewShots'] {
  const said = new Set(state(entry.name, detail, present).messages.map((message) => message.text))
  return aloneShots(detail).filter((shot) => said.has(shot.user))
}

function aloneShots({ fewShots }: ToolDetail): ToolDetail['fewShots'] {
  return fewShots.filter((shot) => shot.before === undefined && shot.near === undefined)
}

/** Nothing changes. */
export function asBefore(present: StateDraft, reason: string): StateResult {
  return { draft: present, trial: { kept: false, reason }, compared: undefined }
}
