// One GET or POST with limits, for tools: http and https only, no private addresses, few redirects, few bytes, a time limit. Node's own
// `request` and not `fetch`, because only that takes a look-up of ours (public-address.ts).
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ToolFailure } from '../contracts/tool.ts'
import { failureOf } from './http-failure.ts'
import { mayBePrivate, publicLookup, refusePrivateLiteral } from './public-address.ts'

export interface HttpOptions {
  readonly signal: AbortSignal
  /** Wall clock of all of it. */
  readonly limitMs: number
  /** Of the unpacked body; what is beyond is left out. */
  readonly maxBytes: number
  /** `host:port` that may be reached although its address is private. */
  readonly allowPrivate: readonly string[]
  readonly accept?: string
  /** More headers, for the origin of the first address alone. */
  readonly headers?: { readonly [name: string]: string }
  /** Asked before each address, those of redirects too; throws `ToolFailure` for one that may not be reached. */
  mayAsk?(url: URL): void
}

export interface HttpAnswer {
  /** Where it came from in the end. */
  readonly url: string
  readonly status: number
  /** Lower case, without parameters; empty: not said. */
  readonly type: string
  /** As the answer says it; empty: not said. */
  readonly charset: string
  readonly body: Buffer
  /** There was more than `maxBytes`. */
  readonly isCut: boolean
}

const REDIRECTS = 5
const UNPACKERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['identity', () => new PassThrough()],
])

/** What is asked besides the address. */
interface Asked extends HttpOptions {
  /** JSON; undefined: a GET. */
  readonly body?: string
}

/** Fetches an address. Throws `ToolFailure` with a sentence; whatever the status, it is an answer. Aborting throws the signal's reason. */
export function httpGet(address: string | URL, options: HttpOptions): Promise<HttpAnswer> {
  return fetchWith(address, options)
}

/** The same with a body of JSON, which is sent to this address and no other: a redirect is a failure. */
export function httpPost(address: string | URL, body: string, options: HttpOptions): Promise<HttpAnswer> {
  return fetchWith(address, { ...options, body })
}

async function fetchWith(address: string | URL, options: Asked): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(options.limitMs)
  const signal = AbortSignal.any([options.signal, timeout])
  const from = checkedUrl(String(address), undefined)
  let url = from
  try {
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      options.mayAsk?.(url)
      const own = url.origin === from.origin ? options.headers : {}
      const answer = await ask(
        url,
        { ...options, headers: own ?? {} },
        signal,
        mayBePrivate(url, from, options.allowPrivate),
      )
      const location = redirectOf(answer)
      if (location === undefined) return await read(url, answer, options.maxBytes)
      answer.destroy()
      if (options.body !== undefined)
        throw new ToolFailure(
          'redirected',
          `\`${url.href}\` leads on to \`${location}\`, where the body was not sent; use the address that is meant.`,
        )
      url = checkedUrl(location, url)
    }
  } catch (error) {
    options.signal.throwIfAborted()
    if (timeout.aborted)
      throw new ToolFailure(
        'timeout',
        `\`${from.host}\` did not answer within ${options.limitMs / 1000} seconds; try again later.`,
      )
    throw failureOf(error, url, { from, allowPrivate: options.allowPrivate })
  }
  throw new ToolFailure(
    'too_many_redirects',
    `\`${from.href}\` leads on to another address more than ${REDIRECTS} times; open it in a browser.`,
  )
}

/** An address as a URL that may be asked; throws `ToolFailure`. */
export function checkedUrl(text: string, base: URL | undefined): URL {
  const url = URL.parse(text, base?.href)
  if (url === null || (url.hostname === '' && url.protocol.startsWith('http')))
    throw new ToolFailure('bad_url', `\`${text}\` is no web address; write one like \`https://example.org\`.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const leads = base === undefined ? '' : ` \`${base.href}\` leads there.`
    throw new ToolFailure(
      'bad_url',
      `\`${url.href}\` is not fetched: only addresses with http and https are.${leads}`,
    )
  }
  if (url.username !== '' || url.password !== '')
    throw new ToolFailure(
      'bad_url',
      `Addresses with a user name or password in them are not fetched; leave those of \`${url.host}\` out.`,
    )
  url.hash = ''
  return url
}

function ask(url: URL, options: Asked, signal: AbortSignal, isAllowed: boolean): Promise<IncomingMessage> {
  if (!isAllowed) refusePrivateLiteral(url)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { body } = options
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      method: body === undefined ? 'GET' : 'POST',
      // A connection of its own: one that stands was judged for another address.
      agent: false,
      ...(isAllowed ? {} : { lookup: publicLookup() }),
      headers: {
        'user-agent': 'ethervox (a chat in a terminal)',
        accept: options.accept ?? '*/*',
        'accept-encoding': 'gzip, deflate, br',
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...options.headers,
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  const { location } = headers
  if (location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  // Node gives each byte as a letter; servers write UTF-8 there, as browsers read it.
  const text = Buffer.from(location, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? location : text
}

async function read(url: URL, answer: IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
  const pieces: Buffer[] = []
  let size = 0
  const body = unpacked(answer)
  let isEmpty = true
  answer.once('data', () => {
    isEmpty = false
  })
  try {
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size > maxBytes) break
    }
  } catch (error) {
    // A 204, or a page without a word: nothing at all is no damaged package, whatever its header says.
    if (!isEmpty || !answer.complete) throw error
  }
  const [type = '', ...parameters] = (answer.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/.exec(one)?.[1]).find(Boolean)
  return {
    url: url.href,
    status: answer.statusCode ?? 0,
    type: type.trim(),
    charset: charset ?? '',
    body: Buffer.concat(pieces).subarray(0, maxBytes),
    isCut: size > maxBytes,
  }
}

/** Leaving the loop over it ends the connection too. */
function unpacked(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const unpack = UNPACKERS.get(encoding)
  if (unpack === undefined)
    throw new ToolFailure('bad_answer', `The answer is packed as \`${encoding}\`, which cannot be unpacked.`)
  // Errors of the connection come out of the stream that is read.
  return pipeline(answer, unpack(), () => undefined)
}
