// Asking the terminal for its background (OSC 11). The answer comes as input, at any time or never, and must not land in
// the draft: so it is taken out of what is read, wherever it stands, for as long as the screen is open.
import type { Terminal } from '../terminal.ts'
import { answeredBackground, type Background } from './colours.ts'

const QUESTION = '\x1b]11;?\x07'
const START = '\x1b]11;'
// biome-ignore lint/suspicious/noControlCharactersInRegex: an answer of a terminal is made of them
const ANSWER = /\x1b\]11;([^\x07\x1b]{0,64})(?:\x07|\x1b\\)/
/** A start without an end is given back as it came: somebody typed it. */
const LONGEST = 80
/** The first signs of one are also the Escape key and Alt with another: those do not wait for longer. */
const SHORT_MS = 30

/** Asks; `onAnswer` is called if one comes. Gives the undoing. */
export function askBackground(
  { stdin, stdout }: Terminal,
  onAnswer: (background: Background) => void,
): () => void {
  const read = stdin.read
  let kept = ''
  let isAnswered = false
  let short: NodeJS.Timeout | undefined
  /** What is kept has waited long enough. */
  let isLate = false
  const giveOut = () => {
    isLate = true
    stdin.emit('readable')
  }
  stdin.read = (size?: number) => {
    const chunk: unknown = read.call(stdin, size)
    if (chunk === null && !isLate) return chunk
    clearTimeout(short)
    const text = kept + String(chunk ?? '')
    const isNew = chunk !== null
    kept = ''
    isLate = false
    const found = ANSWER.exec(text)
    if (found === null) {
      const start = startIn(text, isNew && !isAnswered)
      if (start < 0 || text.length - start > LONGEST) return text
      kept = text.slice(start)
      if (kept.length < START.length) short = setTimeout(giveOut, SHORT_MS)
      return text.slice(0, start)
    }
    isAnswered = true
    const background = answeredBackground(found[1] ?? '')
    if (background !== undefined) onAnswer(background)
    return text.slice(0, found.index) + text.slice(found.index + found[0].length)
  }
  stdout.write(QUESTION)
  return () => {
    clearTimeout(short)
    stdin.read = read
  }
}

/** Where an answer begins, if `mayBeCut` also where the text ends with the first signs of one; -1: nowhere. */
function startIn(text: string, mayBeCut: boolean): number {
  const whole = text.indexOf(START)
  if (whole >= 0 || !mayBeCut) return whole
  const last = text.lastIndexOf('\x1b')
  return last >= 0 && START.startsWith(text.slice(last)) ? last : -1
}

/** Whether a terminal may be asked: one that does not know the question must not print it. */
export function canAsk(env: NodeJS.ProcessEnv): boolean {
  const { TERM = '' } = env
  return !['', 'dumb', 'linux', 'cons25', 'emacs'].includes(TERM) && !TERM.startsWith('screen')
}
