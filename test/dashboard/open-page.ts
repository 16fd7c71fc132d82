// The page of a session with a fake engine, and a browser without a window: requests with the cookie of one visit.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { buildDashboardPage } from '../../scripts/dashboard-page.ts'
import { dashboardOf } from '../../source/command-line/dashboard-of-session.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Record<string, unknown>
}

export interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown
  /** Without the cookie. */
  readonly stranger?: true
}

/** Opens session and page, enters with a first address. */
export async function openPage(options: OpenOptions = {}) {
  const test = await openTestSession({ interactive: true, ...options })
  const dashboard = temporaryFolder('page')
  await buildDashboardPage(dashboard)
  const program = { ...findProgram(), dashboard }
  const load = () => import('../../source/dashboard/dashboard.ts')
  const shelf = dashboardOf(test.session, { program, home: homePaths(test.home, {}), load })
  test.session.dashboard = shelf
  const address = new URL(await shelf.open())
  const own = `http://${address.host}`
  const entered = await send(address.href, {})
  const [cookie = ''] = entered.headers['set-cookie']?.[0]?.split(';') ?? []
  const ask = (path: string, asking: Asking = {}) => {
    const isWriting = asking.method === 'POST'
    return send(`${own}${path}`, {
      ...asking,
      headers: {
        ...(!asking.stranger && { cookie }),
        ...(isWriting && { origin: own, 'content-type': 'application/json' }),
        ...asking.headers,
      },
    })
  }
  return {
    ...test,
    shelf,
    own,
    address,
    entered,
    cookie,
    dashboard,
    ask,
    post: (path: string, body: unknown) => ask(path, { method: 'POST', body }),
    done: async () => {
      await shelf.close()
      rmSync(dashboard, { recursive: true, force: true })
      return test.done()
    },
  }
}

/** One request, without anything that a browser adds. */
export function send(url: string, { method = 'GET', headers = {}, body }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const isJson = response.headers['content-type']?.startsWith('application/json')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson ? JSON.parse(text) : {},
        })
      })
    })
    asked.on('error', reject)
    asked.end(typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Server-sent events as they come; `until` gives what was told up to and with the first that fits. */
export function openStream(url: string, headers: Readonly<Record<string, string>>) {
  let text = ''
  let look = () => {}
  const status = Promise.withResolvers<number>()
  const asked = request(url, { headers, agent: false }, (response) => {
    status.resolve(response.statusCode ?? 0)
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      text += chunk
      look()
    })
    response.on('error', () => undefined)
  })
  asked.on('error', () => undefined)
  asked.end()
  return {
    status: status.promise,
    until: (fits: (text: string) => boolean) =>
      new Promise<string>((resolve) => {
        look = () => fits(text) && resolve(text)
        look()
      }),
    close: () => asked.destroy(),
  }
}

/** Events of a stream with their ids; those without one have ''. */
export function readFrames(text: string) {
  return text
    .split('\n\n')
    .filter((frame) => frame.includes('data: '))
    .map((frame) => ({
      id: /^id: (.*)$/m.exec(frame)?.[1] ?? '',
      name: /^event: (.*)$/m.exec(frame)?.[1] ?? 'message',
      data: JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? 'null') as Record<string, unknown>,
    }))
}

/** Checks that a request was refused, in a sentence. */
export function assertRefused({ status, json }: Answer, wanted: number, sentence: RegExp): void {
  assert.equal(status, wanted)
  assert.match(String(json.error), sentence)
}
