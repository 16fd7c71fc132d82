// Addresses of servers as a person writes them: `localhost:8080`, `http://box:11434/v1`, several with commas. Pure.

export interface ServerAddress {
  /** Host and port, as it is named to a person. */
  readonly host: string
  /** Without a slash at its end; `/models` and `/chat/completions` stand below it. */
  readonly api: string
  /** The server's own root, where what goes beyond the common interface stands (`/tokenize`, `/props`). */
  readonly root: string
  readonly isLoopback: boolean
  /** What is sent can be read on the way. */
  readonly isPlain: boolean
}

export type ReadAddresses =
  | { readonly type: 'read'; readonly addresses: readonly ServerAddress[] }
  | { readonly type: 'problem'; readonly message: string }

const LIKE = 'write it like `http://localhost:8080`'
const MOST_SERVERS = 16

/** Reads what stands behind `--engine`. A name and a password in an address are refused: it is shown and logged. */
export function readAddresses(text: string): ReadAddresses {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > MOST_SERVERS)
    return problem(`\`--engine\` names ${parts.length} servers; at most ${MOST_SERVERS} can be used.`)
  const addresses: ServerAddress[] = []
  for (const part of parts) {
    const url = urlOf(part)
    if (url === undefined) return problem(`\`${part}\` is not the address of a server; ${LIKE}.`)
    if (url.username !== '' || url.password !== '')
      return problem(
        `The address of \`${url.host}\` holds a name or password; leave it out and give the key in \`ETHERVOX_ENGINE_KEY\`.`,
      )
    if (url.search !== '' || url.hash !== '') return problem(`\`${part}\` has more behind its path; ${LIKE}.`)
    const address = addressOf(url)
    if (!addresses.some((one) => one.api === address.api)) addresses.push(address)
  }
  return { type: 'read', addresses }
}

function urlOf(text: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  return url !== null && /^https?:$/.test(url.protocol) && text !== '' ? url : undefined
}

function addressOf(url: URL): ServerAddress {
  // People copy the address of what answers, and what they copy ends in one of these.
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/completions|models)$/, '')
  const root = url.origin + path.replace(/\/v\d+$/, '')
  return {
    host: url.host,
    api: /\/v\d+$/.test(path) ? url.origin + path : `${url.origin + path}/v1`,
    root,
    isLoopback: /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname),
    isPlain: url.protocol === 'http:',
  }
}

function problem(message: string): ReadAddresses {
  return { type: 'problem', message }
}
