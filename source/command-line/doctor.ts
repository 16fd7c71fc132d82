// The whole examination: every check in order, and the repair that can be done without loss. It makes nothing that is not there.
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { rebuildGround } from '../composing/ground.ts'
import type { Clock } from '../contracts/clock.ts'
import type { Check, DoctorReport, DoctorShelf } from '../contracts/doctor.ts'
import { checkDatabase } from '../doctor/database.ts'
import { checkHome, checkPermissions, closeHome, type Unclosed } from '../doctor/home.ts'
import { isHome } from '../doctor/home-parts.ts'
import {
  checkDisk,
  checkMemory,
  checkNode,
  checkProcessor,
  checkThreads,
  featuresOf,
  type Processor,
} from '../doctor/machine.ts'
import { checkTerminal } from '../doctor/terminal.ts'
import { diskReason } from '../lib/disk-reason.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { openSettings } from '../settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings-table.ts'
import {
  checkEngine,
  checkEnvironment,
  checkModels,
  checkSettings,
  checkSystemText,
  checkTools,
} from './doctor-checks.ts'
import { checkChosenModel, choicesOf } from './doctor-choices.ts'
import { checkPlugins } from './doctor-plugins.ts'

/** Checks whose failure `/tools reload` mends. */
const RELOADED = ['tools', 'settings', 'system text']

export interface Patient {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly clock: Clock
}

interface Mended {
  /** A sentence each. */
  readonly repaired: readonly string[]
  readonly unclosed: Unclosed | undefined
}

const NOTHING_MENDED: Mended = { repaired: [], unclosed: undefined }
const NONE_CLOSED = { closed: 0, unclosed: undefined }

/** The doctor for one home. */
export function openDoctor(patient: Patient): DoctorShelf {
  return {
    check: async ({ repair, sums }) => {
      const before = await examine(patient, sums)
      const { repaired, unclosed } = repair ? await mend(patient, before) : NOTHING_MENDED
      const isSame = repaired.length === 0 && unclosed === undefined
      const checks = isSame ? before : await examine(patient, sums, unclosed)
      const ok = checks.every(({ status }) => status !== 'fail')
      return { version: patient.program.version, checks, repaired, ok } satisfies DoctorReport
    },
  }
}

async function examine(
  { program, home }: Patient,
  sums: boolean,
  unclosed?: Unclosed,
): Promise<readonly Check[]> {
  const choices = choicesOf(settingsOf(home), process.env)
  const checks: readonly (readonly [
    string,
    () => Check | readonly Check[] | Promise<Check | readonly Check[]>,
  ])[] = [
    ['node', () => checkNode(process.versions.node)],
    ['engine', () => checkEngine(choices.gpu.value, choices.gpu.by)],
    ['processor', () => checkProcessor(readProcessor())],
    ['threads', () => checkThreads(choices.threads.value, availableParallelism(), choices.threads.by)],
    ['memory', () => checkMemory(totalmem(), process.availableMemory())],
    ['disk', () => checkDisk(freeBytesAt(home.home))],
    ['models', () => checkModels(program, home, sums)],
    ['chosen model', () => checkChosenModel(choices.model, program, home)],
    ['home', () => checkHome(home.home)],
    ['permissions', () => checkPermissions(home.home, process.platform, unclosed)],
    ['tools', () => checkTools(program, home)],
    ['plugins', () => checkPlugins(home)],
    ['settings', () => checkSettings(home)],
    ['environment', () => checkEnvironment(process.env)],
    ['system text', () => checkSystemText(home, program)],
    ['memory file', () => checkDatabase(home.memory)],
    ['terminal', () => checkTerminal(readTerminal())],
  ]
  const done: Check[] = []
  for (const [name, check] of checks) {
    try {
      done.push(...[await check()].flat())
    } catch (error) {
      const text = `the check itself failed (${error instanceof Error ? error.message : String(error)})`
      done.push({ name, status: 'fail', text, facts: { thrown: true } })
    }
  }
  return done
}

async function mend({ program, home, clock }: Patient, checks: readonly Check[]): Promise<Mended> {
  const done: string[] = []
  const { closed, unclosed } = process.platform === 'win32' ? NONE_CLOSED : closeHome(home.home)
  if (closed > 0)
    done.push(
      closed === 1
        ? '1 file or folder of the home is closed to others.'
        : `${closed} files and folders of the home are closed to others.`,
    )
  const mended = { repaired: done, unclosed }
  const hasFailed = (names: readonly string[]) =>
    checks.some(({ name, status }) => status === 'fail' && names.includes(name))
  // In a folder that is no home, what looks like a damaged part of one is somebody's own.
  if (!hasFailed(RELOADED) || hasFailed(['home']) || !isHome(home.home)) return mended
  try {
    const rebuilt = await rebuildGround({ program, home, systemText: undefined, modelId: () => '' }, clock)
    done.push(...rebuilt.text.split('\n').filter((line) => /aside|compiled/.test(line)))
  } catch (error) {
    // What was damaged may lie aside by then.
    done.push(`What was damaged could not be made anew: ${diskReason(error)}.`)
  }
  return mended
}

function settingsOf(home: HomePaths): Settings {
  if (!existsSync(home.settings)) return DEFAULT_SETTINGS
  try {
    const opened = openSettings(home.settings)
    return opened.ok ? opened.file.values : DEFAULT_SETTINGS
  } catch {
    return DEFAULT_SETTINGS
  }
}

function readProcessor(): Processor {
  const name = (cpus()[0]?.model ?? '').replace(/\s+/g, ' ').trim()
  try {
    return { name, arch: process.arch, features: featuresOf(readFileSync('/proc/cpuinfo', 'utf8')) }
  } catch {
    return { name, arch: process.arch, features: undefined }
  }
}

/** Of the folder, or of the nearest one above that is there. */
function freeBytesAt(path: string): number | undefined {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { bavail, bsize } = statfsSync(at)
      return bavail * bsize
    } catch {
      if (dirname(at) === at) return undefined
    }
  }
}

function readTerminal() {
  const { stdout, env, platform } = process
  const colourBits = stdout.isTTY ? stdout.getColorDepth(env) : 1
  return {
    env,
    platform,
    isTerminal: stdout.isTTY === true,
    colourBits,
    columns: stdout.columns,
    rows: stdout.rows,
  }
}
