// The first start without a model: which one is offered, and fetching it.

import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { size } from './choose-model.ts'
import { loadCatalogue, recommend } from './models/catalogue.ts'
import { findModel } from './models/find-model.ts'
import { droppedFiles, inspectModel, listModels } from './models/installed.ts'
import { runModelCommand } from './models/model-command.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'

export interface ModelOffer {
  readonly id: string
  /** What a person is told before they say yes. */
  readonly text: string
  readonly catalogue: Parameters<typeof runModelCommand>[1]['catalogue']
}

/** The model to offer; undefined when one is here, or nothing can be offered. */
export async function choosePull(
  asked: string | undefined,
  program: ProgramPaths,
  home: HomePaths,
): Promise<ModelOffer | undefined> {
  if (await needsNoOffer(asked, home.models)) return undefined
  const catalogue = await loadCatalogue(program.catalogue)
  if (catalogue.type === 'problem') return undefined
  const offer = async () => {
    if (asked === undefined) {
      const rows = await listModels(catalogue, home.models, { unsummed: true }).catch(() => [])
      if (rows.some((row) => row.installed)) return undefined
      return recommend(process.availableMemory(), catalogue)
    }
    const found = await findModel(asked, { catalogue, modelsDir: home.models })
    if (found.type !== 'catalogue') return undefined
    const { state } = await inspectModel(found.model, home.models, { unsummed: true })
    return state === 'absent' ? found.model : undefined
  }
  const model = await offer()
  if (model === undefined) return undefined
  const text = `There is no model yet. The best one for this machine's memory is ${model.title} (${model.id}): ${size(model.sizeBytes)}, licence ${model.licence}.`
  return {
    id: model.id,
    text:
      asked === undefined
        ? text
        : `${model.title} (${model.id}) is not installed: ${size(model.sizeBytes)}, licence ${model.licence}.`,
    catalogue,
  }
}

/** The offer as a question for a terminal of so many columns (80 where it tells none), broken between words. */
export function questionOf({ text }: Pick<ModelOffer, 'text'>, columns: number | undefined): string {
  const row = new RegExp(`(.{1,${Math.max(20, columns || 80)}})(?: +|$)`, 'g')
  return `${text.replace(row, '$1\n')}Fetch it now? (y/n) `
}

/** Asks on stderr; plain lines are without escape sequences. */
export async function isWanted(
  offer: ModelOffer,
  { stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>,
  plain: boolean,
): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr, terminal: !plain })
  const answer = await asking.question(questionOf(offer, stderr.columns)).catch(() => 'n')
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Fetches the offered model with its progress on stderr; gives the exit code. */
export async function pullModelNow(
  offer: ModelOffer,
  home: HomePaths,
  process: NodeJS.Process,
): Promise<number> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  process.once('SIGINT', abort)
  const code = await runModelCommand(['pull', offer.id], {
    catalogue: offer.catalogue,
    modelsDir: home.models,
    stdout: process.stderr,
    stderr: process.stderr,
    signal: stop.signal,
    env: process.env,
    json: false,
  })
  process.off('SIGINT', abort)
  return code
}

/** True where the catalogue need not be read to know that nothing is offered, which saves the start a twentieth of a second. */
async function needsNoOffer(asked: string | undefined, modelsDir: string): Promise<boolean> {
  if (asked === undefined) return (await droppedFiles(modelsDir).catch(() => [])).length > 0
  return /[\\/]/.test(asked) && dirname(resolve(asked)) !== resolve(modelsDir)
}
