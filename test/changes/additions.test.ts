// Lines that a message asks for, or tells of, in lists, tables and logs of a small folder.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAddition, isOfAnother } from '../../source/changes/find-addition.ts'
import { findChange } from '../../source/changes/find-change.ts'
import { isAsked, readAdditions } from '../../source/changes/read-addition.ts'

const FILES = [
  {
    path: 'house/jobs.md',
    text: '# Jobs\n\n## Inside\n- [x] order gravel\n- [ ] paint the fence\n- [ ] call the chimney sweep\n\n## Garden\n- [ ] sharpen secateurs\n',
  },
  { path: 'to buy.txt', text: 'Shopping\n\nRye flour\nPoppy seeds\nOat milk\n' },
  { path: 'reading.txt', text: 'To read\n\n1. Middlemarch\n2. The Years\n3. Emma\n' },
  {
    path: 'members.csv',
    text: 'name;phone;voice;paid\nUte Berg;07700 900111;alto;yes\nOlaf Brandt;07700 900112;bass;no\nPia Lund;07700 900113;alto;no\n',
  },
  {
    path: 'orders.md',
    text: '| No | Cheese | Kg | Price | State |\n|---|---|---|---|---|\n| C7 | gouda | 2.0 | 24.00 | open |\n| C8 | brie | 1.5 | 19.50 | sent |\n| C9 | gouda | 4.0 | 48.00 | open |\n\nPrices with tax.\n',
  },
  { path: 'swims.txt', text: 'Swims\n\n2 Mar - 30 lengths\n5 Mar - 36 lengths, cold\n10 Mar - 32 lengths\n' },
  { path: 'stock.csv', text: 'item,size\r\nbolt,4\r\nnut,6\r\nwasher,8\r\n' },
  { path: 'settings.ini', text: '[heater]\non = 7:00\noff = 22:00\n' },
]
const TODAY = { year: 2026, month: 3, day: 12 }
const addition = (message: string) => findAddition({ message, heard: message }, FILES, TODAY)
const added = (message: string) => {
  const found = addition(message)
  return found !== undefined && 'old' in found ? [found.path, found.new.slice(found.old.length)] : found
}

for (const [message, ...wanted] of [
  ['add yeast to the shopping', 'to buy.txt', '\nYeast'],
  ["we're out of yeast, put it on the shopping list please", 'to buy.txt', '\nYeast'],
  ["we're nearly out of yeast again", 'to buy.txt', '\nYeast'],
  ['one more for the jobs: oil the gate', 'house/jobs.md', '\n- [ ] oil the gate'],
  ['oil the gate, stick it with my garden jobs', 'house/jobs.md', '\n- [ ] oil the gate'],
  ['put fix the tap in the kitchen on the jobs', 'house/jobs.md', '\n- [ ] fix the tap in the kitchen'],
  ['Add to my jobs: "oil the gate"', 'house/jobs.md', '\n- [ ] oil the gate'],
  ['Somebody recommended me Orlando. I want to read it, please add the title', 'reading.txt', '\n4. Orlando'],
  ['34 lengths this morning', 'swims.txt', '\n12 Mar - 34 lengths'],
] as const)
  test(`adds a line: ${message}`, () => {
    assert.deepEqual(added(message), [...wanted])
  })

test('what is only needed has to be near what a list is about', () => {
  const needed = (nearness: number) =>
    findAddition(
      { message: 'we need a rolling pin', heard: 'we need a rolling pin' },
      FILES,
      TODAY,
      ({ file }) => (file.path === 'to buy.txt' ? nearness : 0),
    )
  assert.deepEqual(needed(0.4), { path: 'to buy.txt', old: 'Oat milk', new: 'Oat milk\nRolling pin' })
  assert.equal(needed(0.1), undefined)
})

test('what a list of things to get has already is added nowhere when it is told', () => {
  const files = [
    { path: 'shopping.txt', text: 'sun cream\noat milk\nbread\n' },
    { path: 'packing.md', text: '# Packing\n\n- [ ] boots\n- [ ] socks\n' },
  ]
  const said = (message: string) => findAddition({ message, heard: message }, files, TODAY, () => 0.9)
  assert.equal(said("we're out of sun cream"), undefined)
  assert.deepEqual(said("we're out of butter"), {
    path: 'shopping.txt',
    old: 'bread',
    new: 'bread\nbutter',
  })
  assert.deepEqual(said('add sun cream to the packing list'), {
    path: 'packing.md',
    old: '- [ ] socks',
    new: '- [ ] socks\n- [ ] sun cream',
  })
})

for (const message of [
  'add 5 and 7',
  'put the kettle on',
  'what do I need from the shop?',
  'I swam a lot as a child',
  'I will swim 40 lengths tomorrow',
  'put poppy seeds on the shopping list',
  'paint the fence, put that on my jobs',
  'a swim would be nice',
  'can you find me a flight for 2 people for 300 euros',
  'log into my bank and order more oats',
  'please log off and put the kettle on',
])
  test(`adds nothing: ${message}`, () => {
    assert.equal(addition(message), undefined)
  })

test('a row has what is plainly of a column; words of the message are left for the others', () => {
  const wish = addition('new member: Jens Holt, bass, 07700 900199, not paid yet')
  assert.ok(wish !== undefined && 'columns' in wish)
  assert.deepEqual(
    wish.columns.map(({ choices }) => choices),
    [['', 'Jens', 'Jens Holt', 'Holt'].sort(), ['07700 900199'], ['bass'], ['no']].map((one, at) =>
      at === 0 ? wish.columns[0]?.choices : one,
    ),
  )
  assert.ok(wish.columns[0]?.choices.includes('Jens Holt'))
  assert.ok(wish.columns[0]?.choices.every((one) => !/bass|paid|07700/.test(one)))
  const change = wish.changeWith(['Jens Holt', '07700 900199', 'bass', 'no'])
  assert.equal(change?.path, 'members.csv')
  assert.equal(change?.new, `${change?.old}\nJens Holt;07700 900199;bass;no`)
})

test('rows are numbered on, and numbers are written as the others are', () => {
  const wish = addition('new order: 3 kg brie for 39 euros')
  assert.ok(wish !== undefined && 'columns' in wish)
  const values = wish.columns.map(({ choices }) => choices[0] ?? '')
  assert.deepEqual(values.slice(0, 4), ['C10', 'brie', '3.0', '39.00'])
  assert.equal(
    wish
      .changeWith([...values.slice(0, 4), 'open'])
      ?.new.split('\n')
      .at(-1),
    '| C10 | brie | 3.0 | 39.00 | open |',
  )
})

test('a row without a name, or one that would break the table, is none', () => {
  const wish = addition('new member: Jens Holt, bass, 07700 900199, not paid yet')
  assert.ok(wish !== undefined && 'columns' in wish)
  assert.equal(wish.changeWith(['', '07700 900199', 'bass', 'no']), undefined)
  assert.equal(wish.changeWith(['Jens; Holt', '07700 900199', 'bass', 'no']), undefined)
})

test('a value that no column takes makes no row', () => {
  assert.equal(addition('new member: Jens Holt, bass, 07700 900199, 42 years'), undefined)
})

test('ends of lines stay as they are', () => {
  const wish = addition('add a screw to the stock: size 5')
  assert.ok(wish !== undefined && 'columns' in wish)
  assert.equal(wish.changeWith(['screw', '5'])?.new, 'washer,8\r\nscrew,5\r')
})

test('what is there already is not ticked off where it is asked for again', () => {
  const message = 'paint the fence, put that on my jobs'
  assert.ok(isAsked(message))
  assert.equal(findChange(message, FILES, TODAY), undefined)
})

test('a row that has neither the name nor the date that is told is not changed', () => {
  const message = 'Jens Holt is bass, 07700 900199, and he has paid'
  const wish = addition(message)
  const change = {
    path: 'members.csv',
    old: 'Olaf Brandt;07700 900112;bass;no',
    new: 'Olaf Brandt;07700 900199;bass;yes',
  }
  assert.ok(isOfAnother(change, wish, FILES, message))
  assert.ok(!isOfAnother(change, wish, FILES, `Olaf Brandt: ${message}`))
})

test('a message can be read in several ways; the thing is said without what stands around it', () => {
  assert.deepEqual(
    readAdditions('could you add a hat for the boy to the list please').map(({ thing, place }) => [
      thing,
      place,
    ]),
    [
      ['a hat', 'the boy to the list please'],
      ['a hat for the boy', 'the list please'],
    ],
  )
  assert.deepEqual(readAdditions('oh, and we also need to buy some jam'), [
    { thing: 'jam', place: '', isOrder: false },
    { thing: 'buy some jam', place: '', isOrder: false },
  ])
})
