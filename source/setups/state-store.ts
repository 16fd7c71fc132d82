// Named states of a home: `states/named/NAME/` with `config.yaml`, `state.meta.json`, and the saved head. Files are read
// anew each time, since several programs may share a home. What goes is moved into `states/removed/`; only old heads there are
// deleted, which are made again from their config.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundState, NamedStates, StateConfig, StateMeta } from '../contracts/named-states.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { type ExportPlace, writeExport } from '../lib/export-place.ts'
import { freeName } from '../lib/free-name.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { formatConfig, isConfigProblem, parseConfig } from './state-config.ts'
import { formatMeta, NEW_META, parseMeta, withFigures } from './state-meta.ts'
import {
  type AsideState,
  asideIn,
  CONFIG,
  faultOfName,
  isStateName,
  meansNone,
  stateFoldersIn,
} from './state-names.ts'
import { packState, unpackState } from './state-transfer.ts'

const META = 'state.meta.json'
const HEAD = 'head.state'
/** Of the states of one name that were moved aside so many keep theirs; each takes megabytes. */
const MOST_HEADS = 5
const FILES = [CONFIG, META, HEAD, `${HEAD}.json`]

/** The states below a home's folder of states. */
export function openNamedStates(statesDir: string): NamedStates {
  return new StateStore(join(statesDir, 'named'), join(statesDir, 'removed'))
}

class StateStore implements NamedStates {
  readonly #dir: string
  readonly #removed: string

  constructor(dir: string, removed: string) {
    this.#dir = dir
    this.#removed = removed
  }

  read(): ReturnType<NamedStates['read']> {
    const found = this.#names().map((name) => this.find(name))
    return {
      states: found.flatMap((one) => (one.type === 'found' ? [one.state] : [])),
      problems: found.flatMap((one) => (one.type === 'found' ? (one.state.problem ?? []) : [one.reason])),
    }
  }

  find(name: string): FoundState {
    if (!this.#names().includes(name)) return { type: 'missing', reason: this.#noSuch(name) }
    const config = this.#config(name)
    if (typeof config === 'string') return { type: 'missing', reason: config }
    const size = statSync(this.headFile(name), { throwIfNoEntry: false })?.size ?? 0
    const meta = this.#meta(name)
    const known = typeof meta === 'string' ? { meta: NEW_META, problem: meta } : { meta }
    return { type: 'found', state: { name, config, bytes: size, ...known } }
  }

  headFile(name: string): string {
    return join(this.#dir, name, HEAD)
  }

  save(
    name: string,
    config: StateConfig,
    about: Pick<StateMeta, 'notes' | 'parent' | 'created'>,
  ): ReturnType<NamedStates['save']> {
    const fault = faultOfName(name)
    if (fault !== undefined) return { ok: false, reason: fault }
    return this.#change(`The state \`${name}\` cannot be kept in \`${this.#dir}\``, () => {
      const files = new Map([
        [CONFIG, Buffer.from(formatConfig(config))],
        [META, Buffer.from(formatMeta({ ...NEW_META, ...about }))],
      ])
      return { ok: true, aside: this.#replace(name, about.created, () => this.#write(name, files)) }
    })
  }

  note(name: string, change: Parameters<NamedStates['note']>[1]): boolean {
    return this.#writeMeta(name, (meta) => ({ ...meta, ...change }))
  }

  record(name: string, figures: Parameters<NamedStates['record']>[1]): boolean {
    return this.#writeMeta(name, (meta) => withFigures(meta, figures))
  }

  remove(name: string, at: string): ReturnType<NamedStates['remove']> {
    if (!this.#names().includes(name)) return { ok: false, reason: this.#noSuch(name) }
    return this.#change(`The state \`${name}\` cannot be moved to \`${this.#removed}\``, () => ({
      ok: true,
      aside: this.#moveAside(name, at),
    }))
  }

  removed(): readonly string[] {
    return [...new Set(asideIn(this.#removed).map(({ name }) => name))].sort()
  }

  earlier(name: string): readonly string[] {
    return this.#earlier(name).map(({ until }) => until)
  }

  restore(name: string, at: string, version: number): ReturnType<NamedStates['restore']> {
    const earlier = this.#earlier(name)
    const gone = earlier[version - 1]
    if (gone === undefined)
      return {
        ok: false,
        reason:
          earlier.length === 0
            ? `No state \`${name}\` was moved aside in \`${this.#removed}\`.`
            : `Of the state \`${name}\` there is no ${version} in \`${this.#removed}\`; take 1 (the last one) to ${earlier.length}.`,
      }
    return this.#change(`The state \`${name}\` cannot be brought back into \`${this.#dir}\``, () => {
      mkdirSync(this.#dir, { recursive: true, mode: 0o700 })
      return { ok: true, until: gone.until, aside: this.#replace(name, at, () => this.#putBack(gone)) }
    })
  }

  exportTo(name: string, place: ExportPlace): ReturnType<NamedStates['exportTo']> {
    const found = this.find(name)
    if (found.type === 'missing') return { ok: false, reason: found.reason }
    return this.#change(`The state \`${name}\` cannot be exported to \`${place.shown}\``, () => {
      const there = FILES.filter((file) => existsSync(join(this.#dir, name, file)))
      const files = new Map(there.map((file) => [file, readFileSync(join(this.#dir, name, file))]))
      const text = packState(name, files)
      const reason = writeExport(place, text)
      return reason === undefined
        ? { ok: true, bytes: Buffer.byteLength(text) }
        : ({ ok: false, reason } as const)
    })
  }

  importFrom(path: string, wanted: string | undefined): ReturnType<NamedStates['importFrom']> {
    const refused = (problem: string) =>
      ({ ok: false, reason: `\`${path}\` cannot be imported: ${problem}.` }) as const
    const there = statSync(path, { throwIfNoEntry: false })
    if (there?.isFile() !== true)
      return refused(there === undefined ? 'there is no such file' : 'it is no file')
    return this.#change(`\`${path}\` cannot be imported into \`${this.#dir}\``, () => {
      const packed = unpackState(readFileSync(path, 'utf8'), FILES)
      if ('problem' in packed) return refused(packed.problem)
      const name = wanted ?? packed.name
      const fault = faultOfName(name)
      if (fault !== undefined) return { ok: false, reason: fault }
      const config = packed.files.get(CONFIG)
      if (config === undefined) return refused(`it has no \`${CONFIG}\``)
      const read = parseConfig(config.toString('utf8'), `${path}: ${CONFIG}`)
      if (isConfigProblem(read)) return { ok: false, reason: read.message }
      const place = join(this.#dir, name)
      if (existsSync(place)) {
        const there = this.#names().includes(name)
          ? `There is a state \`${name}\` already`
          : `\`${place}\` is in the way and is no state`
        return { ok: false, reason: `${there}; \`/states import FILE NAME\` takes another name.` }
      }
      this.#write(name, packed.files)
      return { ok: true, name }
    })
  }

  #names(): readonly string[] {
    return stateFoldersIn(this.#dir).filter((name) => isStateName(name))
  }

  #noSuch(name: string): string {
    if (this.#earlier(name).length > 0)
      return `There is no state \`${name}\` any more; \`/states restore ${name}\` brings it back.`
    const names = this.#names().filter((one) => !meansNone(one))
    const nearest = nearestName(name, names)
    if (nearest !== undefined) return `There is no state \`${name}\`; did you mean \`${nearest}\`?`
    const hint =
      names.length === 0
        ? '`/states save NAME` makes one'
        : `there are ${names.map((one) => `\`${one}\``).join(', ')}`
    return `There is no state \`${name}\`; ${hint}.`
  }

  /** A sentence when it cannot be read. */
  #config(name: string): StateConfig | string {
    const path = join(this.#dir, name, CONFIG)
    try {
      const read = parseConfig(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)), path)
      return isConfigProblem(read) ? read.message : read
    } catch (error) {
      return `The state \`${name}\` cannot be read (${diskReason(error)}); give yourself access to its files, \`/states\` lists the others.`
    }
  }

  /** A sentence when it is there and cannot be read. */
  #meta(name: string): StateMeta | string {
    const path = join(this.#dir, name, META)
    try {
      if (!existsSync(path)) return NEW_META
      const meta = parseMeta(readFileSync(path, 'utf8'))
      return meta ?? `${damaged(name, path)} it is no JSON; ${mend(path)}.`
    } catch (error) {
      return `${damaged(name, path)} ${diskReason(error)}; give yourself access to the file.`
    }
  }

  #writeMeta(name: string, change: (meta: StateMeta) => StateMeta): boolean {
    const path = join(this.#dir, name, META)
    try {
      const known = existsSync(path) ? parseMeta(readFileSync(path, 'utf8')) : NEW_META
      // What cannot be read may still hold what a person wants back.
      if (known === undefined) renameSync(path, asideOf(path))
      writeFileAtomicSync(path, formatMeta(change(known ?? NEW_META)))
      return true
    } catch {
      return false
    }
  }

  /** Into a folder that is not there; it is gone again where not all of it can be written. */
  #write(name: string, files: ReadonlyMap<string, Buffer>): void {
    const folder = join(this.#dir, name)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // The config last: a folder without one is no state.
      for (const file of [...FILES].reverse()) {
        const bytes = files.get(file)
        if (bytes !== undefined) writeFileSync(join(folder, file), bytes, { mode: 0o600 })
      }
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** Moves aside what stands there, which goes on standing where `put` fails; gives where it is. */
  #replace(name: string, at: string, put: () => void): string | undefined {
    const place = join(this.#dir, name)
    const aside = existsSync(place) ? this.#moveAside(name, at) : undefined
    try {
      put()
    } catch (error) {
      if (aside !== undefined) renameSync(aside, place)
      throw error
    }
    return aside
  }

  #putBack({ name, folder }: AsideState): void {
    renameSync(join(this.#removed, folder), join(this.#dir, name))
  }

  #earlier(name: string): readonly AsideState[] {
    return asideIn(this.#removed)
      .filter((one) => one.name === name)
      .reverse()
  }

  #moveAside(name: string, at: string): string {
    const stamp = at.replace(/[:.]/g, '-')
    mkdirSync(this.#removed, { recursive: true, mode: 0o700 })
    const aside = freeName(join(this.#removed, `${name}.${stamp}`))
    renameSync(join(this.#dir, name), aside)
    for (const { folder } of this.#earlier(name).slice(MOST_HEADS))
      for (const file of [HEAD, `${HEAD}.json`]) rmSync(join(this.#removed, folder, file), { force: true })
    return aside
  }

  /** What the world refuses is a sentence; `what` names the object, what was to be done with it, and the place. */
  #change<T extends { readonly ok: boolean }>(
    what: string,
    work: () => T,
  ): T | { readonly ok: false; readonly reason: string } {
    try {
      return work()
    } catch (error) {
      return { ok: false, reason: `${what} (${diskReason(error)}).` }
    }
  }
}

function asideOf(path: string): string {
  return freeName(`${path}.damaged`)
}

function damaged(name: string, path: string): string {
  return `What is known of the state \`${name}\`, its figures, date and notes, cannot be read in \`${path}\`:`
}

function mend(path: string): string {
  return `mend it, or the next figures begin anew and it is kept as \`${asideOf(path)}\``
}
