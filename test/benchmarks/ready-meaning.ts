// The sentence model with the vectors of all texts made beforehand, for what decides one text behind another without waiting.
import type { Meaning } from '../../source/contracts/meaning.ts'
import { loadSentenceModel } from '../../source/engine/embedded/sentence-host.ts'
import { findSentenceModel } from '../../source/home/meaning-of-home.ts'
import { findProgram, homePaths } from '../../source/paths.ts'

/** Undefined without `ETHERVOX_MODELS`, or without a sentence model there. Nothing is known of other texts. */
export async function readyMeaning(texts: readonly string[]): Promise<Meaning | undefined> {
  if (process.env.ETHERVOX_MODELS === undefined) return undefined
  const program = findProgram()
  const model = await findSentenceModel(program, homePaths(undefined, process.env).models)
  if (model === undefined) return undefined
  const host = await loadSentenceModel({
    childPath: program.sentenceChild,
    modelPath: model.path,
    threads: 1,
  })
  const made = await host.embed(texts)
  await host.close()
  const vectors = new Map(texts.map((text, at) => [text, made[at]]))
  return {
    state: { type: 'ready', model: model.id },
    newProblem: () => undefined,
    prepare: async () => {},
    vectorOf: (text) => vectors.get(text),
    close: async () => {},
  }
}
