/**
 * The program with a whole catalogue of tools beside its own: 527 of MCP servers, without examples; run by hand:
 * `ETHERVOX_DATA=DIR node test/benchmarks/scale.bench.ts [MODEL.gguf]`. With a model the index is counted by its tokenizer, else a
 * token is taken as four characters. The classifier is that of `npm run build`. End to end: `ethervox eval --declare`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildManifest, readTrainedRouter } from '../../source/composing/build-manifest.ts'
import { readDeclared } from '../../source/composing/declared-tools.ts'
import { openGround } from '../../source/composing/ground.ts'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { loadCases } from '../../source/evaluation/cases.ts'
import { percentiles } from '../../source/evaluation/figures.ts'
import { loadOwnCases } from '../../source/evaluation/own-cases.ts'
import { readManifest } from '../../source/manifest/reader.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { buildIndex, INDEX_BUDGET_TOKENS } from '../../source/prompt/index-tiers.ts'
import { loadPlainEngine } from '../helpers/plain-engine.ts'
import { publicData } from '../helpers/public-data.ts'
import { foreignRequests } from './router-data.ts'

const FOREIGN = 1_000
/** Cases of single messages; the part *report* is not read here. */
const CASES = ['a', 'b', 'c', 'd', 'e', 'f']

const program = findProgram()
const catalogue = publicData('mcp-catalogue/tools.jsonl')
if (catalogue === undefined)
  console.log('skipped: `ETHERVOX_DATA` names no folder with `mcp-catalogue/tools.jsonl`')
else await compareSizes(fileURLToPath(catalogue))

async function compareSizes(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))
  const readAt = performance.now()
  const { tools } = await readDeclared([path])
  console.log(`${tools.length} tools of the catalogue read and checked in ${since(readAt)}`)
  const countTokens = await tokenCounter(process.argv[2], folder)
  const like = readTrainedRouter(program.shippedManifest)
  for (const more of [[], tools]) {
    const compileAt = performance.now()
    let compiled: string | undefined
    const onTraining = () => {
      compiled = since(compileAt)
    }
    const built = await buildManifest(program, { builtAt: 0, crossValidate: false, like, more, onTraining })
    const all = since(compileAt)
    const readAt = performance.now()
    const manifest = readManifest(built.bytes)
    if (isManifestProblem(manifest)) throw new Error(manifest.message)
    const loaded = since(readAt)
    const openAt = performance.now()
    const ground = openGround({
      program,
      home: homePaths(folder, {}),
      systemText: 'x',
      modelId: () => '',
      tools: () => ({ manifest, loadTool: async () => Promise.reject(new Error('not run')) }),
    })
    const opened = since(openAt)
    console.log(`\n## ${manifest.entries.length} tools`)
    console.log(
      compiled === undefined
        ? `compiled in ${all}, the trained router taken over`
        : `compiled in ${compiled}; with the training of the router, not cross-validated, ${all}`,
    )
    const kilobytes = [built.bytes.length, built.router?.length ?? 0].map((size) => Math.round(size / 1000))
    console.log(
      `${kilobytes[0]} KB, of which router ${kilobytes[1]} KB; read in ${loaded}, opened in ${opened}`,
    )
    const { entries } = ground.tools
    const named = entries.filter(({ name }) => name !== ground.search)
    const index = await buildIndex(named, INDEX_BUDGET_TOKENS, countTokens, ground.search)
    console.log(`index: ${index.tier}, ${index.tokens} tokens of ${INDEX_BUDGET_TOKENS}`)
    measureRouting(ground)
  }
  rmSync(folder, { recursive: true })
  process.exit()
}

type Ground = Pick<ReturnType<typeof openGround>, 'router' | 'tools'>

function measureRouting({ router, tools }: Ground): void {
  const allowed = new Set(tools.enabled.map((entry) => entry.name))
  const times: number[] = []
  const route = (message: string) => {
    const from = performance.now()
    const { tool } = router.route(message, allowed)
    times.push(performance.now() - from)
    return tool
  }
  const own = loadOwnCases(program.toolsDir)
  for (const { turns } of own) for (const { input } of turns) router.route(input, allowed)
  const paths = CASES.map((name) => fileURLToPath(new URL(`../cases/${name}.jsonl`, import.meta.url)))
  const sets = [
    ["our tools' own tests", own],
    ['train', loadCases(paths, 'train')],
    ['accept', loadCases(paths, 'accept')],
  ] as const
  for (const [title, cases] of sets) {
    const turns = cases.flatMap((one) => (one.turns.length === 1 ? one.turns : []))
    const ours = turns.filter(({ tool }) => tool === null || isOurs(tool))
    const right = ours.filter((turn) => route(turn.input) === turn.tool)
    const share = (of: typeof ours, all: typeof ours) => `${of.length} of ${all.length}`
    const none = (of: typeof ours) => of.filter(({ tool }) => tool === null)
    console.log(
      `${title}, router alone: ${share(right, ours)} right; of those for none ${share(none(right), none(ours))}`,
    )
  }
  const foreign = (foreignRequests('clinc150') ?? []).slice(0, FOREIGN)
  const called = foreign.filter((message) => route(message) !== null).length
  const { p50, p95 } = percentiles(times)
  console.log(`route: P50 ${p50.toFixed(2)} ms, P95 ${p95.toFixed(2)} ms a message, of ${times.length}`)
  if (foreign.length > 0)
    console.log(
      `CLINC150, none of ours fits: ${called} of ${foreign.length} sent to a tool; one of the catalogue may fit`,
    )
}

function isOurs(tool: string): boolean {
  return existsSync(join(program.toolsDir, tool, 'config.yaml'))
}

async function tokenCounter(modelPath: string | undefined, folder: string) {
  if (modelPath === undefined)
    return async (texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4))
  const engine = await loadPlainEngine({
    ...{ childPath: program.engineChild, modelPath, statesDir: folder },
    ...{ contextTokens: 512, callContextTokens: 512 },
  })
  return (texts: readonly string[]) => engine.countTokens(texts)
}

function since(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(2)} s`
}
