// What is said of a task. Only what tools said counts as done; what the model said without one is marked as that. Pure.
import type { FoundTask, Task, TaskStep } from '../contracts/tasks.ts'

const MOST_LINE = 160

/** A line for a list. */
export function taskLine(task: FoundTask): string {
  if ('problem' in task) return `${String(task.id).padStart(3)}  damaged    ${task.problem}`
  const done = task.steps.filter(({ state }) => state === 'done' || state === 'answered').length
  return `${String(task.id).padStart(3)}  ${task.state.padEnd(9)}  ${done} of ${task.steps.length}  ${short(task.goal)}`
}

/** All of a task: where it stands, and each step with what came of it. */
export function taskReport(task: Task): string {
  const { budget } = task
  const counts = ['done', 'answered', 'failed', 'open'].map(
    (state) => [state, task.steps.filter((step) => step.state === state).length] as const,
  )
  const words: { readonly [state: string]: string } = {
    done: 'done by tools',
    answered: 'answered without a tool, so by the model’s word alone',
    failed: 'failed',
    open: 'open',
  }
  const sum = counts
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${words[state]}`)
    .join(', ')
  return [
    `Task ${task.id}, ${task.state}: ${task.goal}`,
    ...task.steps.map((step, at) => `${at + 1}. ${stepLine(step)}`),
    ...(task.state === 'planned'
      ? [`At most ${budget.steps} steps, ${budget.tokens} tokens and ${budget.minutes} minutes.`]
      : [`Of ${task.steps.length}: ${sum}.`]),
    ...(task.why === '' ? [] : [task.why]),
  ].join('\n')
}

function stepLine({ text, state, said, tools }: TaskStep): string {
  if (state === 'open') return text
  const by = tools.length === 0 ? '' : ` (${tools.join(', ')})`
  return `${text}\n   ${state}${by}: ${said.replace(/\n/g, '\n   ')}`
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= MOST_LINE ? line : `${line.slice(0, MOST_LINE - 1).toWellFormed()}…`
}
