// Who may enter: a request has to name this server, come from its own page, and bring the cookie that a one-time address gave.
import { isLoopbackHost, isSameToken, makeToken } from '../lib/loopback-guard.ts'

/** Browsers that entered; the oldest has to enter again after so many. */
const MOST_VISITS = 16

export interface Refused {
  readonly status: 401 | 403 | 421
  readonly message: string
}

export class Doors {
  /** Known once the server listens. */
  port = 0
  #token: string | undefined
  #visits: readonly string[] = []
  readonly #again: string | undefined

  /** `again`: what gives a new address, where it is not the chat's `/dashboard`. */
  constructor(again?: string) {
    this.#again = again
  }

  /** A token for one visit; the one before it no longer counts. */
  newToken(): string {
    this.#token = makeToken()
    return this.#token
  }

  /** Why a request is not answered; undefined: it is. */
  refuse(request: Request): Refused | undefined {
    const { headers } = request
    const host = headers.get('host') ?? undefined
    if (!isLoopbackHost(host, this.port))
      return { status: 421, message: 'This address is for another server.' }
    const origin = headers.get('origin')
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (origin === null ? !isReading : origin !== `http://${host}`)
      return { status: 403, message: 'This request comes from another page.' }
    const { pathname } = new URL(request.url)
    // The only door; a link to it may stand anywhere, and its token is good once.
    if (pathname === '/open' && isReading) return undefined
    if (!['same-origin', 'none', null].includes(headers.get('sec-fetch-site')))
      return { status: 403, message: 'This request comes from another page.' }
    if (this.#hasEntered(headers.get('cookie') ?? '')) return undefined
    return { status: 401, message: this.#whereTo }
  }

  /** Takes the token; gives the cookie, or undefined where it is not the one that counts. */
  enter(token: string): string | undefined {
    if (this.#token === undefined || !isSameToken(token, this.#token)) return undefined
    this.#token = undefined
    const visit = makeToken()
    this.#visits = [...this.#visits, visit].slice(-MOST_VISITS)
    return `${this.#cookieName}=${visit}; Path=/; HttpOnly; SameSite=Strict`
  }

  get #whereTo(): string {
    return this.#again === undefined
      ? 'Open the address that `/dashboard` gives; it is good for one visit.'
      : `This page is entered by an address that is good for one visit; ${this.#again} gives a new one.`
  }

  /** Cookies know no ports: two pages at once must not take each other's. */
  get #cookieName(): string {
    return `ethervox-${this.port}`
  }

  #hasEntered(cookies: string): boolean {
    const given = cookies
      .split(';')
      .map((one) => one.trim().split('='))
      .filter(([name]) => name === this.#cookieName)
      .map(([, value = '']) => value)
    return given.some((value) => this.#visits.filter((visit) => isSameToken(value, visit)).length > 0)
  }
}
