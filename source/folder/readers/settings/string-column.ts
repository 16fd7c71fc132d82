// Strings that stand for something: dates, numbers with a unit, and in formats that have strings only, plain numbers.
import type { CellValue, ColumnType } from '../../../contracts/folder.ts'
import { typeColumn } from '../../values/type-column.ts'
import { writeValue } from '../../values/write-value.ts'
import { plainNumber, writeNumber } from './number-form.ts'
import { booleanOf, numberOf } from './plain-value.ts'
import { readYesNo, writeYesNo } from './yes-no-form.ts'

export interface StringColumn {
  readonly type: ColumnType
  readonly unit?: string
  /** As many as texts. */
  readonly cells: readonly CellValue[]
  /** The text of a value in the manner of `old`; `null` is none. Throws `ChangeRefused`. */
  write(value: string | number | bigint, old: string | undefined): string
}

/**
 * What texts of one column are; undefined: text. null: nothing stands there. All must be of the kind: a string is what its
 * writer made a string. `isLoose`: the format has strings only.
 */
export function readStrings(
  name: string,
  texts: readonly (string | null)[],
  isLoose: boolean,
): StringColumn | undefined {
  const said = texts.filter((text) => text !== null)
  if (said.some((text) => text.trim() !== text || text === '')) return undefined
  if (isLoose && said.every((text) => readYesNo(text) !== undefined)) return yesNoColumn(name, texts)
  if (said.every((text) => plainNumber(text) !== undefined))
    return isLoose ? numberColumn(name, texts) : undefined
  const { type, unit, values, form } = typeColumn(
    texts.map((text) => text ?? ''),
    name,
  )
  const isAll = texts.every((text, index) => text === null || (values[index] ?? null) !== null)
  if (!isAll || !(type === 'date' || (type === 'number' && unit !== undefined))) return undefined
  return {
    type,
    ...(unit === undefined ? {} : { unit }),
    cells: values,
    write: (value, old) => writeValue(value, form, old),
  }
}

function numberColumn(name: string, texts: readonly (string | null)[]): StringColumn {
  return {
    type: 'number',
    cells: texts.map((text) => (text === null ? null : (plainNumber(text) ?? null))),
    write: (value, old) => {
      const number = numberOf(name, value)
      return number === null ? '' : writeNumber(old ?? '', number)
    },
  }
}

function yesNoColumn(name: string, texts: readonly (string | null)[]): StringColumn {
  const first = texts.find((text) => text !== null) ?? undefined
  return {
    type: 'yes/no',
    cells: texts.map((text) => (text === null ? null : Number(readYesNo(text) === true))),
    write: (value, old) => writeYesNo(booleanOf(name, value) === true, old ?? first),
  }
}
