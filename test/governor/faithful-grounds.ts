// What tools said, to which message: the ground of the answers in the tables beside this file.

export interface FaithfulCase {
  readonly facts: string
  readonly answer: string
  readonly message?: string
  readonly keys?: readonly (readonly (string | readonly string[])[])[]
  readonly failed?: boolean
}

export const TIME = { facts: 'It is 10:24.', message: 'what time is it?', keys: [['10:24']] }
export const LATE = { facts: 'It is 22:24.', message: 'what time is it?', keys: [['22:24']] }
export const DATE = {
  facts: 'Today is Thursday, 12 March 2026.',
  message: "what's the date?",
  keys: [['12']],
}
export const DAY = { facts: 'Today is Thursday.', message: 'is it friday today?', keys: [['Thursday']] }
export const WEEK = { facts: 'It is ISO week 11 of 2026.', message: 'which week is it?', keys: [['11']] }
export const TIP = { facts: '15 % of 47.5 is 7.125.', message: 'tip of 15% on $47.50?', keys: [['7.125']] }
export const SHARE = { facts: '12 is 24 % of 50.', message: '12 is what percent of 50?', keys: [['24']] }
export const PRODUCT = {
  facts: '1234 * 5678 = 7006652.',
  message: "what's 1234 times 5678?",
  keys: [['7006652']],
}
export const BELOW = { facts: '3 - 8 = -5.', message: 'what is 3 minus 8?', keys: [['-5']] }
export const THIRD = { facts: '10 / 3 ≈ 3.33333333333333.', message: '10/3?', keys: [['3.33333333333333']] }
export const HUGE = {
  facts: '2^64 = 18446744073709551616.',
  message: 'two to the 64',
  keys: [['18446744073709551616']],
}
export const TINY = { facts: '2.5e-7 * 2 = 5e-7.', message: '2.5e-7 times 2', keys: [['5e-7']] }
export const ZERO = { facts: '5 - 5 = 0.', message: '5 - 5', keys: [['0']] }
export const LIST = {
  facts: 'The current folder has 3 entries: README.md, docs/, notes.txt.',
  message: 'what is in this folder?',
  keys: [['README.md', 'docs/', 'notes.txt']],
}
export const NOTES = {
  facts:
    'notes.txt (4 lines):\nMeeting with Priya moved to Thursday at 14:30.\nThe garage code is 7731.\nBudget for the workshop: 1,850 euros.\nAsk Tomas about the broken heater in room 12.',
  message: 'read notes.txt',
}
export const TABLE = {
  facts: 'data.csv (3 lines):\nday,level_m,wind_kn\nMon,3.1,12\nTue,3.4,18',
  message: 'read data.csv',
}
export const LOG = {
  facts: '2 matches for "ERROR" in logs:\nlogs/error.log:1: 2026-03-01 09:55 ERROR timeout after 45 s',
  message: 'find ERROR in logs',
  keys: [['logs/error.log']],
}
export const PRICES = {
  facts: 'prices.json (5 lines):\n{\n  "night": 38.5,\n  "week": 229,\n  "electricity_kwh": 0.42\n}',
  message: 'what does it cost?',
}
export const FOLDER = {
  facts: '`docs` is a folder, not a file; list it to see its files.',
  message: 'read docs',
  failed: true,
}
export const NONE = { facts: 'No match for "zebra" in the current folder.', message: 'find zebra' }
export const EMPTY = { facts: 'empty.txt is empty.', message: 'read empty.txt' }
export const MACHINE = {
  facts: 'This machine has AMD EPYC with 8 cores, 15.6 GB of memory (9.1 GB free) and runs linux.',
  message: 'what can this machine do?',
  keys: [[['8 core', '15.6']]],
}
export const VERSION = { facts: 'This is ethervox 0.1.0.', message: 'which version?', keys: [['0.1.0']] }
export const MISSING = {
  facts: 'There is no file `plan.txt`; did you mean plans.txt?',
  message: 'open plan.txt',
  failed: true,
}
export const OUTSIDE = {
  facts: '`../secret.txt` is outside the workspace, so it is not read.',
  message: 'read ../secret.txt',
  failed: true,
}
export const DIVISION = {
  facts: 'Division by zero has no result; change the divisor.',
  message: 'what is 5/0?',
  failed: true,
}
export const WHOLE = { facts: 'gcd needs whole numbers.', message: 'gcd of a and b', failed: true }
export const LARGE = {
  facts: '`big.log` has 12 MB; files over 5 MB are not read.',
  message: 'read big.log',
  failed: true,
}
export const SLOW = {
  facts: 'file_search did not finish within 30 seconds.',
  message: 'find x',
  failed: true,
}
export const TWO = {
  facts: '1. It is 10:24.\n2. Today is Thursday, 12 March 2026.',
  message: 'time and date?',
  keys: [['10:24'], ['12']],
}

/** The same ground under several answers. */
export const say = (
  ground: Omit<FaithfulCase, 'answer'>,
  ...answers: readonly string[]
): readonly FaithfulCase[] => answers.map((answer) => ({ ...ground, answer }))
