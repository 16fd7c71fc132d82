// A tool of a plugin as a tool that runs: in the sandbox with its host, or in a process of its own. What breaks its bounds is counted.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { CompiledTool } from '../contracts/manifest.ts'
import { defineTool, type Said, type Tool, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { visible } from '../toolkit/plain-words.ts'
import type { CheckedPlugin, PluginTool } from './checked-plugin.ts'
import { HostGate } from './host-gate.ts'
import { HOST_MS, runInSandbox } from './sandbox.ts'
import type { SandboxFailure } from './sandbox-worker.ts'
import { saidOf, sentenceOf } from './tool-of-file.ts'
import { runTrusted, TRUSTED_BYTES, TRUSTED_MS, type TrustedOutcome } from './trusted-run.ts'

/** What a plugin runs in. */
export interface PluginGround {
  /** Files of the sandbox's thread and of the trusted child. */
  readonly worker: string
  readonly child: string
  /** Folder of the version, and the plugin's own. */
  readonly folder: string
  readonly data: string
  /** The program's home. */
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  /** Why it may not run now, in a sentence; undefined: it may. */
  refusal(): string | undefined
  /** Notes that it broke its bounds, in a few words; true: it is disabled from now on. Throws the system's error. */
  strike(what: string): boolean
}

type Result = { readonly said: JsonObject; readonly value: JsonValue }

/** How a call ended. */
type Ended =
  | { readonly type: 'value'; readonly value: JsonValue; readonly tricked?: true }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }

const GRACE_MS = 5_000
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

/** Makes it; `compiled` may have another name than the plugin gave it. */
export function toolOfPlugin(
  plugin: CheckedPlugin,
  tool: PluginTool,
  compiled: CompiledTool,
  ground: PluginGround,
): Tool {
  const { name, description, parameters, risk } = compiled
  const isTrusted = plugin.sheet.kind === 'trusted'
  const call = isTrusted ? callTrusted : callSandboxed
  return defineTool<JsonObject, Result>({
    ...{ name, description, parameters, risk },
    longestMs: (isTrusted ? TRUSTED_MS : HOST_MS) + GRACE_MS,
    run: async (args, context) => {
      const refusal = ground.refusal()
      if (refusal !== undefined) throw new ToolFailure('plugin_off', `\`${name}\` was not called: ${refusal}`)
      const ended = await call({ plugin, tool, compiled, ground }, args, context)
      const code = ended.type === 'failed' ? ended.code : ended.tricked && 'prototype'
      const counted =
        code === undefined || STRIKES[code] === undefined ? '' : strike(ground, plugin, STRIKES[code])
      if (ended.type === 'failed') throw new ToolFailure(ended.code, ended.message + counted)
      const said = saidOf({ compiled }, ended.value)
      return { said: { ...said, sentence: `${String(said.sentence)}${counted}` }, value: ended.value }
    },
    say: ({ said }) => said as unknown as Said,
  })
}

interface Parts {
  readonly plugin: CheckedPlugin
  readonly tool: PluginTool
  readonly compiled: CompiledTool
  readonly ground: PluginGround
}

async function callSandboxed(parts: Parts, args: JsonObject, context: ToolContext): Promise<Ended> {
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

async function callTrusted(parts: Parts, args: JsonObject, context: ToolContext): Promise<Ended> {
  const { plugin, tool, compiled, ground } = parts
  const { permissions } = plugin.sheet
  const outcome = await runTrusted({
    ...{ child: ground.child, folder: ground.folder, data: ground.data, file: tool.file, permissions, args },
    workspace: context.workspace,
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
