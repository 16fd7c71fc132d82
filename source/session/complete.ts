// What could stand at the cursor of a line being typed: a command, a word of its arguments, or a file behind `@`.
// The same for every surface with an input line; commands say what their arguments could be (contracts/command.ts).
import type { Command, CommandContext } from '../contracts/command.ts'
import type { Choice, Completion } from '../contracts/completion.ts'
import { fuzzyOrder } from '../lib/fuzzy-order.ts'
import { mentionBefore } from './mentions.ts'
import { usagePlaces, usageWords } from './usage-words.ts'

export interface CompletionSources {
  readonly context: CommandContext
  /** What was sent before, oldest first: what was used lately comes first. */
  readonly used: readonly string[]
  /** Files and folders (these end with a slash) that a path could become, relative to the workspace. */
  files(path: string): Promise<readonly string[]>
}

const MOST_CHOICES = 50
/** What a usage calls a file or a folder. */
const FILES = /^(?:FILE|PATH|FOLDER)\b/

/** undefined: nothing that can be completed stands at the cursor. */
export async function completeAt(
  text: string,
  cursor: number,
  sources: CompletionSources,
): Promise<Completion | undefined> {
  const before = text.slice(0, cursor)
  if (/^\s*\/(?!\/)\S*$/.test(before)) return commandsAt(before, sources)
  const line = /^\s*\/([^\s/]\S*)\s([\s\S]*)$/.exec(before)
  if (line !== null) return argumentsAt(before, line[1] ?? '', line[2] ?? '', sources)
  return filesAt(before, sources)
}

function commandsAt(before: string, { context, used }: CompletionSources): Completion {
  const from = before.indexOf('/')
  const choices = context.commands.map((command): Choice => {
    const refusal = refusalOf(command, context)
    return { text: `/${command.name}`, note: command.summary, ...(refusal !== undefined && { refusal }) }
  })
  return ordered(before, from, choices, lately(used, ''), (text) => text.slice(1))
}

/** Why a command cannot run now, in a few words. */
function refusalOf({ worksDownTo, needsModel }: Command, { view }: CommandContext): string | undefined {
  if (view.level > worksDownTo) return `not at level ${view.level}`
  if (!needsModel || view.modelState === 'ready') return undefined
  return view.modelState === 'loading' ? 'the model is loading' : 'needs a model'
}

async function argumentsAt(
  before: string,
  name: string,
  input: string,
  sources: CompletionSources,
): Promise<Completion | undefined> {
  const { context, used } = sources
  const command = context.commands.find((one) => one.name === name)
  if (command === undefined) return undefined
  const from = before.length - (/\S*$/.exec(before)?.[0].length ?? 0)
  const done = input.slice(0, input.length - (before.length - from)).trim()
  const earlier = done === '' ? [] : done.split(/\s+/)
  const words = usageWords(command.usage, earlier)
  const own = (await command.complete?.(done, context)) ?? []
  const places = own === 'files' ? ['FILE'] : usagePlaces(command.usage, earlier)
  const named = places.some((place) => place === 'TOOL') ? toolsOf(context) : []
  const files = places.some((place) => FILES.test(place)) ? await pathsAt(before.slice(from), sources) : []
  const choices = [
    ...words.map((text): Choice => ({ text })),
    ...(own === 'files' ? [] : own),
    ...named,
    ...files,
  ]
  const isFirst = (one: Choice, at: number) => choices.findIndex(({ text }) => text === one.text) === at
  return ordered(before, from, choices.filter(isFirst), lately(used, before.slice(0, from).trimStart()))
}

function toolsOf(context: CommandContext): readonly Choice[] {
  return context.tools().map(({ name, oneLiner }) => ({ text: name, note: oneLiner }))
}

/** Commands part their input at blanks, so a name with one would not be one. */
async function pathsAt(path: string, { files }: CompletionSources): Promise<readonly Choice[]> {
  const paths = (await files(path)).filter((one) => !/\s/.test(one))
  return paths.map((text) => ({ text, ...(text.endsWith('/') && { isOpen: true }) }))
}

async function filesAt(before: string, { used, files }: CompletionSources): Promise<Completion | undefined> {
  const mention = mentionBefore(before)
  if (mention === undefined) return undefined
  const choices = (await files(mention.path)).map((path): Choice => {
    const isOpen = path.endsWith('/')
    if (!/[\s"]/.test(path)) return { text: `@${path}`, ...(isOpen && { isOpen }) }
    return { text: isOpen ? `@"${path}` : `@"${path}"`, ...(isOpen && { isOpen }) }
  })
  const plain = (text: string) => text.replace(/^@"?|"$/g, '')
  const mentioned = used.flatMap((line) => line.match(/(?<=^|[\s(])@(?:"[^"\n]+"|[^\s"]+)/g) ?? [])
  return ordered(before, mention.from, choices, lately(mentioned, ''), plain)
}

function ordered(
  before: string,
  from: number,
  choices: readonly Choice[],
  uses: ReadonlyMap<string, number>,
  plain: (text: string) => string = (text) => text,
): Completion {
  const fitting = fuzzyOrder(
    plain(before.slice(from)),
    choices,
    ({ text }) => plain(text),
    // What cannot be used comes last among equals.
    ({ text, refusal }) => (refusal === undefined ? (uses.get(text) ?? -1) : -2),
  )
  return { from, to: before.length, choices: fitting.slice(0, MOST_CHOICES) }
}

/** Of each word that stood behind `head`, which line was the last to have it. */
function lately(lines: readonly string[], head: string): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith(head)) continue
    const [word = ''] = line.slice(head.length).split(/\s/, 1)
    uses.set(word, at)
  }
  return uses
}
