// What the page asks of its server.
import type { PendingApproval } from '../../contracts/session.ts'
import type { PageData, PageName, Routed } from '../page-data.ts'

export interface Done {
  readonly ok: boolean
  readonly text: string
  /** It is not done yet; it is told in the conversation. */
  readonly later?: true
}

/** The data of a page. Throws an error with a sentence. */
export async function getPage<P extends PageName>(
  name: P,
  query: { readonly [name: string]: string } = {},
): Promise<PageData[P]> {
  const words = new URLSearchParams(query).toString()
  return (await read(await fetch(`/api/pages/${name}${words && `?${words}`}`))) as PageData[P]
}

/** Runs a command when its turn comes; gives what came of it, or that this takes longer. Throws only where the server does not answer. */
export async function command(line: string): Promise<Done> {
  return (await post('/api/command', { line })) as Done
}

/** Sends a message or a command; what comes of it is told by events. */
export async function send(line: string): Promise<void> {
  await post('/api/line', { line })
}

/** Answers a call as it was shown; one that is another meanwhile is not decided. */
export async function decide(
  { call, name, arguments: shown }: PendingApproval,
  answer: { readonly [name: string]: string },
): Promise<void> {
  await post('/api/decide', { call, tool: name, shown, ...answer })
}

export async function interrupt(): Promise<void> {
  await post('/api/interrupt', {})
}

export async function route(text: string): Promise<Routed> {
  return (await post('/api/route', { text })) as Routed
}

async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function read(response: Response): Promise<unknown> {
  const value = (await response.json()) as { readonly error?: string }
  if (!response.ok) throw new Error(value.error ?? `The server answered ${response.status}.`)
  return value
}
