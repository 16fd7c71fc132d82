import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FolderColumn, FolderTable } from '../../source/contracts/folder.ts'
import { lookUp } from '../../source/folder/show/look-up.ts'

const column = (name: string, type: FolderColumn['type'] = 'text'): FolderColumn => ({
  name,
  title: name,
  type,
})

function table(name: string, columns: readonly FolderColumn[], rows: FolderTable['rows']): FolderTable {
  return { name, path: `${name}.csv`, version: '1', suffix: '', kind: 'csv', notes: [], columns, rows }
}

const PLUMBERS = table(
  'contacts',
  [column('name'), column('trade'), column('phone')],
  [...Array(20).keys()].map((at) => [`Person ${at}`, at === 7 ? 'plumber' : `trade ${at}`, `0${at}`]),
)
const TODO = table('todo', [column('text'), column('done', 'yes/no')], [["fix Bo's bike", 0]])
const SETTINGS = table('config', [column('server_port', 'number'), column('theme')], [[8080, 'dark']])
const WEAK = new Set(['what', 'is', 'the', 'of', 'number'])

test('the records whose cell a message names are looked up', () => {
  const sql = lookUp("what is the plumber's number", [TODO, PLUMBERS], WEAK)
  assert.equal(sql, "SELECT name, trade, phone FROM contacts WHERE trade = 'plumber'")
})

test('a quote in a cell is doubled', () => {
  assert.equal(
    lookUp("fix bo's bike", [TODO], WEAK),
    "SELECT text, done FROM todo WHERE text = 'fix Bo''s bike'",
  )
})

test('a short table is shown whole where no cell is named, a long one is not', () => {
  assert.equal(lookUp('anything left', [TODO], WEAK), 'SELECT text, done FROM todo')
  assert.equal(lookUp('anything left', [PLUMBERS], WEAK), undefined)
})

test('of settings those that are named', () => {
  assert.equal(lookUp('what is the port', [SETTINGS], WEAK), 'SELECT server_port FROM config')
})

test('a cell that the message has whole comes before a long one that shares more words with it', () => {
  const notes =
    'the boiler man comes on friday to look at the pump and the plumber said that it leaks since may'
  const jobs = table(
    'jobs',
    [column('what'), column('notes')],
    [
      ['boiler', notes],
      ['shed', notes],
    ],
  )
  assert.equal(lookUp('the boiler', [jobs], WEAK), "SELECT what, notes FROM jobs WHERE what = 'boiler'")
})

test('of many columns the one that was named and that of the cell are among those that are shown', () => {
  const columns = [...Array(12).keys()].map((at) => column(`c${at}`))
  const wide = table(
    'wide',
    [...columns, column('trade'), column('price', 'number')],
    [
      [...columns.map(() => 'x'), 'plumber', 40],
      [...columns.map(() => 'y'), 'mason', 50],
    ],
  )
  assert.equal(
    lookUp('price of the plumber', [wide], WEAK),
    "SELECT trade, price, c0, c1, c2, c3, c4, c5 FROM wide WHERE trade = 'plumber'",
  )
})
