// What keeps a server on loopback to the person who started it: other sites and other programs' pages can reach its port, too.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, for an address or a header. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether two secrets are the same; how long it takes says nothing of where they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

/** Whether a request names this server and no other: a foreign name that resolves to loopback is refused (DNS rebinding). */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

/** Whether a request comes from a page of this server; browsers leave the header out only where they only read. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && origin === `http://${host}`
}
