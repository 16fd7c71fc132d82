/**
 * What a sandboxed plugin may have of the world, judged outside of its thread: files by their real paths, hosts and variables of the
 * environment by their exact names. Invariant: nothing is opened, asked or told that its permissions do not name and the person did not
 * see; what it tried beyond is kept in `attempts`. Next: `gate-files.ts`.
 */
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { PluginPermissions } from '../contracts/plugins.ts'
import { type Risk, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { visible } from '../toolkit/plain-words.ts'
import { type FilePlaces, listFolder, readFile, writeFile } from './gate-files.ts'
import type { SandboxHost } from './sandbox.ts'

export interface GateSources extends FilePlaces {
  readonly permissions: PluginPermissions
  /** Of the tool that is called: `read` writes nothing and asks nobody, `write` asks nobody. */
  readonly risk: Risk
  readonly context: ToolContext
  readonly environment: NodeJS.ProcessEnv
}

/** Of all that one call writes, or gets from files and the network. */
const MOST_BYTES = 5_000_000
/** Of one answer. */
const ANSWER_BYTES = 1_000_000
const FETCH_MS = 15_000
const RISKS: readonly Risk[] = ['read', 'write', 'network', 'execute']
const HEADER = /^(?:accept|accept-language|authorization|x-[a-z0-9-]+)$/i

export class HostGate implements SandboxHost {
  /** What it tried and may not, in words. */
  readonly attempts: string[] = []
  readonly #sources: GateSources
  #bytes = 0

  constructor(sources: GateSources) {
    this.#sources = sources
  }

  async answer(name: string, json: string, signal: AbortSignal): Promise<JsonValue> {
    const given = this.#read(json)
    const { permissions } = this.#sources
    const { read, write } = permissions.paths
    const refuse = (what: string) => this.#refuse(what)
    const files = {
      ...this.#sources,
      refuse,
      signal: AbortSignal.any([signal, this.#sources.context.signal]),
    }
    if (name === 'readFile') {
      const text = await readFile(textOf(given[0], 'a path'), [...read, ...write], files, ANSWER_BYTES)
      return this.#count(text)
    }
    if (name === 'listFolder') return listFolder(textOf(given[0], 'a path'), [...read, ...write], files)
    if (name === 'writeFile') {
      const [path, text] = [textOf(given[0], 'a path'), textOf(given[1], 'a text')]
      if (!this.#mayBe('write')) throw refuse(`write \`${shown(path)}\` with a tool that only reads`)
      await writeFile(path, this.#count(text), write, files)
      return null
    }
    if (name === 'fetch') return this.#fetch(textOf(given[0], 'an address'), given[1], files.signal)
    if (name === 'environment') return this.#variable(textOf(given[0], 'a name'))
    throw refuse(`call \`${shown(name)}\`, which its host does not have`)
  }

  #read(json: string): readonly JsonValue[] {
    // As a key; as a text it is escaped or without the colon.
    if (json.includes('"__proto__":')) throw this.#refuse('hand over a prototype')
    const given: unknown = JSON.parse(json)
    if (!Array.isArray(given)) throw new ToolFailure('bad_argument', 'The host takes arguments.')
    return given as readonly JsonValue[]
  }

  #mayBe(risk: Risk): boolean {
    return RISKS.indexOf(this.#sources.risk) >= RISKS.indexOf(risk)
  }

  #variable(name: string): string | null {
    const { permissions, environment } = this.#sources
    if (!permissions.environment.includes(name)) throw this.#refuse(`read the variable \`${shown(name)}\``)
    return environment[name] ?? null
  }

  async #fetch(address: string, options: JsonValue | undefined, signal: AbortSignal): Promise<JsonObject> {
    const { permissions, context } = this.#sources
    const judge = (url: URL) => {
      const port = url.port || (url.protocol === 'https:' ? '443' : '80')
      const names = url.port === '' ? [url.hostname, `${url.hostname}:${port}`] : [`${url.hostname}:${port}`]
      if (!names.some((name) => permissions.hosts.includes(name)))
        throw this.#refuse(`reach \`${shown(url.host)}\``)
    }
    if (!this.#mayBe('network'))
      throw this.#refuse(`reach \`${shown(address)}\` with a tool that is not for the network`)
    const { web } = context.services
    if (web === undefined) throw new ToolFailure('no_network', 'The network cannot be used here.')
    // Loaded with the first request: a start needs none of it.
    const { httpGet } = await import('../toolkit/http-get.ts')
    const answer = await httpGet(address, {
      ...{ signal, limitMs: FETCH_MS, maxBytes: ANSWER_BYTES },
      allowPrivate: web.allowPrivate,
      headers: headersOf(options),
      mayAsk: judge,
    })
    const text = this.#count(answer.body.toString('utf8'))
    return { url: answer.url, status: answer.status, type: answer.type, text, cut: answer.isCut }
  }

  #count(text: string): string {
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes <= MOST_BYTES) return text
    throw this.#refuse(`move more than ${MOST_BYTES} bytes in one call`)
  }

  #refuse(what: string): ToolFailure {
    this.attempts.push(what)
    return new ToolFailure('outside_permissions', `This plugin may not ${what}.`)
  }
}

function headersOf(options: JsonValue | undefined): { readonly [name: string]: string } {
  const { headers } = (typeof options === 'object' && options !== null ? options : {}) as JsonObject
  if (typeof headers !== 'object' || headers === null) return {}
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => {
    if (!HEADER.test(name) || typeof value !== 'string' || !/^[\x20-\x7e]{0,2000}$/.test(value))
      throw new ToolFailure(
        'bad_argument',
        `The header \`${shown(name)}\` is not sent; \`accept\`, \`accept-language\`, \`authorization\` and \`x-…\` are, with plain text.`,
      )
    return [name.toLowerCase(), value]
  })
  return Object.fromEntries(pairs)
}

function textOf(value: JsonValue | undefined, what: string): string {
  if (typeof value === 'string') return value
  throw new ToolFailure('bad_argument', `The host takes ${what} as text.`)
}

function shown(text: string): string {
  return visible([...text].slice(0, 120).join(''))
}
