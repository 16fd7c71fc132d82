// A tool's file as a tool that runs: `js` in the sandbox, `sh` with the arguments in its environment, `http` as one request, `prompt` as one question to the model.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { defineTool, type Said, type Tool, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { plainJson } from '../lib/plain-text.ts'
import { type KeptText, wholeText } from '../toolkit/head-and-tail.ts'
import { visible } from '../toolkit/plain-words.ts'
import { runInShell } from '../toolkit/shell.ts'
import { truncateMiddle } from '../toolkit/truncate.ts'
import { variableOf } from './block-faults.ts'
import { LONGEST_PROMPT_MS, questionOf, runPrompt } from './prompt-block.ts'
import { fillRequest } from './request-template.ts'
import { RESULT_CHARACTERS, runInSandbox, SANDBOX_BYTES, SANDBOX_MS } from './sandbox.ts'
import type { SandboxFailure } from './sandbox-worker.ts'
import type { ToolFile } from './tool-file.ts'

type Named = { readonly compiled: { readonly name: string } }

/** What every kind gives: words, made where the result is known. */
type Result = { readonly said: JsonObject; readonly value: JsonValue }

const SHELL_KEEP_BYTES = 64_000
const HTTP_MS = 20_000
const HTTP_BYTES = 1_000_000
/** A small model's window has 4,000 tokens. */
const MOST_DETAIL = 4_500
const MOST_ERRORS = 1_000
/** The most that the setting for commands takes, with some air. */
const LONGEST_SHELL_MS = 610_000
const MOST_SENTENCE = 200

/** Makes it; `worker` is the file of the sandbox's thread. */
export function toolOfFile(file: ToolFile, worker: string): Tool {
  const { name, description, parameters, risk } = file.compiled
  const print = JSON.stringify([file.compiled.contentHash, file.kind, file.code, file.defaults])
  const full = (args: JsonObject): JsonObject => ({ ...file.defaults, ...args })
  return defineTool<JsonObject, Result>({
    ...{ name, description, parameters, risk, print },
    ...(file.kind === 'sh' && { longestMs: LONGEST_SHELL_MS }),
    ...(file.kind === 'prompt' && { longestMs: LONGEST_PROMPT_MS }),
    ...(file.kind !== 'js' && { preview: (args) => previewOf(file, full(args)) }),
    run: (args, context) => {
      if (file.kind === 'sh') return runScript(file, full(args), context)
      if (file.kind === 'http') return runRequest(file, full(args), context)
      if (file.kind === 'prompt') return runPrompt(promptOf(file), full(args), context)
      return runCode(file, full(args), context, worker)
    },
    say: ({ said }) => said as unknown as Said,
  })
}

/** Compiles the block without running it; a fault as the sandbox tells it. */
export async function findCodeFault(
  { kind, code, fence, file }: Pick<ToolFile, 'kind' | 'code' | 'fence' | 'file'>,
  worker: string,
  signal: AbortSignal,
): Promise<SandboxFailure | undefined> {
  if (kind !== 'js') return undefined
  const now = new Date(0)
  const outcome = await runInSandbox({ worker, code, line: fence, file, args: undefined, now, signal })
  return outcome.type === 'failed' ? outcome : undefined
}

async function runCode(file: ToolFile, args: JsonObject, context: ToolContext, worker: string) {
  const { code, fence: line } = file
  const outcome = await runInSandbox({
    ...{ worker, code, line, args, file: file.file },
    now: context.clock.now(),
    signal: context.signal,
  })
  if (outcome.type === 'failed') throw new ToolFailure(outcome.code, sentenceOf(file, outcome))
  return { said: saidOf(file, outcome.value), value: outcome.value }
}

/** Why the code gave nothing, for a person and the model. */
export function sentenceOf({ compiled: { name } }: Named, { code, message, line }: SandboxFailure): string {
  const tool = `\`${name}\``
  const sentences: { readonly [code in SandboxFailure['code']]: string } = {
    timeout: `${tool} worked for more than ${SANDBOX_MS / 1_000} seconds and was stopped.`,
    memory: `${tool} needed more than ${SANDBOX_BYTES / 1_048_576} MB of memory and was stopped.`,
    too_large: `The result of ${tool} is too large (${message}); at most ${RESULT_CHARACTERS} characters are taken.`,
    no_value: `${tool} gave nothing back; its code must \`return\` a text or an object.`,
    never_ends: `${tool} waits for something that never comes; there are no timers and no network in it.`,
    flood: `${tool} asked or said more than a call may and was stopped.`,
    crashed: `${tool} broke off (${visible(message)}).`,
    thrown: `${tool} failed: ${visible(message)}${line === undefined ? '' : ` (line ${line} of its file)`}.`,
  }
  return sentences[code]
}

/** A text is the sentence; an object with `sentence` says more; anything else is shown as it is. */
export function saidOf({ compiled: { name } }: Named, value: JsonValue): JsonObject {
  if (typeof value === 'string') return saidText(`\`${name}\` says`, wholeText(value))
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  const { sentence, detail, key } = members as JsonObject
  if (typeof sentence === 'string' && sentence.trim() !== '') {
    const keys = Array.isArray(key) ? key.filter((one) => typeof one === 'string') : []
    return {
      sentence: visible(truncateMiddle(sentence, MOST_DETAIL).text),
      ...(typeof detail === 'string' && { detail: visible(truncateMiddle(detail, MOST_DETAIL).text) }),
      ...(keys.length > 0 && { key: keys }),
    }
  }
  const isShort = typeof value === 'number' || typeof value === 'boolean'
  if (isShort) return { sentence: `\`${name}\` gives ${String(value)}.`, key: [String(value)] }
  return {
    sentence: `\`${name}\` gives:`,
    detail: visible(truncateMiddle(JSON.stringify(value, null, 1), MOST_DETAIL).text),
  }
}

/** A short line stands alone, a longer text below `who`. */
function saidText(who: string, { ends, left }: KeptText): JsonObject {
  const text = visible(truncateMiddle(ends.trim(), MOST_DETAIL, left).text)
  if (text === '') return { sentence: `${who} nothing.` }
  return text.length <= MOST_SENTENCE && !text.includes('\n')
    ? { sentence: text }
    : { sentence: `${who}:`, detail: text }
}

async function runScript(file: ToolFile, args: JsonObject, context: ToolContext): Promise<Result> {
  const { name } = file.compiled
  const { shell } = context.services
  if (shell === undefined)
    throw new ToolFailure('no_shell', `\`${name}\` was not run: commands cannot be run here.`)
  const outcome = await runInShell(file.code, {
    folder: context.workspace,
    limitMs: shell.limitMs,
    keepBytes: SHELL_KEEP_BYTES,
    signal: context.signal,
    environment: process.env,
    variables: variablesOf(name, args),
  }).catch((error: unknown) => {
    context.signal.throwIfAborted()
    if (error instanceof ToolFailure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ToolFailure('no_shell', `\`${name}\` could not be started (${reason}).`)
  })
  if (outcome.timedOut)
    throw new ToolFailure(
      'timeout',
      `\`${name}\` was ended after ${shell.limitMs / 1000} seconds, its time limit (setting \`shellSeconds\`).`,
    )
  const errors = visible(truncateMiddle(outcome.stderr.ends.trim(), MOST_ERRORS, outcome.stderr.left).text)
  if (outcome.exitCode !== 0) {
    const how = outcome.exitCode === null ? `the signal ${outcome.endedBy}` : `exit code ${outcome.exitCode}`
    throw new ToolFailure('failed', `\`${name}\` failed with ${how}${errors === '' ? '' : `: ${errors}`}.`)
  }
  return { said: saidText(`\`${name}\` says`, outcome.stdout), value: outcome.stdout.text }
}

/** Arguments are values of variables and nothing else: no argument becomes a part of the script. */
function variablesOf(name: string, args: JsonObject): { readonly [name: string]: string } {
  const pairs = Object.entries(args).map(([parameter, value]) => [variableOf(parameter), textOf(value)])
  if (pairs.some(([, value]) => value?.includes('\0')))
    throw new ToolFailure(
      'bad_argument',
      `\`${name}\` was not run: an argument has a NUL character; leave it out.`,
    )
  return Object.fromEntries(pairs)
}

async function runRequest(file: ToolFile, args: JsonObject, context: ToolContext): Promise<Result> {
  const { name } = file.compiled
  const { web } = context.services
  const { address, accept, body } = fillRequest(file.code, args)
  if (web === undefined)
    throw new ToolFailure('no_network', `\`${address}\` was not fetched: the network cannot be used here.`)
  // Loaded with the first request: a start needs none of it.
  const { httpGet, httpPost } = await import('../toolkit/http-get.ts')
  const { statusFailure } = await import('../toolkit/http-failure.ts')
  const options = {
    signal: context.signal,
    limitMs: HTTP_MS,
    maxBytes: HTTP_BYTES,
    allowPrivate: web.allowPrivate,
    ...(accept !== undefined && { accept }),
  }
  const answer = await (body === undefined ? httpGet(address, options) : httpPost(address, body, options))
  const failure = statusFailure(answer.status, answer.url)
  if (failure !== undefined) throw failure
  const text = answer.body.toString('utf8')
  return { said: saidText(`${new URL(answer.url).host} says to \`${name}\``, wholeText(text)), value: text }
}

function previewOf(file: ToolFile, args: JsonObject): string {
  if (file.kind === 'prompt') return visible(questionOf(promptOf(file), args))
  if (file.kind === 'http') {
    const { method, address, body } = fillRequest(file.code, args)
    return visible([`${method} ${address}`, ...(body === undefined ? [] : [body])].join('\n'))
  }
  const given = Object.entries(args).map(([name, value]) => `${variableOf(name)}=${shownValue(value)}`)
  return visible([...given, file.code].join('\n'))
}

function promptOf({ compiled, code }: ToolFile) {
  return { name: compiled.name, template: code }
}

/** In one line: what stands in more of them could pass for the script below. */
function shownValue(value: JsonValue): string {
  const text = textOf(value)
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? plainJson(text) : text
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
