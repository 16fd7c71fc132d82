import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readPage } from '../../tools/web_fetch/read-page.ts'
import webFetch from '../../tools/web_fetch/tool.ts'
import { serve } from './loopback-server.ts'
import { call, sentenceOf } from './tool-context.ts'

const PAGE = `<!doctype html><html><head><title>Boats &amp; Berths</title><style>p{color:red}</style></head><body>
<nav><a href="/">Home</a></nav><h1>Prices</h1><p>A berth costs <b>12</b> euros.</p><script>steal()</script>
<table><tr><th>Size</th><th>Price</th></tr><tr><td>small</td><td>9</td></tr></table><img src="a.png" alt="boat"></body></html>`

const BINARY = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])

type Answer = readonly [status: number, type: string, body: string | Buffer, more?: Record<string, string>]

const ANSWERS: { readonly [path: string]: Answer } = {
  '/page': [200, 'text/html; charset=utf-8', PAGE],
  '/latin': [200, 'text/html', Buffer.from('<meta charset="iso-8859-1"><p>Stra\xdfe</p>', 'latin1')],
  '/says-utf16': [200, 'text/html', '<meta charset="utf-16"><p>hello</p>'],
  '/wide': [200, 'text/plain', Buffer.from('\ufeffGrüße', 'utf16le')],
  '/wide-page': [200, '', Buffer.from('\ufeff<html><p>Grüße</p>', 'utf16le').swap16()],
  '/wide-picture': [200, '', Buffer.from([0xff, 0xfe, 0, 0, 1, 0])],
  '/untyped': [200, '', PAGE],
  '/data': [200, 'application/json', '{"port":8142,"hosts":["a","b"]}'],
  '/text': [200, 'text/plain', 'line one\nline two\n'],
  '/empty': [200, 'text/plain', ''],
  '/bell': [200, 'text/plain', 'a\u0007b\u001b[31m'],
  '/picture': [200, 'image/png', BINARY],
  '/hidden': [200, 'text/plain', BINARY],
  '/zip': [200, 'text/plain', gzipSync('packed with gzip'), { 'content-encoding': 'gzip' }],
  '/brotli': [200, 'text/plain', brotliCompressSync('packed with brotli'), { 'content-encoding': 'br' }],
  '/broken-zip': [200, 'text/plain', 'this is not gzip', { 'content-encoding': 'gzip' }],
  '/bomb': [200, 'text/plain', gzipSync(Buffer.alloc(30_000_000, 97)), { 'content-encoding': 'gzip' }],
  '/odd-coding': [200, 'text/plain', 'x', { 'content-encoding': 'zstd' }],
  '/moved': [301, 'text/plain', '', { location: '/text' }],
  '/to-private': [302, 'text/plain', '', { location: 'http://127.0.0.1:9/secret' }],
  '/to-file': [302, 'text/plain', '', { location: 'file:///etc/passwd' }],
  '/circle': [302, 'text/plain', '', { location: '/circle' }],
  '/missing': [404, 'text/html', '<p>nothing here</p>'],
  '/private': [403, 'text/html', ''],
  '/down': [503, 'text/html', ''],
  '/deep': [200, 'text/html', `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`],
}

function recorded(request: IncomingMessage, response: ServerResponse): void {
  const [status, type, body, more] = ANSWERS[request.url ?? ''] ?? [500, '', '']
  response.writeHead(status, { ...(type && { 'content-type': type }), ...more }).end(body)
}

const allowing = (...allowPrivate: readonly string[]) => ({ services: { web: { allowPrivate } } })

test('a page becomes its text, without script, style, pictures and navigation', async (t) => {
  const { url, place } = await serve(t, recorded)
  const outcome = await call(webFetch, { url: `${url}/page` }, allowing(place))
  assert.ok(outcome.type === 'said')
  assert.equal(outcome.said.sentence, `${url}/page "Boats & Berths":`)
  assert.match(outcome.said.detail ?? '', /^Prices\n+A berth costs 12 euros\.\n[\s\S]*small +9$/)
  assert.doesNotMatch(outcome.said.detail ?? '', /steal|color|Home|boat/)
})

test('JSON is printed with line breaks, text as it is, and the charset of a page is minded', async (t) => {
  const { url, place } = await serve(t, recorded)
  const detail = async (path: string) => {
    const outcome = await call(webFetch, { url: `${url}${path}` }, allowing(place))
    return outcome.type === 'said' ? (outcome.said.detail ?? outcome.said.sentence) : outcome.message
  }
  assert.equal(await detail('/data'), '{\n  "port": 8142,\n  "hosts": [\n    "a",\n    "b"\n  ]\n}')
  assert.equal(await detail('/text'), 'line one\nline two')
  assert.equal(await detail('/latin'), 'Straße')
  assert.equal(await detail('/says-utf16'), 'hello')
  assert.equal(await detail('/wide'), 'Grüße')
  assert.equal(await detail('/wide-page'), 'Grüße')
  assert.match(await detail('/untyped'), /A berth costs 12 euros/)
  assert.equal(await detail('/empty'), `${url}/empty has no text.`)
  assert.equal(await detail('/bell'), 'a␇b␛[31m')
  assert.equal(await detail('/zip'), 'packed with gzip')
  assert.equal(await detail('/brotli'), 'packed with brotli')
  assert.match(await detail('/deep'), /deep|…/)
})

test('what is no text is refused, also where it says that it is', async (t) => {
  const { url, place } = await serve(t, recorded)
  for (const path of ['/picture', '/hidden', '/wide-picture'])
    assert.match(
      await sentenceOf(webFetch, { url: url + path }, allowing(place)),
      /^binary: .* cannot be read here/,
    )
})

test('a long answer is cut at 1 MB, packed ones too, and shown in part', async (t) => {
  const { url, place } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const more = () => {
      while (response.write('word '.repeat(10_000)));
    }
    response.on('drain', more)
    more()
  })
  const endless = await call(webFetch, { url }, allowing(place))
  assert.ok(endless.type === 'said')
  assert.equal(endless.said.sentence, `${url}/ (only its first 1 MB was fetched, shown in part):`)
  assert.ok((endless.said.detail ?? '').length <= 6_000)
  assert.match(endless.said.detail ?? '', /characters left out/)
  const packed = await serve(t, recorded)
  assert.match(
    await sentenceOf(webFetch, { url: `${packed.url}/bomb` }, allowing(packed.place)),
    /only its first 1 MB was fetched/,
  )
})

test('a redirect is followed and said; each is judged anew, and five are enough', async (t) => {
  const { url, place, asked } = await serve(t, recorded)
  const said = (path: string) => sentenceOf(webFetch, { url: url + path }, allowing(place))
  assert.equal(await said('/moved'), `${url}/moved, which leads to ${url}/text:`)
  assert.match(await said('/to-private'), /^private_address: `127\.0\.0\.1:9` leads to this machine/)
  assert.match(await said('/to-file'), /^bad_url: `file:\/\/\/etc\/passwd` is not fetched/)
  const before = asked.length
  assert.match(await said('/circle'), /^too_many_redirects: /)
  assert.equal(asked.length - before, 6)
})

test('private addresses are refused unless the settings name host and port', async (t) => {
  const { url, place, asked } = await serve(t, recorded)
  const refused = `private_address: \`${place}\` leads to this machine or its own network (127.0.0.1), which is not fetched; \`/settings webAllowPrivate ["${place}"]\` allows it.`
  assert.equal(await sentenceOf(webFetch, { url: `${url}/text` }, allowing()), refused)
  assert.match(
    await sentenceOf(webFetch, { url: url.replace('127.0.0.1', 'localhost') }, allowing(place)),
    /^private_address: /,
  )
  assert.deepEqual(asked, [])
})

test('each way to fail has its sentence', async (t) => {
  const { url, place, stop } = await serve(t, recorded)
  const said = (wanted: string) => sentenceOf(webFetch, { url: wanted }, allowing(place))
  assert.equal(
    await said(`${url}/missing`),
    `not_found: There is no page at \`${url}/missing\` (404); check the address.`,
  )
  assert.match(await said(`${url}/private`), /^forbidden: /)
  assert.match(await said(`${url}/down`), /^server_error: .* try again later\.$/)
  assert.match(await said(`${url}/broken-zip`), /^bad_answer: .* cannot be unpacked/)
  assert.match(await said(`${url}/odd-coding`), /^bad_answer: .*`zstd`/)
  assert.equal(
    await said(`${url.replace('http:', 'https:')}/a?b=1`),
    `tls: No safe connection to \`${place}\` is possible (wrong version number), so nothing was fetched; write \`${url}/a?b=1\` if it is no https server.`,
  )
  assert.match(
    await said('http://no-such-host.invalid/'),
    /^(?:unknown_host|offline): .*`no-such-host\.invalid`/,
  )
  assert.match(await said('ftp://example.org/a'), /^bad_url: `ftp:\/\/example\.org\/a` is not fetched/)
  assert.match(await said('http://me:pass@example.org/'), /^bad_url: .*user name or password/)
  assert.equal(
    await said('not an address'),
    'bad_url: `not an address` is no web address; write one like `https://example.org`.',
  )
  await stop()
  assert.match(await said(`${url}/text`), /^refused: /)
})

test('a server that never answers is left when the call is cancelled', async (t) => {
  const { url, place } = await serve(t, () => undefined)
  const controller = new AbortController()
  const running = call(webFetch, { url }, { ...allowing(place), signal: controller.signal })
  controller.abort(new Error('enough'))
  await assert.rejects(running, { message: 'enough' })
})

test('marks of the sentence around an address are no part of it, and https is meant without a scheme', () => {
  const shown = (url: string) => webFetch.preview?.({ url }, {} as never)
  assert.equal(shown('(https://example.org/a).'), 'GET https://example.org/a')
  assert.equal(shown('https://example.org/Mercury_(planet)'), 'GET https://example.org/Mercury_(planet)')
  assert.equal(
    shown('(see https://example.org/Mercury_(planet)).'.slice(5)),
    'GET https://example.org/Mercury_(planet)',
  )
  assert.equal(shown('example.org/a?b=1#c'), 'GET https://example.org/a?b=1')
  assert.equal(shown('localhost:3000/x'), 'GET https://localhost:3000/x')
})

test('where there is no network for tools that is said', async () => {
  assert.match(await sentenceOf(webFetch, { url: 'https://example.org' }), /^no_network: /)
})

test('long rows of blanks within a line of a page are read in time that grows with them', async (t) => {
  const html = `<html><body><pre>a${' '.repeat(400_000)}b   \nc</pre></body></html>`
  const { url, place } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(html)
  })
  const outcome = await call(webFetch, { url }, allowing(place))
  assert.ok(outcome.type === 'said')
  assert.match(outcome.said.detail ?? '', /b\nc$/)
})

/** What a page with this in its body becomes: its text, or its failure. */
async function pageOf(t: TestContext, html: string): Promise<string> {
  const { url, place } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(html)
  })
  const outcome = await call(webFetch, { url }, allowing(place))
  if (outcome.type === 'failed') return `${outcome.code}: ${outcome.message.replace(/127\S+?\/`/, 'page`')}`
  return outcome.said.detail ?? outcome.said.sentence.replace(/^\S+/, 'page')
}

const UNREADABLE =
  'unreadable: `http://page` cannot be read as text: its markup is more than can be made out here; open it in a browser.'

test('cells that span millions of rows or columns cost nothing, however that is written', async (t) => {
  const spans = [
    'rowspan=10000000',
    'colspan=100000',
    'ROWSPAN = "99999999"',
    "ColSpan='1e9'",
    'colspan=Infinity rowspan=Infinity',
    'colspan=-5 rowspan=-5',
    'colspan=0.5 rowspan=many',
  ]
  const table = (span: string) =>
    `<table><tr><td ${span}>one</td><td>two</td></tr><tr><td>three</td></tr></table>`
  const tables = spans.flatMap((span) => [
    table(span),
    `<table><tr><td ${span}>${table(span)}</td></tr></table>`,
  ])
  const read = (await pageOf(t, tables.join(''))).split('\n\n')
  assert.equal(read.length, tables.length)
  for (const one of read) assert.match(one, /^one +two\n *three$/)
})

test('cells that span a few columns and rows keep their places', async (t) => {
  const html = `<table><tr><th colspan="2">Sizes</th><th>Price</th></tr><tr><td rowspan="2">S</td><td>to 6 m</td><td>9</td></tr>
<tr><td>to 8 m</td><td>12</td></tr></table>`
  assert.equal(await pageOf(t, html), 'Sizes        Price\nS   to 6 m   9\n    to 8 m   12')
})

test('a table of very many rows or columns is read, each row in a line of its own', async (t) => {
  const high = await pageOf(t, `<table>${'<tr><td>a<td>b'.repeat(60_000)}</table>`)
  assert.match(high, /^a b\na b\n[\s\S]*characters left out[\s\S]*a b$/)
  assert.match(await pageOf(t, `<table><tr>${'<td>a'.repeat(150_000)}</table>`), /^a a a /)
})

test('what is repeated without end on a page is read, or refused in one sentence', async (t) => {
  const filled = (piece: string) => piece.repeat(Math.floor(990_000 / piece.length))
  assert.equal(await pageOf(t, filled('<title')), 'page has no text.')
  assert.equal(await pageOf(t, filled('<!--')), 'page has no text.')
  assert.equal(await pageOf(t, filled('<script>')), 'page has no text.')
  assert.match(await pageOf(t, filled('&amp;')), /^&{100}/)
  assert.match(await pageOf(t, filled('&')), /^&{100}/)
  assert.equal(
    await pageOf(t, `${'<table><tr><td>some words<td>'.repeat(60)}<pre>${filled('x\n')}`),
    UNREADABLE,
  )
  assert.equal(await pageOf(t, '<ol type=I start=1e9><li>x</ol>'), UNREADABLE)
})

test('a page that takes long to read is left when the call is cancelled', async () => {
  const controller = new AbortController()
  const body = Buffer.from('<div>'.repeat(190_000))
  const reading = readPage({ url: 'http://page', type: 'text/html', charset: '', body }, controller.signal)
  controller.abort(new Error('enough'))
  await assert.rejects(reading, { message: 'enough' })
})
