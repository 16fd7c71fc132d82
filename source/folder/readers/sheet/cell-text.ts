// A cell's content as one would write it in a text. Pure.
import type { CellContent, SheetCell } from './grid.ts'

/** Empty for what holds nothing, and for an error. */
export function cellText(cell: SheetCell | undefined): string {
  const content = cell?.content
  if (content === undefined) return ''
  switch (content.type) {
    case 'text':
      return content.value.trim()
    case 'number':
      return cell?.form?.isPercent ? `${numberText(inPercent(content.value))}%` : numberText(content.value)
    case 'date':
    case 'time':
      return content.value
    case 'yes/no':
      return content.value ? 'TRUE' : 'FALSE'
    case 'error':
      return ''
    default:
      return content satisfies never
  }
}

/** As 15 digits, which is what spreadsheets keep. */
export function numberText(value: number): string {
  return String(cleanNumber(value))
}

/** Without what reckoning in binary leaves behind: 0.1 + 0.2 is 0.3. */
export function cleanNumber(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))
}

export function inPercent(value: number): number {
  return cleanNumber(value * 100)
}

/** Whether two cells hold the same. */
export function isSameContent(a: CellContent | undefined, b: CellContent | undefined): boolean {
  return a?.type === b?.type && a?.value === b?.value
}
