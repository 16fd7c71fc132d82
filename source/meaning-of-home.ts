// The sentence model of this machine, by which tools of strangers and memories are found: looked for, checked and started with the first
// text that needs it. See docs/meaning.md.
import { join } from 'node:path'
import type { Meaning } from './contracts/meaning.ts'
import { createMeaning, type SentenceModel } from './meaning/meaning.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'

/** One is as fast for a text of a few words (5.6 for 5.2 ms), and does not fight with the chat model for the processor. */
const THREADS = 1

/** `isOn`: whether the person wants it, asked with every text. */
export function meaningOfHome(program: ProgramPaths, home: HomePaths, isOn: () => boolean): Meaning {
  return createMeaning({ load: () => loadOfHome(program, home), isOn })
}

async function loadOfHome(program: ProgramPaths, home: HomePaths): Promise<SentenceModel | undefined> {
  const { loadCatalogue } = await import('./models/catalogue.ts')
  const { inspectModel } = await import('./models/installed.ts')
  const catalogue = await loadCatalogue(program.catalogue)
  if (catalogue.type === 'problem') return undefined
  for (const model of catalogue.models.filter(({ kind }) => kind === 'meaning')) {
    const found = await inspectModel(model, home.models)
    if (found.state === 'absent') continue
    if (found.state === 'damaged')
      throw new Error(
        `its file is damaged: ${found.reason}; \`ethervox model pull ${model.id}\` fetches it again`,
      )
    const { loadSentenceModel } = await import('./engine/embedded/sentence-host.ts')
    const loaded = await loadSentenceModel({
      childPath: program.sentenceChild,
      modelPath: found.path,
      threads: THREADS,
    })
    return {
      ...loaded,
      id: model.id,
      sha256: found.sha256,
      file: join(home.states, model.id, 'vectors.json'),
    }
  }
  return undefined
}
