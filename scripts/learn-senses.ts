// `ETHERVOX_MODELS=DIR node scripts/learn-senses.ts [PYTHON] [--examples FILE | --tuned DIR]`: tunes the sentence model on the examples of the tools (models/tool-senses.safetensors)
// and learns what requests for each tool mean (models/tool-senses.json). Worth its hours (minutes with a GPU) where a tool or many examples were added; until
// then a new tool keeps its odds by words. PYTHON has torch, numpy, gguf and safetensors: `python3 -m venv DIR && DIR/bin/pip install torch numpy gguf safetensors`.
// On another machine, one with a GPU: `--examples FILE` only writes what is learned from; there `tune-sentences.py MODEL FILE DIR/whole`, and with
// `--without 0` into DIR/apart; here `--tuned DIR` does the rest with these two. Where follow-ups or remarks were added `learn-behind.ts` takes minutes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { getLlama, LlamaLogLevel } from 'node-llama-cpp'
import { loadTool, trainingInput } from '../source/composing/build-manifest.ts'
import { findSentenceModel, sumOf, tunedId } from '../source/home/meaning-of-home.ts'
import { floatsOf, readSafetensors } from '../source/lib/safetensors.ts'
import { compileTools } from '../source/manifest/compile.ts'
import { findProgram, homePaths } from '../source/paths.ts'
import { behindExamples } from '../source/router/behind-examples.ts'
import { collectExamples } from '../source/router/examples.ts'
import { fitTrust, judgeRouting, lossOf } from '../source/router/learn-calibration.ts'
import { type LearnedHeads, learnSenses } from '../source/router/learn-senses.ts'
import { learnInParallel } from '../source/router/parallel-parts.ts'
import { falseCallsOf, standardRecipe } from '../source/router/recipe.ts'
import { writeSenseHead } from '../source/router/sense-head.ts'
import { embedTexts } from './embed-texts.ts'
import { runPython } from './run-python.ts'

/** Kept apart from a tuning of its own: what both classifiers say of it tells how far they can be trusted. */
const APART = 0

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { examples: { type: 'string' }, tuned: { type: 'string' } },
})
const program = findProgram()
const recipe = standardRecipe
const model = await findSentenceModel(program, homePaths(undefined, process.env).models)
if (model === undefined)
  throw new Error('There is no sentence model here; `ethervox model pull all-minilm` fetches it.')
const { path: modelPath, id } = model
const load = (folder: string) => loadTool(program, basename(folder))
const { tools } = await compileTools({ toolsDir: program.toolsDir, loadTool: load, builtAt: 0 })
const input = trainingInput(tools, program)
const set = collectExamples(input, recipe)
const classes = set.tools.length + 1
const begun = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'ethervox-senses-'))
const examplesPath = given.examples ?? join(folder, 'examples.json')
const texts = [set.examples, behindExamples(input, set)].flatMap((some, head) =>
  some.map((one) => ({ ...one, head })),
)
if (given.tuned === undefined) {
  const tokens = await tokensOf(texts.map(({ text }) => text))
  const examples = texts.map(({ label, fold, head }, at) => ({ tokens: tokens[at], label, fold, head }))
  writeFileSync(examplesPath, JSON.stringify({ classes, heads: 2, examples }))
}
if (given.examples !== undefined) {
  rmSync(folder, { recursive: true })
  process.exit(0)
}

const words = (await learnInParallel(input, recipe))?.tools.unseen ?? []
const apart = await tuned('apart', ['--without', String(APART)])
const apartTexts = set.examples.flatMap(({ text, fold }) => (fold === APART ? [text] : []))
const { adapterPath } = apart
const files = { childPath: program.sentenceChild, modelPath, adapterPath, folder }
const vectors = await embedTexts(apartTexts, files)
const whole = await tuned('whole', [])
const { head, unseen } = learnSenses(set, words, whole, { ...apart, fold: APART, vectors }, recipe)
const judged = { words: words.filter(({ fold }) => fold === APART), 'and meaning': unseen }
for (const [by, scores] of Object.entries(judged)) {
  // Judged by a trust that was learned from the other half of them.
  const halves = scores.map((one, at) => ({ ...one, fold: at % 2 }))
  const of = judgeRouting(halves, 2, falseCallsOf(recipe, set.tools.length))
  console.log(
    `${by}: loss ${lossOf(scores, fitTrust(scores)).toFixed(3)}, right tool ${percent(of.rightTool)}, wrong tool ${percent(of.wrongTool)}, best tool ${percent(of.bestTool)}, false calls ${percent(of.falseCalls)}`,
  )
}
writeFileSync(program.senseAdapter, readFileSync(whole.adapterPath))
const sum = (await sumOf(program.senseAdapter)) ?? ''
writeFileSync(program.senses, writeSenseHead({ model: tunedId(id, sum), ...head }))
rmSync(folder, { recursive: true })
console.log(`${program.senses} and its adapter, ${seconds(begun)} in all`)

/** As the engine reads them. */
async function tokensOf(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error })
  const vocabulary = await llama.loadModel({ modelPath, vocabOnly: true })
  const { bos, sep } = vocabulary.tokens
  const made = texts.map((text) => [bos, ...vocabulary.tokenize(text), sep].flatMap((token) => token ?? []))
  await llama.dispose()
  return made
}

async function tuned(name: string, more: readonly string[]): Promise<LearnedHeads & { adapterPath: string }> {
  const out = join(given.tuned ?? folder, name)
  if (given.tuned === undefined) {
    console.log(`tuning ${more.length === 0 ? 'on all examples' : `without fold ${APART}`}`)
    await runPython(positionals[0] ?? 'python3', 'tune-sentences.py', [modelPath, examplesPath, out, ...more])
  }
  const { tensors } = readSafetensors(readFileSync(join(out, 'heads.safetensors')))
  const numbers = (name: string) => {
    const tensor = tensors.get(name)
    if (tensor === undefined) throw new Error(`heads.safetensors has no ${name}`)
    return floatsOf(tensor)
  }
  const headAt = (at: number) => ({ weight: numbers(`${at}.weight`), bias: numbers(`${at}.bias`) })
  return {
    alone: headAt(0),
    behind: headAt(1),
    adapterPath: join(out, 'adapter.safetensors'),
  }
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(0)} s`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
