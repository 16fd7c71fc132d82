import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import { suggestedArguments } from '../../source/governor/suggested.ts'

const FAILED: EarlierCall = {
  message: 'read q1.md',
  tool: 'file_read',
  arguments: { path: 'q1.md', lines: 5 },
  said: 'There is no file `q1.md` in the workspace; did you mean q1.txt?',
  failed: true,
}

describe('what a failed call offered', () => {
  for (const message of ['yes', 'Yes, please!', 'yep', 'I meant that', 'ok'])
    test(`"${message}" takes it`, () =>
      assert.deepEqual(suggestedArguments(message, FAILED), { path: 'q1.txt', lines: 5 }))

  for (const message of ['no', 'yes, and delete it', 'which one?', 'ok then what is 2 + 2'])
    test(`"${message}" says more`, () => assert.equal(suggestedArguments(message, FAILED), undefined))

  test('nothing, several, or a call that did not fail', () => {
    const said = (text: string) => suggestedArguments('yes', { ...FAILED, said: text })
    assert.equal(said('There is no file `q1.md` in the workspace; check its name.'), undefined)
    assert.equal(said('There is no unit `q1.md`; did you mean `a` or `b`?'), undefined)
    assert.equal(said('There is no unit `q1.md`; did you mean a, b?'), undefined)
    assert.equal(said('There is no file; did you mean q1.txt?'), undefined)
    assert.deepEqual(said('There is no unit `q1.md`; did you mean `a`?'), { path: 'a', lines: 5 })
    const { failed: _, ...worked } = FAILED
    assert.equal(suggestedArguments('yes', worked), undefined)
  })
})
