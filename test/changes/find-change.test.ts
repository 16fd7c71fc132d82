// Changes that a message asks for or tells of, in a folder of a few files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChange } from '../../source/changes/find-change.ts'

const FILES = [
  {
    path: 'house/jobs.md',
    text: '# Jobs\n\n- [ ] paint the fence\n- [x] order gravel\n- [ ] call the chimney sweep, ask the price\n- [ ] sharpen secateurs\n',
  },
  {
    path: 'choir fees.csv',
    text: 'name;voice;paid;date\nUte Berg;alto;yes;02/02/2026\nOlaf Brandt;bass;no;\nPia Lund;alto;no;\nJens Holt;tenor;yes;03/02/2026\n',
  },
  {
    path: 'repairs.md',
    text: '| No | Who | What | State | Price |\n|---|---|---|---|---|\n| 7 | Ines | saw | waiting | 12 |\n| 8 | Karim | drill | ready | 30 |\n| 9 | Mona | lamp | waiting | 18 |\n| 10 | Theo | kettle | collected | 9 |\n',
  },
  {
    path: 'guests.csv',
    text: 'guest,room,from,until\nOkoro,3,2026-03-10,2026-03-14\nLindgren,5,2026-03-12,2026-03-20\n',
  },
  {
    path: 'kiln.yaml',
    text: 'bisque:\n  temp: 1000\n  hold_min: 15\nglaze:\n  temp: 1240\n  hold_min: 10\n',
  },
  { path: 'notes.txt', text: 'Gate code: 5511\nSwimming: Tuesday, 16:30\nBin day: Friday\n' },
  { path: 'shop.txt', text: 'rye flour\npoppy seeds\noat milk\n' },
  {
    path: 'menu.json',
    text: '[\n  {"dish": "dal", "price": 8, "vegan": false},\n  {"dish": "pie", "price": 11, "vegan": false}\n]\n',
  },
]
const TODAY = { year: 2026, month: 3, day: 12 }
const changeFor = (message: string) => {
  const found = findChange(message, FILES, TODAY)
  return found && [found.path, found.old, found.new]
}

for (const [message, ...change] of [
  ['the fence is painted', 'house/jobs.md', '- [ ] paint the fence', '- [x] paint the fence'],
  ['tick off the secateurs', 'house/jobs.md', '- [ ] sharpen secateurs', '- [x] sharpen secateurs'],
  ['untick the gravel', 'house/jobs.md', '- [x] order gravel', '- [ ] order gravel'],
  [
    'rang the chimney sweep at last',
    'house/jobs.md',
    '- [ ] call the chimney sweep, ask the price',
    '- [x] call the chimney sweep, ask the price',
  ],
  ['Pia has paid', 'choir fees.csv', 'Pia Lund;alto;no;', 'Pia Lund;alto;yes;12/03/2026'],
  [
    'Mona came for her lamp, she collected it',
    'repairs.md',
    '| 9 | Mona | lamp | waiting | 18 |',
    '| 9 | Mona | lamp | collected | 18 |',
  ],
  [
    'set the price of the drill to 35',
    'repairs.md',
    '| 8 | Karim | drill | ready | 30 |',
    '| 8 | Karim | drill | ready | 35 |',
  ],
  [
    'Mona took her lamp',
    'repairs.md',
    '| 9 | Mona | lamp | waiting | 18 |',
    '| 9 | Mona | lamp | collected | 18 |',
  ],
  ['no 7 is ready', 'repairs.md', '| 7 | Ines | saw | waiting | 12 |', '| 7 | Ines | saw | ready | 12 |'],
  [
    'the Lindgrens stay until the 22nd, Lindgren that is',
    'guests.csv',
    'Lindgren,5,2026-03-12,2026-03-20',
    'Lindgren,5,2026-03-12,2026-03-22',
  ],
  ['glaze temp should be 1250', 'kiln.yaml', '  temp: 1240', '  temp: 1250'],
  ['the gate code is 8024 now', 'notes.txt', 'Gate code: 5511', 'Gate code: 8024'],
  ['swimming moved to Wednesday', 'notes.txt', 'Swimming: Tuesday, 16:30', 'Swimming: Wednesday, 16:30'],
  ['take the poppy seeds off', 'shop.txt', 'poppy seeds\n', ''],
  [
    'dal costs 9 now',
    'menu.json',
    '  {"dish": "dal", "price": 8, "vegan": false},',
    '  {"dish": "dal", "price": 9, "vegan": false},',
  ],
] as const)
  test(`"${message}" changes ${change[0]}`, () => {
    assert.deepEqual(changeFor(message), [...change])
  })

test('two lines of a list that are told of change together', () => {
  assert.deepEqual(changeFor('fence painted and secateurs sharpened, both done'), [
    'house/jobs.md',
    '- [ ] paint the fence\n- [x] order gravel\n- [ ] call the chimney sweep, ask the price\n- [ ] sharpen secateurs',
    '- [x] paint the fence\n- [x] order gravel\n- [ ] call the chimney sweep, ask the price\n- [x] sharpen secateurs',
  ])
})

for (const message of [
  'has Pia paid?',
  'should I paint the fence before it rains',
  'I still have to paint the fence',
  'that fence took me the whole afternoon',
  'remind me to call the chimney sweep',
  'Ute has paid',
  'Greta has paid',
  'drop the long version',
  'add rye bread to what I need',
  "don't delete the oat milk",
  'the weather is lovely today',
  'roll a 10 sided die',
  'the saw took me 3 hours',
  'the lamp took ages',
  '12 percent of 2500',
  'make a skill called fence',
  'I need the price of 350 plus tax',
  'the drill was noisy. what is its price',
  'move my appointment at the vet from 12 March to 13 March',
])
  test(`"${message}" changes nothing`, () => {
    assert.equal(changeFor(message), undefined)
  })

test('where two places are meant as much, nothing changes', () => {
  assert.equal(changeFor('the hold is 20 now'), undefined)
  assert.equal(changeFor('somebody of the altos has paid'), undefined)
})

test('a number takes the place of no words, but of what says that there is none yet', () => {
  const files = [
    { path: 'app.yaml', text: 'logging:\n  level: warning\n  port: auto\n' },
    { path: 'tides.csv', text: 'day,level\nMon,3.1\nTue,3.4\nWed,3.0\n' },
  ]
  const newOf = (message: string) => findChange(message, files, TODAY)?.new
  assert.equal(newOf("set Tuesday's level to 3.5"), 'Tue,3.5')
  assert.equal(newOf('set the logging level to error'), '  level: error')
  assert.equal(newOf('set the logging port to 8080'), '  port: 8080')
})

test('a line that stands twice is not changed', () => {
  const twice = [{ path: 'a.md', text: '- [ ] water the figs\n\n- [ ] water the figs\n' }]
  assert.equal(findChange('the figs are watered', twice, TODAY), undefined)
})

test('line breaks of other systems stay', () => {
  const files = [{ path: 'a.md', text: '- [ ] water the figs\r\n- [ ] feed the hens\r\n' }]
  const found = findChange('the figs are watered', files, TODAY)
  assert.deepEqual([found?.old, found?.new], ['- [ ] water the figs\r', '- [x] water the figs\r'])
})

test('a record goes where what is left can be read', () => {
  assert.deepEqual(changeFor('take the dal off the menu'), [
    'menu.json',
    '  {"dish": "dal", "price": 8, "vegan": false},\n',
    '',
  ])
  assert.equal(changeFor('take the pie off the menu'), undefined, 'a comma would stand before nothing')
})
