import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import alarmCreate from '../../tools/alarm_create/tool.ts'
import timerCancel from '../../tools/timer_cancel/tool.ts'
import timerCreate from '../../tools/timer_create/tool.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { sentenceOf, someContext } from './tool-context.ts'

const NOW = someContext.clock.now().getTime()

test('what cannot be cancelled is told behind what was', async (context) => {
  const folder = temporaryFolder('ring-tools')
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const rings = openRings(join(folder, 'rings'))
  await rings.add({ kind: 'timer', label: 'tea', dueMs: NOW + 600_000, setMs: NOW })
  await rings.add({ kind: 'timer', label: 'eggs', dueMs: NOW + 660_000, setMs: NOW })
  const { cancel } = rings
  rings.cancel = async (id) => {
    if (id === 1) return cancel.call(rings, id)
    throw new ToolFailure('not_cancelled', `Timer ${id} was not cancelled: the disk can only be read.`)
  }
  assert.equal(
    await sentenceOf(timerCancel, { which: 'all' }, { services: { rings } }),
    'not_cancelled: Cancelled: timer 1, tea: 10:34 (in 10 minutes). Timer 2 was not cancelled: the disk can only be read.',
  )
  await rings.add({ kind: 'timer', label: 'tea', dueMs: NOW + 600_000, setMs: NOW })
  assert.equal(
    await sentenceOf(timerCancel, { which: 'the egg timer' }, { services: { rings } }),
    'not_cancelled: Timer 2 was not cancelled: the disk can only be read.',
  )
  assert.equal(
    await sentenceOf(timerCancel, { which: 'eggs' }, { services: { rings } }),
    'not_cancelled: Timer 2 was not cancelled: the disk can only be read.',
  )
})

/** Of 1 tea (10 min), 2 pizza (20 min), 3 alarm at 07:00, 4 alarm at 18:30 for the gym. */
for (const [which, gone] of [
  ['timers 1 and 2', [1, 2]],
  ['timer 1, 2 and 3', []],
  ['1, 3 and 4', [1, 3, 4]],
  ['the tea timer and the gym alarm', [1, 4]],
  ['tea and pizza', [1, 2]],
  ['timer two', [2]],
  ['timer one', [1]],
  ['timers one and two', [1, 2]],
  ['number four', [4]],
  ['alarm seven', [3]],
  ['the alarm at seven am', [3]],
  ['two timers', []],
] as const)
  test(`cancelling "${which}" takes away ${gone.join(', ') || 'none'}`, async (context) => {
    const folder = temporaryFolder('ring-tools')
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    const rings = openRings(join(folder, 'rings'))
    const home = { services: { rings } }
    await sentenceOf(timerCreate, { duration: '10 minutes', label: 'tea' }, home)
    await sentenceOf(timerCreate, { duration: '20 minutes', label: 'pizza' }, home)
    await sentenceOf(alarmCreate, { time: '7 am' }, home)
    await sentenceOf(alarmCreate, { time: '18:30', label: 'gym' }, home)
    await sentenceOf(timerCancel, { which }, home)
    const left = (await rings.list()).map(({ id }) => id)
    assert.deepEqual(
      [1, 2, 3, 4].filter((id) => !left.includes(id)),
      gone,
    )
  })

test('what takes a timer or an alarm back takes no other one that has its number by now', async (context) => {
  const folder = temporaryFolder('ring-tools')
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const rings = openRings(join(folder, 'rings'))
  let nowMs = NOW
  const clock = { ...someContext.clock, now: () => new Date(nowMs) }
  const at = () => ({ ...someContext, clock, services: { rings } })
  const idOf = (made: unknown) => (made as { readonly id: number }).id
  const eggs = await timerCreate.run({ duration: '1 minute', label: 'eggs' }, at())
  const undo = timerCreate.undoneBy?.(eggs)?.arguments as { readonly which: string }
  nowMs += 61_000
  assert.equal((await rings.claimDue(nowMs)).length, 1)
  const bread = await timerCreate.run({ duration: '40 minutes', label: 'bread' }, at())
  assert.equal(idOf(bread), idOf(eggs))
  assert.equal(
    await sentenceOf(timerCancel, undo, at()),
    'not_found: The one before has rung or was cancelled already, so nothing was cancelled.',
  )
  const alarm = await alarmCreate.run({ time: '7 am' }, at())
  const back = alarmCreate.undoneBy?.(alarm)?.arguments as { readonly which: string }
  assert.match(await sentenceOf(timerCancel, back, at()), /^Cancelled: alarm 2: /)
  assert.deepEqual(
    (await rings.list()).map(({ label }) => label),
    ['bread'],
  )
})
