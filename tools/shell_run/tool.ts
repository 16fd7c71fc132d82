// Runs one command in the system's shell (docs/network.md).
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { runInShell } from '../../source/toolkit/shell.ts'
import { truncateMiddle } from '../../source/toolkit/truncate.ts'
import { endingOf } from './ending.ts'

type Arguments = { readonly command: string }

type Ran = {
  readonly command: string
  /** null: it was ended by a signal. */
  readonly exitCode: number | null
  readonly signal: string | null
  /** Seconds that it was given; null: it ended by itself. */
  readonly limitSeconds: number | null
  /** Head and tail where they are long, with a marker that says what is missing. */
  readonly stdout: string
  readonly stderr: string
  /** Something is missing from one of them: a composite must not take it for all of it. */
  readonly truncated: boolean
}

const KEEP_BYTES = 64_000
const MOST_STDOUT = 4_500
const MOST_STDERR = 1_500
/** The most that the setting takes, with some air. */
const LONGEST_MS = 610_000

/** What is said behind a command. */
const AROUND = String.raw`\s+(?:in|on|through) (?:the|a|my|your) (?:shell|terminal|console|command line)\b.*$|(?:,?\s+(?:once(?: more)?|again|one more time|for me|right now|please|pls|would you|will you))+[.!?]*\s*$|(?<=[^\s.])[.!?]+\s*$`

export default defineTool<Arguments, Ran>({
  name: 'shell_run',
  description: 'Run a command in the shell',
  parameters: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        maxLength: 2000,
        'x-from': 'message',
        'x-free': true,
        'x-behind': String.raw`^\W*(?:please |pls )?(?:exec(?:ute)?|run|shell|cmd|command|bash|terminal)(?: this| the following)?\s*:\s*`,
        'x-without': AROUND,
        'x-ask': 'Which command should I run?',
        description: 'whole command, as written',
      },
    },
    required: ['command'],
  },
  risk: 'execute',
  approvalKey: 'command',
  longestMs: LONGEST_MS,
  preview: ({ command }, { workspace }) => `in ${visible(workspace)}:\n$ ${visible(commandOf(command))}`,
  async run({ command: written }, { workspace, services, signal }) {
    const command = commandOf(written)
    if (services.shell === undefined)
      throw new ToolFailure('no_shell', `\`${command}\` was not run: commands cannot be run here.`)
    const { limitMs } = services.shell
    const options = { folder: workspace, limitMs, keepBytes: KEEP_BYTES, signal, environment: process.env }
    const outcome = await runInShell(command, options).catch((error: unknown) => {
      signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      throw new ToolFailure('no_shell', `\`${command}\` could not be started (${reason}).`)
    })
    const stdout = truncateMiddle(outcome.stdout.ends, MOST_STDOUT, outcome.stdout.left)
    const stderr = truncateMiddle(outcome.stderr.ends, MOST_STDERR, outcome.stderr.left)
    return {
      command,
      exitCode: outcome.exitCode,
      signal: outcome.endedBy,
      limitSeconds: outcome.timedOut ? limitMs / 1000 : null,
      stdout: stdout.text,
      stderr: stderr.text,
      truncated: stdout.truncated || stderr.truncated,
    }
  },
  say(ran) {
    const out = visible(ran.stdout).trimEnd()
    const errors = visible(ran.stderr).trimEnd()
    const parts = [...(out === '' ? [] : [out]), ...(errors === '' ? [] : [`It wrote as errors:\n${errors}`])]
    const silent = parts.length === 0 ? ' and wrote nothing' : ''
    const sentence = `\`${visible(ran.command)}\` ${endingOf(ran)}${silent}${silent === '' ? ':' : '.'}`
    return parts.length === 0 ? { sentence } : { sentence, detail: parts.join('\n') }
  },
})

/** A command in backticks or behind a prompt (`$ ls`) is meant without them: in the shell they would run what it prints. */
function commandOf(written: string): string {
  const fenced = /^\s*```(?:(?:ba|z)?sh|shell|console)?\n([^`]+)```\s*$/.exec(written)?.[1]
  const command = (fenced ?? /^\s*`([^`]+)`\s*$/.exec(written)?.[1] ?? written).trim().replace(/^\$\s+/, '')
  if (command === '')
    throw new ToolFailure('no_command', 'There is no command to run; write it as in a terminal.')
  if (command.includes('\0'))
    throw new ToolFailure(
      'bad_command',
      'The command has a character that no shell takes (NUL); leave it out.',
    )
  return command
}
