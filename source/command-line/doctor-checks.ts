// The checks that need rooms of the program: engine, models, tools, settings, flags. Each answers for itself: one that throws is a
// failed check, and the others go on, so that the doctor works where nothing else does.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../contracts/doctor.ts'
import { isManifestProblem } from '../contracts/manifest.ts'
import { byWords, type ChosenBy } from '../doctor/machine.ts'
import { tryEngine } from '../engine/embedded/try-engine.ts'
import { asClause } from '../lib/as-clause.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { readManifestFile } from '../manifest/file.ts'
import { type Catalogue, loadCatalogue, recommend } from '../models/catalogue.ts'
import { sumFile } from '../models/checksum-record.ts'
import { listModels, type ModelListing } from '../models/installed.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { openSettings, parseSettings, whyTooLittle } from '../settings.ts'
import { NAMES } from '../settings-table.ts'
import { clockOf } from './clock-of.ts'
import { readFlags } from './flags.ts'

const RELOAD = 'Type `/tools reload` in the chat, or run `ethervox doctor --repair`.'

/** Whether the native build for `gpu` loads, in a process of its own; `by`: who chose it. */
export async function checkEngine(gpu: string, by?: ChosenBy): Promise<Check> {
  const tried = await tryEngine(gpu)
  if (typeof tried === 'string') {
    const build = gpu === 'auto' || gpu === 'off' ? 'cpu' : gpu
    const repair = `Run \`npm run engine -- ${build}\` in the program's folder${build === 'cpu' ? '' : ', or start with `--gpu off`'}.`
    const chosen = by === undefined ? '' : ` (\`${gpu}\`${byWords(by)})`
    return {
      name: 'engine',
      status: 'fail',
      text: `it does not load${chosen}: ${tried}`,
      repair,
      facts: { gpu, loads: false },
    }
  }
  const text = `llama.cpp ${tried.release || 'of an unknown release'}, ${tried.gpu === 'off' ? 'on the processor' : tried.gpu}`
  return {
    name: 'engine',
    status: 'ok',
    text,
    facts: { loads: true, gpu: tried.gpu, release: tried.release },
  }
}

/** A check a model that is there; one that says how to get one where none is. */
export async function checkModels(
  program: ProgramPaths,
  home: HomePaths,
  sums: boolean,
): Promise<readonly Check[]> {
  const catalogue = await loadCatalogue(program.catalogue)
  if (catalogue.type === 'problem')
    return [
      {
        name: 'models',
        status: 'fail',
        text: catalogue.message,
        repair: 'Install the program anew.',
        facts: { catalogue: false },
      },
    ]
  const rows = (await listModels(catalogue, home.models, { unsummed: true })).filter(
    (row) => row.state !== 'absent',
  )
  const checks = await Promise.all(rows.map((row) => checkModel(row, catalogue, sums)))
  const isOurs = (wanted: string) => catalogue.models.some(({ id }) => id === wanted)
  if (!rows.some(({ id, kind, installed }) => kind === 'chat' && (installed || isOurs(id)))) {
    const best = recommend(process.availableMemory(), catalogue)
    const pull = best && `\`ethervox model pull ${best.id}\` fetches the best for this machine's memory; `
    const repair = `${pull ?? ''}\`ethervox model list\` shows all.`
    return [
      {
        name: 'models',
        status: 'warn',
        text: `there is none in \`${home.models}\``,
        repair,
        facts: { count: 0 },
      },
      ...checks,
    ]
  }
  return checks
}

async function checkModel(row: ModelListing, catalogue: Catalogue, sums: boolean): Promise<Check> {
  const known = catalogue.models.find(({ id }) => id === row.id)
  // The name of a file that somebody brought may tell of its owner.
  const facts = { model: known?.id ?? 'of the person', sizeBytes: row.sizeBytes, state: row.state }
  const base = { name: 'model' }
  if (row.state === 'damaged')
    return {
      ...base,
      status: 'fail',
      text: `${row.id} is damaged: ${row.note}`,
      repair:
        known === undefined
          ? `\`ethervox model remove ${row.id}\` takes it away.`
          : `\`ethervox model pull ${row.id}\` fetches it again.`,
      facts,
    }
  const size = `${(row.sizeBytes / 1e6).toFixed(0)} MB`
  if (known?.sha256 === undefined)
    return { ...base, status: 'ok', text: `${row.id}, ${size}, of no known sum`, facts }
  if (!sums) return { ...base, status: 'ok', text: `${row.id}, ${size} (\`--sums\` reads it whole)`, facts }
  const sum = await sumFile(row.path)
  if (sum === known.sha256)
    return {
      ...base,
      status: 'ok',
      text: `${row.id}, ${size}, sha256 ${sum.slice(0, 12)}… is right`,
      facts: { ...facts, sum: true },
    }
  return {
    ...base,
    status: 'fail',
    text: `${row.id} has the sha256 ${sum.slice(0, 12)}…, not ${known.sha256.slice(0, 12)}…`,
    repair: `\`ethervox model remove ${row.id}\`, then \`ethervox model pull ${row.id}\`.`,
    facts: { ...facts, sum: false },
  }
}

/** `tools.bin` of the home, read to its end; one that was never installed is none that is missing. */
export function checkTools(program: ProgramPaths, home: HomePaths): Check {
  const name = 'tools'
  const isNew = !existsSync(home.manifest) && !existsSync(home.installed)
  const read = readManifestFile(isNew ? program.shippedManifest : home.manifest)
  if (isManifestProblem(read)) {
    const repair = isNew ? "Run `npm run build` in the program's folder." : RELOAD
    return { name, status: 'fail', text: asClause(read.message), repair, facts: { problem: read.code } }
  }
  const broken = read.entries.filter((entry) => isManifestProblem(read.detail(entry.name)))
  const router = read.router()
  const isWhole = broken.length === 0 && router !== undefined && !isManifestProblem(router)
  const facts = {
    count: read.entries.length,
    broken: broken.length,
    hash: read.contentHash.slice(0, 12),
    whole: isWhole,
  }
  if (!isWhole) {
    const what = broken.length > 0 ? `${broken.length} of ${read.entries.length} tools` : 'the router'
    return { name, status: 'fail', text: `${what} cannot be read`, repair: RELOAD, facts }
  }
  return {
    name,
    status: 'ok',
    text: `${read.entries.length}, whole${isNew ? ' (the first start installs them)' : ''}`,
    facts,
  }
}

/** The settings file: readable, every value of its kind, no name that means nothing. */
export function checkSettings(home: HomePaths): Check {
  const name = 'settings'
  if (!existsSync(home.settings)) return { name, status: 'ok', text: 'all as they come', facts: { set: 0 } }
  const opened = openSettings(home.settings)
  if (!opened.ok)
    return { name, status: 'fail', text: opened.reason, repair: RELOAD, facts: { valid: false } }
  const set = Object.keys(parseSettings(readFileSync(home.settings, 'utf8')) as object)
  const unknown = set.filter((one) => one !== '__internal__' && !NAMES.some((known) => known === one))
  const facts = { valid: true, set: set.length - unknown.length, unknown: unknown.length }
  const { context } = opened.file.values
  const tooLittle = whyTooLittle('context', context)
  if (tooLittle !== undefined) {
    const text = `\`context\` is ${context} in \`${home.settings}\`; ${tooLittle}`
    return { name, status: 'warn', text, repair: '`/settings reset context`.', facts }
  }
  const [first] = unknown
  if (first === undefined) return { name, status: 'ok', text: `${facts.set} of your own`, facts }
  const nearest = nearestName(first, NAMES)
  const repair =
    nearest === undefined
      ? '`/settings` lists them; take it out of the file.'
      : `Did you mean \`${nearest}\`?`
  return { name, status: 'warn', text: `\`${first}\` in \`${home.settings}\` is no setting`, repair, facts }
}

/** What the environment sets of the flags. */
export function checkEnvironment(env: NodeJS.ProcessEnv): Check {
  const name = 'environment'
  try {
    const flags = readFlags({}, env, true)
    clockOf(flags.now as string | undefined)
    const set = Object.keys(flags)
    return {
      name,
      status: 'ok',
      text: set.length === 0 ? 'sets nothing' : `sets ${set.join(', ')}`,
      facts: { set: set.join(' ') },
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return {
      name,
      status: 'fail',
      text,
      repair: 'Take the variable out of the environment, or give it another value.',
      facts: { valid: false },
    }
  }
}

/** A system text of the person's own must be readable. */
export function checkSystemText(home: HomePaths, program: ProgramPaths): Check {
  const own = join(home.home, 'system.md')
  const path = existsSync(own) ? own : program.systemText
  const name = 'system text'
  const facts = { own: path === own }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim()
    if (text !== '') return { name, status: 'ok', text: path === own ? 'your own' : "the program's", facts }
    return { name, status: 'fail', text: `\`${path}\` is empty`, repair: RELOAD, facts }
  } catch {
    return { name, status: 'fail', text: `\`${path}\` cannot be read`, repair: RELOAD, facts }
  }
}
