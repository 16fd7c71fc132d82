// The strategy `shots`: the fewest worked examples with which no request loses; the others may come before a message that is
// like them, where that is worth the time.
import type { FewShot, ToolDetail } from '../contracts/manifest.ts'
import type { Score, StateDraft, Trial } from '../contracts/optimized.ts'
import { chooseShots } from './choose-shots.ts'
import type { Draft, OptimizerPorts, OptimizerTool, TrialCase } from './ports.ts'
import { type Compared, isAccepted, type Trials } from './trials.ts'

/** Sizes that are tried, the smallest first. */
const SIZES = [4, 8, 12]
const LEAST = 4
const MIDDLE = 8
/** With more of those that were left out wrong, the size is too small. */
const MOST_FAILING = 0.25
/** More requests that are right, for the time that it costs. */
const LEAST_GAIN = 2

/** What a strategy found for one tool. */
export interface StateResult {
  /** What stands from now on. */
  readonly draft: StateDraft
  readonly trial: Trial
  readonly compared: Compared | undefined
}

/**
 * Looks for a smaller state of `tool`. Examples that were left out are requests whose arguments are known, so they are asked,
 * too: those that then fail come back. Once again without themselves where the others come near.
 */
export async function shrinkState(
  ports: Pick<OptimizerPorts, 'state'>,
  tool: OptimizerTool,
  present: StateDraft,
  trials: Trials,
): Promise<StateResult> {
  const { name } = tool.entry
  const standing = standingShots(ports, tool, present)
  if (standing.length <= LEAST) return asBefore(present, 'few examples already')
  const isOwn = (one: TrialCase) => one.tool === name
  const of = (draft: StateDraft): Draft => ({ states: new Map([[name, draft]]) })
  const train = trials.of('train', isOwn)
  const whole = await trials.score(train, of(present))
  let lost: Compared | undefined
  const decide = async (draft: StateDraft): Promise<StateResult | undefined> => {
    const compared = await trials.compare(trials.of('accept', isOwn), of(present), of(draft))
    const { before, after } = compared
    if (!isAccepted(compared)) {
      lost ??= compared
      return undefined
    }
    const others = draft.nearest ? ', the others where they are like the message' : ''
    const found = `${draft.fewShots?.length} examples of ${standing.length}${others}`
    return { draft, trial: { kept: true, reason: found, before, after }, compared }
  }
  for (const size of SIZES.filter((one) => one < standing.length)) {
    const draft = await fewer(tool, present, standing, size, trials)
    if (draft === undefined || (await trials.score(train, of(draft))).right < whole.right) continue
    const decided = await decide(draft)
    if (decided !== undefined) return decided
  }
  const near = await worthNearest(tool, present, standing, whole, trials)
  const decided = near && (await decide(near))
  if (decided !== undefined) return decided
  if (lost === undefined) return asBefore(present, 'fewer examples lose requests')
  const { before, after } = lost
  const reason = 'fewer examples lower the score'
  return { draft: present, trial: { kept: false, reason, before, after }, compared: undefined }
}

/** So many examples, and those of the others that come out wrong without them; undefined: too many do. */
async function fewer(
  { entry: { name } }: OptimizerTool,
  present: StateDraft,
  standing: readonly FewShot[],
  size: number,
  trials: Trials,
): Promise<StateDraft | undefined> {
  const users = chooseShots(standing, size).map((shot) => shot.user)
  const left = standing.filter(({ user }) => !users.includes(user))
  const failed: string[] = []
  for (const shot of left) {
    const draft = { states: new Map([[name, { ...present, fewShots: users }]]) }
    if (!(await trials.ask(caseOf(name, shot), draft)).right) failed.push(shot.user)
    if (failed.length > left.length * MOST_FAILING) return undefined
  }
  const kept = standing
    .map(({ user }) => user)
    .filter((user) => users.includes(user) || failed.includes(user))
  return { ...present, fewShots: kept }
}

/** Half of the examples, with the others near: only where it is clearly right more often, for each call reads some of them. */
async function worthNearest(
  { entry: { name } }: OptimizerTool,
  present: StateDraft,
  standing: readonly FewShot[],
  whole: Score,
  trials: Trials,
): Promise<StateDraft | undefined> {
  if (present.nearest) return undefined
  const chosen = chooseShots(standing, Math.min(MIDDLE, Math.ceil(standing.length / 2)))
  const plain = { ...present, fewShots: chosen.map((shot) => shot.user) }
  const near = { ...plain, nearest: true }
  const own = trials.of('train', ({ tool }) => tool === name)
  const cases = standing.filter((shot) => !chosen.includes(shot)).map((shot) => caseOf(name, shot))
  const of = (draft: StateDraft): Draft => ({ states: new Map([[name, draft]]) })
  const [before, after] = [await trials.score(cases, of(plain)), await trials.score(cases, of(near))]
  const tests = await trials.score(own, of(near))
  return after.right >= before.right + LEAST_GAIN && tests.right >= whole.right ? near : undefined
}

/** Worked examples that were left out of the state: requests whose arguments are known. */
export function leftOut({ entry, detail }: OptimizerTool, { fewShots }: StateDraft): readonly TrialCase[] {
  if (fewShots === undefined) return []
  return aloneShots(detail)
    .filter(({ user }) => !fewShots.includes(user))
    .map((shot) => caseOf(entry.name, shot))
}

/** A worked example as a case; where it is asked it must not be shown. */
function caseOf(tool: string, { user, arguments: args }: FewShot): TrialCase {
  const accepted = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, [value]]))
  return { id: `example ${user}`, part: 'train', message: user, tool, accepted, isExample: true }
}

/** Those of the tool's examples that stand in its state now. */
function standingShots(
  { state }: Pick<OptimizerPorts, 'state'>,
  { entry, detail }: OptimizerTool,
  present: StateDraft,
): readonly FewShot[] {
  const said = new Set(state(entry.name, detail, present).messages.map((message) => message.text))
  return aloneShots(detail).filter((shot) => said.has(shot.user))
}

function aloneShots({ fewShots }: ToolDetail): readonly FewShot[] {
  return fewShots.filter((shot) => shot.before === undefined && shot.near === undefined)
}

/** Nothing changes. */
export function asBefore(present: StateDraft, reason: string): StateResult {
  return { draft: present, trial: { kept: false, reason }, compared: undefined }
}
