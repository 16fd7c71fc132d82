import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LEVEL_NAMES } from '../../source/contracts/event.ts'
import { climb, type Found } from '../../source/startup/ladder.ts'

const ALL_WELL: Found = {
  home: undefined,
  settings: undefined,
  systemText: undefined,
  manifest: undefined,
  overlay: undefined,
}

describe('the four levels', () => {
  test('everything there is level 1, without a reason', () => {
    assert.deepEqual(climb(ALL_WELL), { level: 1, reasons: [] })
  })

  test('no optimized prompts is level 2', () => {
    const rung = climb({ ...ALL_WELL, overlay: 'no optimized prompts for this model' })
    assert.deepEqual(rung, { level: 2, reasons: ['No optimized prompts for this model.'] })
  })

  test('no manifest is level 3, whatever the overlay, with the repair', () => {
    for (const overlay of [undefined, 'none']) {
      const rung = climb({ ...ALL_WELL, overlay, manifest: 'the manifest is missing' })
      assert.deepEqual(rung, {
        level: 3,
        reasons: ['The manifest is missing; there are no tools. Repair: `/tools reload`.'],
      })
    }
  })

  for (const what of ['home', 'settings', 'systemText'] as const) {
    test(`an unreadable ${what} is level 4, with the repair`, () => {
      const rung = climb({ ...ALL_WELL, [what]: 'it cannot be read' })
      assert.deepEqual(rung, { level: 4, reasons: ['It cannot be read. Repair: `/tools reload`.'] })
    })
  }

  test('a reason that is a sentence ends once', () => {
    const rung = climb({ ...ALL_WELL, settings: '`threads` is a number, not `"three"`.' })
    assert.deepEqual(rung.reasons, ['`threads` is a number, not `"three"`. Repair: `/tools reload`.'])
  })

  test('every combination gives the worst level of its parts, and a reason for each emergency', () => {
    const names = Object.keys(ALL_WELL) as (keyof Found)[]
    for (let mask = 0; mask < 32; mask++) {
      const broken = names.filter((_, at) => (mask >> at) & 1)
      const rung = climb({
        ...ALL_WELL,
        ...Object.fromEntries(broken.map((name) => [name, `the ${name} is broken`])),
      })
      const emergencies = broken.filter((name) => name !== 'manifest' && name !== 'overlay')
      const level =
        emergencies.length > 0 ? 4 : broken.includes('manifest') ? 3 : broken.includes('overlay') ? 2 : 1
      assert.equal(rung.level, level, broken.join())
      assert.equal(rung.reasons.length, level === 4 ? emergencies.length : level === 1 ? 0 : 1)
      for (const name of emergencies) assert.ok(rung.reasons.some((reason) => reason.includes(name)))
    }
  })

  test('every level has a name', () => {
    assert.deepEqual(Object.keys(LEVEL_NAMES), ['1', '2', '3', '4'])
  })
})
