// The parts of a program that stands there already, whoever wrote it: read with the same grammar, with its own literals as all that may be said. Pure.
import type { FolderTable } from '../contracts/folder.ts'
import { readProgram } from '../lib/sql/read-program.ts'
import type { SqlPart } from '../lib/sql/scan.ts'
import { vocabularyOf } from './show/vocabulary.ts'

const TEXT = /'((?:[^']|'')*)'/gu
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?/gu

/** The parts in order; empty: the grammar does not have it all, though SQLite may. */
export function partsOf(sql: string, tables: readonly FolderTable[]): readonly SqlPart[] {
  const literals = [...sql.matchAll(TEXT)].map(([, text = '']) => text.replaceAll("''", "'"))
  const bare = sql.replace(TEXT, ' ')
  const numbers = [...bare.matchAll(NUMBER)].map(([number]) => String(Number(number)))
  const message = literals.map((text) => text.replace(/^%|%$/g, '')).join('\n')
  const vocabulary = vocabularyOf({
    message,
    tables,
    near: [],
    results: literals,
    acts: 'both',
    days: literals,
    today: '',
  })
  const whole = {
    ...vocabulary,
    texts: [...vocabulary.texts, message],
    numbers: [...vocabulary.numbers, ...numbers],
  }
  return readProgram(sql.trim(), whole).parts ?? []
}

/** The tables that a program names, in its order. */
export function tablesIn(sql: string, tables: readonly FolderTable[]): readonly FolderTable[] {
  const words: readonly string[] =
    sql
      .replace(TEXT, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  const places = tables.flatMap((table) => {
    const at = words.indexOf(table.name.toLowerCase())
    return at === -1 ? [] : [{ table, at }]
  })
  return places.sort((a, b) => a.at - b.at).map(({ table }) => table)
}

/** The statements of a program, at the semicolons that stand in no text. */
export function statementsIn(sql: string): readonly string[] {
  const found: string[] = []
  let text = ''
  let isQuoted = false
  for (const one of sql) {
    if (one === "'") isQuoted = !isQuoted
    if (one === ';' && !isQuoted) {
      found.push(text)
      text = ''
    } else text += one
  }
  return [...found, text].map((one) => one.trim()).filter((one) => one !== '')
}
