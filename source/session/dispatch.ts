// A line is a message, a command or nothing; a command is found by its exact name, and an unknown one is an error
// that never reaches the model.
import { type Command, type CommandContext, type CommandResult, refusal } from '../contracts/command.ts'
import type { SessionEvent } from '../contracts/event.ts'
import { nearestName } from '../lib/nearest-name.ts'

/** What a person typed is repeated in errors, but not ten megabytes of it. */
const LONGEST_NAME = 100
const LONGEST_REFUSAL = 4_000

export type ParsedLine =
  | { readonly type: 'nothing' }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'command'; readonly name: string; readonly input: string }

/** `//text` is the message `/text`; white space around a line means nothing. */
export function parseLine(line: string): ParsedLine {
  const text = line.trim()
  if (text === '') return { type: 'nothing' }
  if (text.startsWith('//')) return { type: 'message', text: text.slice(1) }
  if (!text.startsWith('/')) return { type: 'message', text }
  const [name = '', ...rest] = text.slice(1).split(/\s+/)
  return { type: 'command', name, input: rest.length === 0 ? '' : text.slice(1 + name.length).trim() }
}

/** Whether a line would be sent to the model. */
export function isAMessage(line: string): boolean {
  return parseLine(line).type === 'message'
}

/** Whether it is a command that only looks, so that it need not wait for what runs. */
export function isBeside(line: ParsedLine, commands: readonly Command[]): boolean {
  return line.type === 'command' && commands.find(({ name }) => name === line.name)?.beside === true
}

/** Runs a command and says its result as an event; true when it went well. */
export async function runCommand(
  line: { readonly name: string; readonly input: string },
  commands: readonly Command[],
  context: CommandContext,
  session: { emit(event: SessionEvent): void },
): Promise<boolean> {
  const { ok, data, text } = await resultOf(line, commands, context)
  const name = shorten(line.name, LONGEST_NAME)
  session.emit({ type: 'command', name, ok, data, text: ok ? text : shorten(text, LONGEST_REFUSAL) })
  return ok
}

async function resultOf(
  { name, input }: { readonly name: string; readonly input: string },
  commands: readonly Command[],
  context: CommandContext,
): Promise<CommandResult> {
  const command = commands.find((one) => one.name === name)
  const [, server, prompt = ''] = /^([^:]+):(.+)$/s.exec(name) ?? []
  if (command === undefined && server !== undefined && isServer(server, context))
    return askPrompt({ server, prompt, input }, context)
  if (command === undefined) {
    const nearest = nearestName(
      name,
      commands.map((one) => one.name),
    )
    const hint = nearest === undefined ? '`/help` lists them' : `did you mean \`/${nearest}\`?`
    const shown = shorten(name, LONGEST_NAME)
    return refusal(
      `There is no command \`/${shown}\`; ${hint} (a message that begins with a slash is sent as \`//${shown}\`)`,
    )
  }
  const { level } = context.view
  if (level > command.worksDownTo) {
    return refusal(`\`/${name}\` does not work at level ${level}: ${context.view.reasons.join(' ')}`)
  }
  try {
    return await command.run(input, context)
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return refusal(`\`/${name}\` was interrupted.`)
    return refusal(`\`/${name}\` failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isServer(name: string, context: CommandContext): boolean {
  return context.mcp?.rows().some((row) => row.name === name) ?? false
}

/** `/server:prompt` of an MCP server: its text becomes the message. */
async function askPrompt(
  { server, prompt, input }: { readonly server: string; readonly prompt: string; readonly input: string },
  { mcp }: CommandContext,
): Promise<CommandResult> {
  try {
    const { ok, status } = (await mcp?.ask(server, prompt, input)) ?? { ok: false, status: 'refused' }
    return { ok, text: '', data: { status } }
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error))
  }
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length / 2)} … ${text.slice(-length / 2)}`
}
