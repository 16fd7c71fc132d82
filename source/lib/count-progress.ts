// How far a long piece of work is, for who waits at a shell.

/** A state that takes longer was made, not read from the disk. */
const MADE_MS = 500
/** Cases follow each other too quickly for a line each. */
const CASES_A_LINE = 25

/**
 * In a terminal one line that changes, elsewhere lines: every 25 cases, and `states` as they are made, of those that were there
 * the first and the last. `done` is 0 before the first; `now` is monotonic, in milliseconds.
 */
export function countProgress(
  to: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number,
): (done: number, total: number, what: string) => void {
  let last = now()
  return (done, total, what) => {
    const took = now() - last
    last += took
    const isEnd = done === total
    const isTold = what === 'states' ? done === 0 || isEnd || took >= MADE_MS : done % CASES_A_LINE === 0
    if (to.isTTY) to.write(`\r${what} ${done}/${total} ${isEnd ? '\n' : ''}`)
    else if (isTold) to.write(`${what} ${done}/${total}\n`)
  }
}
