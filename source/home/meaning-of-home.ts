// The sentence model of this machine, by which tools of strangers and memories are found: looked for, checked and started with the first
// text that needs it. See docs/meaning.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Meaning } from '../contracts/meaning.ts'
import type { Embedder } from '../engine/embedded/sentence-host.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { createMeaning, type SentenceModel } from '../meaning/meaning.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'

/** One is as fast for a text of a few words (5.6 for 5.2 ms), and does not fight with the chat model for the processor. */
const THREADS = 1
/** Of a file's SHA-256, enough to tell it from another version of itself. */
const SUM_DIGITS = 12
/** Of what `engine/embedded/adapted-model.ts` makes of the same two files. */
const MADE_VERSION = 1

/** `isOn`: whether the person wants it, asked with every text. */
export function meaningOfHome(program: ProgramPaths, home: HomePaths, isOn: () => boolean): Meaning {
  let opened: ReturnType<typeof openSentences> | undefined
  const open = () => (opened ??= openSentences(program, home))
  return createMeaning({
    load: async () => (await open())?.plain(),
    loadTuned: async () => (await open())?.tuned(program.senseAdapter),
    loadReading: async () => (await open())?.tuned(program.readingAdapter, 'reading'),
    close: async () => {
      const sentences = await opened?.catch(() => undefined)
      await sentences?.close()
    },
    isOn,
  })
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

/** The model's process, and what it can load. */
async function openSentences(program: ProgramPaths, home: HomePaths) {
  const found = await findSentenceModel(program, home.models)
  if (found === undefined) return undefined
  const { startSentences } = await import('../engine/embedded/sentence-host.ts')
  const host = startSentences({ childPath: program.sentenceChild, threads: THREADS })
  const folder = join(home.states, found.id)
  const asModel = ({ embed }: Embedder, id: string, file?: string): SentenceModel => ({
    ...{ id, sha256: found.sha256, file, embed },
  })
  return {
    close: () => host.close(),
    plain: async () =>
      asModel(await host.load({ modelPath: found.path }), found.id, join(folder, 'vectors.json')),
    // Each in a folder of its own: what lies beside it is swept away.
    tuned: async (adapterPath: string, place = ''): Promise<SentenceModel | undefined> => {
      const sum = await sumOf(adapterPath)
      if (sum === undefined) return undefined
      const madePath = join(
        folder,
        place,
        `tuned-${MADE_VERSION}-${sum}-${found.sha256.slice(0, SUM_DIGITS)}.gguf`,
      )
      const adapted = { adapterPath, madePath }
      return asModel(await host.load({ modelPath: found.path, adapted }), tunedId(found.id, sum))
    },
  }
}

/** What a sense head calls the model that it was learned from: it and its adapter. */
export function tunedId(model: string, adapterSum: string): string {
  return `${model}+${adapterSum}`
}

/** The beginning of a file's SHA-256; undefined: it cannot be read. */
export async function sumOf(path: string): Promise<string | undefined> {
  try {
    return sha256Hex(await readFile(path)).slice(0, SUM_DIGITS)
  } catch {
    return undefined
  }
}
