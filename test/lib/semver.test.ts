import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions, isCompatible, SEMVER, versionOf } from '../../source/lib/semver.ts'

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

test('short forms are read as people mean them', () => {
  const forms = ['1', '1.2', '1.2.3', ' 1.2 ', '1.10', '1-rc.1', '1.2.3+x']
  assert.deepEqual(forms.map(versionOf), [
    ...['1.0.0', '1.2.0', '1.2.3', '1.2.0', '1.10.0', '1.0.0-rc.1', '1.2.3+x'],
  ])
  for (const text of ['', 'new', 'v1', '1.', '01', '1.2.3.4', '1 2', '1\n2'])
    assert.equal(versionOf(text), undefined, text)
})

test('what was made for a version holds for those like it', () => {
  for (const [one, other, holds] of [
    ['1.0.0', '1.9.3', true],
    ['1.0.0', '2.0.0', false],
    ['0.3.1', '0.3.9', true],
    ['0.3.1', '0.4.0', false],
    ['0.3.1', '1.3.1', false],
  ] as const)
    assert.equal(isCompatible(one, other), holds, `${one} ${other}`)
})
