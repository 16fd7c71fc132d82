/**
 * A page as text, worked out in a process of its own. What a page may hold cannot be foreseen: a megabyte of tags in one another keeps any
 * converter busy for a minute, and tables in one another grow without end. Here neither a limit nor the key that stops a turn would be heard
 * meanwhile; a thread would be heard, but when its memory is used up the whole program ends with it.
 * Invariant: it settles within its time and a moment, whatever the page. Next: `page-text.ts`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { cleanEnvironment } from '../../source/toolkit/shell.ts'
import { type PageText, pageText, unreadable, type WebAnswer } from './page-text.ts'

/** Wall clock. An honest page of 1 MB takes a second of an idle processor; this one may be busy with a model. */
const LIMIT_MS = 6_000
const MOST_MB = 256
/** What the process is started with: who imports this file for its tool has no such argument. */
const IS_READER = 'read-one-page'

type Told =
  | { readonly type: 'page'; readonly page: PageText }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }

/** Throws `ToolFailure` for what is no text or cannot be made one; rejects with the signal's reason. */
export async function readPage(answer: WebAnswer, signal: AbortSignal): Promise<PageText> {
  signal.throwIfAborted()
  const { url, type, charset, body } = answer
  // This very file, or what it is bundled into: one of the process alone would have to be known to the build.
  const file = fileURLToPath(import.meta.url)
  const child = fork(file, [IS_READER], {
    cwd: dirname(file),
    env: cleanEnvironment(process.env),
    execArgv: [`--max-old-space-size=${MOST_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  try {
    child.send({ url, type, charset, body }, () => undefined)
    const told = await toldBy(child, url, signal)
    if (told.type === 'failed') throw new ToolFailure(told.code, told.message)
    return told.page
  } finally {
    process.off('exit', end)
    end()
  }
}

function toldBy(child: ChildProcess, url: string, signal: AbortSignal): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>()
  const tooMuch = () => reject(unreadable(url))
  const aborted = () => reject(signal.reason)
  const timer = setTimeout(tooMuch, LIMIT_MS)
  signal.addEventListener('abort', aborted, { once: true })
  child.on('message', (told: Told) => resolve(told))
  child.on('error', reject)
  // Node ends with 1 for a mistake of ours that was thrown, and by a signal or with another number when its memory is used up.
  child.on('exit', (code) =>
    code === 0 || code === 1
      ? reject(new Error(`the process that reads pages ended with ${code}`))
      : tooMuch(),
  )
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', aborted)
  })
}

function told(answer: WebAnswer): Told {
  try {
    return { type: 'page', page: pageText(answer) }
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return { type: 'failed', code: error.code, message: error.message }
  }
}

// In the process that was started above, and nowhere else.
if (process.argv[2] === IS_READER && process.send !== undefined)
  process.once('message', (answer: WebAnswer) => {
    process.send?.(told(answer), () => process.disconnect())
  })
