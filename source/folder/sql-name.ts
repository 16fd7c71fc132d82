// Names of tables and columns that SQL takes without quotes. Pure. Rules: docs/tables.md, "Names".

/**
 * Words of https://sqlite.org/lang_keywords.html that SQLite does not take everywhere as the name of a table or column:
 * found by trying each in nineteen statements (SQLite 3.53), see test/folder/values-sql-name.test.ts.
 */
export const SQL_WORDS: ReadonlySet<string> = new Set(
  (
    'add all alter and as autoincrement between case cast check collate commit constraint create cross current_date ' +
    'current_time current_timestamp default deferrable delete distinct drop else escape except exists foreign from full ' +
    'glob group having if in index indexed inner insert intersect into is isnull join left like limit match natural not ' +
    'nothing notnull null on or order outer primary raise recursive references regexp returning right select set table ' +
    'then to transaction union unique update using values when where with'
  ).split(' '),
)

/**
 * A text as a name: `Time Sheet 2026` is `time_sheet_2026`, `Order` is `order_`, `2026` is `_2026`.
 * Empty where the text has no letter and no digit.
 */
export function sqlName(text: string): string {
  const words = text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)
  if (words === null) return ''
  const name = words.join('_')
  if (/^\p{N}/u.test(name)) return `_${name}`
  return SQL_WORDS.has(name) ? `${name}_` : name
}

/**
 * The names of a table's columns, in order, none twice: the second `name` is `name_2`, one without a name is `column_3`
 * by its place, `n` is `n_` because `n` is the number of the record. As many as texts.
 */
export function uniqueNames(texts: readonly string[]): readonly string[] {
  const own = texts.map((text) => {
    const name = sqlName(text)
    return name === 'n' ? 'n_' : name
  })
  // A column that is called `name_2` in the file keeps that name.
  const reserved = new Set(own)
  const taken = new Set<string>()
  return own.map((wanted, index) => {
    const base = wanted === '' ? `column_${index + 1}` : wanted
    let name = base
    const isFree = () => !taken.has(name) && (name === wanted || !reserved.has(name))
    for (let count = 2; !isFree(); count++) name = `${base}${base.endsWith('_') ? '' : '_'}${count}`
    taken.add(name)
    return name
  })
}
