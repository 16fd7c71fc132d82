// The machine under the program: each check is a function of what was read, so that every machine can be tested on one.
import type { Check } from '../contracts/doctor.ts'

const LEAST_NODE = 24
const GB = 1e9
/** The smallest model of the catalogue wants half a gigabyte; the one that a CPU should begin with, two. */
const LITTLE_MEMORY = 2 * GB
const TOO_LITTLE_MEMORY = 0.5 * GB
/** Room for the states of one model. */
const LITTLE_DISK = 2 * GB
const TOO_LITTLE_DISK = 0.1 * GB

/** Node's own version, without `v`. */
export function checkNode(version: string): Check {
  const isNew = Number(version.split('.')[0]) >= LEAST_NODE
  return {
    name: 'node',
    status: isNew ? 'ok' : 'fail',
    text: `Node ${version}`,
    ...(!isNew && {
      repair: `Install Node ${LEAST_NODE} or newer, or run \`npm ci\` in the program's folder.`,
    }),
    facts: { version },
  }
}

export interface Processor {
  readonly name: string
  readonly arch: string
  /** Names of instruction sets as the system writes them; undefined where it does not tell. */
  readonly features: ReadonlySet<string> | undefined
}

/** Instruction sets that decide how fast a model runs. */
export function checkProcessor({ name, arch, features }: Processor): Check {
  const wanted =
    arch === 'x64' ? ['avx', 'avx2', 'fma', 'f16c', 'avx512f'] : ['asimd', 'asimddp', 'i8mm', 'sve']
  const found = wanted.filter((one) => features?.has(one))
  const isSlow = features !== undefined && !features.has(arch === 'x64' ? 'avx2' : 'asimd')
  const told =
    features === undefined
      ? 'the system does not tell what it can'
      : found.join(' ') || 'none of the fast ones'
  return {
    name: 'processor',
    status: isSlow ? 'warn' : 'ok',
    text: `${name || arch}: ${told}`,
    ...(isSlow && {
      repair: 'Take the smallest model: without these instructions each word takes several times as long.',
    }),
    facts: { arch, processor: name, features: features === undefined ? 'unknown' : found.join(' ') },
  }
}

/** Reads the instruction sets out of `/proc/cpuinfo`. */
export function featuresOf(cpuinfo: string): ReadonlySet<string> | undefined {
  const line = /^(?:flags|Features)\s*:\s*(.+)$/m.exec(cpuinfo)?.[1]
  return line === undefined ? undefined : new Set(line.trim().split(/\s+/))
}

/** Who chose a value. */
export interface ChosenBy {
  readonly type: 'setting' | 'variable'
  readonly name: string
}

/** `chosen`: what `by` says; 0: the program chooses. */
export function checkThreads(chosen: number, cores: number, by?: ChosenBy): Check {
  const isMore = chosen > cores
  return {
    name: 'threads',
    status: isMore ? 'warn' : 'ok',
    text:
      chosen === 0
        ? `${Math.min(cores, 8)} of ${cores}, chosen by the program`
        : `${chosen} of ${cores}${byWords(by)}`,
    ...(isMore && { repair: `More threads than cores are slower: ${howToUnchoose('threads', by)}.` }),
    facts: { chosen, cores },
  }
}

/** Who chose it, behind a sentence; empty: nobody. */
export function byWords(by: ChosenBy | undefined): string {
  if (by === undefined) return ''
  return by.type === 'setting' ? `, by the setting \`${by.name}\`` : `, by \`${by.name}\` in the environment`
}

function howToUnchoose(setting: string, by: ChosenBy | undefined): string {
  return by?.type === 'variable'
    ? `take \`${by.name}\` out of the environment, or give it another value`
    : `\`/settings reset ${setting}\``
}

/** Bytes of the whole memory and of what is free now. */
export function checkMemory(totalBytes: number, freeBytes: number): Check {
  const status = freeBytes < TOO_LITTLE_MEMORY ? 'fail' : freeBytes < LITTLE_MEMORY ? 'warn' : 'ok'
  return {
    name: 'memory',
    status,
    text: `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} free`,
    ...(status !== 'ok' && {
      repair: 'Close other programs, or take a smaller model: `ethervox model list`.',
    }),
    facts: { totalBytes, freeBytes },
  }
}

/** Free bytes where the home lies; undefined: the system does not tell. */
export function checkDisk(freeBytes: number | undefined): Check {
  if (freeBytes === undefined)
    return { name: 'disk', status: 'warn', text: 'the system does not tell what is free', facts: {} }
  const status = freeBytes < TOO_LITTLE_DISK ? 'fail' : freeBytes < LITTLE_DISK ? 'warn' : 'ok'
  return {
    name: 'disk',
    status,
    text: `${gigabytes(freeBytes)} free where the home lies`,
    ...(status !== 'ok' && {
      repair: 'Make room: `ethervox model remove ID`, or a smaller `/settings statesBudgetMb`.',
    }),
    facts: { freeBytes },
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`
}
