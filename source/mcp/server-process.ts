// A server that is a program on this machine. Often another one starts it (`npx`, `sh -c`): then what we started is not what answers.
// Invariant: of all that was started nothing runs on when it is ended, or when our program ends.
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { familyOf, killFamily, type Member, memberOf } from '../lib/process-family.ts'

/** What a server gets to end by itself. */
export const PATIENCE_MS = 500

const running = new Set<ServerProcess>()

/** One listener for all of them, as Node warns of many. */
function killAll(): void {
  killFamily([...running].flatMap((one) => one.members))
}

/** The SDK's transport, which by itself ends only what it started itself. */
export class ServerProcess extends StdioClientTransport {
  /** What was started; from `close` on, with all that this had started by then. */
  members: readonly Member[] = []
  #closing: Promise<void> | undefined

  override async start(): Promise<void> {
    await super.start()
    const started = this.pid === null ? undefined : memberOf(this.pid)
    if (started === undefined) return
    this.members = [started]
    if (running.size === 0) process.on('exit', killAll)
    running.add(this)
  }

  /** Asks it to end, and kills what runs on when its time is over; resolves no later. */
  override close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.members = familyOf(this.members)
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, PATIENCE_MS)
    await Promise.race([super.close(), late.promise])
    if (familyOf(this.members).length > 0) await late.promise
    clearTimeout(timer)
    killFamily(this.members)
    this.forget()
  }

  /** It ended by itself. */
  forget(): void {
    running.delete(this)
    if (running.size === 0) process.off('exit', killAll)
  }
}
