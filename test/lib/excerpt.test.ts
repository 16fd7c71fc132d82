import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileOf } from '../../source/lib/file-profile.ts'
import { meantFile } from '../../source/lib/meant-file.ts'

const told = (question: string, text: string) =>
  meantFile(question, [profileOf('a.md', [], text.split('\n'))])?.excerpt

const DATES = `# Appointments
Mon 16 March 07:30 plumber, kitchen and bath, ask about the boiler
Sat 28 March Tom's parents visit, everything must be walkable
Thu 2 April delivery of the oak boards for the bedroom, between eight and noon`

test('the line that is asked for is told with its heading', () => {
  assert.equal(
    told("when are Tom's parents coming", DATES),
    "# Appointments\nSat 28 March Tom's parents visit, everything must be walkable",
  )
})

test('of a list to be ticked off what is open is told', () => {
  const list = '# Jobs\n- [ ] sharpen the shears\n- [x] clean the glass\n- [ ] feed the roses'
  assert.equal(told('what jobs are still open', list), '- [ ] sharpen the shears\n- [ ] feed the roses')
})

test('an indented block stands together, and a record in one line alone', () => {
  const yaml = `drives:
  - name: HERON
    size_tb: 8
    where: the shelf above the desk in the study at home
  - name: WREN
    size_tb: 4
    where: the drawer under the printer, in the blue box`
  assert.match(told('where is WREN', yaml) ?? '', /WREN[\s\S]*blue box/u)
  assert.doesNotMatch(told('where is WREN', yaml) ?? '', /study/u)
  const json = `{
  "bodies": [
    { "model": "R6", "serial": "0420119", "bought": "2023-11-04", "insured": true, "price": 2380 },
    { "model": "R5", "serial": "0317765", "bought": "2021-06-18", "insured": true, "price": 3790 }
  ]
}`
  assert.match(told('serial number of my R5', json) ?? '', /0317765/u)
  assert.doesNotMatch(told('serial number of my R5', json) ?? '', /0420119/u)
})

test('a row of a Markdown table stands below the names of its columns', () => {
  const text = `Shampoos that we have in stock, as mixed by Dana
| shampoo | for | dilution |
| --- | --- | --- |
| oatmeal | itchy skin, also puppies from eight weeks on | 1:10 |
| tea tree | greasy coats, not for cats, never for puppies | 1:16 |`
  assert.equal(
    told('what dilution has tea tree', text),
    '| shampoo | for | dilution |\n| tea tree | greasy coats, not for cats, never for puppies | 1:16 |',
  )
})

test('all of a short text may be meant, and of one that several things are asked of', () => {
  assert.equal(told('which plumber', 'the plumber is Igor\nthe roofer is Ana'), undefined)
  assert.equal(told('list all appointments', DATES), undefined)
})
