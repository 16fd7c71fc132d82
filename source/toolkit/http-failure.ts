// Why an address could not be fetched, in one sentence that says what to do.
import { ToolFailure } from '../contracts/tool.ts'
import { isListed, PrivateAddress } from './public-address.ts'

/** How an address was come to. */
export interface Asked {
  /** The first address, which redirects led on from. */
  readonly from: URL
  /** As the setting `webAllowPrivate` has it. */
  readonly allowPrivate: readonly string[]
}

/** `error`: of a connection to `url`. A `ToolFailure` stays as it is. */
export function failureOf(error: unknown, url: URL, asked: Asked): ToolFailure {
  if (error instanceof ToolFailure) return error
  const cause = rootOf(error)
  if (cause instanceof PrivateAddress) return privateFailure(cause, url, asked)
  const { code = '', message } = cause as NodeJS.ErrnoException
  const fail = (name: string, sentence: string) => new ToolFailure(name, sentence, { cause: error })
  const host = `\`${url.host}\``
  if (code === 'ENOTFOUND' || code === 'EAI_NONAME')
    return fail('unknown_host', `There is no host ${host}; check the address, or the network connection.`)
  if (code === 'EAI_AGAIN' || code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN')
    return fail(
      'offline',
      `${host} cannot be reached: there seems to be no network; try again when you are online.`,
    )
  if (code === 'ECONNREFUSED')
    return fail(
      'refused',
      `${host} refuses the connection: nothing answers there; check the address and its port.`,
    )
  if (code === 'ETIMEDOUT') return fail('timeout', `${host} did not answer; try again later.`)
  if (isTls(code, url))
    return fail(
      'tls',
      `No safe connection to ${host} is possible (${plain(message)}), so nothing was fetched${insteadOf(message, url)}.`,
    )
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR'))
    return fail('bad_answer', `The answer of ${host} is damaged: it cannot be unpacked; try again.`)
  if (code.startsWith('HPE_'))
    return fail(
      'bad_answer',
      `${host} does not answer in http (${plain(message)}); check the address and its port.`,
    )
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return fail('broken', `The connection to ${host} broke off; try again.`)
  return fail('failed', `\`${url.href}\` could not be fetched (${plain(message)}); try again later.`)
}

/** A sentence for a status that is no success; undefined: it is one. */
export function statusFailure(status: number, url: string): ToolFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  const where = `\`${url}\``
  if (status === 404 || status === 410)
    return new ToolFailure('not_found', `There is no page at ${where} (${status}); check the address.`)
  if (status === 401 || status === 403)
    return new ToolFailure(
      'forbidden',
      `${where} may not be read without signing in (${status}); open it in a browser.`,
    )
  if (status === 429)
    return new ToolFailure('too_many_requests', `${where} was asked too often (429); try again in a while.`)
  if (status >= 500)
    return new ToolFailure(
      'server_error',
      `The server of ${where} has a problem (${status}); try again later.`,
    )
  return new ToolFailure('bad_status', `${where} answered with ${status} and no page; open it in a browser.`)
}

function privateFailure({ address }: PrivateAddress, url: URL, { from, allowPrivate }: Asked): ToolFailure {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  // The setting takes the place of the one that stands: what is allowed already has to be in it.
  const places = [...allowPrivate, `${url.hostname}:${port}`].map((place) => JSON.stringify(place)).join(', ')
  // A page out in the world may not lead there, whatever is allowed.
  const isLedTo = url.href !== from.href && !isListed(from, allowPrivate)
  const way = isLedTo
    ? `\`${from.href}\` leads there; fetch \`${url.href}\` itself if you mean it.`
    : `\`/settings webAllowPrivate [${places}]\` allows it.`
  return new ToolFailure(
    'private_address',
    `\`${url.host}\` leads to this machine or its own network (${address}), which is not fetched; ${way}`,
  )
}

/** Where the other side speaks something else than https, most often http. */
function insteadOf(message: string, url: URL): string {
  if (!/wrong version number|packet length too long|unknown protocol/i.test(message)) return ''
  const port = url.port || '443'
  return `; write \`http://${url.hostname}:${port}${url.pathname}${url.search}\` if it is no https server`
}

/** Of several addresses that all failed, the first failure. */
function rootOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0]
  return error instanceof Error ? error : new Error(String(error))
}

function isTls(code: string, { protocol }: URL): boolean {
  return (
    protocol === 'https:' &&
    (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_OSSL)/.test(code) ||
      code === 'EPROTO')
  )
}

/** The first line, short, without the library's own place names. */
function plain(message: string): string {
  const [line = ''] = message.split('\n')
  const words = /SSL routines:[^:]*:([^:]+):/.exec(line)?.[1] ?? line
  return words.length <= 120 ? words.replace(/\.$/, '') : `${words.slice(0, 119)}…`
}
