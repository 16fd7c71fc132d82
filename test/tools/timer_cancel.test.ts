import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import timerCancel from '../../tools/timer_cancel/tool.ts'
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
