// A small model can fall into saying one thing for ever. Pure.

/** A unit of fewer tokens may be a list or a table's rule. */
const SHORTEST = 6
const LONGEST = 60
/** As a unit, five times: more than a line of signs has. */
const LONG_LINE = 30
/** A refrain comes two or three times. */
const TIMES = 5

/** Whether the last tokens are one unit of 6 to 60 tokens, over and over. */
export function repeatsItself(tokens: readonly number[]): boolean {
  for (let unit = SHORTEST; unit <= LONGEST && unit * TIMES <= tokens.length; unit++)
    if (endsInUnit(tokens, unit)) return true
  return false
}

function endsInUnit(tokens: readonly number[], unit: number): boolean {
  for (let back = 1; back <= unit * (TIMES - 1); back++)
    if (tokens[tokens.length - back] !== tokens[tokens.length - back - unit]) return false
  // One or two tokens over and over may be a line or the rule of a table ("|---|---|"), unless there are a hundred of them.
  return new Set(tokens.slice(-unit)).size > 2 || unit >= LONG_LINE
}
