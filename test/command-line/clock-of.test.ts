import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { isTimeZone } from '../../source/toolkit/zoned-time.ts'

const MODULE = join(import.meta.dirname, '../../source/command-line/clock-of.ts')
const PRINT = `import { clockOf } from ${JSON.stringify(MODULE)}; process.stdout.write(clockOf(undefined).timeZone)`

for (const [variable, zone] of [
  ['', 'UTC'],
  [':/no/such/zone', 'UTC'],
  ['MSK-3', '+03:00'],
  ['Europe/Berlin', 'Europe/Berlin'],
] as const)
  test(`with TZ=${variable} times are shown in the zone ${zone}`, {
    skip: process.platform === 'win32' && 'TZ is read otherwise there',
  }, () => {
    const env = { ...process.env, TZ: variable }
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PRINT], { env })
    assert.equal(stdout.toString(), zone, stderr.toString())
    assert.ok(isTimeZone(zone))
  })
