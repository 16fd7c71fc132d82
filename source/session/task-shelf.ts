// What the session lends to `/task`: plans, changes of them, and runs.
import { type CommandResult, refusal } from '../contracts/command.ts'
import { EngineFailure } from '../contracts/engine.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { FoundTask, Task, TaskBudget, TaskShelf } from '../contracts/tasks.ts'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import { aborted } from './aborted.ts'
import type { ChatSession } from './session.ts'
import { findTask, keepTask, listTasks } from './task-held.ts'
import { taskLine, taskReport } from './task-report.ts'
import { runTask } from './task-run.ts'

const BUDGET: TaskBudget = { steps: 12, tokens: 20_000, minutes: 10 }
const MOST_GOAL = 1_000
/** Tools that the plan is told of. */
const MOST_ABLE = 6
const SECRET = 'Nothing is kept while `/secret` is on, and a task has to be; `/secret off` first.'

/** A shelf over the session as it stands now; `signal` ends what runs. */
export function taskShelf(session: ChatSession, signal: AbortSignal): TaskShelf {
  const { book } = session.ports.tasks
  const whole = (task: Task, more = '') => ({
    ok: true,
    text: [taskReport(standingOf(session, task)), more].filter(Boolean).join('\n'),
    data: dataOf(standingOf(session, task)),
  })
  /** Does `work` with the task that is meant, unless another program runs it. */
  const withTask = <T extends CommandResult | Promise<CommandResult>>(
    id: number | undefined,
    work: (task: Task) => T,
  ): T | CommandResult => {
    const found = meant(session, id)
    return 'ok' in found ? found : work(found)
  }
  const known = () => listTasks(book).map((task) => ('problem' in task ? task : standingOf(session, task)))
  return {
    known,
    list: () => {
      const all = known()
      const text =
        all.length === 0 ? 'There are no tasks; `/task GOAL` plans one.' : all.map(taskLine).join('\n')
      return { ok: true, text, data: all.map(dataOf) }
    },
    show: (id) => withTask(id, (task) => whole(task)),
    plan: (goal, budget) => plan(session, goal, { ...BUDGET, ...budget }, signal),
    edit: (id, place, text) => withTask(id, (task) => edit(session, task, place, text)),
    run: async (id) => withTask(id, (task) => run(session, task, signal)),
    cancel: (id) =>
      withTask(id, (task) => {
        if (task.state === 'done') return refusal(`Task ${task.id} is done; there is nothing to cancel.`)
        return claimed(session, task, (own) => {
          const cancelled = keepTask(session, { ...own, state: 'cancelled', why: '' })
          const isKept = cancelled.state === 'cancelled'
          return { ...whole(cancelled, isKept ? 'What was done stays done.' : ''), ok: isKept }
        })
      }),
  }
}

async function plan(
  session: ChatSession,
  goal: string,
  budget: TaskBudget,
  signal: AbortSignal,
): Promise<CommandResult> {
  const { ports, slot } = session
  if (ports.secret.isOn()) return refusal(SECRET)
  if (goal.length > MOST_GOAL)
    return refusal(`A goal has at most ${MOST_GOAL} characters; this one has ${goal.length}.`)
  await Promise.race([slot.settled(), aborted(signal)])
  if (slot.engine === undefined) return refusal('A plan needs a model; `/model` lists them.')
  let steps: readonly string[]
  try {
    steps = await ports.tasks.plan(goal, ableFor(session, goal), slot.engine, signal)
  } catch (error) {
    if (error instanceof EngineFailure) return refusal(`No plan was written: ${error.message}`)
    throw error
  }
  if (steps.length === 0)
    return refusal(
      'The model wrote no plan that can be read; say the goal in other words, or ask for one thing at a time.',
    )
  const now = ports.clock.now().toISOString()
  const task = ports.tasks.book.add({
    version: 1,
    goal,
    workspace: ports.workspace,
    created: now,
    changed: now,
    state: 'planned',
    why: '',
    budget,
    steps: steps.map((text) => ({ text, state: 'open', said: '', tools: [] })),
  })
  return { ok: true, text: `${taskReport(task)}\n${HOW_ON}`, data: dataOf(task) }
}

const HOW_ON =
  'Nothing runs yet: `/task go` starts it, `/task edit 2 TEXT` changes a step, `/task edit + TEXT` adds one, `/task edit 2 -` takes one out, `/task cancel` drops it.'

/** What the best tools for the goal do, as the plan is told it. */
function ableFor(session: ChatSession, goal: string): readonly string[] {
  const { tools } = session.role
  const enabled = new Set(tools.enabled.map(({ name }) => name))
  const { candidates } = session.ground.router.route(goal, enabled)
  return candidates
    .slice(0, MOST_ABLE)
    .flatMap(({ tool }) => tools.entries.find(({ name }) => name === tool)?.oneLiner ?? [])
}

function edit(session: ChatSession, given: Task, place: number | undefined, text: string): CommandResult {
  if (session.ports.secret.isOn()) return refusal(SECRET)
  return claimed(session, given, (task) => {
    const at = place === undefined ? task.steps.length : place - 1
    const step = task.steps[at]
    if (place !== undefined && step === undefined)
      return refusal(`Task ${task.id} has no step ${place}; it has ${task.steps.length}.`)
    if (step !== undefined && step.state !== 'open' && step.state !== 'failed')
      return refusal(`Step ${place} is done; what is done cannot be changed.`)
    if (task.state === 'done' || task.state === 'cancelled')
      return refusal(`Task ${task.id} is ${task.state}; \`/task GOAL\` plans another.`)
    if (text === '' && task.steps.length === 1)
      return refusal('This is its only step; `/task cancel` drops the task.')
    const put = text === '' ? [] : [{ text, state: 'open', said: '', tools: [] } as const]
    const kept = keepTask(session, { ...task, why: '', steps: task.steps.toSpliced(at, 1, ...put) })
    // Why it stands still: the disk did not take the change.
    return { ok: kept.why === '', text: taskReport(standingOf(session, kept)), data: dataOf(kept) }
  })
}

async function run(session: ChatSession, given: Task, signal: AbortSignal): Promise<CommandResult> {
  if (session.ports.secret.isOn()) return refusal(SECRET)
  return claimed(session, given, async (task) => {
    if (task.state === 'done')
      return refusal(`Task ${task.id} is done; \`/task show ${task.id}\` has what came of it.`)
    if (task.state === 'cancelled')
      return refusal(`Task ${task.id} is cancelled; \`/task GOAL\` plans another.`)
    if (task.workspace !== session.ports.workspace)
      return refusal(`Task ${task.id} belongs to \`${task.workspace}\`; start there to go on with it.`)
    const ended = await runTask(session, task, signal)
    const more = ended.state === 'stopped' ? `\`/task resume ${ended.id}\` goes on where it stands.` : ''
    const text = [taskReport(ended), more].filter(Boolean).join('\n')
    return { ok: ended.state === 'done', text, data: dataOf(ended) }
  })
}

/** The task of this id, or the last one that has not ended; a refusal says why there is none. */
function meant(session: ChatSession, id: number | undefined): Task | CommandResult {
  const { book } = session.ports.tasks
  if (id === undefined) {
    const open = listTasks(book).findLast(
      (task) => !('problem' in task) && !['done', 'cancelled'].includes(task.state),
    )
    return open === undefined || 'problem' in open
      ? refusal('There is no task that waits; `/task GOAL` plans one, `/task list` lists them.')
      : open
  }
  const found = findTask(book, id)
  if (found === undefined) return refusal(`There is no task \`${id}\`; \`/task list\` lists them.`)
  return 'problem' in found ? refusal(found.problem) : found
}

/** Does `work` with the task as it stands on disk once nobody else can change it. */
function claimed<T extends CommandResult | Promise<CommandResult>>(
  session: ChatSession,
  { id }: Task,
  work: (task: Task) => T,
): T | CommandResult {
  const claim = claimOf(session, id)
  if (claim === undefined) return refusal(`Task ${id} runs in another program.`)
  if (typeof claim === 'string')
    return refusal(`Task ${id} cannot be changed (${claim}); \`/task show ${id}\` has how it stands.`)
  let result: T | CommandResult | undefined
  try {
    const now = meant(session, id)
    result = 'ok' in now ? now : work(now)
    if (result instanceof Promise) result = result.finally(() => claim.release()) as T
    return result
  } finally {
    if (!(result instanceof Promise)) claim.release()
  }
}

/** Why the disk refuses, as a clause; undefined: another program has it. */
function claimOf({ ports }: ChatSession, id: number): { release(): void } | string | undefined {
  const unlessRefused = <T>(act: () => T): T | string => {
    try {
      return act()
    } catch (error) {
      if (!isDiskError(error)) throw error
      return diskReason(error)
    }
  }
  const claim = unlessRefused(() => ports.tasks.book.claim(id))
  // A lock that cannot be taken away must not hide what came of the task.
  return typeof claim === 'object' ? { release: () => void unlessRefused(() => claim.release()) } : claim
}

/** A task that says that it runs, and that nobody runs, was cut off. */
function standingOf(session: ChatSession, task: Task): Task {
  if (task.state !== 'running') return task
  const claim = claimOf(session, task.id)
  if (claim === undefined) return task
  if (typeof claim !== 'string') claim.release()
  return { ...task, state: 'stopped', why: 'The program ended while it ran.' }
}

function dataOf(task: FoundTask): JsonValue {
  return task as unknown as JsonValue
}
