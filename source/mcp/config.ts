/**
 * `mcp.yaml`: which servers there are and how they are reached; and the `mcpServers` JSON that other programs keep.
 * A server that is written wrongly is a sentence and costs no other one. Next: `servers.ts`.
 */
import { parseJsonObject } from '../contracts/json.ts'
import type { McpOauth, McpServer, McpTransport } from '../contracts/mcp.ts'
import { isYamlProblem, parseYaml } from '../lib/yaml-file.ts'

export interface ReadServers {
  /** Sorted by name. */
  readonly servers: readonly McpServer[]
  readonly problems: readonly string[]
  /** Why nobody knows which servers there are, as a clause; absent: the file could be read. */
  readonly unread?: string
}

export const CONNECT_SECONDS = 15
export const CALL_SECONDS = 60
const MOST_SECONDS = 3_600
const MOST_NAME = 32

type Fields = { readonly [key: string]: unknown }

/** Reads the text of `mcp.yaml`; an empty one has no servers. */
export function parseMcpYaml(text: string, file: string): ReadServers {
  const read = parseYaml(text, file)
  if (isYamlProblem(read)) {
    const clause = read.message.slice(`\`${file}\` `.length, -1)
    return { servers: [], problems: [read.message], unread: clause }
  }
  if (read.value === null || read.value === undefined) return { servers: [], problems: [] }
  const servers = fieldsOf(fieldsOf(read.value)?.servers ?? {})
  if (fieldsOf(read.value) === undefined || servers === undefined) {
    const must = 'must have a map `servers`, a server by its name'
    return { servers: [], problems: [`\`${file}\` ${must}.`], unread: `it ${must}` }
  }
  return readServers(servers, (name, wrong) => read.problem(['servers', name], wrong).message)
}

/** Reads the JSON of another program: `mcpServers` (or `servers`), with `disabled` in place of `enabled`; names that are none here are made ones. */
export function parseMcpJson(text: string, file: string): ReadServers {
  // Editors of Windows put a mark before the first character.
  const whole = parseJsonObject(text.replace(/^\uFEFF/, ''))
  const servers = fieldsOf(whole?.mcpServers ?? whole?.servers)
  if (servers === undefined)
    return { servers: [], problems: [`\`${file}\` is no JSON object with \`mcpServers\`.`] }
  return readServers(withLegalNames(servers), (name, wrong) => `\`${file}\`, server \`${name}\`: ${wrong}.`)
}

/** One that cannot be made legal, or would be that of another, stays, and is refused. */
function withLegalNames(servers: Fields): Fields {
  const taken = new Set(Object.keys(servers))
  return Object.fromEntries(
    Object.entries(servers).map(([name, fields]) => {
      const legal = name
        .replace(/[^A-Za-z0-9_-]+/g, '_')
        .replace(/^[_-]+|_+$/g, '')
        .slice(0, MOST_NAME)
      if (legal === '' || taken.has(legal)) return [name, fields]
      taken.add(legal)
      return [legal, fields]
    }),
  )
}

function readServers(all: Fields, say: (name: string, wrong: string) => string): ReadServers {
  const servers: McpServer[] = []
  const problems: string[] = []
  for (const [name, fields] of Object.entries(all)) {
    const read = readServer(name, fields)
    if (typeof read === 'string') problems.push(say(name, read))
    else servers.push(read)
  }
  return { servers: servers.sort((a, b) => (a.name < b.name ? -1 : 1)), problems }
}

/** A server, or what is wrong with it, as a clause. */
export function readServer(name: string, value: unknown): McpServer | string {
  if (!/^[a-z0-9][a-z0-9_-]{0,31}$/i.test(name))
    return `the name \`${name.slice(0, 60)}\` must be letters, digits, \`-\` and \`_\`, at most 32`
  const fields = fieldsOf(value)
  if (fields === undefined) return 'it must be a map with `command` or `url`'
  const transport = readTransport(fields)
  if (typeof transport === 'string') return transport
  const connectSeconds = fields.connectSeconds ?? CONNECT_SECONDS
  const callSeconds = fields.callSeconds ?? CALL_SECONDS
  if (!isSeconds(connectSeconds) || !isSeconds(callSeconds))
    return `\`connectSeconds\` and \`callSeconds\` must be numbers above 0, at most ${MOST_SECONDS}`
  const isEnabled = fields.enabled !== false && fields.disabled !== true
  return { name, transport, isEnabled, connectMs: connectSeconds * 1000, callMs: callSeconds * 1000 }
}

function readTransport(fields: Fields): McpTransport | string {
  const { command, url, args = [], env = {}, headers = {}, cwd } = fields
  if (typeof url === 'string') {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      return `\`url\` is \`${url.slice(0, 200)}\`; it must begin with http:// or https://`
    if (fields.type === 'sse')
      return 'the old `sse` transport is not spoken; give the address of streamable HTTP'
    if (!isTexts(headers)) return '`headers` must be a map of texts'
    const oauth = readOauth(fields, url)
    if (typeof oauth === 'string') return oauth
    return { type: 'http', url, headers, ...(oauth && { oauth }) }
  }
  if (fields.auth !== undefined || fields.oauth !== undefined)
    return '`auth` and `oauth` are for a server with a `url`; a program reads its keys from `env`'
  if (typeof command !== 'string' || command.trim() === '') return 'it must have a `command` or a `url`'
  if (!Array.isArray(args) || !args.every((one) => typeof one === 'string'))
    return '`args` must be a list of texts'
  if (!isTexts(env)) return '`env` must be a map of texts'
  if (cwd !== undefined && typeof cwd !== 'string') return '`cwd` must be a folder'
  return { type: 'stdio', command, args, env, cwd }
}

/** What it says of a login; a clause says what is wrong with it. */
function readOauth({ auth, oauth = {} }: Fields, url: string): McpOauth | string | undefined {
  if (auth === undefined)
    return Object.keys(oauth ?? {}).length > 0 ? '`oauth` needs `auth: oauth`' : undefined
  if (auth !== 'oauth') return '`auth` may only be `oauth`; a key goes into `headers`'
  if (!isSafePlace(url)) return '`auth: oauth` needs an address with https://, or one of this machine'
  const own = fieldsOf(oauth)
  const surplus = Object.keys(own ?? {}).find((key) => !OAUTH_KEYS.includes(key))
  if (own === undefined || surplus !== undefined)
    return `\`oauth\` must be a map of ${OAUTH_KEYS.map((key) => `\`${key}\``).join(', ')}${surplus === undefined ? '' : `, not \`${surplus.slice(0, 60)}\``}`
  const { clientId, clientSecret, clientSecretFile, scopes = [], redirectPort } = own
  const texts = { clientId, clientSecret, clientSecretFile }
  for (const [key, value] of Object.entries(texts))
    if (value !== undefined && (typeof value !== 'string' || value.trim() === ''))
      return `\`oauth.${key}\` must be a text`
  if (clientId === undefined && (clientSecret !== undefined || clientSecretFile !== undefined))
    return '`oauth.clientSecret` needs a `clientId`'
  if (!Array.isArray(scopes) || !scopes.every((one) => typeof one === 'string' && /^[!#-[\]-~]+$/.test(one)))
    return '`oauth.scopes` must be a list of words'
  const isPort = Number.isInteger(redirectPort) && Number(redirectPort) > 0 && Number(redirectPort) < 65_536
  if (redirectPort !== undefined && !isPort) return '`oauth.redirectPort` must be a port, 1 to 65535'
  const given = Object.entries({ ...texts, redirectPort }).filter(([, value]) => value !== undefined)
  // Each was checked just above.
  return { scopes, ...Object.fromEntries(given) } as McpOauth
}

const OAUTH_KEYS = ['clientId', 'clientSecret', 'clientSecretFile', 'scopes', 'redirectPort']

/** What is sent there can be read by nobody on the way. */
function isSafePlace(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

/** What stands in `mcp.yaml` for it: what is as it would be anyway is left out. */
export function fieldsForFile({ transport, isEnabled, connectMs, callMs }: McpServer): Fields {
  const some = (map: { readonly [name: string]: string }) => Object.keys(map).length > 0
  const own =
    transport.type === 'http'
      ? {
          url: transport.url,
          ...(some(transport.headers) && { headers: transport.headers }),
          ...(transport.oauth && oauthForFile(transport.oauth)),
        }
      : {
          command: transport.command,
          ...(transport.args.length > 0 && { args: transport.args }),
          ...(some(transport.env) && { env: transport.env }),
          ...(transport.cwd !== undefined && { cwd: transport.cwd }),
        }
  return {
    ...own,
    ...(!isEnabled && { enabled: false }),
    ...(connectMs !== CONNECT_SECONDS * 1000 && { connectSeconds: connectMs / 1000 }),
    ...(callMs !== CALL_SECONDS * 1000 && { callSeconds: callMs / 1000 }),
  }
}

function oauthForFile({ scopes, ...more }: McpOauth): Fields {
  const oauth = { ...more, ...(scopes.length > 0 && { scopes }) }
  return { auth: 'oauth', ...(Object.keys(oauth).length > 0 && { oauth }) }
}

/** Puts variables of the environment in the place of `${NAME}`. Throws `MissingVariable`. */
export function withVariables(
  texts: { readonly [name: string]: string },
  env: NodeJS.ProcessEnv,
): { [name: string]: string } {
  const fill = (text: string) =>
    text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
      const value = env[name]
      if (value === undefined) throw new MissingVariable(name)
      return value
    })
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
}

/** A variable that `mcp.yaml` names is not set. */
export class MissingVariable extends Error {
  constructor(name: string) {
    super(`the variable \`${name}\`, which mcp.yaml names, is not set`)
    this.name = 'MissingVariable'
  }
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MOST_SECONDS
}

function isTexts(value: unknown): value is { readonly [name: string]: string } {
  const fields = fieldsOf(value)
  return fields !== undefined && Object.values(fields).every((one) => typeof one === 'string')
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}
