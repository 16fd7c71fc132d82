// Which addresses are out in the world, and a look-up that gives no others: the connection is made to the very addresses that
// were judged, so a name that changes its mind between two look-ups gains nothing.
import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** RFC 6890 and its registries: private, loopback, link-local, shared, documentation, benchmarking, multicast, reserved. */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** All that is outside 2000::/3, and of that what stands for other addresses (Teredo, 6to4) or for none. */
const NOT_PUBLIC_6 = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 32],
  ['2001:2::', 48],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

// Two lists: in one, a rule for `::` would count for every IPv4 address too.
const BLOCKED_4 = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_4) BLOCKED_4.addSubnet(net, prefix, 'ipv4')
const BLOCKED_6 = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_6) BLOCKED_6.addSubnet(net, prefix, 'ipv6')

/** A name or address that leads to this machine or its own network. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
  readonly address: string

  constructor(host: string, address: string) {
    super(`${host} is ${address}`)
    this.address = address
  }
}

/** Whether an IP address is out in the world; what is no address is not. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const kind = isIP(plain)
  if (kind === 0) return false
  return kind === 6 ? !BLOCKED_6.check(plain, 'ipv6') : !BLOCKED_4.check(plain, 'ipv4')
}

/** Whether a URL's host with its port stands in a list of `host:port`, in any case; IPv6 in brackets. */
export function isListed({ hostname, port, protocol }: URL, allowed: readonly string[]): boolean {
  const place = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  return allowed.some((one) => one.trim().toLowerCase() === place)
}

/** Whether `url` may be private when it was reached `from` another: a page out in the world must not lead to a place that is listed. */
export function mayBePrivate(url: URL, from: URL, allowed: readonly string[]): boolean {
  return isListed(from, allowed) && isListed(url, allowed)
}

/** Throws `PrivateAddress` where the host is itself an address that is not public: such a host is never looked up. */
export function refusePrivateLiteral({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host, host)
}

/** For `lookup` of a connection: gives addresses that are all public, or the error `PrivateAddress`. `ask` is for tests. */
export function publicLookup(ask: typeof lookUp = lookUp): LookupFunction {
  return (host, options, callback) => {
    ask(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const wrong = addresses.find(({ address }) => !isPublicAddress(address))
      if (wrong !== undefined) return callback(new PrivateAddress(host, wrong.address), '', 0)
      const [first] = addresses
      if (options.all || first === undefined) return callback(null, addresses)
      callback(null, first.address, isIPv6(first.address) ? 6 : 4)
    })
  }
}
