// The built chat in a real pseudo-terminal (`script` of util-linux; Linux only), without a model, so that nothing but the screen runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { findProgram } from '../../source/paths.ts'

export const BIN = join(findProgram().packageRoot, 'bin', 'ethervox.js')
const TYPED = 'qxz'

export interface OpenedChat {
  readonly child: ChildProcess
  /** Milliseconds from its start to the prompt. */
  readonly promptMs: number
  /** And to the keys that were typed at the sight of it. */
  readonly typedMs: number
}

/** Opens the chat of a home; rejects if it ends instead. */
export async function openChat(home: string): Promise<OpenedChat> {
  const startedAt = performance.now()
  const command = `${process.execPath} ${BIN} --home ${home} --model ${home}/none.gguf`
  const child = spawn('script', ['-qfc', command, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm-256color', COLUMNS: '80', LINES: '24' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const until = seenIn(child)
  await until('›')
  const promptMs = performance.now() - startedAt
  child.stdin?.write(TYPED)
  await until(TYPED)
  const typedMs = performance.now() - startedAt
  child.stdin?.write('\x15')
  return { child, promptMs, typedMs }
}

export async function endChat(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.write('\x04')
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 3_000))])
  child.kill()
}

function seenIn(child: ChildProcess): (text: string) => Promise<void> {
  let seen = ''
  return (text) =>
    new Promise((resolve, reject) => {
      const look = (data: Buffer) => {
        seen += data.toString()
        if (!seen.includes(text)) return
        child.stdout?.off('data', look)
        child.off('exit', fail)
        resolve()
      }
      const fail = () => reject(new Error(`the program ended: ${seen}`))
      child.stdout?.on('data', look)
      child.once('exit', fail)
    })
}
