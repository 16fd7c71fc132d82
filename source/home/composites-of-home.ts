// Composites of the home and of the workspace (docs/composites.md): as tools beside those that they call, and what `/composite` and
// `/compose` ask of them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Composite, parseComposite } from '../composites/composite-file.ts'
import { type FoundComposite, MOST_BYTES, openCompositeFolders } from '../composites/composite-folders.ts'
import { toolOfComposite } from '../composites/composite-tool.ts'
import { recordComposite } from '../composites/record.ts'
import { testComposite } from '../composites/test-composite.ts'
import { type CommandResult, refusal } from '../contracts/command.ts'
import type { CompositePorts, CompositeRow } from '../contracts/composites.ts'
import { isManifestProblem, type Manifest } from '../contracts/manifest.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import { createFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { nearestName } from '../lib/nearest-name.ts'
import type { HomePaths } from '../paths.ts'
import { keptSettings } from './lent/kept-settings.ts'
import type { MoreTools } from './more-tools.ts'
import { inPlainSight } from './tool-files-of-home.ts'
import { trustByHash } from './trust-by-hash.ts'
import { trustedKind } from './trusted-kind.ts'

/** The files with what they are for the ground and for the session. */
export interface CompositesOfHome {
  /** Those that can be used with the tools of this manifest. */
  composed(manifest: Manifest): MoreTools
  readonly ports: CompositePorts
}

interface CompositesPlace {
  readonly home: HomePaths
  readonly workspace: string
  readonly secret: SecretSwitch
}

const NAME = /^[a-z][a-z0-9_]{1,63}$/

/** Opens them; nothing is read before it is asked for. */
export function compositesOf({ home, workspace, secret }: CompositesPlace): CompositesOfHome {
  const settings = keptSettings(home.settings)
  const trust = trustedKind(settings, 'composite')
  const read = openCompositeFolders({
    home: home.composites,
    workspace: join(workspace, '.ethervox', 'composites'),
    trusted: () => trust.hashes(),
  })
  let manifest: Manifest | undefined
  const detailOf = (tool: string) => {
    const detail = manifest?.entries.some(({ name }) => name === tool) ? manifest.detail(tool) : undefined
    return detail === undefined || isManifestProblem(detail) ? undefined : detail
  }
  const make = (composite: Composite): Made => {
    const winner = manifest?.entries.find(({ name }) => name === composite.name)
    if (winner !== undefined) return [givesWay(composite, winner.group)]
    return toolOfComposite(composite, (tool) => {
      const [entry, detail] = [manifest?.entries.find(({ name }) => name === tool), detailOf(tool)]
      return entry && detail && { risk: entry.risk, detail }
    })
  }
  const look = () => read().map((found) => (found.isTrusted ? parsed(found, make) : { found }))
  const list = () => look().map(rowOf)
  const find = (name: string) => read().find((found) => found.name === name)
  const findParsed = (name: string) => {
    const found = find(name)
    return found && parsed(found, make)
  }
  return {
    composed: (standing) => {
      manifest = standing
      return home.toolFiles === '' ? { tools: [], notices: [] } : moreOf(look())
    },
    ports: {
      list,
      show: (name) => shown(find(name)) ?? unknown(name, list()),
      check: (name) => checked(findParsed(name)) ?? unknown(name, list()),
      test: async (name, signal) => (await tested(findParsed(name), signal)) ?? unknown(name, list()),
      trust: (name, hash) => {
        const found = read().find((one) => one.name === name && one.from === 'workspace')
        if (found === undefined) return unknown(name, list())
        return trusted(found, hash, (sha256) => trust.add(sha256))
      },
      record: (calls, name) => {
        const reason = nameFault(name, manifest, list())
        if (reason !== undefined) return refusal(reason)
        if (secret.isOn())
          return refusal('Nothing is kept while `/secret` is on; `/secret off` first, then do it again.')
        const text = recordComposite(
          calls,
          (tool, argument) => detailOf(tool)?.parameters.properties?.[argument],
        )
        const file = join(home.composites, `${name}.yaml`)
        const fault = recordFault(text, name, file, make)
        return fault === undefined ? written(text, name, home.composites, file) : refusal(fault)
      },
    },
  }
}

type Made = ReturnType<typeof toolOfComposite>

/** `parsed` is undefined for what nobody trusts, `made` for that and for what has faults. */
interface Looked {
  readonly found: FoundComposite
  readonly parsed?: Composite | readonly string[]
  readonly made?: Made
}

function parsed(found: FoundComposite, make: (composite: Composite) => Made): Looked {
  const read = found.parse()
  return 'groups' in read ? { found, parsed: read, made: make(read) } : { found, parsed: read }
}

/** A tool wins over a composite. */
function givesWay({ name, file }: Composite, group: string): string {
  return `The composite \`${file}\` is not used: there is a tool \`${name}\` already, in the group \`${group}\`; give the file another name.`
}

function compositeOf({ parsed: read }: Looked): Composite | undefined {
  return read !== undefined && 'groups' in read ? read : undefined
}

function rowOf(one: Looked): CompositeRow {
  const { found, made } = one
  const { name, file, from, sha256, isTrusted, problem } = found
  const isUsable = made !== undefined && 'tool' in made
  const isBroken = problem !== undefined || (one.parsed !== undefined && made === undefined)
  const state = isBroken ? 'broken' : !isTrusted ? 'untrusted' : isUsable ? 'used' : 'unusable'
  const composite = compositeOf(one)
  const counts = { steps: composite?.groups.flat().length, tests: composite?.tests.length }
  const risk = isUsable ? made.compiled.risk : undefined
  return { ...{ name, file, from, sha256, state, risk }, ...counts }
}

/** The tools that may be used; of two with one name the home's. What is not used is said. */
function moreOf(all: readonly Looked[]): MoreTools {
  const usable = all.filter(({ found, made }) => found.isTrusted && made !== undefined && 'tool' in made)
  const first = (one: Looked) => usable.find(({ found }) => found.name === one.found.name) === one
  const untrusted = all.filter((one) => rowOf(one).state === 'untrusted').map(({ found }) => found.name)
  return {
    tools: usable.filter(first).flatMap(({ made }) => (made !== undefined && 'tool' in made ? [made] : [])),
    notices: [
      ...all.flatMap((one) => faultsOf(one).slice(0, 1)),
      ...usable
        .filter((one) => !first(one))
        .map(({ found }) => `The composite \`${found.file}\` is not used: the home has one of that name.`),
      ...(untrusted.length === 0
        ? []
        : [
            `Composites of this workspace are not used, as you have not seen them yet: ${untrusted.map((name) => `\`${name}\``).join(', ')}; \`/composite trust ${untrusted[0]}\` shows one.`,
          ]),
    ],
  }
}

function shown(found: FoundComposite | undefined): CommandResult | undefined {
  if (found === undefined) return undefined
  const { name, file, text } = found
  return { ok: true, text: `${file}\n\n${inPlainSight(text)}`, data: { name, file, text } }
}

function faultsOf({ found, parsed: read, made }: Looked): readonly string[] {
  if (made !== undefined) return 'tool' in made ? [] : made
  if (read !== undefined && !('groups' in read)) return read
  return found.problem === undefined ? [] : [found.problem]
}

function checked(one: Looked | undefined): CommandResult | undefined {
  if (one === undefined) return undefined
  const faults = faultsOf(one)
  if (faults.length > 0) return { ok: false, text: faults.join('\n'), data: [...faults] }
  const { name, file, steps = 0, risk, tests = 0 } = rowOf(one)
  const counted = `${steps} ${steps === 1 ? 'step' : 'steps'} and ${tests} ${tests === 1 ? 'test' : 'tests'}`
  return { ok: true, text: `\`${file}\` is well: \`${name}\` (${risk}) with ${counted}.`, data: [] }
}

async function tested(one: Looked | undefined, signal: AbortSignal): Promise<CommandResult | undefined> {
  if (one === undefined) return undefined
  const { name, file } = one.found
  const composite = compositeOf(one)
  const faults = faultsOf(one)
  if (composite === undefined || faults.length > 0) return refusal(faults.join('\n'))
  if (composite.tests.length === 0)
    return refusal(`The composite \`${name}\` has no \`tests\`; write some into \`${file}\`.`)
  const done = []
  for (const test of composite.tests) {
    signal.throwIfAborted()
    done.push({ test, ...(await testComposite(composite, test)) })
  }
  const lines = done.map(({ test, said, fault }, at) => {
    const args = JSON.stringify(test.arguments)
    return fault === undefined
      ? `well    ${at + 1}  ${args}  ${said.split('\n')[0]}`
      : `failed  ${at + 1}  ${args}  ${fault}; it said: ${said}`
  })
  const failed = done.filter(({ fault }) => fault !== undefined).length
  const all = done.length === 1 ? 'The test is passed.' : `All ${done.length} tests are passed.`
  const sum = failed === 0 ? all : `${failed} of ${done.length} tests failed.`
  const data = done.map(({ test, said, fault }) => ({
    arguments: test.arguments,
    said,
    fault: fault ?? null,
  }))
  return { ok: failed === 0, text: [...lines, sum].join('\n'), data }
}

/** Shows it as it stands, or trusts exactly what was shown: the hash is that of the text. What has faults is not trusted. */
function trusted(
  found: FoundComposite,
  hash: string | undefined,
  keep: (sha256: string) => void,
): CommandResult & { readonly changed?: true } {
  const { name, file, sha256, text, problem, isTrusted } = found
  if (problem !== undefined) return refusal(problem)
  if (isTrusted) return { ok: true, text: `The composite \`${name}\` is trusted already.`, data: null }
  const line = `composite trust ${name}`
  const parseAndKeep = (sum: string) => {
    const read = found.parse()
    if (!('groups' in read)) throw new Error(read.join('\n'))
    keep(sum)
  }
  return trustByHash({ kind: 'composite', line, name, file, text, sha256 }, hash, parseAndKeep)
}

function nameFault(
  name: string,
  manifest: Manifest | undefined,
  rows: readonly CompositeRow[],
): string | undefined {
  if (!NAME.test(name))
    return `\`${name}\` cannot be the name of a composite; take a to z, 0 to 9 and \`_\`, a letter first.`
  if (rows.some((row) => row.name === name && row.from === 'home'))
    return `There is a composite \`${name}\` already; take another name.`
  return manifest?.entries.some((entry) => entry.name === name)
    ? `There is a tool \`${name}\` already; take another name.`
    : undefined
}

/** Why a file with this text could not be used, in a sentence. */
function recordFault(
  text: string,
  name: string,
  file: string,
  make: (composite: Composite) => Made,
): string | undefined {
  const whole = `Nothing is written, as \`${name}\` could not be used`
  if (Buffer.byteLength(text) > MOST_BYTES)
    return `${whole}: the file would have more than ${MOST_BYTES} bytes; take calls with shorter texts.`
  const read = parseComposite(text, file, name)
  const made = 'groups' in read ? make(read) : read.map(({ message }) => message)
  return 'tool' in made ? undefined : `${whole}: ${made.join('\n')}`
}

function written(
  text: string,
  name: string,
  folder: string,
  file: string,
): CommandResult & { readonly changed?: true } {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    createFileAtomicSync(file, text)
  } catch (error) {
    return refusal(`\`${file}\` cannot be written (${diskReason(error)}).`)
  }
  return {
    ok: true,
    text: `\`${file}\` is written, and \`${name}\` can be used:\n\n${text.trimEnd()}`,
    data: { name, file, text },
    changed: true,
  }
}

function unknown(name: string, rows: readonly CompositeRow[]): CommandResult {
  const nearest = nearestName(
    name,
    rows.map((row) => row.name),
  )
  const hint = nearest === undefined ? '`/composite` lists them.' : `did you mean \`${nearest}\`?`
  return refusal(`There is no composite \`${name}\`; ${hint}`)
}
