// `ETHERVOX_MODELS=DIR node scripts/learn-senses.ts`: learns again what requests for each tool mean (models/tool-senses.json), from the
// examples of the tools and the vectors of the sentence model. Worth its three minutes where a tool or many examples were added; until then
// a new tool keeps its odds by words. The same examples and model give the same file.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { loadTool, trainingInput } from '../source/composing/build-manifest.ts'
import { loadSentenceModel } from '../source/engine/embedded/sentence-host.ts'
import { findSentenceModel } from '../source/home/meaning-of-home.ts'
import { compileTools } from '../source/manifest/compile.ts'
import { findProgram, homePaths } from '../source/paths.ts'
import { collectExamples } from '../source/router/examples.ts'
import { fitTrust, judgeRouting, lossOf } from '../source/router/learn-calibration.ts'
import { learnSenses } from '../source/router/learn-senses.ts'
import { learnInParallel } from '../source/router/parallel-parts.ts'
import { falseCallsOf, standardRecipe } from '../source/router/recipe.ts'
import { writeSenseHead } from '../source/router/sense-head.ts'

const program = findProgram()
const recipe = standardRecipe
const model = await findSentenceModel(program, homePaths(undefined, process.env).models)
if (model === undefined)
  throw new Error('There is no sentence model here; `ethervox model pull all-minilm` fetches it.')
const { path: modelPath } = model
const load = (folder: string) => loadTool(program, basename(folder))
const { tools } = await compileTools({ toolsDir: program.toolsDir, loadTool: load, builtAt: 0 })
const input = trainingInput(tools, program)
const set = collectExamples(input, recipe)
const begun = performance.now()
const vectors = await embed(set.examples.map(({ text }) => text))
console.log(`${vectors.length} vectors in ${seconds(begun)}`)
const words = (await learnInParallel(input, recipe))?.tools.unseen ?? []
const { head, unseen } = learnSenses(set, vectors, words, recipe)
for (const [by, scores] of Object.entries({ words, 'and meaning': unseen })) {
  const of = judgeRouting(scores, recipe.folds, falseCallsOf(recipe, set.tools.length))
  console.log(
    `${by}: loss ${lossOf(scores, fitTrust(scores)).toFixed(3)}, right tool ${percent(of.rightTool)}, wrong tool ${percent(of.wrongTool)}, best tool ${percent(of.bestTool)}, false calls ${percent(of.falseCalls)}`,
  )
}
writeFileSync(program.senses, writeSenseHead({ model: model.id, ...head }))
console.log(`${program.senses}, ${seconds(begun)} in all`)

/** A process on each core. */
async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  const count = availableParallelism()
  const most = Math.ceil(texts.length / count)
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const host = await loadSentenceModel({
        childPath: program.sentenceChild,
        modelPath,
        threads: 1,
      })
      const made: Float32Array[] = []
      const mine = texts.slice(at * most, (at + 1) * most)
      for (let from = 0; from < mine.length; from += 64)
        made.push(...(await host.embed(mine.slice(from, from + 64))))
      await host.close()
      return made
    }),
  )
  return parts.flat()
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(0)} s`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
