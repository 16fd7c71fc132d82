// The first start without a model: which one is offered, once, and fetching it. Afterwards the screen says how to get one.

import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { size } from '../composing/choose-model.ts'
import { UserError } from '../contracts/errors.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { loadCatalogue, recommend } from '../models/catalogue.ts'
import { findModel } from '../models/find-model.ts'
import { droppedFiles, inspectModel, isGguf, listModels, modelPath } from '../models/installed.ts'
import { runModelCommand } from '../models/model-command.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'

/** No sentence model is as large. */
const SURE_BYTES = 50_000_000

export interface ModelOffer {
  readonly id: string
  /** What a person is told before they say yes. */
  readonly text: string
  readonly catalogue: Parameters<typeof runModelCommand>[1]['catalogue']
}

export interface OfferOptions {
  /** The model that a flag or the environment names. */
  readonly asked: string | undefined
  readonly program: ProgramPaths
  readonly home: HomePaths
  /** Somebody can be asked. */
  readonly interactive: boolean
  /** It is fetched without a question (`--yes`). */
  readonly yes: boolean
  /** The question is written without escape sequences. */
  readonly plain: boolean
  readonly process: NodeJS.Process
}

/**
 * A start without a model: a terminal is asked, a script fetches one only with `--yes`. Who said no is not asked again, until a
 * model was there, or a model is named; Ctrl-C ends the start. True where it is known now that no model will be there; false where one is, or only
 * loading it will tell. Throws `UserError` when the model was not fetched, or Ctrl-C was typed.
 */
export async function offerModel(options: OfferOptions): Promise<boolean> {
  const { asked, program, home, interactive, yes, plain, process } = options
  const isFirst = asked === undefined
  if (!yes && !interactive) return false
  if (isFirst && !yes && (await isDeclined(home))) return true
  const offer = await choosePull(asked, program, home)
  if (offer === undefined || offer === 'none') return offer === 'none'
  const answer = yes ? 'yes' : await ask(offer, process, plain)
  if (answer === 'interrupted') throw new UserError('\nInterrupted; nothing was changed.', 130)
  if (answer !== 'yes') {
    if (isFirst && answer === 'no') keepDeclined(home, offer.id)
    return true
  }
  const code = await pullModelNow(offer, home, process)
  if (code !== 0)
    throw new UserError(
      `The model was not fetched; \`ethervox model pull ${offer.id}\` goes on where it stopped.`,
      code,
    )
  return false
}

/** The model to offer; undefined when one is here, or only loading it will tell; `none`: there is none, and none to offer. */
async function choosePull(
  asked: string | undefined,
  program: ProgramPaths,
  home: HomePaths,
): Promise<ModelOffer | 'none' | undefined> {
  if (await needsNoOffer(asked, home.models)) return undefined
  const catalogue = await loadCatalogue(program.catalogue)
  if (catalogue.type === 'problem') return undefined
  const offer = async () => {
    if (asked === undefined) {
      const rows = await listModels(catalogue, home.models, { unsummed: true }).catch(() => [])
      if (rows.some((row) => row.installed && row.kind === 'chat')) return undefined
      return recommend(process.availableMemory(), catalogue) ?? 'none'
    }
    const found = await findModel(asked, { catalogue, modelsDir: home.models })
    if (found.type !== 'catalogue') return found.type === 'unknown' ? 'none' : undefined
    const { state } = await inspectModel(found.model, home.models, { unsummed: true })
    return state === 'absent' ? found.model : undefined
  }
  const model = await offer()
  if (model === undefined || model === 'none') return model
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

/** `neither`: Enter, Ctrl-D or another word, which refuses nothing for good. */
type Answer = 'yes' | 'no' | 'neither' | 'interrupted'

/** Asks on stderr; plain lines are without escape sequences. */
async function ask(
  offer: ModelOffer,
  { stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>,
  plain: boolean,
): Promise<Answer> {
  const asking = createInterface({ input: stdin, output: stderr, terminal: !plain })
  const ended = new Promise<Answer>((resolve) => {
    asking.once('SIGINT', () => resolve('interrupted'))
    // What was typed at the very end of the input is told in this turn, and counts.
    asking.once('close', () => setImmediate(resolve, 'neither'))
  })
  const said = asking.question(questionOf(offer, stderr.columns)).then(meant, (): Answer => 'neither')
  const answer = await Promise.race([said, ended])
  asking.close()
  return answer
}

function meant(typed: string): Answer {
  const word = typed.trim().toLowerCase()
  if (['y', 'yes'].includes(word)) return 'yes'
  return ['n', 'no'].includes(word) ? 'no' : 'neither'
}

/** Fetches the offered model with its progress on stderr; gives the exit code. */
async function pullModelNow(offer: ModelOffer, home: HomePaths, process: NodeJS.Process): Promise<number> {
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
  if (asked === undefined) return hasLargeFile(modelsDir)
  return /[\\/]/.test(asked) && dirname(resolve(asked)) !== resolve(modelsDir)
}

/** Whether a chat model lies there for sure; a smaller file may be one, too, or a sentence model: the catalogue tells. */
async function hasLargeFile(modelsDir: string): Promise<boolean> {
  const names = await droppedFiles(modelsDir).catch(() => [])
  const sizes = names.map((name) => stat(modelPath(modelsDir, name)).catch(() => undefined))
  return (await Promise.all(sizes)).some((found) => (found?.size ?? 0) >= SURE_BYTES)
}

/** Whether a first model was offered and not wanted. A model that is there now makes that forgotten. */
async function isDeclined({ modelDeclined, models }: HomePaths): Promise<boolean> {
  if (!existsSync(modelDeclined)) return false
  const names = await droppedFiles(models).catch(() => [])
  const found = names.map((name) => isGguf(modelPath(models, name)).catch(() => false))
  if (!(await Promise.all(found)).includes(true)) return true
  rmSync(modelDeclined, { force: true })
  return false
}

/** A home that cannot be written is asked again: that is no reason not to start. */
function keepDeclined({ home, modelDeclined }: HomePaths, declined: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    writeFileAtomicSync(modelDeclined, `${JSON.stringify({ declined })}\n`)
  } catch {}
}
