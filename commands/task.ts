import type { Command } from '../source/contracts/command.ts'
import type { TaskBudget, TaskState } from '../source/contracts/tasks.ts'

const FLAG = /^--(steps|tokens|minutes)[ =](\d+)(?:\s+|$)/
/** What begins so is one of the lines below, mistyped: a plan of it would take minutes and mean nothing. */
const NO_GOAL = /^(?:(?:list|show|go|resume|cancel|edit)(?:\s|$)|--)/

const MOST_SHOWN = 60

/** Verbs that take an id, and tasks in which state they are for. */
const TAKES_ID: { readonly [verb: string]: readonly TaskState[] } = {
  go: ['planned', 'stopped'],
  resume: ['planned', 'stopped'],
  cancel: ['planned', 'running', 'stopped'],
  show: ['planned', 'running', 'stopped', 'done', 'cancelled'],
}

/** `/task`: a goal in a few steps. */
const task: Command = {
  name: 'task',
  group: 'talk',
  examples: ['/task "count the words of notes.md and keep that in length.txt"', '/task go', '/task list'],
  usage: '[GOAL|go [ID]|edit N TEXT|list|show [ID]|resume [ID]|cancel [ID]]',
  summary: 'plan a goal in a few steps, and do them',
  worksDownTo: 2,
  help: [
    'The model writes a plan of at most six steps, and you see it before anything runs: `go` starts it, `edit 2 TEXT` puts another step in the place of 2,',
    '`edit + TEXT` adds one, `edit 2 -` takes one out, `cancel` drops it. In front of the number may stand the task: `edit 3.2 TEXT`.',
    'Each step is a message like any, with tools and approvals. It ends at the first step that fails, and `resume` goes on there.',
    '`--steps N`, `--tokens N` and `--minutes N` before the goal say the most that one run may take. A goal that begins like one of these words, or with `--`, stands in quotes.',
  ].join('\n'),
  complete: (input, { tasks }) => {
    const states = Object.hasOwn(TAKES_ID, input) ? TAKES_ID[input] : undefined
    if (states === undefined) return []
    const known = tasks.known().flatMap((task) => ('problem' in task ? [] : [task]))
    return known
      .filter(({ state }) => states.includes(state))
      .map(({ id, goal }) => ({ text: String(id), note: goal }))
  },
  run: (input, { tasks }) => {
    const text = input.trim()
    if (text === '' || text === 'list') return tasks.list()
    const [, verb, id] = /^(show|go|resume|cancel)(?:\s+(\d+))?$/.exec(text) ?? []
    const number = id === undefined ? undefined : Number(id)
    if (verb === 'show') return tasks.show(number)
    if (verb === 'cancel') return tasks.cancel(number)
    if (verb !== undefined) return tasks.run(number)
    const [edit, of, place, words = ''] = /^edit\s+(?:(\d+)\.)?(\d+|\+)\s+([\s\S]+)$/.exec(text) ?? []
    if (edit !== undefined) {
      const at = place === '+' ? undefined : Number(place)
      if (at === undefined && words.trim() === '-')
        return { ok: false, text: '`/task edit + TEXT` needs the text of the step.', data: null }
      return tasks.edit(
        of === undefined ? undefined : Number(of),
        at,
        words.trim() === '-' ? '' : words.trim(),
      )
    }
    const { goal, budget } = readGoal(text)
    if (NO_GOAL.test(goal)) return { ok: false, text: notKnown(text, goal), data: null }
    const [name] = Object.entries(budget).find(([, value]) => value < 1) ?? []
    if (name !== undefined) return { ok: false, text: `\`--${name}\` must be at least 1.`, data: null }
    const plain = (/^"([^"]*)"$/.exec(goal)?.[1] ?? goal).trim()
    return plain === ''
      ? { ok: false, text: `\`/task ${input}\` has no goal; it takes ${task.usage}.`, data: null }
      : tasks.plan(plain, budget)
  },
}

/** A line that is none, and no goal without quotes. */
function notKnown(text: string, goal: string): string {
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  const takes = goal.startsWith('--')
    ? 'before the goal stand `--steps N`, `--tokens N` or `--minutes N`, with a whole number'
    : `it takes ${task.usage}`
  return `\`/task ${shown}\` is not known; ${takes}. A goal that begins so stands in quotes.`
}

/** What is left when the flags in front are read, as it was typed. */
function readGoal(text: string): { readonly goal: string; readonly budget: Partial<TaskBudget> } {
  let rest = text
  let budget: Partial<TaskBudget> = {}
  for (let flag = FLAG.exec(rest); flag !== null; flag = FLAG.exec(rest)) {
    budget = { ...budget, [String(flag[1])]: Number(flag[2]) }
    rest = rest.slice(flag[0].length)
  }
  return { goal: rest, budget }
}

export default task
