import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { temporaryFolder } from '../helpers/open-session.ts'
import { testCoreJourney } from './core-journey.ts'
import { hasModel, LARGER, only, runLines } from './program.ts'

const home = temporaryFolder('real-larger')
after(() => rmSync(home, { recursive: true, force: true }))

testCoreJourney(LARGER, () => home)

test('the second start finds the head, and the second turn evaluates none of it again', async (t) => {
  if (!(await hasModel(t, LARGER))) return
  const run = await runLines(LARGER, home, ['hello', 'thank you'], { args: ['--max-tokens', '12'] })
  const [ready] = only(run, 'model.ready')
  assert.equal(ready?.headRestored, true)
  const [first, second] = only(run, 'turn.finished')
  assert.ok(first !== undefined && second !== undefined)
  assert.ok(first.tokens.reused >= ready.headTokens, 'the first turn stands behind the restored head')
  assert.ok(second.tokens.reused >= ready.headTokens, 'the second turn keeps the head')
  assert.ok(second.tokens.evaluated < ready.headTokens / 2, 'only what is new is evaluated')
  // Twelve tokens are few, and that is said; nothing else is.
  const codes = only(run, 'notice').map(({ code }) => code)
  assert.deepEqual(
    codes.filter((code) => code !== 'answer_cut'),
    [],
  )
})
