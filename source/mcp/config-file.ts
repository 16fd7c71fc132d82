// `mcp.yaml` on disk: read whole, changed a server at a time, comments kept.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createFileAtomicSync, writeFileAtomicSync } from '../lib/atomic-write.ts'
import { withFileLock } from '../lib/file-lock.ts'
import { editYaml } from '../lib/yaml-edit.ts'
import { isYamlProblem, parseYaml } from '../lib/yaml-file.ts'
import { fieldsForFile, parseMcpJson, parseMcpYaml, type ReadServers, readServer } from './config.ts'

const PATIENCE_MS = 2_000

export class ConfigFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  read(): ReadServers {
    let text: string
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (error) {
      // A home that is a file is told of as that.
      const { code = '' } = error as NodeJS.ErrnoException
      if (['ENOENT', 'ENOTDIR'].includes(code)) return { servers: [], problems: [] }
      const unread = reasonOf(error)
      return { servers: [], problems: [`\`${this.#path}\` cannot be read (${unread}).`], unread }
    }
    return parseMcpYaml(text, this.#path)
  }

  /** `words`: an address, or `NAME=VALUE…` for its environment, the command and its arguments. Gives why not. */
  add(name: string, words: readonly string[]): string | undefined {
    const begins = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
    const env = begins < 0 ? words : words.slice(0, begins)
    const [first = '', ...args] = words.slice(env.length)
    const isUrl = /^https?:\/\//.test(first)
    const pairs = Object.fromEntries(
      env.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    )
    const server = readServer(name, isUrl ? { url: first } : { command: first, args, env: pairs })
    if (typeof server === 'string') return `The MCP server was not added: ${server}.`
    if (isUrl && words.length > 1)
      return `The MCP server was not added: nothing may stand behind the address \`${first}\`; headers stand in \`${this.#path}\`.`
    if (this.read().servers.some((one) => one.name === name))
      return `There is an MCP server \`${name}\` already; \`/mcp remove ${name}\` takes it away.`
    return this.#change(['servers', name], fieldsForFile(server))
  }

  importFile(path: string): { readonly added: readonly string[]; readonly problems: readonly string[] } {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      return { added: [], problems: [`\`${path}\` cannot be read (${reasonOf(error)}).`] }
    }
    const { servers, problems } = parseMcpJson(text, path)
    const own = this.read()
    if (own.unread !== undefined) return { added: [], problems: own.problems }
    const known = own.servers.map(({ name }) => name)
    const added: string[] = []
    const failed: string[] = [...problems]
    for (const server of servers) {
      const problem = known.includes(server.name)
        ? `There is an MCP server \`${server.name}\` already; it stays as it is.`
        : this.#change(['servers', server.name], fieldsForFile(server))
      if (problem === undefined) added.push(server.name)
      else failed.push(problem)
    }
    return { added, problems: failed }
  }

  remove(name: string): string | undefined {
    return this.#change(['servers', name], undefined)
  }

  setEnabled(name: string, isOn: boolean): string | undefined {
    const at = ['servers', name]
    if (!isOn) return this.#change([...at, 'enabled'], false)
    // Either of both keeps it off.
    return this.#change([...at, 'enabled'], undefined) ?? this.#change([...at, 'disabled'], undefined)
  }

  /** From now on a person logs in. */
  wantLogin(name: string): string | undefined {
    return this.#change(['servers', name, 'auth'], 'oauth')
  }

  /** Gives why it was not changed. */
  #change(path: readonly string[], value: unknown): string | undefined {
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      return withFileLock(`${this.#path}.lock`, PATIENCE_MS, () => {
        const isThere = existsSync(this.#path)
        const text = isThere ? readFileSync(this.#path, 'utf8') : ''
        const read = parseYaml(text, this.#path)
        if (isYamlProblem(read)) return `Nothing was changed: ${read.message}`
        const edited = editYaml(text, path, value)
        // It may hold keys, so nobody else reads it.
        if (isThere) writeFileAtomicSync(this.#path, edited)
        else createFileAtomicSync(this.#path, edited)
        return undefined
      })
    } catch (error) {
      return `\`${this.#path}\` cannot be written (${reasonOf(error)}), so nothing was changed; give yourself access to the file.`
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
