// The other end of the database's process: one request at a time, each with a limit of time. A request that is late ends the process, for nothing
// else stops SQLite; whoever asks again starts another one.
import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import type { DatabaseReply, DatabaseRequest } from './sql-table.ts'

/** `late`: its time was over. `ended`: the process ended by itself. After both the link is of no use any more. */
export type LinkReply = DatabaseReply | { readonly type: 'late' } | { readonly type: 'ended' }

export class DatabaseLink {
  readonly #child: ChildProcess
  readonly #exited: Promise<void>
  #settle: ((reply: LinkReply) => void) | undefined
  #isOver = false
  readonly #kill = () => this.#end()

  /** Starts the process. `file`: its program; `timeZone`: the person's, for what counts seconds. */
  constructor(file: string, timeZone: string) {
    this.#child = fork(file, [], {
      env: { ...process.env, TZ: timeZone },
      execArgv: [],
      // Lists of a million cells as they are, whole numbers of any size among them.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Ctrl-C in a terminal reaches the whole group; this process ends when the program says so.
      detached: process.platform !== 'win32',
    })
    this.#exited = new Promise((resolve) => {
      const gone = () => {
        this.#isOver = true
        process.off('exit', this.#kill)
        this.#settle?.({ type: 'ended' })
        resolve()
      }
      this.#child.once('exit', gone)
      this.#child.on('error', gone)
    })
    this.#child.on('message', (reply: DatabaseReply) => this.#settle?.(reply))
    process.once('exit', this.#kill)
    this.#hold(false)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Nobody asks twice before there is an answer. Rejects with the signal's reason alone, and ends the process then. */
  async request(request: DatabaseRequest, limitMs: number, signal?: AbortSignal): Promise<LinkReply> {
    signal?.throwIfAborted()
    if (this.#isOver) return { type: 'ended' }
    this.#hold(true)
    let timer: NodeJS.Timeout | undefined
    const abort = () => this.#settle?.({ type: 'late' })
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const reply = await new Promise<LinkReply>((resolve) => {
        this.#settle = resolve
        // Where the program itself was busy, the answer may be there already.
        timer = setTimeout(() => setImmediate(() => resolve({ type: 'late' })), limitMs)
        this.#child.send(request as Serializable, (error) => error && resolve({ type: 'ended' }))
      })
      if (reply.type === 'late' || reply.type === 'ended') await this.close()
      signal?.throwIfAborted()
      return reply
    } finally {
      this.#settle = undefined
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      this.#hold(false)
    }
  }

  /** Ends the process; resolves when it is gone. */
  async close(): Promise<void> {
    this.#end()
    this.#hold(true)
    await this.#exited
  }

  #end(): void {
    this.#isOver = true
    this.#child.kill('SIGKILL')
  }

  /** While nothing is asked, the process keeps nobody from ending. */
  #hold(isHeld: boolean): void {
    const word = isHeld ? 'ref' : 'unref'
    this.#child[word]()
    this.#child.channel?.[word]()
  }
}
