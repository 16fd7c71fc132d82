// The thread in which one call of a sandboxed tool runs (see `sandbox.ts`): an interpreter of its own in WebAssembly, without files,
// network, timers or modules. What comes out of it is one JSON text, made inside.
import { parentPort, workerData } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { type HostAnswer, type HostAsked, HostLink } from './sandbox-host.ts'
import { preludeAt } from './sandbox-prelude.ts'

/** What the thread is given. */
export interface SandboxWork {
  /** The body of a function of `args`; with `asksHost` a module whose default export is a function of `args` and `host`. */
  readonly code: string
  readonly asksHost: boolean
  /** Line of the file that the body begins behind. */
  readonly line: number
  readonly file: string
  /** The arguments as JSON; undefined: the code is only compiled. */
  readonly args: string | undefined
  readonly now: number
  readonly limitMs: number
  readonly memoryBytes: number
  readonly resultCharacters: number
}

/** Why there is no value; `line` and `column` are those of the file, where they are known. */
export interface SandboxFailure {
  readonly type: 'failed'
  readonly code:
    | 'timeout'
    | 'memory'
    | 'too_large'
    | 'thrown'
    | 'no_value'
    | 'never_ends'
    | 'crashed'
    | 'flood'
  readonly message: string
  readonly line?: number
  readonly column?: number
}

export type SandboxSaid = { readonly type: 'json'; readonly json: string } | SandboxFailure

/** All that comes out of the thread; `waiting`: it does nothing until an answer comes, `running`: it goes on. */
export type SandboxMessage = 'ready' | 'waiting' | 'running' | HostAsked | SandboxSaid

const STACK_BYTES = 256 * 1024
const JOBS_AT_ONCE = 200
const LONGEST_MESSAGE = 300

class Refusal extends Error {
  readonly code: SandboxFailure['code']

  constructor(code: SandboxFailure['code'], message: string) {
    super(message)
    this.code = code
  }
}

const work = workerData as SandboxWork
// Its types are those of its other build.
const quickjs = await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant)
const tell = (message: SandboxMessage) => parentPort?.postMessage(message)
tell('ready')
tell(await perform(work))

async function perform(work: SandboxWork): Promise<SandboxSaid> {
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(work.memoryBytes)
  runtime.setMaxStackSize(STACK_BYTES)
  const vm = runtime.newContext()
  // Of this thread's own work: neither a busy machine nor what others answer is the tool's fault.
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const deadline = usedMs() + work.limitMs
  const isLate = () => usedMs() > deadline
  runtime.setInterruptHandler(isLate)
  const host = work.asksHost ? new HostLink(vm, tell) : undefined
  parentPort?.on('message', (answer: HostAnswer) => host?.take(answer))
  const wait = async (): Promise<boolean> => {
    if (host === undefined || !host.isWaiting) return false
    tell('waiting')
    await host.settleNext()
    tell('running')
    return true
  }
  try {
    return { type: 'json', json: await evaluate({ vm, runtime, isLate, wait }, work, host) }
  } catch (error) {
    if (isLate()) return { type: 'failed', code: 'timeout', message: '' }
    if (error instanceof Refusal) return { type: 'failed', code: error.code, message: error.message }
    return failureOf(error, work.file)
  }
}

interface Machine {
  readonly vm: QuickJSContext
  readonly runtime: QuickJSRuntime
  readonly isLate: () => boolean
  /** Until something was answered; false: nothing was asked. */
  readonly wait: () => Promise<boolean>
}

async function evaluate(machine: Machine, work: SandboxWork, host: HostLink | undefined): Promise<string> {
  const { vm } = machine
  // Taken before the tool's code can put others in their place.
  const json = vm.getProp(vm.global, 'JSON')
  const parse = vm.getProp(json, 'parse')
  const stringify = vm.getProp(json, 'stringify')
  vm.unwrapResult(vm.evalCode(preludeAt(work.now), 'prelude'))
  const offered = host?.object()
  const main = await (offered === undefined ? functionOf(vm, work) : exportOf(machine, work))
  if (work.args === undefined) return 'null'
  const args = vm.unwrapResult(vm.callFunction(parse, vm.undefined, vm.newString(work.args)))
  const given = offered === undefined ? [args] : [args, offered]
  const returned = vm.unwrapResult(vm.callFunction(main, vm.undefined, ...given))
  const value = await settled(machine, returned)
  const text = vm.unwrapResult(vm.callFunction(stringify, vm.undefined, value))
  if (vm.typeof(text) !== 'string') throw new Refusal('no_value', '')
  const length = vm.getNumber(vm.getProp(text, 'length'))
  if (!(length <= work.resultCharacters)) throw new Refusal('too_large', String(length))
  return vm.getString(text)
}

function functionOf(vm: QuickJSContext, work: SandboxWork): QuickJSHandle {
  const source = `${'\n'.repeat(Math.max(0, work.line - 1))}(function (args) {\n${work.code}\n})`
  return vm.unwrapResult(vm.evalCode(source, work.file))
}

/** There is nothing to import: the interpreter has no loader. */
async function exportOf(machine: Machine, work: SandboxWork): Promise<QuickJSHandle> {
  const { vm } = machine
  const module = vm.unwrapResult(vm.evalCode(work.code, work.file, { type: 'module' }))
  const main = vm.getProp(await settled(machine, module), 'default')
  if (vm.typeof(main) !== 'function')
    throw new Refusal('thrown', 'it must export a function as default: `export default (args, host) => …`')
  return main
}

/** Waits for a promise as long as there is something to do. */
async function settled({ vm, runtime, isLate, wait }: Machine, value: QuickJSHandle): Promise<QuickJSHandle> {
  for (;;) {
    const state = vm.getPromiseState(value)
    if (state.type === 'fulfilled') return state.value
    if (state.type === 'rejected') throw unwrapped(vm, state.error)
    if (isLate()) throw new Refusal('timeout', '')
    if (runtime.hasPendingJob()) vm.unwrapResult(runtime.executePendingJobs(JOBS_AT_ONCE))
    else if (!(await wait())) throw new Refusal('never_ends', '')
  }
}

function unwrapped(vm: QuickJSContext, error: QuickJSHandle): unknown {
  return { cause: vm.dump(error) as unknown }
}

/** Errors of the sandbox come as what they looked like inside. */
function failureOf(error: unknown, file: string): SandboxFailure {
  const { cause } = error as { readonly cause?: unknown }
  const thrown = (typeof cause === 'object' && cause !== null ? cause : {}) as { [key: string]: unknown }
  const plain = typeof cause === 'object' || cause === undefined ? '' : String(cause)
  const name = textOf(thrown.name)
  const said = textOf(thrown.message) || plain || (error instanceof Error ? error.message : '')
  const message = `${name === '' || name === 'Error' ? '' : `${name}: `}${said}`.slice(0, LONGEST_MESSAGE)
  if (/out of memory/i.test(said)) return { type: 'failed', code: 'memory', message }
  if (error instanceof WebAssembly.RuntimeError) return { type: 'failed', code: 'crashed', message }
  const place = placeIn(textOf(thrown.stack), file)
  return { type: 'failed', code: 'thrown', message, ...place }
}

function placeIn(stack: string, file: string): { readonly line?: number; readonly column?: number } {
  const at = stack.indexOf(`${file}:`)
  const [, line, column] = /^(\d+)(?::(\d+))?/.exec(at < 0 ? '' : stack.slice(at + file.length + 1)) ?? []
  return line === undefined ? {} : { line: Number(line), column: Number(column ?? 1) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
