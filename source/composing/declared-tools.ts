// `--declare`: the program's tools with others that are only declared, as one set with a router of its own.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '../contracts/errors.ts'
import { type CompiledTool, isManifestProblem } from '../contracts/manifest.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { compileDeclared, declaredTool, readCatalogue } from '../manifest/declared-tools.ts'
import { writeManifestFile } from '../manifest/file.ts'
import { readManifest } from '../manifest/reader.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { buildManifest, loadTool, readLines, readTrainedRouter } from './build-manifest.ts'
import type { GivenTools } from './ground.ts'

const NONE_FILE = 'none-requests.txt'
/** The program's requests for none that a declared tool serves. */
const SERVED_FILE = 'served-requests.txt'

/** What `--declare` brings besides the program's own tools. */
export interface Declared {
  readonly tools: readonly CompiledTool[]
  readonly none: readonly string[]
  /** Requests that need none of the program's tools, but one of these. */
  readonly served: readonly string[]
}

/** Reads folders of tools, and catalogues (`.jsonl`). Throws `UserError` with every problem. */
export async function readDeclared(paths: readonly string[]): Promise<Declared> {
  const tools: CompiledTool[] = []
  const none: string[] = []
  const served: string[] = []
  for (const path of paths) {
    if (!existsSync(path)) throw new UserError(`There is no \`${path}\` to declare tools from.`)
    const isFolder = statSync(path).isDirectory()
    const read = isFolder ? await compileDeclared(path) : readCatalogue(readFileSync(path, 'utf8'), path)
    if (read.problems.length > 0) throw new UserError(read.problems.map((one) => one.message).join('\n'), 1)
    if (read.tools.length === 0) throw new UserError(`\`${path}\` declares no tool.`)
    tools.push(...read.tools)
    if (!isFolder) continue
    none.push(...readLines(join(path, NONE_FILE)))
    served.push(...readLines(join(path, SERVED_FILE)))
  }
  return { tools, none, served }
}

/**
 * Compiles the program's tools and the declared ones together; a declared tool gives way to one of ours of the same name.
 * With new examples the router is cross-validated, which takes half a minute, so the result is kept in the home's
 * `tools/declared-….bin`; it replaces nothing there. `say` tells the person what takes its time.
 */
export async function composeDeclared(
  program: ProgramPaths,
  home: HomePaths,
  paths: readonly string[],
  say: (text: string) => void,
): Promise<GivenTools> {
  const declared = await readDeclared(paths)
  const isOurs = (name: string) => existsSync(join(program.toolsDir, name, 'config.yaml'))
  const more = declared.tools.filter((tool) => !isOurs(tool.name))
  const double = more.find((tool, at) => more.findIndex((one) => one.name === tool.name) < at)
  if (double !== undefined) throw new UserError(`The tool \`${double.name}\` is declared twice.`)
  if (more.length < declared.tools.length)
    say(`${declared.tools.length - more.length} declared tools are the program's own and run as such.\n`)
  const key = sha256Hex(Buffer.from(JSON.stringify(paths.map((path) => resolve(path))))).slice(0, 12)
  const kept = join(home.tools, `declared-${key}.bin`)
  // Tools without examples need no training: the shipped router serves as it is.
  const like = readTrainedRouter(kept) ?? readTrainedRouter(program.shippedManifest)
  const built = await buildManifest(program, {
    builtAt: 0,
    crossValidate: true,
    onTraining: () => say('training the router on the declared tools, once …\n'),
    like,
    more,
    moreNone: declared.none,
    served: declared.served,
  })
  if (built.problems.length > 0) throw new UserError(built.problems.map((one) => one.message).join('\n'), 1)
  if (built.training !== undefined) {
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 })
    await writeManifestFile(kept, built.bytes)
  }
  const manifest = readManifest(built.bytes)
  if (isManifestProblem(manifest)) throw new UserError(manifest.message, 1)
  const byName = new Map(more.map((tool) => [tool.name, declaredTool(tool)]))
  return {
    manifest,
    loadTool: async (name) => byName.get(name) ?? loadTool(program, name),
  }
}
