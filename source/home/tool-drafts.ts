// `/tool new`: reads what a draft is made of, and writes it into the home.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CommandResult, refusal } from '../contracts/command.ts'
import { type Engine, EngineFailure } from '../contracts/engine.ts'
import type { DraftSource } from '../contracts/tool-files.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { blankDraft, type Draft, formatDraft } from '../plugins/draft.ts'
import { draftOfDocs } from '../plugins/draft-of-docs.ts'
import { draftOfHelp } from '../plugins/draft-of-help.ts'
import { withModelWords } from '../plugins/draft-words.ts'
import { parseToolFile } from '../plugins/tool-file.ts'
import { runInShell } from '../toolkit/shell.ts'
import type { FilesPlace } from './tool-files-of-home.ts'

const NAME = /^[a-z][a-z0-9_]{1,63}$/
/** Words that no shell reads anything into. */
const COMMAND = /^[\w./+-]+(?: [\w./+=-]+)*$/
const HELP_MS = 10_000
const MOST_BYTES = 2_000_000

/** A sentence says why there is no draft. */
class NoDraft extends Error {}

/** Writes it; an existing file stays as it is. */
export async function draftIn(
  place: FilesPlace & { isOurs(name: string): boolean },
  name: string,
  from: DraftSource,
  engine: Engine | undefined,
  signal: AbortSignal,
): Promise<CommandResult & { readonly changed?: true }> {
  if (!NAME.test(name))
    return refusal(`\`${name}\` is no name of a tool; it has lower-case letters, digits and underscores.`)
  if (place.isOurs(name))
    return refusal(`The program has a tool \`${name}\` already; take another name, e.g. \`my_${name}\`.`)
  const file = join(place.home.toolFiles, `${name}.md`)
  try {
    const { draft, source } = await drafted(place, name, from, signal)
    const worded = await inWords(name, draft, source, engine, signal)
    const text = formatDraft(name, worded)
    write(file, text)
    return told(file, text, name, worded)
  } catch (error) {
    if (signal.aborted || !(error instanceof NoDraft)) throw error
    return refusal(error.message)
  }
}

/** A model that fails costs its words and nothing else. */
async function inWords(
  name: string,
  draft: Draft,
  source: string,
  engine: Engine | undefined,
  signal: AbortSignal,
): Promise<Draft> {
  if (engine === undefined) return draft
  return withModelWords(name, draft, source, engine, signal).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof EngineFailure)) throw error
    return draft
  })
}

async function drafted(
  { workspace }: FilesPlace,
  name: string,
  from: DraftSource,
  signal: AbortSignal,
): Promise<{ readonly draft: Draft; readonly source: string }> {
  if (from.type === 'blank') return { draft: blankDraft(), source: '' }
  if (from.type === 'docs') {
    const source = readDocs(resolve(workspace, from.file))
    const draft = draftOfDocs(name, source)
    if (typeof draft === 'string') throw new NoDraft(draft)
    return { draft, source }
  }
  const source = await helpOf(from.command, workspace, signal)
  return { draft: draftOfHelp(from.command, source), source }
}

async function helpOf(command: string, folder: string, signal: AbortSignal): Promise<string> {
  if (!COMMAND.test(command))
    throw new NoDraft(`\`${command}\` is no plain command; write its name, and a subcommand if there is one.`)
  const options = { folder, limitMs: HELP_MS, keepBytes: 60_000, signal, environment: process.env }
  const { exitCode, stdout, stderr } = await runInShell(`${command} --help`, options)
  // Many programs write it as errors, with any exit code.
  const { text } = stdout.text.trim() === '' ? stderr : stdout
  if (exitCode === 127 || text.trim() === '')
    throw new NoDraft(
      `\`${command} --help\` says nothing of use (${exitCode === 127 ? 'there is no such command' : `exit code ${exitCode}`}); draft from a page with \`--from-docs FILE\`.`,
    )
  return text
}

function readDocs(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new NoDraft(
      `\`${file}\` cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
  if (bytes.length > MOST_BYTES)
    throw new NoDraft(`\`${file}\` is too long for a draft: it has more than ${MOST_BYTES} bytes.`)
  return bytes.toString('utf8')
}

function write(file: string, text: string): void {
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new NoDraft(`\`${file}\` is there already; change it, or take another name.`)
    throw new NoDraft(`\`${file}\` cannot be written (${diskReason(error)}); take another place.`)
  }
}

function told(file: string, text: string, name: string, { modelExamples = [] }: Draft) {
  const parsed = parseToolFile(text, file, name)
  const byModel =
    modelExamples.length === 0
      ? ''
      : ` The model wrote ${modelExamples.length} ${modelExamples.length === 1 ? 'request; look at it' : 'requests; look at them'}.`
  const next =
    'compiled' in parsed
      ? `It can be used as it is; \`/tool test ${name}\` runs its tests once it has some.`
      : `To do: ${parsed.map(({ line, message }) => `line ${line}, ${message.replace(/^.*?column \d+: /, '')}`).join(' ')} Then \`/tool check ${name}\`.`
  return {
    ok: true,
    text: `${file} was written.${byModel} ${next}`,
    data: { file, usable: 'compiled' in parsed, modelExamples },
    changed: true as const,
  }
}
