// What could stand at the cursor of a line being typed: a command, a word of its arguments, or a file behind `@`.
// The same for every surface with an input line; commands say what their arguments could be (contracts/command.ts).
import { type Command, type CommandContext, wordsIn } from '../contracts/command.ts'
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
  const found = await choicesAt(text.slice(0, cursor), sources)
  // A name that is quoted already brings its end along.
  const isQuoted = found !== undefined && /^@?"/.test(text.slice(found.from, cursor)) && text[cursor] === '"'
  return isQuoted ? { ...found, to: cursor + 1 } : found
}

async function choicesAt(before: string, sources: CompletionSources): Promise<Completion | undefined> {
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
  const from = before.length - lastWordOf(input).length
  const done = input.slice(0, input.length - (before.length - from)).trim()
  const earlier = wordsIn(done)
  const words = usageWords(command.usage, earlier)
  const own = (await command.complete?.(done, context)) ?? []
  const places = own === 'files' ? ['FILE'] : usagePlaces(command.usage, earlier)
  const named = places.some((place) => place === 'TOOL') ? toolsOf(context) : []
  const files = places.some((place) => FILES.test(place))
    ? await pathsAt(plainPath(before.slice(from)), sources)
    : []
  const choices = [
    ...words.map((text): Choice => ({ text })),
    ...(own === 'files' ? [] : own),
    ...named,
    ...files,
  ]
  const isFirst = (one: Choice, at: number) => choices.findIndex(({ text }) => text === one.text) === at
  return ordered(
    before,
    from,
    choices.filter(isFirst),
    lately(used, before.slice(0, from).trimStart()),
    plainPath,
  )
}

/** What is being typed at the end of an input: behind a quote that is still open, with its blanks. */
function lastWordOf(input: string): string {
  const isOpen = (input.match(/"/g) ?? []).length % 2 === 1
  return ((isOpen && /(?<=^|\s)"[^"]*$/.exec(input)) || /\S*$/.exec(input))?.[0] ?? ''
}

function toolsOf(context: CommandContext): readonly Choice[] {
  return context.tools().map(({ name, oneLiner }) => ({ text: name, note: oneLiner }))
}

async function pathsAt(path: string, { files }: CompletionSources): Promise<readonly Choice[]> {
  return (await files(path)).filter(canBeWritten).map((one) => pathChoice(one, ''))
}

/** Nothing stands for a quote in a quoted name. */
function canBeWritten(path: string): boolean {
  return !/["\r\n]/.test(path)
}

/** Quoted where it has blanks; that of a folder stays open, for a name in it comes next. */
function pathChoice(path: string, sign: string): Choice {
  const isOpen = path.endsWith('/')
  const text = /\s/.test(path) ? `"${path}${isOpen ? '' : '"'}` : path
  return { text: `${sign}${text}`, ...(isOpen && { isOpen }) }
}

/** A name as it is on the disk. */
function plainPath(text: string): string {
  return text.replace(/^@?"?|"$/g, '')
}

async function filesAt(before: string, { used, files }: CompletionSources): Promise<Completion | undefined> {
  const mention = mentionBefore(before)
  if (mention === undefined) return undefined
  const paths = (await files(mention.path)).filter(canBeWritten)
  const choices = paths.map((path) => pathChoice(path, '@'))
  const mentioned = used.flatMap((line) => line.match(/(?<=^|[\s(])@(?:"[^"\n]+"|[^\s"]+)/g) ?? [])
  return ordered(before, mention.from, choices, lately(mentioned, ''), plainPath)
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
    const word = /^(?:@?"[^"\n]*"|\S*)/.exec(line.slice(head.length))?.[0] ?? ''
    uses.set(word, at)
  }
  return uses
}
