import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SqlVocabulary } from '../../source/contracts/sql.ts'
import { type ProgramToWrite, writeProgram } from '../../source/engine/embedded/write-program.ts'
import { createFakeLane, type Wish, wishFor } from './fake-lane.ts'

const VOCABULARY: SqlVocabulary = {
  tables: [
    {
      name: 'bench',
      columns: [
        { name: 'run', type: 'number', values: ['1', '2'] },
        { name: 'backend', type: 'text', values: ['pillow', 'vips'] },
      ],
    },
  ],
  message: 'which runs',
  texts: [],
  numbers: [],
  smallNumbers: ['1'],
  days: [],
  acts: 'both',
}
const WHOLE = "SELECT run FROM bench WHERE backend = 'vips'"

async function write(wish: Wish, more: Partial<ProgramToWrite> = {}, second = '') {
  const fake = createFakeLane(wish, { merged: false, second: [...Buffer.from(second)] })
  const { signal } = new AbortController()
  const asked = { vocabulary: VOCABULARY, maxTokens: 200, ...more }
  return { ...(await writeProgram(fake.lane, fake.prompt, asked, signal)), ...fake.counts }
}

describe('a program', () => {
  test('is what the model writes where all of it is held', async () => {
    const { text, cut, weakest, refused } = await write(wishFor(WHOLE))
    assert.deepEqual([text, cut, weakest, refused], [WHOLE, false, 0.8, 0])
  })

  test('goes another way where the model would leave the tables, and that is where it is least sure', async () => {
    const wish: Wish = (written) => {
      if (written === 'SELECT ') return 'name'
      return wishFor('SELECT run FROM bench')(written)
    }
    const { text, weakest, weakestAt, likelihood, behindWeakest } = await write(wish, {}, 'rb')
    assert.ok(likelihood < behindWeakest && behindWeakest <= 0, `${likelihood} ${behindWeakest}`)
    assert.ok(text.startsWith('SELECT ') && text.includes('bench'), text)
    assert.deepEqual([weakest < 0.8, weakestAt], [true, 'SELECT '.length])
  })

  test('that is asked for otherwise begins as it is told and parts there, in no other letters', async () => {
    const behind = 'SELECT run FROM bench'
    for (const than of [" WHERE backend = 'vips'", ' where x']) {
      const { text, cut } = await write(wishFor(WHOLE), { other: { behind, than } })
      assert.equal(cut, false)
      assert.ok(text.startsWith(behind), text)
      assert.ok(!/^\s*where/i.test(text.slice(behind.length)), text)
    }
  })

  test('that ended there is cut where no token goes on with more than a blank', async () => {
    const behind = 'SELECT run FROM bench'
    const { text, cut } = await write(wishFor(behind), { other: { behind, than: '' } })
    assert.deepEqual([text, cut], [behind, true])
  })

  test('may be declined where that was learned', async () => {
    const vocabulary = { ...VOCABULARY, mayDecline: true }
    assert.equal((await write(wishFor('NONE'), { vocabulary })).text, 'NONE')
    assert.notEqual((await write(wishFor('NONE'))).text, 'NONE')
  })

  test('that never ends is cut', async () => {
    const { cut } = await write(wishFor(`SELECT ${'run, '.repeat(99)}run FROM bench`), { maxTokens: 20 })
    assert.equal(cut, true)
  })
})
