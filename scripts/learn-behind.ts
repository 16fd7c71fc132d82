// `ETHERVOX_MODELS=DIR node scripts/learn-behind.ts`: learns anew what messages behind a call mean (`behind` in models/tool-senses.json) where follow-ups
// or remarks were added; the sentence model and what messages alone mean stay. Takes minutes, and no PyTorch. After it `test/benchmarks/fit-sense-behind.ts`
// says how much it counts. All of it anew: `learn-senses.ts`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { loadTool, trainingInput } from '../source/composing/build-manifest.ts'
import { findSentenceModel } from '../source/home/meaning-of-home.ts'
import { compileTools } from '../source/manifest/compile.ts'
import { findProgram, homePaths } from '../source/paths.ts'
import { behindExamples } from '../source/router/behind-examples.ts'
import { collectExamples } from '../source/router/examples.ts'
import { quantizeHead, unquantizeHead } from '../source/router/learn-senses.ts'
import { standardRecipe } from '../source/router/recipe.ts'
import { type HeadExample, refitHead } from '../source/router/refit-head.ts'
import { readSenseHead, scoreVector, writeSenseHead } from '../source/router/sense-head.ts'
import { embedTexts } from './embed-texts.ts'

/** Of the messages that are new in the middle of a conversation, which are many, one in so many. */
const FRESH_EVERY = 3
/** Kept apart to see what it brings, then learned, too. */
const APART = 1

const program = findProgram()
const model = await findSentenceModel(program, homePaths(undefined, process.env).models)
if (model === undefined)
  throw new Error('There is no sentence model here; `ethervox model pull all-minilm` fetches it.')
const head = readSenseHead(readFileSync(program.senses, 'utf8'))
const load = (folder: string) => loadTool(program, basename(folder))
const { tools } = await compileTools({ toolsDir: program.toolsDir, loadTool: load, builtAt: 0 })
const input = trainingInput(tools, program)
const set = collectExamples(input, standardRecipe)
if (head === undefined || head.tools.join() !== set.tools.join())
  throw new Error('The heads are of other tools; `scripts/learn-senses.ts` learns them for these.')

// Those that lean on a call stand there twice or more: their weight.
const texts = new Map<string, { label: number; fold: number; weight: number }>()
for (const { text, label, fold } of behindExamples(input, set)) {
  const known = texts.get(text)
  texts.set(text, { label, fold, weight: (known?.weight ?? 0) + 1 })
}
let fresh = 0
const chosen = [...texts].filter(([, { weight }]) => weight > 1 || fresh++ % FRESH_EVERY === 0)
const folder = mkdtempSync(join(tmpdir(), 'ethervox-behind-'))
const files = {
  childPath: program.sentenceChild,
  modelPath: model.path,
  adapterPath: program.senseAdapter,
  folder,
}
const vectors = await embedTexts(
  chosen.map(([text]) => text),
  files,
)
rmSync(folder, { recursive: true })
const examples = chosen.map(([, one], at) => ({ ...one, vector: vectors[at] as Float32Array }))
const isApart = ({ fold, weight }: (typeof examples)[number]) => fold === APART && weight > 1
const judged = examples.filter(isApart)
const before = unquantizeHead(head.behind)
tell('before', before)
tell('learned without them', refit(examples.filter((one) => !isApart(one))))
const behind = quantizeHead(refit(examples), set.tools.length + 1)
writeFileSync(program.senses, writeSenseHead({ ...head, behind }))
console.log(`${program.senses}, from ${examples.length} messages`)

function refit(some: readonly HeadExample[]) {
  return refitHead(before, some)
}

/** What it makes of the leaning messages and remarks of the fold apart. */
function tell(by: string, learned: ReturnType<typeof refit>): void {
  const classes = set.tools.length + 1
  const linear = quantizeHead(learned, classes)
  const scores = new Float64Array(classes)
  const isRight = ({ vector, label }: HeadExample) => {
    scoreVector(linear, vector, scores)
    return scores.indexOf(Math.max(...scores)) === label
  }
  const share = (some: readonly HeadExample[]) => `${some.filter(isRight).length} of ${some.length}`
  const needs = judged.filter(({ label }) => label < set.tools.length)
  const none = judged.filter(({ label }) => label === set.tools.length)
  console.log(`${by}: right tool ${share(needs)}, left alone ${share(none)}`)
}
