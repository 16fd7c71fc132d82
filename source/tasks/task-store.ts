// The tasks of a home, a JSON file each. A file that is damaged is named and left where it is.
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import type { FoundTask, Task, TaskBook } from '../contracts/tasks.ts'
import { createFileAtomicSync, writeFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { takeFileLock } from '../lib/file-lock.ts'
import { compileOwnSchema } from '../lib/json-schema.ts'

const FILE = /^(\d{1,9})\.json$/
const MOST_BYTES = 1_000_000

const TASK = {
  type: 'object',
  properties: {
    version: { const: 1 },
    id: { type: 'integer', minimum: 1 },
    goal: { type: 'string' },
    workspace: { type: 'string' },
    created: { type: 'string' },
    changed: { type: 'string' },
    state: { enum: ['planned', 'running', 'stopped', 'done', 'cancelled'] },
    why: { type: 'string' },
    budget: {
      type: 'object',
      properties: {
        steps: { type: 'integer', minimum: 1 },
        tokens: { type: 'integer', minimum: 1 },
        minutes: { type: 'number', exclusiveMinimum: 0 },
      },
      required: ['steps', 'tokens', 'minutes'],
    },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          text: { type: 'string', pattern: '\\S' },
          state: { enum: ['open', 'done', 'answered', 'failed'] },
          said: { type: 'string' },
          tools: { type: 'array', items: { type: 'string' } },
        },
        required: ['text', 'state', 'said', 'tools'],
      },
    },
  },
  required: ['version', 'id', 'goal', 'workspace', 'created', 'changed', 'state', 'why', 'budget', 'steps'],
} as const

/** Opens the store in `folder`, which is made with the first task. */
export function openTasks(folder: string): TaskBook {
  const pathOf = (id: number) => join(folder, `${id}.json`)
  const textOf = (task: Task) => `${JSON.stringify(task, null, 2)}\n`
  const ids = () => idsIn(folder)
  const book: TaskBook = {
    list: () => ids().map((id) => readTask(pathOf(id), id)),
    find: (id) => (ids().includes(id) ? readTask(pathOf(id), id) : undefined),
    add: (task) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      for (let id = Math.max(0, ...ids()) + 1; ; id++) {
        const made = { ...task, id }
        try {
          createFileAtomicSync(pathOf(id), textOf(made))
          return made
        } catch (error) {
          // Another process has just taken this one.
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        }
      }
    },
    keep: (task) => writeFileAtomicSync(pathOf(task.id), textOf(task)),
    claim: (id) => {
      const lock = takeFileLock(join(folder, `${id}.lock`))
      return lock.ok ? lock : undefined
    },
  }
  return book
}

function idsIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .flatMap((file) => Number(FILE.exec(file)?.[1] ?? []))
      .sort((a, b) => a - b)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

function readTask(path: string, id: number): FoundTask {
  const broken = (reason: string): FoundTask => ({
    id,
    problem: `The task \`${path}\` cannot be read (${reason}); it was left as it is.`,
  })
  try {
    const stat = lstatSync(path)
    if (!stat.isFile()) return broken('it is no plain file')
    if (stat.size > MOST_BYTES) return broken(`it has more than ${MOST_BYTES} bytes`)
    const value = parseJsonObject(readFileSync(path, 'utf8'))
    const [fault] = compileOwnSchema(TASK)(value)
    if (value === undefined || fault !== undefined)
      return broken(fault?.message.replace(/\.$/, '') ?? 'it is no JSON')
    // Checked against the schema just above.
    const task = value as unknown as Task
    return task.id === id ? task : broken(`it says that it is task ${task.id}`)
  } catch (error) {
    return broken(diskReason(error))
  }
}
