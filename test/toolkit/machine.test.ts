import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMachine } from '../../source/toolkit/machine.ts'

test('the machine has cores, memory and a platform', () => {
  const machine = readMachine()
  assert.ok(Number.isInteger(machine.cores) && machine.cores >= 1)
  assert.ok(machine.memoryGb > 0)
  assert.ok(machine.freeMemoryGb >= 0 && machine.freeMemoryGb <= machine.memoryGb)
  assert.equal(machine.platform, `${process.platform} ${process.arch}`)
  assert.equal(machine.node, process.versions.node)
  assert.doesNotMatch(machine.processor, /\s{2}|^\s|\s$/)
})
