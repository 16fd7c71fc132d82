// An engine without a model: answers and arguments come from a table, everything else is counted.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type {
  AheadRequest,
  CallRequest,
  ChatMessage,
  Engine,
  EngineInfo,
  TalkRequest,
} from '../../source/contracts/engine.ts'
import { EngineFailure } from '../../source/contracts/engine.ts'

export interface FakeScript {
  /** Answer by the text of the last user turn; a function may throw. */
  readonly answers?: { readonly [message: string]: string | (() => string) }
  /** What is written when a summary of the conversation is asked for; nothing otherwise. */
  readonly summary?: string | (() => string)
  /** JSON arguments by message, or by its last part. */
  readonly calls?: { readonly [message: string]: string }
  /** SQL by message, for one that is held against the folder's tables; for any other none comes of it. */
  readonly programs?: { readonly [message: string]: string }
  /** Waits for this before each answer. */
  readonly gate?: () => Promise<void>
  /** Waits for this before anything is evaluated ahead. */
  readonly aheadGate?: () => Promise<void>
  readonly contextTokens?: number
  /** Heads with an absolute place of their own are written there, and restored where they are the same. */
  readonly keepsHeads?: boolean
}

export interface FakeEngine extends Engine {
  readonly asked: TalkRequest[]
  readonly written: CallRequest[]
  readonly aheads: AheadRequest[]
  readonly prepared: string[]
  closed: boolean
}

const INFO: EngineInfo = {
  modelId: 'fake-model',
  modelSha256: '0'.repeat(64),
  contextTokens: 4096,
  callContextTokens: 2048,
  trainContextTokens: 4096,
  chatFormat: 'chatml',
  canThink: false,
  build: 'fake',
  cache: 'trim',
  gpu: 'cpu',
  threads: 2,
  loadMs: 1,
  sizeBytes: 400_000_000,
}

function keep(file: string, text: string): 'restored' | 'built' {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return 'restored'
  writeFileSync(file, text)
  return 'built'
}

const count = (text: string) => Math.ceil(text.length / 4)

/** Makes an engine that follows `script`; an unknown message is answered with `I see.` */
export function createFakeEngine(script: FakeScript = {}): FakeEngine {
  /** The talk lane, as text. */
  let stands = ''
  const laneOf = (messages: readonly ChatMessage[]) =>
    messages.map(({ role, text }) => `<${role}>${text}`).join('')
  const engine: FakeEngine = {
    asked: [],
    written: [],
    aheads: [],
    prepared: [],
    closed: false,
    info: { ...INFO, contextTokens: script.contextTokens ?? INFO.contextTokens },
    countTokens: async (texts) => texts.map(count),
    prepareHead: async (messages, { file }) => {
      const text = messages.map((one) => one.text).join('')
      stands = laneOf(messages)
      const source = script.keepsHeads && file !== undefined && isAbsolute(file) ? keep(file, text) : 'built'
      return { source, tokens: count(stands), ms: 1 }
    },
    prepareCall: async (state) => {
      engine.prepared.push(state.name)
      return { source: 'built', tokens: 100, ms: 1 }
    },
    talk: async (request, signal) => {
      engine.asked.push(request)
      await unlessAborted(script.gate?.(), signal)
      signal.throwIfAborted()
      const message = request.messages.at(-1)?.text ?? ''
      const first = message.split('\n')[0] ?? ''
      const asksSummary = message.startsWith('Sum up our conversation')
      const answer = asksSummary
        ? (script.summary ?? '')
        : (script.answers?.[message] ?? script.answers?.[first] ?? 'I see.')
      const text = typeof answer === 'string' ? answer : answer()
      for (const piece of text.match(/\S+\s*/g) ?? []) {
        signal.throwIfAborted()
        request.onText?.(piece)
      }
      signal.throwIfAborted()
      const prompt = `${laneOf(request.messages)}<assistant>`
      const reused = Math.floor(sharedStart(stands, prompt) / 4)
      const usage = { evaluated: Math.max(1, count(prompt) - reused), reused, generated: count(text) }
      stands = prompt + text
      return { text, stop: 'end', usage, firstTokenMs: 1, totalMs: 2, contextTokens: count(stands) }
    },
    prefill: async (messages) => {
      stands = laneOf(messages)
      return { evaluated: 0, reused: count(stands), generated: 0 }
    },
    ahead: async (request, signal) => {
      signal.throwIfAborted()
      await script.aheadGate?.()
      signal.throwIfAborted()
      engine.aheads.push(request)
      return { evaluated: 1, reused: count(stands), generated: 0 }
    },
    writeCall: async (request) => {
      engine.written.push(request)
      const text = writtenFor(request, script)
      if (text === undefined)
        throw new EngineFailure('failed', `no arguments in the script for: ${request.message}`)
      return {
        text,
        usage: { evaluated: 10, reused: 100, generated: 5 },
        weakest: 0.9,
        totalMs: 1,
        cut: false,
      }
    },
    renderPrompt: async (messages) => messages.map((one) => `<${one.role}>${one.text}`).join('\n'),
    memoryBytes: async () => 1_000_000,
    close: async () => {
      engine.closed = true
    },
  }
  return engine
}

function writtenFor(request: CallRequest, { calls, programs }: FakeScript): string | undefined {
  if (request.program === undefined) return calls?.[request.message] ?? calls?.[request.latest ?? '']
  // What may be meant stands in the line before the message.
  return programs?.[request.message.slice(request.message.indexOf('\n') + 1)] ?? ''
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

async function unlessAborted(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
