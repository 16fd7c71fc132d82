// `ethervox plugin`: the same as `/plugins`, without a session and without a model.

import { createInterface } from 'node:readline/promises'
import { UserError } from '../contracts/errors.ts'
import type { PluginPorts, PluginResult } from '../contracts/plugins.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import { homePaths, type ProgramPaths } from '../paths.ts'
import { parseWords } from './parse-words.ts'
import { filesHere } from './tool-command-line.ts'

const USAGE = `
  Plugins: packages of tools (docs/plugins.md)

  Usage
    ethervox plugin list                        what is installed
    ethervox plugin install FOLDER|FILE.tgz     show what it may do, ask, install
    ethervox plugin verify [NAME|PATH]          read every file and hold its SHA-256 against plugin.json
    ethervox plugin update [NAME [PATH]]        take the newer version from where it came, or from PATH; of all, one by one
    ethervox plugin rollback NAME               use the version before
    ethervox plugin pin NAME [VERSION]          stay with a version; updates are installed beside it
    ethervox plugin unpin NAME                  follow updates again
    ethervox plugin remove NAME                 with its versions, its data and what was kept of its tools
    ethervox plugin resume NAME                 let one go on that broke its bounds
    ethervox plugin seal FOLDER                 write the sums of all files into its plugin.json

  Flags
    --yes         install without asking; a script needs it
    --home DIR    in place of the usual home
    --json        the result as JSON
`

/** Those of the usage. */
const VERBS: readonly string[] = [...USAGE.matchAll(/ethervox plugin (\w+)/g)].map(([, verb = '']) => verb)

/** Runs it; gives the exit code. */
export async function runPluginCommand(args: readonly string[], program: ProgramPaths): Promise<number> {
  const { values, positionals } = parseWords(args, OPTIONS, 'plugin')
  const write = (text: string) => process.stdout.write(text)
  if (values.help || positionals.length === 0) {
    write(USAGE)
    return values.help ? 0 : 2
  }
  const [verb = ''] = positionals
  if (!VERBS.includes(verb))
    throw new UserError(`\`ethervox plugin ${verb}\` is not known; it takes ${VERBS.join(', ')}.`)
  const isAsked = process.stdin.isTTY === true && process.stdout.isTTY === true && !values.json
  const { plugins } = filesHere(program, homePaths(values.home, process.env))
  // Each question is for one plugin.
  const names = isAsked && positionals.join() === 'update' ? plugins.names() : []
  const lines = names.length === 0 ? [positionals] : names.map((name) => ['update', name])
  let isDone = true
  for (const words of lines) isDone = (await runOne(plugins, words, { ...values, isAsked })) && isDone
  return isDone ? 0 : 1
}

interface Asked {
  /** Whether somebody can be asked. */
  readonly isAsked: boolean
  readonly yes?: boolean | undefined
  readonly json?: boolean | undefined
}

/** Does what the words say, and writes what came of it; false: it was not done. */
async function runOne(plugins: PluginPorts, words: readonly string[], asked: Asked): Promise<boolean> {
  const write = (text: string) => process.stdout.write(text)
  const asks = ['install', 'update'].includes(words[0] ?? '')
  let result = plugins.act(asks && asked.yes ? [...words, '--yes'] : words)
  const offer = asks ? offerOf(result) : undefined
  if (offer !== undefined && asked.isAsked) {
    write(`${plainText(result.text.split('\n').slice(0, -1).join('\n'))}\n`)
    if (!(await agrees(offer.kind))) {
      write('Nothing was installed.\n')
      return false
    }
    result = plugins.act([...words, offer.sha256])
  }
  const { ok, data } = result
  const text = offer === undefined || asked.isAsked || asked.yes ? result.text : forScripts(result)
  write(`${asked.json ? plainJson({ ok, text, data }) : plainText(text)}\n`)
  return ok
}

/** What was shown and not installed. */
function offerOf({ data }: PluginResult) {
  const { installed, name, kind, sha256 } = (data ?? {}) as { readonly [key: string]: unknown }
  const isOffer = installed === false && typeof name === 'string' && typeof sha256 === 'string'
  return isOffer ? { kind, sha256 } : undefined
}

function forScripts({ text }: PluginResult): string {
  return [
    ...text.split('\n').slice(0, -1),
    'Nothing was installed; `--yes` installs it without asking.',
  ].join('\n')
}

async function agrees(kind: unknown): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const question =
    kind === 'trusted' ? 'This is trusted code. Write `trusted` to install it: ' : 'Install it? (y/n) '
  const answer = await asking.question(question).catch(() => '')
  asking.close()
  return kind === 'trusted' ? answer.trim() === 'trusted' : /^y(es)?$/i.test(answer.trim())
}

const OPTIONS = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
} as const
