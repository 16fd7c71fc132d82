import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { SQL_WORDS, sqlName, uniqueNames } from '../../source/folder/sql-name.ts'

/** https://sqlite.org/lang_keywords.html */
const KEYWORDS =
  `ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY
  CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME
  CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT
  EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF
  IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT
  MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA
  PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT
  ROLLBACK ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE UPDATE
  USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT`
    .toLowerCase()
    .split(/\s+/)

const STATEMENTS: readonly ((name: string) => string)[] = [
  (name) => `create table ${name} (${name}, zz)`,
  (name) => `insert into ${name} (${name}) values (1)`,
  (name) => `insert into ${name} values (1, 2)`,
  (name) => `insert into ${name} (zz, ${name}) select ${name}, zz from ${name}`,
  (name) => `update ${name} set ${name} = 5, zz = ${name} + 1 where ${name} > 0`,
  (name) => `select ${name} from ${name}`,
  (name) => `select distinct ${name} from ${name}`,
  (name) => `select 1 as ${name}`,
  (name) => `select zz ${name} from ${name}`,
  (name) => `select ${name}.${name} from ${name} where ${name} = 5 and ${name} like '5' order by ${name}`,
  (name) => `select sum(${name}), ${name} from ${name} group by ${name} having ${name} > 0`,
  (name) => `select count(distinct ${name}), (${name}), -${name}, ${name} * 2 from ${name} group by zz`,
  (name) => `select case when ${name} then ${name} else ${name} end from ${name}`,
  (name) => `select a.${name} from ${name} a join ${name} b on a.${name} = b.${name}`,
  (name) => `select a.zz from ${name} as a left join ${name} on ${name}.${name} = a.${name}`,
  (name) => `select zz from ${name} ${name}2 where ${name} is not null and ${name} between 1 and 9`,
  (name) => `with ${name} as (select 1) select * from ${name}`,
  (name) => `delete from ${name} where ${name} in (1) or not ${name}`,
]

function failures(name: string): number {
  const database = new DatabaseSync(':memory:')
  let failed = 0
  for (const statement of STATEMENTS) {
    try {
      database.prepare(statement(name)).all()
    } catch {
      failed++
    }
  }
  database.close()
  return failed
}

test('every keyword of SQLite is a name that it takes unquoted wherever a name may stand', () => {
  for (const word of KEYWORDS) assert.equal(failures(sqlName(word)), 0, word)
})

test('only words that SQLite does not take get a line behind them', () => {
  for (const word of SQL_WORDS) assert.notEqual(failures(word), 0, word)
})

test('a name is in small letters with a line for all that is no letter or digit', () => {
  const names = {
    'Time Sheet 2026': 'time_sheet_2026',
    'Amount (EUR)': 'amount_eur',
    Order: 'order_',
    '2026': '_2026',
    ' -- ': '',
    'price/kg': 'price_kg',
    Ærøskøbing: 'ærøskøbing',
    'Cafe\u0301': 'café',
    नाम: 'नाम',
    to: 'to_',
    From: 'from_',
  }
  for (const [text, name] of Object.entries(names)) assert.equal(sqlName(text), name)
})

test('no name stands twice, and n stays the number of the record', () => {
  assert.deepEqual(uniqueNames(['Name', 'name', '', 'n', 'N']), ['name', 'name_2', 'column_3', 'n_', 'n_2'])
  assert.deepEqual(uniqueNames(['Order', 'order']), ['order_', 'order_2'])
  assert.deepEqual(uniqueNames(['a', 'a', 'a_2', 'a']), ['a', 'a_3', 'a_2', 'a_4'])
  assert.deepEqual(uniqueNames(['', 'column 1']), ['column_1_2', 'column_1'])
})
