// Values are read in the forms in which people and files write them, and written as they stand there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameValue, typedIn, writtenLike } from '../../source/changes/typed.ts'

for (const [text, kinds] of [
  ['the 14th at 4pm', ['date', 'time']],
  ['21 March, 10:30', ['date', 'time']],
  ['Mar 3 and 03/14/2026', ['date', 'date']],
  ['Wed 2026-03-04', ['weekday', 'date']],
  ['3 jars at 2.50', ['number', 'number']],
  ['size 700x25', []],
  ['plot A5, film in 1080p', ['code', 'code']],
  ['ring 07700 900230 by 8', ['phone', 'time']],
  ['the lamington-friday word', []],
  ['a wedding and a sunny month', []],
] as const)
  test(`"${text}" has ${kinds.length === 0 ? 'no value' : kinds.join(', ')}`, () => {
    assert.deepEqual(kindsIn(text), [...kinds])
  })

function kindsIn(text: string) {
  return typedIn(text).map(({ kind }) => kind)
}

for (const [said, there, wanted, dayFirst] of [
  ['the 30th', '03/28/2026', '03/30/2026', false],
  ['the 30th', '28/03/2026', '30/03/2026', true],
  ['2 April', '2026-03-28', '2026-04-02', true],
  ['2 April', 'Mar 28', 'Apr 2', true],
  ['2 April', '28 March', '2 April', true],
  ['the 3rd', '28th March', '3rd March', true],
  ['5:30 pm', '17:00', '17:30', true],
  ['17:30', '5 pm', '5:30 pm', true],
  ['9:05', '08:15', '09:05', true],
  ['4:30', '17:00', '16:30', true],
  ['1:30', '9:00 AM', '1:30 PM', true],
  ['7.30 pm', '7.00 pm', '7.30 pm', true],
  ['D1', 'C2', 'D1', true],
  ['Thursday', 'Tue', 'Thu', true],
  ['thu', 'Tuesday', 'Thursday', true],
  ['9', '8.50', '9.00', true],
  ['9,5', '8,50', '9,50', true],
  ['9', '8', '9', true],
] as const)
  test(`${said} in the place of ${there} is ${wanted}`, () => {
    const [value] = typedIn(said, dayFirst)
    const [place] = typedIn(there, dayFirst)
    assert.ok(value && place)
    assert.equal(writtenLike(value, place), wanted)
  })

test('the same value is known in another form', () => {
  const same = (one: string, other: string) => {
    const [[a], [b]] = [typedIn(one), typedIn(other)]
    return a !== undefined && b !== undefined && isSameValue(a, b)
  }
  assert.ok(same('the 14th', '14 March'))
  assert.ok(same('4pm', '16:00'))
  assert.ok(same('wed', 'Wednesday'))
  assert.ok(same('8.50', '8,50'))
  assert.ok(!same('14 April', '14 March'))
  assert.ok(!same('4', '4pm'))
})
