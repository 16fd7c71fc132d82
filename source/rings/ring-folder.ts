// Timers and alarms in a folder of the home, a file each. Making a file that is not there and removing one succeed for exactly one
// process, so ids are unique and each ring is claimed once, without a lock. While nothing may be kept they stay in memory.
// Words: ring-words.ts; when to look: session/ring-bell.ts.
import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Ring, RingBook, RingSource } from '../contracts/rings.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { capital } from '../lib/as-clause.ts'
import { createFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { takeEach } from '../lib/take-each.ts'
import { announceRing, describeRing } from './ring-words.ts'

const FILE = /^(\d{1,9})\.json$/
/** Nobody has so many; what makes more is a fault, and every id is tried in turn. */
const MOST = 1_000

/**
 * Opens the store in `folder`, which is made when the first ring is kept. `signal` is called with the sentence of each that rings.
 * What is set while `secret` is on rings in this process alone, and has no name any more when that ends.
 */
export function openRings(
  folder: string,
  signal: (sentence: string) => void = () => undefined,
  secret?: SecretSwitch,
): RingBook {
  return new RingFolder(folder, signal, secret)
}

class RingFolder implements RingBook {
  readonly #folder: string
  readonly #sources: RingSource[] = [this]
  readonly signal: (sentence: string) => void
  readonly describe = describeRing
  readonly announce = announceRing

  readonly #secret: SecretSwitch | undefined
  /** In memory alone. */
  #held: readonly Ring[] = []
  /** Rang here, and could not be removed: the disk can only be read. Setting the same time again makes another file. */
  readonly #rung = new Set<string>()

  constructor(folder: string, signal: (sentence: string) => void, secret: SecretSwitch | undefined) {
    this.#folder = folder
    this.signal = signal
    this.#secret = secret
    secret?.onChange((isOn) => {
      // A later list would bring the name into a conversation that is kept.
      if (!isOn) this.#held = this.#held.map((ring) => ({ ...ring, label: '' }))
    })
  }

  get all(): RingSource {
    // A store that fails must not take along what the others have already claimed.
    const gather = async (from: (source: RingSource) => Promise<readonly Ring[]>) =>
      (await Promise.allSettled(this.#sources.map(from)))
        .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        .toSorted((a, b) => a.dueMs - b.dueMs)
    return {
      list: () => gather((source) => source.list()),
      claimDue: (nowMs) => gather((source) => source.claimDue(nowMs)),
    }
  }

  faults(): readonly string[] {
    return this.#ids().flatMap((id) => {
      if (this.#read(id) !== undefined || !existsSync(this.#path(id))) return []
      return `\`${this.#path(id)}\` is damaged, so this timer or alarm will not ring; set it again, and remove the file.`
    })
  }

  join(source: RingSource): void {
    this.#sources.push(source)
  }

  async list(): Promise<readonly Ring[]> {
    const kept = this.#ids()
      .flatMap((id) => this.#read(id) ?? [])
      .filter((ring) => !this.#rung.has(keyOf(ring)))
    return [...kept, ...this.#held].toSorted((a, b) => a.dueMs - b.dueMs || a.id - b.id)
  }

  async add(ring: Pick<Ring, 'kind' | 'label' | 'dueMs' | 'setMs'>): Promise<Ring> {
    const ids = [...this.#ids(), ...this.#held.map(({ id }) => id)]
    if (ids.length >= MOST) throw new RangeError(`there are ${ids.length} timers and alarms already`)
    const next = Math.max(0, ...ids) + 1
    if (this.#secret?.isOn()) {
      const held = { id: next, ...ring }
      this.#held = [...this.#held, held]
      return held
    }
    mkdirSync(this.#folder, { recursive: true })
    for (let id = next; ; id++) {
      const kept = { id, ...ring }
      if (this.#make(kept)) return kept
    }
  }

  async cancel(id: number): Promise<Ring | undefined> {
    const held = this.#held.find((one) => one.id === id)
    if (held !== undefined) {
      this.#held = this.#held.filter((one) => one !== held)
      return held
    }
    const ring = this.#read(id)
    if (ring === undefined) return undefined
    try {
      return this.#take(id) ? ring : undefined
    } catch (cause) {
      throw new ToolFailure(
        'not_cancelled',
        capital(`${ring.kind} ${id} was not cancelled: its file cannot be removed (${diskReason(cause)}).`),
        { cause },
      )
    }
  }

  async claimDue(nowMs: number): Promise<readonly Ring[]> {
    const due = (await this.list()).filter((ring) => ring.dueMs <= nowMs)
    const held = this.#held
    this.#held = held.filter((ring) => ring.dueMs > nowMs)
    return takeEach(due, (ring) => held.includes(ring) || this.#claim(ring))
  }

  #ids(): readonly number[] {
    try {
      return readdirSync(this.#folder).flatMap((file) => Number(FILE.exec(file)?.[1] ?? []))
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ENOTDIR')) return []
      throw error
    }
  }

  /** False when another process has just taken this id. */
  #make(ring: Ring): boolean {
    try {
      createFileAtomicSync(this.#path(ring.id), `${JSON.stringify(ring)}\n`)
      return true
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false
      throw error
    }
  }

  /** undefined for one that is gone, being written or damaged; nothing is deleted that cannot be read. */
  #read(id: number): Ring | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#path(id), 'utf8'))
      return isRing(value) ? { ...value, id } : undefined
    } catch {
      return undefined
    }
  }

  /** Better that every process rings it than none. */
  #claim(ring: Ring): boolean {
    try {
      return this.#take(ring.id)
    } catch (error) {
      if (!isCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error
      this.#rung.add(keyOf(ring))
      return true
    }
  }

  /** True for the one process that removed it. */
  #take(id: number): boolean {
    try {
      unlinkSync(this.#path(id))
      return true
    } catch (error) {
      if (isCode(error, 'ENOENT')) return false
      throw error
    }
  }

  #path(id: number): string {
    return join(this.#folder, `${id}.json`)
  }
}

function isRing(value: unknown): value is Ring {
  if (typeof value !== 'object' || value === null) return false
  const { kind, label, dueMs, setMs } = value as { readonly [key: string]: unknown }
  const isKind = kind === 'timer' || kind === 'alarm'
  return isKind && typeof label === 'string' && Number.isFinite(dueMs) && Number.isFinite(setMs)
}

function keyOf({ id, dueMs, setMs }: Ring): string {
  return `${id} ${dueMs} ${setMs}`
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
