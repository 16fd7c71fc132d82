// Turns that are kept for labelling: a line of JSON each, for this user alone, so many and no more. Nothing leaves the machine.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, parseJsonObject } from '../contracts/json.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import type { CollectedTurn, TurnCollection } from '../contracts/teaching.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import { takeFileLock } from '../lib/file-lock.ts'
import { freeName } from '../lib/free-name.ts'
import { holdsSecret, namesSecret } from '../lib/secret-forms.ts'

/** The oldest leave first. */
const MOST_TURNS = 500
const MOST_CHARACTERS = 500

/** Keys in short, long runs of letters and digits, numbers of cards and accounts. */
const NUMBERS =
  /\b(?:sk|pk|ghp|gho|xox[abp])[-_][\w-]{8,}|\b(?=\w*\d)(?=\w*[a-z])\w{24,}\b|\b(?:\d[ -]?){12,19}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,}/i

type Change<T> = (turns: readonly CollectedTurn[]) => {
  readonly turns: readonly CollectedTurn[]
  readonly gives: T
}

/** Whether a text may hold something that nobody should find in a file. */
export function looksSecret(text: string): boolean {
  return holdsSecret(text) || namesSecret(text) || NUMBERS.test(text)
}

/** Opens the collection in `folder`; nothing is read yet. An empty `folder`, or a secret stretch: nothing is kept. */
export function openCollection(folder: string, secret?: Pick<SecretSwitch, 'isOn'>): TurnCollection {
  const path = join(folder, 'collected.jsonl')
  const look = () => (folder !== '' && existsSync(path) ? readTurns(path) : NOTHING)
  const list = () => look().turns
  const change = <T>(act: Change<T>): T => {
    try {
      return changeAlone(folder, path, () => {
        const { turns, faults } = look()
        // What cannot be read may still hold what a person wants back.
        if (faults.length > 0) copyFileSync(path, asideOf(path))
        return act(turns)
      })
    } catch (cause) {
      if (!isDiskError(cause)) throw cause
      throw new Error(`\`${path}\` cannot be written (${diskReason(cause)})`, { cause })
    }
  }
  return {
    path,
    list,
    problems: () => look().faults.map((line) => sentenceFor(path, line)),
    add: (turn) => {
      const said = `${turn.text} ${JSON.stringify(turn.arguments ?? {})}`
      if (folder === '' || secret?.isOn() || turn.text.length > MOST_CHARACTERS || looksSecret(said))
        return undefined
      return change((turns) => {
        const last = Math.max(0, ...turns.map(({ id }) => Number(id.slice(1))))
        const one = { id: `c${last + 1}`, ...turn }
        return { turns: [...turns, one].slice(-MOST_TURNS), gives: one }
      })
    },
    replace: (turn) =>
      change((turns) => ({ turns: turns.map((one) => (one.id === turn.id ? turn : one)), gives: undefined })),
    delete: (id) => {
      if (!existsSync(path)) return 0
      return change((turns) => {
        const left = id === 'all' ? [] : turns.filter((one) => one.id !== id)
        return { turns: left, gives: turns.length - left.length }
      })
    },
  }
}

/** Writes what `act` makes of what is there, by two programs one after the other. */
function changeAlone<T>(folder: string, path: string, act: () => ReturnType<Change<T>>): T {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = takeFileLock(join(folder, '.collected.lock'))
  if (!lock.ok) throw new Error(`another program writes \`${path}\` now; try again`)
  try {
    const { turns, gives } = act()
    // An empty one, closed to others before anything stands in it.
    if (!existsSync(path)) {
      writeFileAtomicSync(path, '')
      chmodSync(path, 0o600)
    }
    writeFileAtomicSync(path, turns.map((one) => `${JSON.stringify(one)}\n`).join(''))
    return gives
  } finally {
    lock.release()
  }
}

interface Reading {
  readonly turns: readonly CollectedTurn[]
  /** Lines that are no turns, from 1. */
  readonly faults: readonly number[]
}

const NOTHING: Reading = { turns: [], faults: [] }

function readTurns(path: string): Reading {
  const turns: CollectedTurn[] = []
  const faults: number[] = []
  for (const [at, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue
    const turn = turnOf(line)
    if (turn === undefined) faults.push(at + 1)
    else turns.push(turn)
  }
  return { turns, faults }
}

function turnOf(line: string): CollectedTurn | undefined {
  const one = parseJsonObject(line)
  if (one === undefined) return undefined
  const { id, at, text, tool, arguments: args, failed, done } = one
  if (typeof id !== 'string' || !/^c\d+$/.test(id) || typeof text !== 'string') return undefined
  if (tool !== null && typeof tool !== 'string') return undefined
  const map =
    typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as JsonObject) : undefined
  return {
    id,
    at: typeof at === 'string' ? at : '',
    text,
    tool,
    ...(map && { arguments: map }),
    ...(typeof failed === 'string' && { failed }),
    ...(done === true && { done }),
  }
}

function asideOf(path: string): string {
  return freeName(`${path}.damaged`)
}

function sentenceFor(path: string, line: number): string {
  return `\`${path}\` line ${line} is no collected turn; mend it, or the next change leaves it out and keeps the file as it is in \`${asideOf(path)}\`.`
}
