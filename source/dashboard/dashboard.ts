// The page in the browser: a third view of a session, on loopback. Nothing is answered without the cookie that a one-time address gave;
// what the browser gets beside its own files is JSON. Read doors.ts for who may enter, pages.ts for what is shown, event-stream.ts for
// what happens meanwhile; page/ is what runs in the browser.
import type { DashboardPorts, RunningDashboard } from '../contracts/dashboard.ts'
import { UserError } from '../contracts/errors.ts'
import { listenOnLoopback, webApp } from '../lib/loopback-server.ts'
import { takeActions } from './actions.ts'
import { readAssets } from './assets.ts'
import { Doors } from './doors.ts'
import { eventStream } from './event-stream.ts'
import { isPageName, pageData } from './pages.ts'
import { Refusal, readJson } from './read-json.ts'

/** A browser has six connections to a server: one is left for what its pages ask. */
const MOST_STREAMS = 5
/** For clients that send slowly or nothing, as everyone on this machine can connect. */
const MOST_CONNECTIONS = 128
/** Until a request is read; a stream that is being answered has no such end. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 }
const STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8' }

/**
 * Opens the page; `port` 0: any free one. `again`: what gives a new address where there is no chat, as the subject of a sentence.
 * Throws `UserError` where it cannot be opened.
 */
export async function openDashboard(
  ports: DashboardPorts,
  port: number,
  again?: string,
): Promise<RunningDashboard> {
  const assets = readAssets(ports.assetsDir, again)
  const doors = new Doors(again)
  const ended = new AbortController()
  const app = webApp()
  let streams = 0
  app.use('*', async (context, next) => {
    const refusal = doors.refuse(context.req.raw)
    if (refusal === undefined) await next()
    else context.res = context.json({ error: refusal.message }, refusal.status)
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value)
  })
  app.get('/open', (context) => {
    // Who looks where a link leads does not enter.
    if (context.req.raw.method === 'HEAD') return context.body(null)
    const entered = doors.enter(context.req.query('token') ?? '')
    if (entered === undefined) return context.html(notHere(again), 403)
    context.header('Set-Cookie', entered)
    return context.html(WELCOME)
  })
  for (const [path, asset] of assets)
    app.get(path, (context) => context.body(asset.text, 200, { 'Content-Type': asset.type }))
  app.get('/api/events', (context) => {
    // Nobody would read the stream, so nobody would end it.
    if (context.req.raw.method === 'HEAD') return context.body(null, 200, STREAM)
    if (streams >= MOST_STREAMS) return context.json({ error: 'Too many pages are open; close one.' }, 503)
    streams++
    const after = context.req.header('Last-Event-ID') ?? context.req.query('after')
    const signal = AbortSignal.any([context.req.raw.signal, ended.signal])
    const stream = eventStream(ports, after, signal, () => streams--)
    return context.body(stream, 200, STREAM)
  })
  app.get('/api/pages/:name', async (context) => {
    const name = context.req.param('name')
    if (!isPageName(name)) throw new Refusal(404, `There is no page \`${name}\`.`)
    const data = await pageData(name, ports, new URL(context.req.url).searchParams, context.req.raw.signal)
    return context.json(data as object)
  })
  takeActions(ports, (path, act) =>
    app.post(path, async (context) => context.json(await act(await readJson(context.req.raw)))),
  )
  app.notFound((context) => context.json({ error: 'There is nothing here.' }, 404))
  app.onError((error, context) =>
    context.json({ error: error.message }, error instanceof Refusal ? error.status : 500),
  )
  const server = await listenOnLoopback(app, port, LIMITS, MOST_CONNECTIONS).catch((error: Error) => {
    const text = `The port \`${port}\` cannot be opened (${error.message}); name another one.`
    throw new UserError(text, 1, { cause: error })
  })
  doors.port = server.port
  return {
    address: () => `http://127.0.0.1:${server.port}/open?token=${doors.newToken()}`,
    close: async () => {
      ended.abort()
      // Streams end as they should before their connections are cut.
      await new Promise(setImmediate)
      await server.close()
    },
  }
}

/** On every answer: nothing of others is loaded, nobody frames it, nothing is kept, and no address leaves in a referrer. */
export const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const

/** The next request is the page's own: a strict cookie does not travel with a redirect that another site began. */
const WELCOME =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="/icon.svg"><meta http-equiv="refresh" content="0;url=/"><title>ethervox</title><p><a href="/">Go on to the page</a></p></html>'

function notHere(again = '`/dashboard` in the chat'): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>ethervox</title><h1>Not here</h1><p>This address was used already or is an old one; ${again} gives a new one.</p></html>`
}
