// A service as the program runs it, with a fake engine, on a free port; and a client that speaks to it.
import { realpathSync, rmSync } from 'node:fs'
import { runServe } from '../../source/command-line/serve-command.ts'
import type { Flags } from '../../source/composing/composed-flags.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { SERVE_LIMITS, type ServeLimits } from '../../source/serve/limits.ts'
import { createFakeEngine, type FakeEngine, type FakeScript } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

export interface OpenedService {
  readonly url: string
  readonly port: number
  readonly token: string
  readonly engine: FakeEngine
  readonly home: string
  readonly stderr: () => string
  /** Posts with the token; `headers` in place of the usual ones. */
  post(path: string, body: unknown, headers?: { readonly [name: string]: string }): Promise<Response>
  chat(messages: readonly unknown[], more?: object): Promise<ChatReply>
  turns(body: object): Promise<readonly EventLine[]>
  /** Ends it as Ctrl-C does; gives the exit code. */
  done(): Promise<number>
}

export interface ChatReply {
  readonly text: string
  readonly body: {
    readonly error?: { readonly message: string; readonly code: string }
    readonly usage?: { readonly prompt_tokens_details: { readonly cached_tokens: number } }
    readonly ethervox?: {
      readonly status: string
      readonly source: string
      readonly tools: readonly { readonly name: string; readonly ok: boolean; readonly say: string }[]
      readonly dropped: number
    }
  }
  readonly status: number
}

export type EventLine = { readonly type: string } & { readonly [field: string]: unknown }

export interface ServiceOptions {
  readonly script?: FakeScript
  readonly flags?: Flags
  readonly limits?: Partial<ServeLimits>
  readonly workspace?: string
  readonly home?: string
  readonly port?: number
  /** The load fails so. */
  readonly fails?: Error
}

/** Opens it and waits until it listens. */
export async function openService(options: ServiceOptions = {}): Promise<OpenedService> {
  const home = options.home ?? temporaryFolder('home')
  const engine = createFakeEngine(options.script)
  const stop = new AbortController()
  const said = Promise.withResolvers<string>()
  let errors = ''
  const running = runServe({
    program: findProgram(),
    home: homePaths(home, {}),
    workspace: realpathSync(options.workspace ?? WORKSPACE),
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    flags: options.flags ?? {},
    engine: async () => {
      if (options.fails !== undefined) throw options.fails
      return { type: 'ready', engine, answers: 'auto' }
    },
    port: options.port ?? 0,
    stdout: { write: (text) => said.resolve(text) },
    stderr: { write: (text) => (errors += text) },
    signal: stop.signal,
    limits: { ...SERVE_LIMITS, ...options.limits },
  })
  running.catch(said.reject)
  const text = await said.promise
  const [, url = ''] = /(http:\S+)/.exec(text) ?? []
  const [, token = ''] = /Token \(shown this once\): (\S+)/.exec(text) ?? []
  const post: OpenedService['post'] = (path, body, headers) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: headers ?? { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    url,
    port: Number(new URL(url).port),
    token,
    engine,
    home,
    stderr: () => errors,
    post,
    chat: async (messages, more = {}) => {
      const reply = await post('/chat/completions', { messages, ...more })
      const body = (await reply.json()) as ChatReply['body'] & {
        readonly choices?: readonly [{ readonly message: { readonly content: string } }]
      }
      return { text: body.choices?.[0].message.content ?? '', body, status: reply.status }
    },
    turns: async (body) => linesOf(await (await post('/turns', body)).text()),
    done: async () => {
      stop.abort()
      const code = await running
      rmSync(home, { recursive: true, force: true })
      return code
    },
  }
}

export function linesOf(text: string): readonly EventLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as EventLine)
}

/** The pieces of a stream; its end is `[DONE]`. */
export function piecesOf(text: string): readonly string[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => block.slice('data: '.length))
}
