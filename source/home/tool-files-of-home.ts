// Tools that a person writes as Markdown files (docs/writing-a-tool.md), of the home and of the workspace: as tools beside the
// program's, and what `/tool` and `ethervox tool` ask of them.
import { existsSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import type { Clock } from '../contracts/clock.ts'
import { type CommandResult, refusal } from '../contracts/command.ts'
import type { ToolContext } from '../contracts/tool.ts'
import type { ToolFilePorts, ToolFileRow } from '../contracts/tool-files.ts'
import { nearestName } from '../lib/nearest-name.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { testTool } from '../plugins/test-tool.ts'
import { parseToolFile } from '../plugins/tool-file.ts'
import { type FoundFile, openToolFolders } from '../plugins/tool-folders.ts'
import { findCodeFault } from '../plugins/tool-of-file.ts'
import { visible } from '../toolkit/plain-words.ts'
import { keptSettings } from './lent/kept-settings.ts'
import { outsideAccess } from './lent/outside-access.ts'
import type { MoreTools } from './more-tools.ts'
import { draftIn } from './tool-drafts.ts'
import { trustedKind } from './trusted-kind.ts'

export interface FilesPlace {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly workspace: string
  readonly clock: Clock
}

/** The files with what they are for the ground and for the session. */
export interface FilesOfHome {
  more(): MoreTools
  readonly ports: ToolFilePorts
}

/** As many digits of a hash tell two texts apart. */
const HASH_DIGITS = 12

/** Opens them; nothing is read before it is asked for. */
export function toolFilesOf(place: FilesPlace): FilesOfHome {
  const { program, home, workspace } = place
  const settings = keptSettings(home.settings)
  const trust = trustedKind(settings, 'tool')
  const read = openToolFolders({
    home: home.toolFiles,
    workspace: join(workspace, '.ethervox', 'tools'),
    worker: program.sandboxWorker,
    trusted: () => trust.hashes(),
  })
  const isOurs = (name: string) => existsSync(join(program.toolsDir, name, 'config.yaml'))
  const isHidden = (name: string) => isOurs(name) && !settings.orDefaults.shadowing
  const find = (name: string) => read().find(({ row }) => row.name === name)
  const list = () => read().map(({ row }) => rowOf(row, isHidden))
  return {
    more: () => (home.toolFiles === '' ? { tools: [], notices: [] } : moreOf(read(), isOurs, isHidden)),
    ports: {
      list,
      check: (file, signal) => checkFile(place, file, signal),
      test: async (name, signal) => testFile(place, find(name) ?? unknown(name, list()), signal),
      draft: (name, from, engine, signal) => draftIn({ ...place, isOurs }, name, from, engine, signal),
      trust: (name, hash) => {
        const found = read().find(({ row }) => row.name === name && row.from === 'workspace')
        if (found === undefined) return unknown(name, list())
        return trustFile(found, hash, (sha256) => trust.add(sha256))
      },
    },
  }
}

function rowOf(row: ToolFileRow, isHidden: (name: string) => boolean): ToolFileRow {
  return row.state === 'used' && isHidden(row.name) ? { ...row, state: 'hidden' } : row
}

/** The tools that may be used; of two with one name the home's. What is not used is said. */
function moreOf(
  files: readonly FoundFile[],
  isOurs: (name: string) => boolean,
  isHidden: (name: string) => boolean,
): MoreTools {
  const usable = files.filter(({ tool }) => tool !== undefined)
  const first = (one: FoundFile) => usable.find(({ row }) => row.name === one.row.name) === one
  const untrusted = files.filter(({ row }) => row.state === 'untrusted').map(({ row }) => `\`${row.name}\``)
  const replacing = usable.filter(({ row }) => isOurs(row.name) && !isHidden(row.name))
  const [one] = untrusted
  return {
    tools: usable.filter(first).flatMap(({ tool, row }) =>
      tool === undefined
        ? []
        : [
            {
              compiled: tool.file.compiled,
              tool: tool.tool,
              replaces: isOurs(row.name) && !isHidden(row.name),
            },
          ],
    ),
    notices: [
      ...files.flatMap(({ problems }) => problems.slice(0, 1).map(({ message }) => message)),
      ...usable
        .filter((file) => !first(file))
        .map(({ row }) => `The tool \`${row.file}\` is not used: the home has one of that name.`),
      ...replacing.map(
        ({ row }) =>
          `The tool \`${row.name}\` of the program gives way to \`${row.file}\` (setting \`shadowing\`).`,
      ),
      ...(one === undefined
        ? []
        : [
            `Tools of this workspace are not used, as you have not seen them yet: ${untrusted.join(', ')}; \`/tool trust ${one.replaceAll('`', '')}\` shows one.`,
          ]),
    ],
  }
}

async function checkFile(
  { program, workspace, home }: FilesPlace,
  given: string,
  signal: AbortSignal,
): Promise<CommandResult> {
  const file = placeOf(given, workspace, home)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refusal(`The tool \`${file}\` cannot be read (${reason}).`)
  }
  const parsed = parseToolFile(text, file, basename(file, '.md'))
  if (!('compiled' in parsed)) {
    const data = parsed.map(({ line, column, message }) => ({ line, column, message }))
    return { ok: false, text: parsed.map(({ message }) => message).join('\n'), data }
  }
  const fault = await findCodeFault(parsed, program.sandboxWorker, signal)
  if (fault !== undefined) {
    const { line = parsed.fence, column = 1 } = fault
    const message = `\`${file}\` line ${line}, column ${column}: ${fault.message || fault.code}.`
    return { ok: false, text: message, data: [{ line, column, message }] }
  }
  const { compiled, kind, tests } = parsed
  const words = `\`${file}\` is well: the tool \`${compiled.name}\` (${kind}, ${compiled.risk}) with ${tests.length} tests.`
  return { ok: true, text: words, data: [] }
}

/** A path of the workspace; a bare name is that of a tool. */
function placeOf(given: string, workspace: string, home: HomePaths): string {
  if (isAbsolute(given)) return given
  const bare = /^[a-z0-9_]+$/.test(given) ? `${given}.md` : undefined
  const places = bare ? [join(home.toolFiles, bare), join(workspace, '.ethervox', 'tools', bare)] : []
  return places.find((path) => existsSync(path)) ?? resolve(workspace, given)
}

async function testFile(
  place: FilesPlace,
  found: FoundFile | CommandResult,
  signal: AbortSignal,
): Promise<CommandResult> {
  if ('ok' in found) return found
  const { tool, row, problems } = found
  if (row.state === 'untrusted')
    return refusal(`The tool \`${row.name}\` was not run: \`/tool trust ${row.name}\` shows it first.`)
  if (tool === undefined) return refusal(problems.map(({ message }) => message).join('\n'))
  if (tool.file.tests.length === 0)
    return refusal(`The tool \`${row.name}\` has no \`tests\`; write some into \`${row.file}\`.`)
  const done = await testTool(tool.file, tool.tool, contextOf(place, signal))
  const failed = done.filter(({ fault }) => fault !== undefined).length
  const lines = done.map(({ arguments: args, said, fault }, at) =>
    fault === undefined
      ? `well    ${at + 1}  ${JSON.stringify(args)}  ${said.split('\n')[0]}`
      : `failed  ${at + 1}  ${JSON.stringify(args)}  ${fault}; it said: ${said}`,
  )
  const sum =
    failed === 0 ? `All ${done.length} tests are passed.` : `${failed} of ${done.length} tests failed.`
  const data = done.map((one) => ({ arguments: one.arguments, said: one.said, fault: one.fault ?? null }))
  return { ok: failed === 0, text: [...lines, sum].join('\n'), data }
}

/** What a test needs: the network and the shell as they are set, and nothing that is kept. */
function contextOf({ program, home, workspace, clock }: FilesPlace, signal: AbortSignal): ToolContext {
  return {
    ...{ workspace, clock, signal },
    program: {
      name: 'ethervox',
      version: program.version,
      model: undefined,
      contextTokens: undefined,
      toolsEnabled: [],
    },
    services: outsideAccess(home, keptSettings(home.settings)),
  }
}

/** Shows it, or trusts exactly what was shown: the hash is that of the text. */
function trustFile(
  { row, text, problems, parse }: FoundFile,
  hash: string | undefined,
  keep: (sha256: string) => void,
): CommandResult & { readonly changed?: true } {
  const begin = row.sha256.slice(0, HASH_DIGITS)
  if (row.state === 'broken') return refusal(problems.map(({ message }) => message).join('\n'))
  if (row.state === 'used')
    return { ok: true, text: `The tool \`${row.name}\` is trusted already.`, data: null }
  const read = parse()
  if (!('compiled' in read)) return refusal(read.map(({ message }) => message).join('\n'))
  if (hash === undefined)
    return {
      ok: true,
      text: `${row.file}\n\n${inPlainSight(text)}\n\nIt is ${read.kind}, risk ${read.compiled.risk}. \`/tool trust ${row.name} ${begin}\` trusts exactly this text.`,
      data: { name: row.name, sha256: row.sha256, text },
    }
  if (hash.length < HASH_DIGITS || !row.sha256.startsWith(hash.toLowerCase()))
    return refusal(
      `\`${hash}\` is not the hash of \`${row.name}\` as it is now; \`/tool trust ${row.name}\` shows it.`,
    )
  try {
    keep(row.sha256)
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error))
  }
  return {
    ok: true,
    text: `The tool \`${row.name}\` is trusted and can be used; once its text changes it has to be seen again.`,
    data: { name: row.name, sha256: row.sha256 },
    changed: true,
  }
}

/** What a terminal would act on, or not show at all, as something to be seen: the person judges by this. */
export function inPlainSight(text: string): string {
  const code = (one: string) => `<U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
  return visible(text.trimEnd()).replace(/[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, code)
}

function unknown(name: string, rows: readonly ToolFileRow[]): CommandResult {
  const nearest = nearestName(
    name,
    rows.map((row) => row.name),
  )
  const hint = nearest === undefined ? '`/tool` lists them.' : `did you mean \`${nearest}\`?`
  return refusal(`There is no file of a tool \`${name}\`; ${hint}`)
}
