// The program's side of the engine's process: forks it, numbers requests, passes aborts on, notices when it dies.
// Read child.ts for what happens over there.
import {
  type AheadRequest,
  type CallRequest,
  type CallState,
  type ChatMessage,
  type Engine,
  EngineFailure,
  type EngineInfo,
  type PrepareOptions,
  type PromptForm,
  type TalkRequest,
} from '../../contracts/engine.ts'
import { ProcessLink } from './process-link.ts'
import type { LoadOptions, Operations } from './protocol.ts'

/** A load that says nothing for this long hangs (some damaged files make the parser run for ever). */
const SILENT_LOAD_MS = 180_000

export interface EmbeddedLoad extends LoadOptions {
  /** The engine's program: `child.ts`, or `child.js` in a build. */
  readonly childPath: string
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Starts the engine's process and loads a model there.
 * Throws `EngineFailure` (`load`, `missing_binary`, `crashed`); aborting kills the process.
 */
export async function loadEmbeddedEngine(load: EmbeddedLoad): Promise<Engine> {
  const { signal, onProgress, childPath, ...options } = load
  signal.throwIfAborted()
  const link = new ProcessLink<Operations>(childPath)
  const kill = () => link.close()
  signal.addEventListener('abort', kill, { once: true })
  let hung = false
  const giveUp = () => {
    hung = true
    link.close()
  }
  let silent = setTimeout(giveUp, SILENT_LOAD_MS)
  try {
    const info = await link.ask('load', options, new AbortController().signal, {
      onProgress: (done, total) => {
        clearTimeout(silent)
        silent = setTimeout(giveUp, SILENT_LOAD_MS)
        onProgress?.(done, total)
      },
    })
    return new EmbeddedEngine(info, link)
  } catch (error) {
    await link.close()
    signal.throwIfAborted()
    throw hung ? silentLoad(options.modelId) : error
  } finally {
    clearTimeout(silent)
    signal.removeEventListener('abort', kill)
  }
}

function silentLoad(modelId: string): EngineFailure {
  const what = `loading \`${modelId}\` showed no progress for ${SILENT_LOAD_MS / 1_000} seconds and was ended`
  const next =
    '`ethervox doctor --sums` says whether its file is damaged, `/model ID` loads it again or another one'
  return new EngineFailure('load', `${what}: ${next}`)
}

class EmbeddedEngine implements Engine {
  readonly info: EngineInfo
  readonly #link: ProcessLink<Operations>

  constructor(info: EngineInfo, link: ProcessLink<Operations>) {
    this.info = info
    this.#link = link
  }

  countTokens(texts: readonly string[]) {
    return this.#link.ask('count', texts, NEVER)
  }

  prepareHead(
    messages: readonly ChatMessage[],
    { signal, onProgress, persist = true, file }: PrepareOptions,
  ) {
    return this.#link.ask('prepareHead', { messages, persist, file }, signal, { onProgress })
  }

  prepareCall(state: CallState, { signal, onProgress, persist = true }: PrepareOptions) {
    return this.#link.ask('prepareCall', { state, persist }, signal, { onProgress })
  }

  talk({ onText, onPrefill, ...input }: TalkRequest, signal: AbortSignal) {
    return this.#link.ask('talk', input, signal, { onText, onProgress: onPrefill })
  }

  prefill(messages: readonly ChatMessage[], signal: AbortSignal) {
    return this.#link.ask('prefill', messages, signal)
  }

  ahead(request: AheadRequest, signal: AbortSignal) {
    return this.#link.ask('ahead', request, signal)
  }

  writeCall({ onPrepare, ...request }: CallRequest, signal: AbortSignal) {
    return this.#link.ask('writeCall', request, signal, { onProgress: onPrepare })
  }

  callTokens(state: CallState, calls: Parameters<NonNullable<Engine['callTokens']>>[1]) {
    return this.#link.ask('callTokens', { state, calls }, NEVER)
  }

  renderPrompt(messages: readonly ChatMessage[], form: PromptForm = 'chat') {
    return this.#link.ask('render', { messages, form }, NEVER)
  }

  memoryBytes() {
    return this.#link.ask('memory', null, NEVER)
  }

  close() {
    return this.#link.close()
  }
}

const NEVER = new AbortController().signal
