// `ethervox model …`: the room at the command line. Results on stdout, progress and notices on stderr.
import { basename, dirname, resolve } from 'node:path'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import type { Catalogue, CatalogueModel } from './catalogue.ts'
import { sourceName } from './catalogue.ts'
import { type FoundModel, findModel } from './find-model.ts'
import { droppedFiles, inspectModel, listModels, type ModelListing, removeModel } from './installed.ts'
import { formatBytes } from './progress.ts'
import { progressPrinter } from './progress-printer.ts'
import { pullModel } from './pull.ts'
import { PullError } from './pull-error.ts'
import type { PullLimits } from './transfer.ts'

/** Where text goes; a terminal says how wide it is. */
export interface TextSink {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface ModelCommandContext {
  readonly catalogue: Catalogue
  readonly modelsDir: string
  readonly stdout: TextSink
  readonly stderr: TextSink
  readonly signal: AbortSignal
  readonly env: NodeJS.ProcessEnv
  readonly json: boolean
  /** The Python that has pip; default `python3`. */
  readonly python?: string
  readonly limits?: Partial<PullLimits>
}

type Found = Exclude<FoundModel, { type: 'unknown' }>

const VERBS = new Map([
  ['pull', pull],
  ['info', info],
  ['remove', remove],
  ['path', printPath],
])

export const modelUsage = `Usage: ethervox model list | pull ID | info ID | remove ID | path ID

  list        models of the catalogue and files in the models folder
  pull ID     fetch a model, or go on with one
  info ID     what is known of it, and where it comes from
  remove ID   delete its file
  path ID     print the path of its file

ID is an id, the beginning of one, or (info, path) the path of a GGUF file.
`

/**
 * Runs one subcommand; `args` is what stands behind `model` (nothing: `list`).
 * Gives the exit code: 0 well, 1 the model is not here, 2 wrong usage, 4 it could not be fetched, 130 interrupted.
 */
export async function runModelCommand(
  args: readonly string[],
  context: ModelCommandContext,
): Promise<number> {
  try {
    return await runVerb(args, context)
  } catch (error) {
    if (error instanceof PullError)
      return fail(error.code, error.message, error.code === 'cancelled' ? 130 : 4, context)
    if (context.signal.aborted) return fail('cancelled', 'Interrupted; nothing was changed.', 130, context)
    if (!isDiskError(error)) throw error
    const what = args[0] === 'remove' ? 'changed' : 'read'
    const sentence = `The models in \`${context.modelsDir}\` cannot be ${what}: ${diskReason(error)}.`
    return fail('unreadable', sentence, args[0] === 'pull' ? 4 : 1, context)
  }
}

async function runVerb(args: readonly string[], context: ModelCommandContext): Promise<number> {
  const [verb = 'list', id, ...rest] = args
  if (verb === 'list' && id === undefined) return list(context)
  const run = VERBS.get(verb)
  if (run === undefined)
    return wrong(
      verb === 'list' ? '`list` takes nothing behind it' : `There is no \`model ${verb}\``,
      context,
    )
  if (id === undefined) return wrong(`\`model ${verb}\` needs the id of a model`, context)
  if (rest.length > 0 || id.startsWith('-')) {
    return wrong(`\`model ${verb}\` takes one id, not \`${args.slice(1).join(' ')}\``, context)
  }
  const found = await findModel(id, context)
  if (found.type !== 'unknown') return run(found, context)
  const broken = verb === 'remove' ? await nameInFolder(id, context) : undefined
  if (broken !== undefined) return removeNamed(broken, context)
  return fail('unknown_model', found.message, 2, context)
}

async function list(context: ModelCommandContext): Promise<number> {
  const rows = await listModels(context.catalogue, context.modelsDir, { signal: context.signal })
  const width = Math.max(...rows.map((row) => row.id.length))
  const line = (row: ModelListing) =>
    `${row.id.padEnd(width)}  ${formatBytes(row.sizeBytes).padStart(8)}  ${row.licence.padEnd(10)}  ${stateOf(row)}`.trimEnd()
  say(rows, rows.map(line).join('\n'), context)
  return 0
}

async function pull(found: Found, context: ModelCommandContext): Promise<number> {
  if (found.type === 'file') {
    say({ id: found.id, path: found.path, fetched: false }, `\`${found.path}\` is here already.`, context)
    return 0
  }
  const printer = progressPrinter(context.stderr)
  try {
    const { modelsDir, signal, env, python, limits } = context
    const pulled = await pullModel({
      ...{ model: found.model, modelsDir, signal, env, python, limits },
      onProgress: printer.show,
      onNotice: printer.note,
    })
    const more = pulled.fetched ? await otherKind(found.model, context) : undefined
    if (more !== undefined)
      printer.note(
        `\`ethervox model pull ${more.id}\` (${formatBytes(more.sizeBytes)}) adds a sentence model: tools and memories are then found by what they mean.`,
      )
    printer.end()
    const trust = pulled.verified ? 'its sha256 is right' : 'not verified: no sum of it is known'
    const sentence = pulled.fetched
      ? `\`${found.id}\` is here; ${trust}.`
      : `\`${found.id}\` is here already; ${trust}.`
    say({ id: found.id, ...pulled }, `${sentence}\n${pulled.path}`, context)
    return 0
  } finally {
    printer.end()
  }
}

/** The sentence model, where a chat model was fetched and it is not here. */
async function otherKind({ kind }: CatalogueModel, { catalogue, modelsDir, signal }: ModelCommandContext) {
  const other = kind === 'meaning' ? undefined : catalogue.models.find((one) => one.kind === 'meaning')
  const state = other && (await inspectModel(other, modelsDir, { signal })).state
  return state === 'absent' ? other : undefined
}

async function info(found: Found, context: ModelCommandContext): Promise<number> {
  if (found.type === 'file') {
    const { id, path, sizeBytes } = found
    say(
      { id, path, sizeBytes, state: 'file' },
      `${id}\n  a file of your own, ${formatBytes(sizeBytes)}\n  ${path}`,
      context,
    )
    return 0
  }
  const { model } = found
  const here = await inspectModel(model, context.modelsDir, { signal: context.signal })
  const sources = model.sources.map(sourceName)
  const facts = [
    [
      'state',
      here.state === 'damaged'
        ? `damaged: ${here.reason}`
        : describe(here.state, 'partBytes' in here ? here.partBytes : 0),
    ],
    ['file', here.path],
    ['size', `${model.sizeIsExact ? '' : 'about '}${formatBytes(model.sizeBytes)}`],
    ['licence', model.licence],
    ['memory', `from ${formatBytes(model.memoryBytes)} free`],
    ['window', `${model.contextTokens} tokens`],
    ['format', model.chatFormat],
    ['sha256', model.sha256 ?? 'not known here'],
    ['checked', trustIn(model)],
    ...sources.map((source, index) => [index === 0 ? 'sources' : '', source]),
  ]
  const lines = facts.map(([name = '', value]) => `  ${name.padEnd(8)} ${value}`)
  say({ ...model, sources, installed: here }, `${model.title} (${model.id})\n${lines.join('\n')}`, context)
  return 0
}

async function remove(found: Found, context: ModelCommandContext): Promise<number> {
  const { modelsDir } = context
  if (found.type === 'file' && found.path !== (await findModel(found.id, context).then(pathOf))) {
    return fail('not_ours', `\`${found.path}\` is not in \`${modelsDir}\`; delete it yourself.`, 2, context)
  }
  return removeNamed(found.id, context)
}

async function removeNamed(id: string, context: ModelCommandContext): Promise<number> {
  const freedBytes = await removeModel(id, context.modelsDir)
  if (freedBytes === undefined)
    return fail('not_installed', `\`${id}\` is not here; there is nothing to remove.`, 1, context)
  const free = freedBytes === 0 ? '' : `; ${formatBytes(freedBytes)} are free again`
  say({ id, freedBytes }, `\`${id}\` is removed${free}.`, context)
  return 0
}

/** The name of a `.gguf` of the models folder that cannot be loaded: a broken file, or a link that leads nowhere. */
async function nameInFolder(asked: string, { modelsDir }: ModelCommandContext): Promise<string | undefined> {
  const isElsewhere = /[\\/]/.test(asked) && dirname(resolve(asked)) !== resolve(modelsDir)
  const name = basename(asked).replace(/\.gguf$/i, '')
  return isElsewhere ? undefined : (await droppedFiles(modelsDir)).find((one) => one === name)
}

async function printPath(found: Found, context: ModelCommandContext): Promise<number> {
  const { modelsDir, signal } = context
  const here =
    found.type === 'file' || (await inspectModel(found.model, modelsDir, { signal })).state === 'installed'
  if (!here) {
    const sentence = `\`${found.id}\` is not here; \`ethervox model pull ${found.id}\` fetches it.`
    return fail('not_installed', sentence, 1, context)
  }
  say({ id: found.id, path: found.path }, found.path, context)
  return 0
}

function pathOf(found: FoundModel): string | undefined {
  return found.type === 'unknown' ? undefined : found.path
}

function stateOf(row: ModelListing): string {
  if (row.state === 'file') return 'your own file'
  if (row.state === 'damaged') return `damaged: ${row.note}`
  const trust = row.verified ? '' : 'not verified here'
  return [describe(row.state, row.partBytes), trust].filter((text) => text !== '').join('; ')
}

function describe(state: 'absent' | 'installed', partBytes: number): string {
  if (state === 'installed') return 'installed'
  return partBytes > 0 ? `${formatBytes(partBytes)} fetched, not complete` : 'not here'
}

function trustIn(model: CatalogueModel): string {
  return model.verified ? 'fetched, summed and measured by this project' : (model.note ?? 'not verified here')
}

function say(data: unknown, text: string, { json, stdout }: ModelCommandContext): void {
  // Names of files are somebody else's words.
  stdout.write(json ? `${plainJson(data)}\n` : `${plainText(text)}\n`)
}

function fail(
  code: string,
  message: string,
  exitCode: number,
  { json, stdout, stderr }: ModelCommandContext,
): number {
  if (json) stdout.write(`${plainJson({ error: { code, message } })}\n`)
  else stderr.write(`${plainText(message)}\n`)
  return exitCode
}

function wrong(why: string, context: ModelCommandContext): number {
  if (!context.json) context.stderr.write(modelUsage)
  return fail('usage', `${why}.`, 2, context)
}
