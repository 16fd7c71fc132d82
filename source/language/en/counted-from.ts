/** Spans of time that are counted from something, behind how many they are: `day before`, `hours after`. A part of an expression. */
export const COUNTED_FROM = '(?:day|night|evening|morning|week|month|hour|minute|min)s? (?:before|after)'
