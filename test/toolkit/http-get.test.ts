import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { failureOf, statusFailure } from '../../source/toolkit/http-failure.ts'
import { httpGet } from '../../source/toolkit/http-get.ts'
import { PrivateAddress } from '../../source/toolkit/public-address.ts'
import { serve } from '../tools/loopback-server.ts'

const options = (place: string, limitMs = 60_000) => ({
  signal: new AbortController().signal,
  limitMs,
  maxBytes: 1_000,
  allowPrivate: [place],
})

describe('a time limit', () => {
  test('ends a request that is not answered', async (t) => {
    const { url, place } = await serve(t, () => undefined)
    await assert.rejects(httpGet(url, options(place, 100)), {
      code: 'timeout',
      message: `\`${place}\` did not answer within 0.1 seconds; try again later.`,
    })
  })

  test('ends an answer that stops in the middle', async (t) => {
    const { url, place } = await serve(t, (_, response) => void response.write('the beginning'))
    await assert.rejects(httpGet(url, options(place, 100)), { code: 'timeout' })
  })
})

test('an answer that breaks off is no whole answer', async (t) => {
  const { url, place } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('only this', () => response.destroy())
  })
  await assert.rejects(httpGet(url, options(place)), { code: 'broken' })
})

test('an answer without a word is empty, and not damaged, however it says that it is packed', async (t) => {
  const { url, place } = await serve(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { 'content-encoding': 'gzip' }).end()
  })
  for (const status of [200, 204, 404]) {
    const answer = await httpGet(`${url}/${status}`, options(place))
    assert.deepEqual([answer.status, answer.body.length], [status, 0])
  }
})

test('packed in a way that nobody knows is said, whatever it is called', async (t) => {
  for (const encoding of ['constructor', 'gzip, identity']) {
    const { url, place } = await serve(t, (_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('x')
    })
    await assert.rejects(httpGet(url, options(place)), {
      code: 'bad_answer',
      message: `The answer is packed as \`${encoding}\`, which cannot be unpacked.`,
    })
  }
})

test('a redirect whose address is written in UTF-8 leads there', async (t) => {
  const { url, place } = await serve(t, (request, response) => {
    if (request.url !== '/') return void response.end(request.url)
    response.socket?.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /café\r\nConnection: close\r\n\r\n'))
  })
  assert.equal((await httpGet(url, options(place))).body.toString(), '/caf%C3%A9')
})

test('a request says who asks and brings nothing along', async (t) => {
  const headers: object[] = []
  const { url, place } = await serve(t, (request, response) => {
    headers.push(request.headers)
    response.end('ok')
  })
  const { status, body, isCut } = await httpGet(`${url}/a#part`, options(place))
  assert.deepEqual([status, body.toString(), isCut], [200, 'ok', false])
  assert.deepEqual(Object.keys(headers[0] ?? {}).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test('each error of a connection has a code and a sentence with its host', () => {
  const url = new URL('https://example.org:8443/a')
  const asked = { from: url, allowPrivate: [] }
  const of = (code: string, message = 'what the system says') =>
    failureOf(Object.assign(new Error(message), { code }), url, asked)
  const table = {
    ENOTFOUND: 'unknown_host',
    EAI_AGAIN: 'offline',
    ENETUNREACH: 'offline',
    ECONNREFUSED: 'refused',
    ETIMEDOUT: 'timeout',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
    CERT_HAS_EXPIRED: 'tls',
    ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
    Z_DATA_ERROR: 'bad_answer',
    HPE_INVALID_CONSTANT: 'bad_answer',
    ECONNRESET: 'broken',
    ESOMETHING: 'failed',
  }
  for (const [code, expected] of Object.entries(table)) {
    assert.equal(of(code).code, expected, code)
    assert.match(of(code).message, /`(?:https:\/\/)?example\.org:8443/, code)
  }
  assert.equal(
    of('CERT_HAS_EXPIRED', 'certificate has expired').message,
    'No safe connection to `example.org:8443` is possible (certificate has expired), so nothing was fetched.',
  )
  assert.equal(
    failureOf(new AggregateError([Object.assign(new Error(''), { code: 'ECONNREFUSED' })]), url, asked).code,
    'refused',
  )
  const own = new ToolFailure('mine', 'Mine.')
  assert.equal(failureOf(own, url, asked), own)
})

test('the way to a private address keeps what is allowed already, and is another one for a redirect', () => {
  const place = new URL('http://box:8080/a?b=1')
  const told = (from: URL, allowPrivate: readonly string[]) => {
    const failure = failureOf(new PrivateAddress('box', '10.0.0.1'), place, { from, allowPrivate })
    assert.equal(failure.code, 'private_address')
    return failure.message.replace(/^.*is not fetched; /, '')
  }
  assert.equal(told(place, []), '`/settings webAllowPrivate ["box:8080"]` allows it.')
  const allows = '`/settings webAllowPrivate ["localhost:80", "box:8080"]` allows it.'
  assert.equal(told(place, ['localhost:80']), allows)
  assert.equal(told(new URL('http://localhost/'), ['localhost:80']), allows)
  const led = '`https://example.org/` leads there; fetch `http://box:8080/a?b=1` itself if you mean it.'
  assert.equal(told(new URL('https://example.org/'), ['localhost:80']), led)
  assert.equal(told(new URL('https://example.org/'), ['box:8080']), led)
})

test('a status that is no success has a sentence', () => {
  const codes = [200, 204, 304, 401, 403, 404, 410, 418, 429, 500, 503].map(
    (status) => statusFailure(status, 'https://example.org/a')?.code,
  )
  assert.deepEqual(codes, [
    undefined,
    undefined,
    'bad_status',
    'forbidden',
    'forbidden',
    'not_found',
    'not_found',
    'bad_status',
    'too_many_requests',
    'server_error',
    'server_error',
  ])
})
