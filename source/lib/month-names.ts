// Months and days of a month as English texts have them. Pure.

/** In lower case, January first. */
export const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ')

/** `st` of the 1st, 21st, 31st, and so on. */
export function endOf(day: number): string {
  if (day > 10 && day < 14) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}
