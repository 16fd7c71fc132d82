// One call of a plugin: in the sandbox with its host, or in a process of its own. What breaks its bounds is counted.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { CompiledTool } from '../contracts/manifest.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { visible } from '../toolkit/plain-words.ts'
import type { CheckedPlugin, PluginTool } from './checked-plugin.ts'
import { HostGate } from './host-gate.ts'
import { runInSandbox } from './sandbox.ts'
import type { SandboxFailure } from './sandbox-worker.ts'
import { saidOf, sentenceOf } from './tool-of-file.ts'
import type { PluginGround } from './tool-of-plugin.ts'
import { runTrusted, TRUSTED_BYTES, TRUSTED_MS, type TrustedOutcome } from './trusted-run.ts'

/** How a call ended. */
type Ended =
  | { readonly type: 'value'; readonly value: JsonValue; readonly tricked?: true }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }

/** How each end breaks the bounds; other failures are faults of the code, which are not counted. */
const STRIKES: { readonly [code: string]: string } = {
  timeout: 'it did not end in time',
  never_ends: 'it waited for what never comes',
  memory: 'it took too much memory',
  too_large: 'it said too much',
  flood: 'it asked or said too much',
  crashed: 'it broke off',
  prototype: 'it handed a prototype out',
  outside_permissions: 'it reached for what it may not',
}

/** A tool of a plugin, as it is here. */
export interface PluginCall {
  readonly plugin: CheckedPlugin
  readonly tool: PluginTool
  readonly compiled: CompiledTool
  readonly ground: PluginGround
}

/** Runs it; gives its words and its value. Throws `ToolFailure`, and the signal's reason. */
export async function callPlugin(
  parts: PluginCall,
  args: JsonObject,
  context: ToolContext,
): Promise<{ readonly said: JsonObject; readonly value: JsonValue }> {
  const { plugin, compiled, ground } = parts
  const call = plugin.sheet.kind === 'trusted' ? callTrusted : callSandboxed
  const ended = await call(parts, args, context)
  const code = ended.type === 'failed' ? ended.code : ended.tricked && 'prototype'
  const what = code === undefined ? undefined : STRIKES[code]
  const counted = what === undefined ? '' : strike(ground, plugin, what)
  if (ended.type === 'failed') throw new ToolFailure(ended.code, ended.message + counted)
  const said = saidOf({ compiled }, ended.value)
  return { said: { ...said, sentence: `${String(said.sentence)}${counted}` }, value: ended.value }
}

async function callSandboxed(parts: PluginCall, args: JsonObject, context: ToolContext): Promise<Ended> {
  const { plugin, tool, compiled, ground } = parts
  const { permissions } = plugin.sheet
  const gate = new HostGate({ ...ground, permissions, risk: compiled.risk, context })
  const { code, file } = tool
  const now = context.clock.now()
  const place = { worker: ground.worker, code, line: 1, file, args, now }
  const outcome = await runInSandbox({ ...place, signal: context.signal, host: gate })
  const [attempt] = gate.attempts
  if (attempt !== undefined) return outside(compiled.name, attempt)
  return outcome.type === 'value' ? outcome : failureOf(compiled.name, outcome)
}

function failureOf(name: string, failure: SandboxFailure): Ended {
  const message =
    failure.code === 'timeout'
      ? `\`${name}\` did not end in its time and was stopped.`
      : sentenceOf({ compiled: { name } }, failure)
  return { type: 'failed', code: failure.code, message }
}

async function callTrusted(parts: PluginCall, args: JsonObject, context: ToolContext): Promise<Ended> {
  const { plugin, tool, compiled, ground } = parts
  const { permissions } = plugin.sheet
  const outcome = await runTrusted({
    ...{ child: ground.child, folder: ground.folder, data: ground.data, file: tool.file, permissions, args },
    workspace: context.workspace,
    home: ground.home,
    now: context.clock.now(),
    signal: context.signal,
    environment: ground.environment,
  })
  return outcome.type === 'value' ? outcome : trustedFailure(compiled.name, outcome)
}

function trustedFailure(name: string, outcome: Extract<TrustedOutcome, { type: 'failed' }>): Ended {
  const { code, message } = outcome
  if (code === 'outside_permissions') return outside(name, message)
  const sentences: { readonly [one in Exclude<typeof code, 'outside_permissions'>]: string } = {
    timeout: `\`${name}\` did not end within ${TRUSTED_MS / 1_000} seconds and was stopped.`,
    memory: `\`${name}\` needed more than ${TRUSTED_BYTES / 1_048_576} MB of memory and was stopped.`,
    flood: `\`${name}\` said more than a call may and was stopped.`,
    crashed: `\`${name}\` broke off${message === '' ? '' : ` (${visible(message)})`}.`,
    failed: `\`${name}\` failed: ${visible(message)}.`,
  }
  return { type: 'failed', code, message: sentences[code] }
}

function outside(name: string, attempt: string): Ended {
  const message = `\`${name}\` tried to ${visible(attempt)}, which its plugin may not do.`
  return { type: 'failed', code: 'outside_permissions', message }
}

/** Counts it; what is said of that stands behind the sentence of the call. */
function strike(ground: PluginGround, { sheet: { name } }: CheckedPlugin, what: string): string {
  try {
    if (!ground.strike(what)) return ''
    return ` That was once too often: the plugin \`${name}\` is disabled; \`/plugins resume ${name}\` lets it go on.`
  } catch (error) {
    return ` That could not be noted (${diskReason(error)}).`
  }
}
