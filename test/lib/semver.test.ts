import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions, SEMVER } from '../../source/lib/semver.ts'

test('versions are in the order that the specification gives', () => {
  const order = ['0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2']
  const more = ['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0']
  const all = [...order, ...more]
  const mixed = [...all].reverse().sort(compareVersions)
  assert.deepEqual(mixed, all)
  assert.equal(compareVersions('1.0.0+a', '1.0.0+b'), 0)
})

test('what is no version is none', () => {
  for (const text of ['1', '1.0', '01.0.0', '1.0.0-', '1.0.0-01', 'v1.0.0', '1.0.0 ', '../1.0.0', '1.0.0+'])
    assert.ok(!SEMVER.test(text), text)
  for (const text of ['0.0.0', '1.0.0-0', '1.0.0-a.b-c+5', '1.0.0+21AF26D3'])
    assert.ok(SEMVER.test(text), text)
  assert.throws(() => compareVersions('1', '2.0.0'), RangeError)
})
