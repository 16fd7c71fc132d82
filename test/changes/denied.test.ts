// What did not happen, is only planned, or is another's doing changes nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChange } from '../../source/changes/find-change.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const JOBS = {
  path: 'todo.md',
  text: '# Jobs\n\n- [ ] Post the letters\n- [ ] Call the dentist\n- [ ] Pay the rent\n- [ ] Book the hotel\n- [ ] walk the dog\n- [ ] take the sofa to the tip\n- [ ] delete old photos of the wedding\n- [ ] kids to school\n- [ ] cake for the oven test\n- [ ] cancel gym membership\n',
}
const ORDERS = {
  path: 'orders.csv',
  text: 'customer,item,status\nAnn,cake,ready\nBen,bread,ordered\nCleo,pie,ordered\nDora,bun,collected\nEve,roll,ready\nFay,tart,collected\n',
}
const FEES = { path: 'fees.csv', text: 'name,paid\nTom Reed,yes\nSue Hill,no\nJens Holt,yes\n' }
const changeFor = (message: string, ...files: readonly (typeof JOBS)[]) => {
  const found = findChange(message, files, TODAY)
  return found && [found.old, found.new]
}

for (const message of [
  "I haven't called the dentist",
  'I haven’t called the dentist',
  "I didn't call the dentist today",
  "the rent isn't paid",
  'I havent paid the rent',
  "I couldn't book the hotel",
  'I cannot book the hotel',
  "the hotel can't be booked",
  "don't pay the rent",
  "it'll be paid, the rent",
  'the rent should be paid',
  'I would have booked the hotel',
  'I wish I had called the dentist',
])
  test(`nothing is ticked off: ${message}`, () => assert.equal(changeFor(message, JOBS), undefined))

for (const message of [
  "Cleo hasn't collected the pie",
  "Ben's bread isn't ready",
  "Ben's bread is not ready",
  "Ann hasn't picked up her cake",
  "Eve's roll wasn't collected",
  "Ann didn't collect her cake",
])
  test(`no state is set: ${message}`, () => assert.equal(changeFor(message, ORDERS), undefined))

test('what is so in place of what is denied is set', () => {
  assert.deepEqual(changeFor("Ben's bread is ready, not ordered", ORDERS), [
    'Ben,bread,ordered',
    'Ben,bread,ready',
  ])
})

test('a column of yes and no takes a no', () => {
  assert.deepEqual(changeFor("Tom Reed hasn't paid", FEES), ['Tom Reed,yes', 'Tom Reed,no'])
  assert.equal(changeFor("don't mark Tom Reed as paid", FEES), undefined)
  assert.equal(changeFor("Tom Reed can't pay", FEES), undefined)
})

for (const message of [
  'I still have to delete the wedding photos',
  'I have to delete the wedding photos',
  'I could not delete the wedding photos',
  "I couldn't delete the wedding photos",
  'Tim will delete the wedding photos',
  'he wants to delete the wedding photos',
  'the kids delete the wedding photos',
  'Tim can delete the wedding photos tomorrow',
  'Tim will tidy up and delete the wedding photos',
  'Tim will just delete the wedding photos',
  'we must throw the old sofa out',
  'take the dog out',
  'Tim will take the dog out',
  'please get the cake out of the oven',
  'drop the kids at school at 8',
  'drop the sofa off at the tip',
  'the kids drop their school bags',
  'I want to get out of the gym membership',
  'cross the road with the kids to school',
])
  test(`nothing goes: ${message}`, () => assert.equal(changeFor(message, JOBS), undefined))

for (const [message, old] of [
  ['take the dog off the list', '- [ ] walk the dog\n'],
  ['take the dog out of my list', '- [ ] walk the dog\n'],
  ['please drop the dentist from the list', '- [ ] Call the dentist\n'],
  ["I can't keep it up, so delete the gym membership", '- [ ] cancel gym membership\n'],
  ['can you delete old photos of the wedding', '- [ ] delete old photos of the wedding\n'],
  ['we no longer need the sofa, you can remove it', '- [ ] take the sofa to the tip\n'],
  ['Ok delete the hotel', '- [ ] Book the hotel\n'],
  ["I'd like you to remove the hotel", '- [ ] Book the hotel\n'],
] as const)
  test(`a line goes: ${message}`, () => assert.deepEqual(changeFor(message, JOBS), [old, '']))
