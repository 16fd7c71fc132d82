// `ethervox tool`: the same as `/tool`, without a session and without a model.

import type { CommandResult } from '../contracts/command.ts'
import { UserError } from '../contracts/errors.ts'
import type { DraftSource } from '../contracts/tool-files.ts'
import { type OwnTools, ownToolsOf } from '../home/plugins/plugins-of-home.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import { type HomePaths, homePaths, type ProgramPaths } from '../paths.ts'
import { clockOf } from './clock-of.ts'
import { parseWords } from './parse-words.ts'
import { workingFolder } from './working-folder.ts'

const USAGE = `
  Tools of your own, a Markdown file each (docs/writing-a-tool.md)

  Usage
    ethervox tool check FILE                    say line and column of each fault
    ethervox tool test NAME                     run the tests of its file
    ethervox tool new NAME                      write a draft into the home
                  --help-of COMMAND             … from what \`COMMAND --help\` says
                  --from-docs FILE              … from a README, a web page or an OpenAPI file
                  --model ID, --engine URL      … and this model writes a description and requests

  Flags
    --home DIR    in place of the usual home
    --json        the result as JSON

  In the chat \`/tool new\` lets the loaded model write them, and \`/tool trust\` looks at tools of a workspace.
`
/** Flags of the program that bring a model. */
const OF_A_MODEL = /^(?:-m|--model|--engine)(?:=|$)/
const OF_A_DRAFT = ['--help-of', '--from-docs']

/** A draft that a model is to word is a line of a session; `others`: the program's flags. undefined: it needs none. */
export function draftWords(
  args: readonly string[],
): { readonly line: string; readonly others: readonly string[] } | undefined {
  const [verb, name, ...rest] = args
  if (
    verb !== 'new' ||
    name === undefined ||
    name.startsWith('-') ||
    !rest.some((word) => OF_A_MODEL.test(word))
  )
    return undefined
  const words = rest.flatMap((word) => /^(--\w[\w-]*)=(.*)$/s.exec(word)?.slice(1) ?? word)
  const at = words.findIndex((word) => OF_A_DRAFT.includes(word))
  const from = at < 0 ? [] : words.splice(at, 2)
  return { line: ['/tool new', name, ...from].join(' '), others: words }
}

/** Runs it; gives the exit code. */
export async function runToolCommand(args: readonly string[], program: ProgramPaths): Promise<number> {
  const write = (text: string) => process.stdout.write(text)
  const { values, positionals } = parseWords(args, OPTIONS, 'tool')
  const [verb, name, ...rest] = positionals
  if (values.help || verb === undefined) {
    write(USAGE)
    return values.help ? 0 : 2
  }
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  const { ports } = filesHere(program, homePaths(values.home, process.env))
  const run: { readonly [verb: string]: (name: string) => Promise<CommandResult> } = {
    check: (file) => ports.check(file, stop.signal),
    test: (tool) => ports.test(tool, stop.signal),
    new: (tool) => ports.draft(tool, sourceOf(values), undefined, stop.signal),
  }
  const act = run[verb]
  if (act === undefined || name === undefined || rest.length > 0)
    throw new UserError(
      `\`ethervox tool ${args.join(' ')}\` is not known; \`ethervox tool --help\` lists what is.`,
    )
  try {
    const { ok, text, data } = await act(name)
    write(`${values.json ? plainJson({ ok, text, data }) : plainText(text)}\n`)
    return ok ? 0 : 1
  } finally {
    process.removeListener('SIGINT', onInterrupt)
  }
}

/** Tools of files and of plugins, for this home and the folder that the program was started in. */
export function filesHere(program: ProgramPaths, home: HomePaths, interactive = false): OwnTools {
  return ownToolsOf({ program, home, clock: clockOf(undefined), interactive, workspace: workingFolder() })
}

const OPTIONS = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  'help-of': { type: 'string' },
  'from-docs': { type: 'string' },
} as const

function sourceOf(values: { readonly 'help-of'?: string; readonly 'from-docs'?: string }): DraftSource {
  if (values['help-of'] !== undefined) return { type: 'help', command: values['help-of'] }
  return values['from-docs'] === undefined ? { type: 'blank' } : { type: 'docs', file: values['from-docs'] }
}
