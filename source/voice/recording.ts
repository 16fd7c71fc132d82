// One recording: samples come from a program's output and go into a WAV file whose head is written anew in the end. The samples pass
// through here, so that the length is known without a clock, and a recorder whose reader was killed ends by itself.
import { createWriteStream, type WriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { ToolFailure } from '../contracts/tool.ts'
import { firstOf, installHint, type ProgramName, type Programs } from './find-programs.ts'
import { lastLine, type Program, startProgram } from './program.ts'
import { BYTES_PER_SECOND, SAMPLE_RATE, wavHeader } from './wav.ts'

/** A microphone that gives nothing for so long is believed all the same: `status` tells that nothing has come. */
const FIRST_SAMPLES_MS = 3_000

const RAW = ['-t', 'raw', '-r', String(SAMPLE_RATE), '-c', '1', '-b', '16', '-e', 'signed-integer', '-']

const ARGUMENTS: Partial<Record<ProgramName, readonly string[]>> = {
  arecord: ['-q', '-t', 'raw', '-f', 'S16_LE', '-r', String(SAMPLE_RATE), '-c', '1'],
  // The format stands before the output, so sox converts what the microphone gives.
  sox: ['-q', '-d', ...RAW],
  rec: ['-q', ...RAW],
}

export interface RecordingPlace {
  readonly file: string
  readonly limitSeconds: number
}

/** A recording that runs or has ended; its file is whole once `ended` has resolved. */
export class Recording {
  readonly file: string
  /** Why it ended by itself; undefined: `end` was called. Never rejects. */
  readonly ended: Promise<string | undefined>
  readonly #program: Program
  readonly #out: WriteStream
  readonly #limitBytes: number
  #bytes = 0
  #isWanted = false
  #reason: string | undefined
  readonly #first = Promise.withResolvers<void>()

  constructor(program: Program, { file, limitSeconds }: RecordingPlace) {
    this.file = file
    this.#program = program
    this.#limitBytes = limitSeconds * BYTES_PER_SECOND
    this.#out = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    this.#out.on('error', (error) => this.#endBecause(`the file cannot be written: ${error.message}`))
    this.#out.write(wavHeader(0))
    program.stdout.on('data', (samples: Buffer) => this.#take(samples))
    this.ended = this.#watch()
  }

  get seconds(): number {
    return this.#bytes / BYTES_PER_SECOND
  }

  /** Ends it; resolves when the file is whole. */
  async end(): Promise<void> {
    this.#isWanted = true
    await this.#program.end()
    await this.ended
  }

  /** Resolves with the first samples, or when some time has gone by without any. */
  async begun(signal: AbortSignal): Promise<void> {
    const enough = new AbortController()
    const pause = delay(FIRST_SAMPLES_MS, undefined, { signal: AbortSignal.any([signal, enough.signal]) })
    try {
      await Promise.race([this.#first.promise, this.ended, pause])
    } finally {
      enough.abort()
      pause.catch(() => undefined)
    }
  }

  #take(samples: Buffer): void {
    const taken = samples.subarray(0, this.#limitBytes - this.#bytes)
    this.#bytes += taken.length
    if (taken.length > 0 && !this.#out.destroyed) this.#out.write(taken)
    this.#first.resolve()
    if (this.#bytes >= this.#limitBytes) this.#endBecause('it reached its time limit')
  }

  #endBecause(reason: string): void {
    this.#reason ??= reason
    void this.#program.end()
  }

  async #watch(): Promise<string | undefined> {
    const { code, complaint } = await this.#program.ended
    this.#out.end()
    try {
      await finished(this.#out)
      await this.#completeHeader()
    } catch (error) {
      this.#reason ??= `the file cannot be written: ${error instanceof Error ? error.message : String(error)}`
    }
    if (this.#reason !== undefined || this.#isWanted) return this.#reason
    return lastLine(complaint) || `the recorder ended by itself (${code ?? 'killed'})`
  }

  async #completeHeader(): Promise<void> {
    const file = await open(this.file, 'r+')
    try {
      // Half a sample at the end is not counted.
      await file.write(wavHeader(this.#bytes - (this.#bytes % 2)), 0)
    } finally {
      await file.close()
    }
  }
}

/** Starts the recorder that is there; throws `ToolFailure` when there is none, or when it ends at once. */
export async function beginRecording(
  programs: Programs,
  platform: NodeJS.Platform,
  place: RecordingPlace,
  signal: AbortSignal,
): Promise<Recording> {
  const { name, path } = findRecorder(programs, platform)
  signal.throwIfAborted()
  const recording = new Recording(startProgram(path, ARGUMENTS[name] ?? []), place)
  let reason: string | undefined
  void recording.ended.then((why) => {
    reason = why
  })
  try {
    await recording.begun(signal)
  } catch (error) {
    await recording.end()
    await rm(place.file, { force: true })
    throw error
  }
  if (recording.seconds > 0 || reason === undefined) return recording
  await rm(place.file, { force: true })
  throw new ToolFailure('recorder_failed', `\`${name}\` cannot record: ${reason}.`)
}

/** Throws `ToolFailure` with the command that installs one. */
export function findRecorder(programs: Programs, platform: NodeJS.Platform) {
  const recorder = firstOf(programs, ['arecord', 'sox', 'rec'])
  if (recorder !== undefined) return recorder
  const wanted = platform === 'linux' ? '`arecord` (or `sox`)' : '`sox`'
  throw new ToolFailure(
    'missing_program',
    `Recording needs ${wanted}, which is not here; ${installHint('record', platform)}.`,
  )
}
