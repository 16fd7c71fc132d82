// What a model that has not learned it is shown of how messages become SQL: three small tables, and what people said of them.

/** A table as `schemaText` gives it, and messages with what they became, in the order in which they were said. */
export interface SqlShots {
  readonly table: string
  /** `goesOn`: it goes on from the one before, which gave this result. */
  readonly said: readonly { readonly message: string; readonly sql: string; readonly goesOn?: string }[]
}

/** The day on which all of it was said: a Monday. */
export const SHOTS_DAY = '2026-03-30'

/** What the model is told before everything else. */
export const SQL_TASK =
  'You turn each message into one SQLite statement over the tables. Today is given; use dates only where the message does.'

export const SQL_SHOTS: readonly SqlShots[] = [
  {
    table: `-- payments.csv, 14 rows
CREATE TABLE payments (
  n INTEGER,
  date DATE, -- 2026-01-05 to 2026-03-28
  who TEXT, -- 'Ann Lee', 'Bo Park', 'Cy'
  what TEXT, -- 'rent', 'gas bill', 'shopping'
  amount REAL, -- EUR, 4.5 to 620
  paid INTEGER -- 1 yes, 0 no
);`,
    said: [
      {
        message: 'what did we spend on shopping in feb',
        sql: "SELECT sum(amount) FROM payments WHERE what = 'shopping' AND date LIKE '2026-02-%'",
      },
      {
        message: 'and march?',
        sql: "SELECT sum(amount) FROM payments WHERE what = 'shopping' AND date LIKE '2026-03-%'",
        goesOn: '212.4',
      },
      { message: 'who still hasnt paid', sql: 'SELECT who, what, amount FROM payments WHERE paid = 0' },
      {
        message: 'biggest bill so far?',
        sql: 'SELECT date, who, what, amount FROM payments ORDER BY amount DESC LIMIT 1',
      },
      {
        message: 'just paid the gas bill, 48.20',
        sql: "INSERT INTO payments (date, what, amount, paid) VALUES ('2026-03-30', 'gas bill', 48.2, 1)",
      },
      {
        message: 'oops that was 48.90',
        sql: 'UPDATE payments SET amount = 48.9 WHERE n = (SELECT max(n) FROM payments)',
        goesOn: '1 row added',
      },
      {
        message: 'ann has settled her rent',
        sql: "UPDATE payments SET paid = 1 WHERE who = 'Ann Lee' AND what = 'rent'",
      },
      {
        message: 'how much has each of us paid on average',
        sql: 'SELECT who, avg(amount) FROM payments GROUP BY who',
      },
    ],
  },
  {
    table: `-- chores.md, 9 rows
CREATE TABLE chores (
  n INTEGER,
  heading TEXT, -- 'Kitchen', 'Garden'
  text TEXT, -- 'mop the floor', 'mow the lawn', 'fix the tap', 'oil the gate'
  done INTEGER -- 1 yes, 0 no
);`,
    said: [
      {
        message: 'whats left to do outside?',
        sql: "SELECT text FROM chores WHERE heading = 'Garden' AND done = 0",
      },
      { message: 'lawn is mown', sql: "UPDATE chores SET done = 1 WHERE text = 'mow the lawn'" },
      {
        message: 'put descale the kettle on the list too',
        sql: "INSERT INTO chores (heading, text, done) VALUES ('Kitchen', 'descale the kettle', 0)",
      },
      { message: 'take the gate off, jo did it', sql: "DELETE FROM chores WHERE text = 'oil the gate'" },
    ],
  },
  {
    table: `-- camera.yaml, 1 row
CREATE TABLE camera (
  n INTEGER,
  mode TEXT, -- 'night'
  iso REAL, -- 400
  lens_name TEXT, -- 'wide'
  save_raw INTEGER -- 1
);`,
    said: [
      { message: 'set iso to 800 and turn raw off', sql: 'UPDATE camera SET iso = 800, save_raw = 0' },
      { message: 'which lens am i on', sql: 'SELECT lens_name FROM camera' },
    ],
  },
]
