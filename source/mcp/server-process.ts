// A server that is a program on this machine. Often another one starts it (`npx`, `sh -c`): then what we started is not what answers.
// Invariant: of all that was started nothing runs on when it is ended, or when our program ends.
import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio'
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
  readonly #place: { readonly command: string; readonly folder: string | undefined }
  #closing: Promise<void> | undefined

  /** `~/` at the beginning of `cwd` is the person's home. */
  constructor(program: StdioServerParameters) {
    const { command, cwd } = program
    const folder = cwd?.replace(/^~(?=\/|$)/, () => homedir())
    super({ ...program, ...(folder !== undefined && { cwd: folder }) })
    this.#place = { command, folder }
  }

  override async start(): Promise<void> {
    const { folder } = this.#place
    // By itself a start says of this that the program is missing.
    const place = folder === undefined ? undefined : statSync(folder, { throwIfNoEntry: false })
    if (folder !== undefined && place === undefined) throw new Error(`its folder \`${folder}\` is not there`)
    if (place?.isDirectory() === false) throw new Error(`its folder \`${folder}\` is a file`)
    await super.start().catch((error: unknown) => {
      throw this.#failureOf(error)
    })
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

  #failureOf(error: unknown): unknown {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) return error
    const { command, folder = '.' } = this.#place
    const isThere = /[\\/]/.test(command) && existsSync(resolve(folder, command))
    const why = isThere
      ? `the program \`${command}\` needs another one, which is not there`
      : `there is no program \`${command}\``
    return new Error(why)
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
