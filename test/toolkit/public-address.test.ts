import assert from 'node:assert/strict'
import type { lookup } from 'node:dns'
import { test } from 'node:test'
import {
  isListed,
  isPublicAddress,
  mayBePrivate,
  PrivateAddress,
  publicLookup,
  refusePrivateLiteral,
} from '../../source/toolkit/public-address.ts'

test('addresses of this machine, its network and of nobody are not public', () => {
  for (const address of [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])
    assert.equal(isPublicAddress(address), false, address)
})

test('addresses out in the world are public', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:2800:21f:cb07::1'])
    assert.equal(isPublicAddress(address), true, address)
})

test('an address is refused as a host in every way to write it', () => {
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:7f00:1]', '017700000001'])
    assert.throws(() => refusePrivateLiteral(new URL(`http://${host}/`)), PrivateAddress, host)
  refusePrivateLiteral(new URL('http://8.8.8.8/'))
  refusePrivateLiteral(new URL('http://example.org/'))
})

test('only host and port together are on the list', () => {
  const allowed = ['LocalHost:8080', '[::1]:80', 'nas.local:443']
  assert.equal(isListed(new URL('http://localhost:8080/a'), allowed), true)
  assert.equal(isListed(new URL('http://localhost:8081/a'), allowed), false)
  assert.equal(isListed(new URL('http://localhost/'), allowed), false)
  assert.equal(isListed(new URL('http://[::1]/'), allowed), true)
  assert.equal(isListed(new URL('https://nas.local/'), allowed), true)
  assert.equal(isListed(new URL('http://nas.local/'), allowed), false)
})

/** A name server with one answer. */
function answering(...addresses: readonly string[]): typeof lookup {
  const ask = (_host: string, _options: object, callback: (...args: unknown[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  return ask as unknown as typeof lookup
}

function lookedUp(ask: typeof lookup, all: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    publicLookup(ask)('example.org', { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : [address, family]),
    )
  })
}

test('a look-up gives what was judged, and nothing if one of several addresses is private', async () => {
  assert.deepEqual(await lookedUp(answering('8.8.8.8'), false), ['8.8.8.8', 4])
  assert.deepEqual(await lookedUp(answering('2606:2800::1', '8.8.8.8'), true), [
    { address: '2606:2800::1', family: 6 },
    { address: '8.8.8.8', family: 4 },
  ])
  await assert.rejects(lookedUp(answering('8.8.8.8', '10.0.0.1'), true), { address: '10.0.0.1' })
  await assert.rejects(lookedUp(answering('::1'), false), PrivateAddress)
})

test('what is listed may be reached from what is listed, not from a page out in the world', () => {
  const [own, world] = [new URL('http://localhost:8080/a'), new URL('https://example.org/')]
  assert.equal(mayBePrivate(own, own, ['localhost:8080']), true)
  assert.equal(mayBePrivate(own, world, ['localhost:8080']), false)
  assert.equal(mayBePrivate(world, own, ['localhost:8080']), false)
})
