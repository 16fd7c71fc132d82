import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileOf } from '../../source/lib/file-profile.ts'
import { meantFile } from '../../source/lib/meant-file.ts'

const MARCH = profileOf(
  'shifts_march.csv',
  ['date', 'shift', 'ward'],
  ['2026-03-06 night ICU', '2026-03-26 night B2'],
)
const APRIL = profileOf('shifts_april.csv', ['date', 'shift', 'ward'], ['2026-04-05 night ICU'])
const NOTES = profileOf(
  'notes.txt',
  [],
  [
    'Intern Yusuf starts Monday 16 March, give him the small bench.',
    'The landlord wants the rent by the third.',
    'Window cleaner comes every second Tuesday, 25 in cash.',
  ],
)
const TODO = profileOf('house/todo.md', [], ['# House', '- [ ] bleed the radiators', '- [x] oil the gate'])
const FILES = [MARCH, APRIL, NOTES, TODO]

test('the file with the rarest words of a question is meant', () => {
  assert.equal(meantFile('how many night shifts do I have in March', FILES)?.path, 'shifts_march.csv')
  assert.equal(meantFile('and in April?', FILES)?.path, 'shifts_april.csv')
  assert.equal(meantFile('when does Yusuf start', FILES)?.path, 'notes.txt')
  assert.equal(meantFile('who swapped the 26th', FILES)?.path, 'shifts_march.csv')
})

test('a word of the name counts as named, one of a line does not', () => {
  assert.equal(meantFile('which shifts are nights', FILES)?.isNamed, true)
  assert.equal(meantFile('when does Yusuf start', FILES)?.isNamed, false)
})

test('no word of any file, or a year that it does not have, means none', () => {
  assert.equal(meantFile('why is the sky blue', FILES), undefined)
  assert.equal(meantFile('which night shifts were there in 1998', FILES), undefined)
  assert.equal(meantFile('which night shifts were there in 2026', FILES)?.path, 'shifts_march.csv')
})

test('what is near in meaning is meant where no word is', () => {
  const near = (gist: string) => (gist.startsWith('Window') ? 0.6 : 0.1)
  const meant = meantFile('what do I pay the man who does the glass', FILES, near)
  assert.equal(meant?.path, 'notes.txt')
  assert.equal(meant?.likeness, 0.6)
})

test('the lead is small where two files fit as well', () => {
  const both = meantFile('my night on ICU', FILES)
  assert.ok(both !== undefined && both.lead < 0.2)
})

test('a name that no file has is told, one that some file has, a month or a capital first word is none', () => {
  const lacks = (question: string) => meantFile(question, FILES)?.lacksNames
  assert.equal(lacks('who pays the rent of Liverpool?'), true)
  assert.equal(lacks('which gate does MySQL use?'), true)
  assert.equal(lacks('When does Yusuf clean the window?'), undefined)
  assert.equal(lacks('Landlord of the window cleaner in March?'), undefined)
  assert.equal(lacks('What Rent Does Liverpool Pay'), undefined)
  assert.equal(lacks('who of ICU is on the night shift?'), undefined)
})
