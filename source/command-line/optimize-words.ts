// `ethervox optimize …`: the options of that command among the program's own flags, and its progress on stderr.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import { waitText } from '../lib/time-left.ts'

const ALONE = ['--all', '--again', '--undo', '--dry-run']
const WITH_VALUE = ['--strategy', '--with', '--budget']

/** What the command gets, and what is left for the program. */
export interface OptimizeWords {
  readonly own: readonly string[]
  readonly others: readonly string[]
}

/** Parts the words behind `optimize`; `--tool` takes all words up to the next flag, `--budget=60` is two. */
export function splitOptimizeWords(words: readonly string[]): OptimizeWords {
  const own: string[] = []
  const others: string[] = []
  const left = words.flatMap((word) => /^(--\w[\w-]*)=(.*)$/s.exec(word)?.slice(1) ?? word)
  while (left.length > 0) {
    const word = left.shift() ?? ''
    const isValue = () => left[0] !== undefined && !/^-(?!\d)/.test(left[0])
    if (ALONE.includes(word)) own.push(word)
    else if (WITH_VALUE.includes(word)) own.push(word, ...(isValue() ? left.splice(0, 1) : []))
    else if (word === '--tool') {
      own.push(word)
      while (isValue()) own.push(left.shift() ?? '')
    } else others.push(word)
  }
  return { own, others }
}

/** What is counted, where it is no tools. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['calls', 'steps'],
  ['trial', 'requests'],
])

/** Says how far it is: one line that moves in a terminal, else a line for every tenth part. */
export function writeOptimizeProgress(stderr: {
  readonly isTTY?: boolean
  write(text: string): unknown
}): (event: SessionEvent | LiveSignal) => void {
  let said = -1
  return (event) => {
    if (event.type === 'command' && stderr.isTTY) stderr.write('\r\u001b[K')
    if (event.type !== 'progress' || event.what !== 'optimize' || event.total === 0) return
    const { done, total, leftS, text } = event
    const units = UNITS.get(text ?? '') ?? 'tools'
    const name = text === undefined ? '' : `${text}: `
    const left = leftS === undefined ? '' : `, about ${waitText(leftS)} left`
    const tenth = Math.floor((10 * done) / total)
    if (stderr.isTTY) stderr.write(`\r\u001b[K${name}${done} of ${total} ${units}${left}`)
    else if (tenth !== said) stderr.write(`${name}${done} of ${total} ${units}${left}\n`)
    said = tenth
  }
}
