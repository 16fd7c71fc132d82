// What has the words of a line in a file and means none of it: an order, a text for somebody, another thing of that name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChange } from '../../source/changes/find-change.ts'
import { readAdditions } from '../../source/changes/read-addition.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const JOBS = {
  path: 'todo.md',
  text: '# Jobs\n\n- [ ] write thank-you cards\n- [ ] update the README\n- [ ] email the parents\n- [ ] clean the gutters\n- [ ] renew the car insurance\n- [ ] call Petra about the newsletter\n- [ ] print certificates\n',
}
const NOUNS = { path: 'tasks.md', text: '- [ ] tax return\n- [ ] new headshot\n- [ ] sun cream\n' }
const BILLS = {
  path: 'invoices.csv',
  text: 'number,customer,date,amount,status\n1041,Patel,2026-02-02,240.00,open\n1042,Seaview,2026-02-05,1120.00,paid\n1044,Luna,2026-02-17,310.00,open\n1045,Stein,2026-02-25,58.00,overdue\n1046,Morgan,2026-03-01,75.00,paid\n',
}
const BUDGET = {
  path: 'budget.csv',
  text: 'date,what,amount\n2026-01-09,school trip Leo,35.00\n2026-02-13,cinema,41.50\n2026-02-19,piano lessons Mia,60.00\n',
}
const STAFF = {
  path: 'staff.csv',
  text: 'name,role,hours\nTom,sales,20\nPriya,sales,24\nNadia,manager,38\n',
}
const GRADES = { path: 'grades.csv', text: 'course,exam,credits\nEnglish,essay,3\nPhysics,final,8\n' }
const RACE = {
  path: 'lessons.md',
  text: '| Who | Day | At |\n|---|---|---|\n| Mateo | Wed | 16:30 |\n| Hana | Thu | 16:00 |\n',
}
const SHOP = { path: 'shopping.txt', text: 'coffee\nbread\nbananas\n' }
const GIFTS = { path: 'birthdays.csv', text: 'name,gift\nLeo,lego\nMia,paint\n' }
const HOUSE = {
  path: 'house.yaml',
  text: 'alarm_code: 4417\nboiler:\n  temperature: 60\nwifi:\n  password: badger\n',
}
const OPEN = {
  path: 'settings.ini',
  text: '[shop]\nname = Teapot\nsunday = no\n\n[newsletter]\nenabled = no\nday = Friday\n',
}
type File = typeof JOBS
const changeFor = (message: string, ...files: readonly File[]) => {
  const found = findChange(message, files, TODAY)
  return found && [found.old.trim(), found.new.trim()]
}
const nothing = (files: readonly File[], ...messages: readonly string[]) => {
  for (const message of messages)
    test(`nothing changes: ${message}`, () => assert.equal(changeFor(message, ...files), undefined))
}
const changes = (file: File, ...all: readonly (readonly [string, string, string])[]) => {
  for (const [message, old, now] of all)
    test(`changes: ${message}`, () => assert.deepEqual(changeFor(message, file), [old, now]))
}

// An order in an entry's own words is no news of it.
nothing(
  [JOBS, NOUNS],
  'write thank-you cards',
  'can you update the README?',
  'please email the parents',
  'clean the gutters',
  "we'll clean the gutters",
  'cleaning the gutters',
  'we are out of sun cream',
  'German for "tax return"',
  'the tax return is due in July',
)
changes(
  JOBS,
  ['gutters are clean', '- [ ] clean the gutters', '- [x] clean the gutters'],
  ['the gutters are all nice and clean now', '- [ ] clean the gutters', '- [x] clean the gutters'],
  ['write thank-you cards: done', '- [ ] write thank-you cards', '- [x] write thank-you cards'],
  ['tell you what, the certificates are printed', '- [ ] print certificates', '- [x] print certificates'],
  ['certificates are printed', '- [ ] print certificates', '- [x] print certificates'],
  ['thank-you cards are written', '- [ ] write thank-you cards', '- [x] write thank-you cards'],
)
changes(
  NOUNS,
  ['the tax return is in', '- [ ] tax return', '- [x] tax return'],
  ['got a new headshot', '- [ ] new headshot', '- [x] new headshot'],
  ['tax return done, took longer than I thought', '- [ ] tax return', '- [x] tax return'],
  ['tax return done, took me half the day', '- [ ] tax return', '- [x] tax return'],
  ['the tax return is at the office', '- [ ] tax return', '- [x] tax return'],
  ['glad the tax return is done', '- [ ] tax return', '- [x] tax return'],
)

// Texts for somebody, and what is not so.
nothing(
  [JOBS, NOUNS],
  'translate: the tax return is done',
  'proofread: the gutters are cleaned',
  'shorten this: the car insurance is renewed',
  'caption: gutters cleaned at last',
  'reply to Petra: yes, the car insurance is renewed',
  'draft a text to Mark: the car insurance is renewed',
  'tell Anna the certificates are printed',
  'text Mark that the gutters are cleaned',
  'email the school: certificates printed',
  'say in French: certificates printed',
  'write an email to Petra that the certificates are printed',
  'imagine the tax return is done',
  'pretend that the certificates are printed',
  'I dreamt the tax return was done',
  'hopefully the car insurance is renewed by now',
  'I thought the tax return was done',
  'Uwe thinks the certificates were printed',
  'half the tax return is done',
  'the gutters are partly cleaned',
  'if the car insurance is renewed we can drive',
  'my sister renewed her car insurance',
  'a friend of mine sent her tax return',
)
nothing(
  [BILLS],
  'Stein promised to pay on Friday',
  'Stein paid half',
  'Stein paid 20 pounds',
  'I paid Luna 12 pounds for lunch',
  'we paid Luna a visit',
)
changes(
  BILLS,
  ['Stein paid the 58', '1045,Stein,2026-02-25,58.00,overdue', '1045,Stein,2026-02-25,58.00,paid'],
  ['Stein has paid', '1045,Stein,2026-02-25,58.00,overdue', '1045,Stein,2026-02-25,58.00,paid'],
  ['mark invoice 1044 as paid', '1044,Luna,2026-02-17,310.00,open', '1044,Luna,2026-02-17,310.00,paid'],
  ['1041 is paid', '1041,Patel,2026-02-02,240.00,open', '1041,Patel,2026-02-02,240.00,paid'],
)

test('a row never takes the number of another one', () => {
  const bugs = {
    path: 'bugs.csv',
    text: 'id,title,status\n101,slow login,open\n103,slow search,in progress\n104,crash,open\n106,dark mode,open\n',
  }
  assert.deepEqual(changeFor('bug 106 is in progress', bugs), [
    '106,dark mode,open',
    '106,dark mode,in progress',
  ])
  assert.equal(changeFor('the slow search is 106', bugs), undefined)
})

// A number beside a name is not that of the only column.
nothing(
  [BUDGET, STAFF, GRADES, RACE],
  'Leo scored 2 goals',
  'Leo needs 20 euros for school',
  'Mia is 8',
  'the cinema costs 12 now',
  'Leo is 12 now',
  'Mia got 2 stickers',
  'Tom Hanks is 69',
  'English breakfast for two please',
  'English breakfast for 2 please',
  'see you Monday at 9',
  'Mateo plays football on Saturday',
  'physics is 10% off this week',
)
changes(
  BUDGET,
  ['the cinema was 38, not 41.50', '2026-02-13,cinema,41.50', '2026-02-13,cinema,38.00'],
  ['the cinema amount is 38', '2026-02-13,cinema,41.50', '2026-02-13,cinema,38.00'],
  ['set the cinema to 38', '2026-02-13,cinema,41.50', '2026-02-13,cinema,38.00'],
)
nothing([STAFF], 'raise Tom to 10', 'lower Priya to 30')
test('a number of a day that is still to come is no record', () => {
  const trips = { path: 'trips.csv', text: 'date,who,seats\n2026-03-01,Ines,4\n2026-04-18,Karim,6\n' }
  assert.deepEqual(changeFor('Karim needs 5 seats now', trips), ['2026-04-18,Karim,6', '2026-04-18,Karim,5'])
  assert.equal(changeFor('Ines needs 5 now', trips), undefined)
})
changes(STAFF, ['raise Tom to 30', 'Tom,sales,20', 'Tom,sales,30'])
changes(STAFF, ['Tom is at 25 now', 'Tom,sales,20', 'Tom,sales,25'])
changes(RACE, ['Hana moved to Friday', '| Hana | Thu | 16:00 |', '| Hana | Fri | 16:00 |'])

// What is to go is a line, and no thing of that name.
nothing(
  [SHOP, GIFTS, JOBS, HOUSE],
  'remove the coffee stain from the carpet',
  'remove the bread from the oven',
  "delete Leo's photo",
  'remove Mia from the group',
  'delete the photos of the gutters',
  'delete the wifi password from my phone',
)
changes(
  SHOP,
  ['remove the bananas', 'bananas', ''],
  ['take coffee off the shopping list', 'coffee', ''],
  ['remove the bread, we have some', 'bread', ''],
  ['please delete the bananas I bought some', 'bananas', ''],
)
changes(
  GIFTS,
  ['Leo moved away, take him off the birthday list', 'Leo,lego', ''],
  ['remove Mia from the birthdays', 'Mia,paint', ''],
)

// A value of something else.
nothing(
  [HOUSE, OPEN],
  'the code for the bike lock is 1234',
  "grandma's alarm code is 1212",
  "Mia's temperature is 39",
  'temperature outside is 12',
  'turn on the shop lights',
  'change my name to Sam',
)
changes(
  HOUSE,
  ['the alarm code is 5521 now', 'alarm_code: 4417', 'alarm_code: 5521'],
  ["today's boiler temperature is 65", 'temperature: 60', 'temperature: 65'],
)
changes(
  OPEN,
  ['turn the newsletter on', 'enabled = no', 'enabled = yes'],
  ['enable the newsletter', 'enabled = no', 'enabled = yes'],
  ['change the shop name to Kettle', 'name = Teapot', 'name = Kettle'],
)

test('what nobody buys is not short', () => {
  for (const message of [
    "we're running out of time",
    "I'm out of ideas",
    "we're out of luck",
    'I ran out of breath',
    'lunch is finished',
    'we need to talk',
  ])
    assert.deepEqual(readAdditions(message), [], message)
  assert.equal(readAdditions("we're out of oat milk")[0]?.thing, 'oat milk')
  assert.equal(readAdditions('we need to talk to the bank')[0]?.thing, 'talk to the bank')
})

changes({ path: 'rations.md', text: '# Feed\n\nBales left in shed: 64\nSacks left: 3\n' }, [
  "61 bales left in the shed after this morning's feeding",
  'Bales left in shed: 64',
  'Bales left in shed: 61',
])
