import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopbackHost } from '../../source/lib/loopback-guard.ts'

test('the port is left out only at 80, where clients leave it out', () => {
  for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
    assert.ok(isLoopbackHost(name, 80), name)
    assert.ok(isLoopbackHost(`${name}:80`, 80), name)
    assert.ok(isLoopbackHost(`${name}:8634`, 8634), name)
    assert.ok(!isLoopbackHost(name, 8634), name)
  }
  for (const host of [undefined, '', 'evil.example', 'localhost.evil.example', '127.0.0.1:81'])
    assert.ok(!isLoopbackHost(host, 80), host)
})
