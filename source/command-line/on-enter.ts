// Enter in the terminal of a program that reads nothing else there.
import { processText } from '../lib/process-family.ts'

type Typed = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/**
 * Calls `act` with each Enter, as long as the program stands in the foreground; gives the undoing, or undefined where nobody types: what
 * comes through a pipe is no person, and neither is its end.
 */
export function onEnter(stdin: Typed, act: () => void): (() => void) | undefined {
  if (stdin.isTTY !== true) return undefined
  // The terminal stops a program that reads from behind; `fg` and `bg` are told by this signal.
  const follow = () => {
    stdin.off('data', act).pause()
    if (isInFront()) stdin.on('data', act).resume()
  }
  // A terminal that is gone.
  stdin.on('error', () => stdin.pause())
  if (process.platform !== 'win32') process.on('SIGCONT', follow)
  follow()
  return () => {
    process.off('SIGCONT', follow)
    stdin.off('data', act).pause()
  }
}

/** Its group of processes is the terminal's; yes where the system does not say, and where the terminal stops nobody. */
function isInFront(): boolean {
  const [, fields] = /^.*\) (.*)$/s.exec(processText(process.pid, 'stat')) ?? []
  const [, , group, , , front] = fields?.split(' ') ?? []
  return front === '-1' || group === front
}
