// The taught cases of a home. The file is the person's: what is added stands behind what is there, what is forgotten is cut out
// of it and kept beside it, and every other byte stays.
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SecretSwitch } from '../contracts/secret.ts'
import type { TaughtCase, TeachingBook } from '../contracts/teaching.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import { takeFileLock } from '../lib/file-lock.ts'
import { CASES_HEADER, type PlacedCase, readCases, writeCase } from './case-file.ts'

interface Reading {
  /** Size and time of the file; empty: there is none. */
  readonly stamp: string
  readonly text: string
  readonly placed: readonly PlacedCase[]
  readonly cases: readonly TaughtCase[]
  readonly problems: readonly string[]
}

const NOTHING: Reading = { stamp: '', text: '', placed: [], cases: [], problems: [] }

/** Opens the book in `folder`, which is made with the first case; nothing is read yet. An empty `folder`: nothing is kept. */
export function openCaseBook(folder: string, secret?: Pick<SecretSwitch, 'isOn'>): TeachingBook {
  const path = join(folder, 'cases.yaml')
  const forgotten = join(folder, 'forgotten.yaml')
  let known = NOTHING
  const look = () => {
    if (folder === '') return known
    const stamp = stampOf(path)
    if (stamp !== known.stamp) known = stamp === '' ? NOTHING : readAt(path, stamp)
    return known
  }
  const change = <T>(act: () => T): T => changeAlone(folder, path, secret, act)
  const cut = ({ taught, from, to }: PlacedCase): void => {
    const away = readNow(forgotten)
    // What is forgotten is safe before it leaves.
    write(forgotten, `${closed(away.text)}${writeCase({ ...taught, id: freshId(taught.id, away) })}`)
    const lines = look().text.split('\n')
    write(path, [...lines.slice(0, from), ...lines.slice(to)].join('\n'))
  }
  const append = (taught: TaughtCase): TaughtCase => {
    write(path, `${closed(look().text) || CASES_HEADER}${writeCase(taught)}`)
    return taught
  }
  return {
    path,
    read: look,
    add: (taught) =>
      change(() => {
        const same = placedFor(look(), taught.text)
        const id = nextId(look(), readNow(forgotten))
        if (same !== undefined) cut(same)
        return append({ ...taught, text: taught.text.trim(), id })
      }),
    forget: (id) =>
      change(() => {
        const placed = look().placed.find((one) => one.taught.id === id)
        if (placed !== undefined) cut(placed)
        return placed?.taught
      }),
    undo: () =>
      change(() => {
        const away = readNow(forgotten)
        const last = away.placed.at(-1)
        if (last === undefined) return undefined
        // What was taught since for the same request takes its place, so that this can be undone, too.
        const instead = placedFor(look(), last.taught.text)
        if (instead !== undefined) cut(instead)
        const { id } = last.taught
        // An older program named an entry by its line, which says nothing any more.
        const isFree = !/^line-\d+$/.test(id) && !idsIn(look()).has(id)
        const back = append(isFree ? last.taught : { ...last.taught, id: nextId(look(), readNow(forgotten)) })
        const lines = readNow(forgotten).text.split('\n')
        write(forgotten, [...lines.slice(0, last.from), ...lines.slice(last.to)].join('\n'))
        return back
      }),
  }
}

/** Nothing is written in a measurement or a secret stretch, and by two programs one after the other. */
function changeAlone<T>(
  folder: string,
  path: string,
  secret: Pick<SecretSwitch, 'isOn'> | undefined,
  act: () => T,
): T {
  if (folder === '') throw new Error('nothing is taught in a measurement')
  if (secret?.isOn()) throw new Error('what is taught is written to disk; `/secret off` comes first')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const lock = takeFileLock(join(folder, '.lock'))
    if (!lock.ok) throw new Error(`another program writes \`${path}\` now; try again`)
    try {
      return act()
    } finally {
      lock.release()
    }
  } catch (cause) {
    if (!isDiskError(cause)) throw cause
    throw new Error(`\`${path}\` cannot be written (${diskReason(cause)})`, { cause })
  }
}

function readAt(path: string, stamp: string): Reading {
  if (stamp === '') return NOTHING
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    const { cases: placed, problems } = readCases(text, path)
    return { stamp, text, placed, cases: placed.map(({ taught }) => taught), problems }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      ...NOTHING,
      stamp,
      problems: [
        `What was taught, \`${path}\`, cannot be read (${reason}); give yourself access to it, or move it away to begin anew.`,
      ],
    }
  }
}

function readNow(path: string): Reading {
  return readAt(path, stampOf(path))
}

function placedFor({ placed }: Reading, text: string): PlacedCase | undefined {
  return placed.find(({ taught }) => plain(taught.text) === plain(text))
}

/** Of a file that cannot be looked at it is one, too: the reading then says why. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function write(path: string, text: string): void {
  if (readIsBroken(path)) throw new Error(`\`${path}\` is not text in UTF-8; mend it or move it away first`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileAtomicSync(path, text)
}

/** What cannot be read must not be written over. */
function readIsBroken(path: string): boolean {
  const stamp = stampOf(path)
  return stamp !== '' && !stamp.includes(' 0 ') && readAt(path, stamp).text === ''
}

function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** Ids are counted on over what was forgotten. */
function nextId(...readings: readonly Reading[]): string {
  const numbers = readings.flatMap((reading) =>
    [...idsIn(reading)].map((id) => Number(/^t(\d{1,9})$/.exec(id)?.[1] ?? 0)),
  )
  return `t${Math.max(0, ...numbers) + 1}`
}

function freshId(id: string, reading: Reading): string {
  const taken = idsIn(reading)
  let fresh = id
  for (let count = 2; taken.has(fresh); count += 1) fresh = `${id}-${count}`
  return fresh
}

/** Also those of entries that have an error, which are mended some day. */
function idsIn({ text, cases }: Reading): ReadonlySet<string> {
  const written = [...text.matchAll(/\bid["']?[ \t]*:[ \t]*["']?([\w-]{1,40})/g)].map(([, id = '']) => id)
  return new Set([...cases.map(({ id }) => id), ...written])
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?]+$/, '')
    .trim()
}
