/** A regular expression that would take years for `ENDLESS_TEXT`: each further letter doubles its time. */
export const ENDLESS = '^(a+)+$'
export const ENDLESS_TEXT = `${'a'.repeat(60)}!`
