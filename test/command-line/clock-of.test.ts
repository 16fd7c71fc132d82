import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { clockOf } from '../../source/command-line/clock-of.ts'
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

test('--now takes a day or a time as ISO writes it; without a zone both are of this machine', () => {
  const at = (text: string) => clockOf(text).now().getTime()
  assert.equal(at('2025-03-01'), new Date(2025, 2, 1).getTime())
  assert.equal(at('2024-02-29T10:05'), new Date(2024, 1, 29, 10, 5).getTime())
  assert.equal(at('2025-03-01 10:05:30'), new Date(2025, 2, 1, 10, 5, 30).getTime())
  assert.equal(at('2025-03-01T10:05:30.250Z'), Date.UTC(2025, 2, 1, 10, 5, 30, 250))
  assert.equal(at('2025-03-01T00:05+02:00'), Date.UTC(2025, 1, 28, 22, 5))
})

test('a day alone is one of the machine also west of Greenwich', {
  skip: process.platform === 'win32' && 'TZ is read otherwise there',
}, () => {
  const print = PRINT.replace('clockOf(undefined).timeZone', "clockOf('2025-03-01').now().toISOString()")
  const env = { ...process.env, TZ: 'America/New_York' }
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', print], { env })
  assert.equal(stdout.toString(), '2025-03-01T05:00:00.000Z')
})

for (const text of [
  ...['5', '10:30', 'noon 12', 'today', '', '2025-3-1', '2025-03-01T10', '2025-03-01Z', '1 March 2025'],
  ...['2025-02-30', '2025-02-29T10:00', '2025-04-31T10:00', '2025-13-01', '2025-00-10', '2025-03-00'],
  ...['2025-03-01T24:00', '2025-03-01T10:60', '2025-03-01T10:00:60', '2025-03-01T10:00+99:00'],
])
  test(`--now "${text}" is refused`, () => {
    assert.throws(() => clockOf(text), {
      message: /^`--now .*` is not a time; write it like 2026-03-12T10:24:30\.$/,
    })
  })
