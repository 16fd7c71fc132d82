// Compiles the tools' folders into the bytes of a manifest, router included: for `npm run build` and `/tools reload`.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CompiledTool, isManifestProblem } from '../contracts/manifest.ts'
import type { Tool } from '../contracts/tool.ts'
import { type CompileResult, compileTools, standsAlone } from '../manifest/compile.ts'
import { readManifestFile } from '../manifest/file.ts'
import { ManifestUnwritable, writeManifest } from '../manifest/writer.ts'
import type { ProgramPaths } from '../paths.ts'
import type { TrainingInput } from '../router/examples.ts'
import type { RouterModel } from '../router/model.ts'
import { decodeRouter } from '../router/model-bytes.ts'
import { learnInParallel } from '../router/parallel-parts.ts'
import { hashInput, type TrainingReport, trainRouter } from '../router/train.ts'

export interface BuildOptions {
  /** Unix seconds. */
  readonly builtAt: number
  /** Learn thresholds by cross-validation too, on all cores: three times the work, for `npm run build`. */
  readonly crossValidate: boolean
  /** A router that is taken over if it was trained on the same requests, else its calibration where nothing is cross-validated. */
  readonly like?: TrainedRouter | undefined
  /** Compiled tools besides those of the folder. */
  readonly more?: readonly CompiledTool[]
  /** Called before the router is trained. */
  readonly onTraining?: () => void
  /** Requests besides the program's that need no tool. */
  readonly moreNone?: readonly string[]
  /** Of the program's requests that need no tool, those that one of `more` serves. */
  readonly served?: readonly string[]
}

/** A router as it stands in a manifest. */
export interface TrainedRouter {
  readonly model: RouterModel
  readonly bytes: Uint8Array
}

/** A compiled manifest; `training` is undefined when the router was taken over, or could not be trained (a problem says why). */
export interface BuiltManifest extends CompileResult {
  /** The router's chunk. */
  readonly router: Uint8Array | undefined
  readonly training: TrainingReport | undefined
}

/** Compiles everything below the program's `tools/`. Broken tools are in `problems`, the others compiled. */
export async function buildManifest(program: ProgramPaths, options: BuildOptions): Promise<BuiltManifest> {
  const { builtAt, crossValidate, like, more = [] } = options
  const compiled = await compileTools({
    toolsDir: program.toolsDir,
    loadTool: (folder) => loadTool(program, basename(folder)),
    builtAt,
  })
  const tools = [...compiled.tools, ...more]
  try {
    const input = trainingInput(tools, program, options)
    const same = takeOver(like, input)
    if (same === undefined) options.onTraining?.()
    const learned = crossValidate && same === undefined ? await learnInParallel(input) : undefined
    const { bytes: router, report } = same
      ? { bytes: same, report: undefined }
      : trainRouter(input, { crossValidate, learned, like: like?.model })
    const bytes = writeManifest({ tools, router, builtAt, footer: 'crc32' })
    return { ...compiled, tools, bytes, router, training: report }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ManifestUnwritable)) throw error
    const problem = { file: program.toolsDir, line: 1, column: 1, message: error.message }
    return { ...compiled, problems: [...compiled.problems, problem], router: undefined, training: undefined }
  }
}

/** The chunk of a router that was trained on the same requests. */
function takeOver(like: TrainedRouter | undefined, input: TrainingInput): Uint8Array | undefined {
  return like?.model.learnedFrom === hashInput(input) ? like.bytes : undefined
}

/** What the router of these tools learns from. */
export function trainingInput(
  tools: readonly CompiledTool[],
  program: ProgramPaths,
  { moreNone = [], served = [] }: Pick<BuildOptions, 'moreNone' | 'served'> = {},
): TrainingInput {
  const isServed = new Set(served)
  const followUpsOf = ({ name, fewShots }: CompiledTool) =>
    fewShots
      .filter((shot) => !standsAlone(shot))
      .map((shot) => ({ tool: name, last: shot.before?.tool ?? name, text: shot.user }))
  return {
    tools: tools.map(trainingTool),
    none: [...readLines(program.noneRequests).filter((line) => !isServed.has(line)), ...moreNone],
    mistaken: readLines(program.mistakenRequests).filter((line) => !isServed.has(line)),
    followUps: tools.flatMap(followUpsOf),
    remarks: readLines(program.remarks),
  }
}

function trainingTool({ name, oneLiner, description, examples, fewShots }: CompiledTool) {
  const shots = fewShots.filter(standsAlone)
  // As many that are only retrieved as there are examples: a tool with thousands of them would take what is not its own.
  const near = shots.filter((shot) => shot.near).slice(0, examples.length)
  const fewShotRequests = [...shots.filter((shot) => !shot.near), ...near].map((shot) => shot.user)
  return { name, oneLiner, description, examples, fewShotRequests }
}

/** Requests or remarks, a line each; a file that is absent has none. */
export function readLines(path: string): readonly string[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** The router of a manifest on disk; undefined when there is none that can be used. */
export function readTrainedRouter(path: string): TrainedRouter | undefined {
  const manifest = readManifestFile(path)
  const bytes = isManifestProblem(manifest) ? undefined : manifest.router()
  if (bytes === undefined || isManifestProblem(bytes)) return undefined
  const model = decodeRouter(bytes)
  return isManifestProblem(model) ? undefined : { model, bytes }
}

/** Imports a tool's code; rejects when there is none, or it is not a tool. */
export async function loadTool(program: ProgramPaths, name: string): Promise<Tool> {
  const folder = join(program.codeRoot, 'tools', name)
  const file = ['tool.js', 'tool.ts'].map((one) => join(folder, one)).find((one) => existsSync(one))
  if (file === undefined) throw new Error(`there is no tool.ts in \`${folder}\``)
  const { default: tool } = (await import(pathToFileURL(file).href)) as { default?: Tool }
  if (typeof tool?.run !== 'function' || tool.name !== name)
    throw new Error(`\`${file}\` does not export the tool \`${name}\``)
  return tool
}
