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

/** Asks; `onAnswer` is called if one comes. Gives the undoing. */
export function askBackground(
  { stdin, stdout }: Terminal,
  onAnswer: (background: Background) => void,
): () => void {
  const read = stdin.read
  let kept = ''
  stdin.read = (size?: number) => {
    const chunk: unknown = read.call(stdin, size)
    if (chunk === null) return chunk
    const text = kept + String(chunk)
    kept = ''
    const found = ANSWER.exec(text)
    if (found === null) {
      const start = text.indexOf(START)
      if (start < 0 || text.length - start > LONGEST) return text
      kept = text.slice(start)
      return text.slice(0, start)
    }
    const background = answeredBackground(found[1] ?? '')
    if (background !== undefined) onAnswer(background)
    return text.slice(0, found.index) + text.slice(found.index + found[0].length)
  }
  stdout.write(QUESTION)
  return () => {
    stdin.read = read
  }
}

/** Whether a terminal may be asked: one that does not know the question must not print it. */
export function canAsk(env: NodeJS.ProcessEnv): boolean {
  const { TERM = '' } = env
  return !['', 'dumb', 'linux', 'cons25', 'emacs'].includes(TERM) && !TERM.startsWith('screen')
}
