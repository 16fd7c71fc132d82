// What guards a service on loopback against the other programs and web pages of this machine: a token that is compared in
// constant time, and the names under which loopback may be called (a page whose name resolves to it has another one).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as 43 characters that stand in a header, an address and a shell as they are. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether `given` is the token; how long it takes says nothing of either. */
export function isSameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** Whether a `Host` header names loopback at this port; at 80 clients leave the port out. */
export function isLoopbackHost(host: string | undefined, port: number): boolean {
  const names = ['127.0.0.1', 'localhost', '[::1]']
  const called = host?.toLowerCase()
  return names.some((name) => called === `${name}:${port}` || (port === 80 && called === name))
}
