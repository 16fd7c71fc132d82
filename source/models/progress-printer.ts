import { formatProgress, type PullProgress } from './progress.ts'

export interface ProgressPrinter {
  readonly show: (progress: PullProgress) => void
  /** A line of its own; the moving line stays below it. */
  readonly note: (text: string) => void
  /** Closes the moving line. */
  readonly end: () => void
}

/** Shows progress: in a terminal as one line that moves, elsewhere a line for each tenth, so that logs stay short. */
export function progressPrinter(to: {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}): ProgressPrinter {
  let isOpen = false
  let tenth = ''
  const end = () => {
    if (isOpen) to.write('\n')
    isOpen = false
  }
  const show = (progress: PullProgress) => {
    if (to.isTTY) {
      // One column less: a full line would wrap in some terminals. `\x1b[K` clears what is left of the old one.
      to.write(`\r${formatProgress(progress, (to.columns ?? 80) - 1)}\x1b[K`)
      isOpen = true
      return
    }
    const { phase, source, doneBytes, totalBytes } = progress
    if (phase === 'check') return
    const now = `${source} ${totalBytes > 0 ? Math.floor((doneBytes / totalBytes) * 10) : 0}`
    if (now !== tenth) to.write(`${formatProgress(progress, 1000)}\n`)
    tenth = now
  }
  const note = (text: string) => {
    end()
    to.write(`${text}\n`)
  }
  return { show, note, end }
}
