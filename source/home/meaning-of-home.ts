// The sentence model of this machine, by which tools of strangers and memories are found: looked for, checked and started with the first
// text that needs it. See docs/meaning.md.
import { join } from 'node:path'
import type { Meaning } from '../contracts/meaning.ts'
import { createMeaning, type SentenceModel } from '../meaning/meaning.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'

/** One is as fast for a text of a few words (5.6 for 5.2 ms), and does not fight with the chat model for the processor. */
const THREADS = 1

/** `isOn`: whether the person wants it, asked with every text. */
export function meaningOfHome(program: ProgramPaths, home: HomePaths, isOn: () => boolean): Meaning {
  return createMeaning({ load: () => loadOfHome(program, home), isOn })
}

/** The sentence model that is in a models folder; undefined: none. Throws a clause where its file is damaged. */
export async function findSentenceModel(program: ProgramPaths, modelsDir: string) {
  const { loadCatalogue } = await import('../models/catalogue.ts')
  const { inspectModel } = await import('../models/installed.ts')
  const catalogue = await loadCatalogue(program.catalogue)
  if (catalogue.type === 'problem') return undefined
  for (const model of catalogue.models.filter(({ kind }) => kind === 'meaning')) {
    const found = await inspectModel(model, modelsDir)
    if (found.state === 'absent') continue
    if (found.state === 'damaged')
      throw new Error(
        `its file is damaged: ${found.reason}; \`ethervox model pull ${model.id}\` fetches it again`,
      )
    return { id: model.id, path: found.path, sha256: found.sha256 }
  }
  return undefined
}

async function loadOfHome(program: ProgramPaths, home: HomePaths): Promise<SentenceModel | undefined> {
  const found = await findSentenceModel(program, home.models)
  if (found === undefined) return undefined
  const { loadSentenceModel } = await import('../engine/embedded/sentence-host.ts')
  const loaded = await loadSentenceModel({
    childPath: program.sentenceChild,
    modelPath: found.path,
    threads: THREADS,
  })
  const { id, sha256 } = found
  return { ...loaded, id, sha256, file: join(home.states, id, 'vectors.json') }
}
