// The microphone and the loudspeaker of a home: one recording and one speech at a time, both by programs of the machine, and nothing at all
// before somebody asks. A recording outlives the call that began it; audio is deleted once it is a text. Next: recording.ts,
// transcriber.ts, speaker.ts, and program.ts for how programs are started and ended.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { ToolFailure } from '../contracts/tool.ts'
import { lengthInWords, type StoppedRecording, type Voice, type VoiceStatus } from '../contracts/voice.ts'
import { countUntranscribed, freeAudioFile, transcriptOf } from './audio-files.ts'
import { findPrograms, type Programs } from './find-programs.ts'
import { beginRecording, findRecorder, type Recording } from './recording.ts'
import { Speaker } from './speaker.ts'
import { chooseTranscriber, type Transcription, transcribe } from './transcriber.ts'
import { settledWithin } from './within.ts'

/** What the settings say; read anew each time. */
export interface VoiceSettings {
  /** Path of a speech model; empty: none. */
  readonly model: string
  /** Audio stays after it was transcribed. */
  readonly keep: boolean
  readonly minutes: number
  /** Path of a voice for piper; empty: espeak-ng speaks. */
  readonly piper: string
}

export interface VoiceOptions {
  /** Recordings and transcripts; made when first needed. */
  readonly folder: string
  readonly settings: () => VoiceSettings
  readonly now: () => Date
  /** The variable PATH. */
  readonly path: string
  readonly platform: NodeJS.Platform
  /** Told after a recording ended by itself and after a transcription. */
  readonly onChange?: () => void
}

/** Audio on disk that is to be transcribed. */
interface Audio {
  readonly file: string
  readonly seconds: number
}

type State =
  | { readonly type: 'idle' | 'starting' }
  | { readonly type: 'recording'; readonly recording: Recording }
  | { readonly type: 'recorded'; readonly audio: Audio; readonly reason: string | undefined }
  | {
      readonly type: 'transcribing'
      readonly audio: Audio
      readonly work: Transcription
      readonly done: Promise<void>
    }
  | {
      readonly type: 'transcribed'
      readonly seconds: number
      readonly text: string
      readonly file: string | undefined
    }

/** Opens both; nothing is started or looked for yet. */
export function openVoice(options: VoiceOptions): Voice {
  return new MachineVoice(options)
}

class MachineVoice implements Voice {
  readonly #options: VoiceOptions
  readonly #speaker: Speaker
  #state: State = { type: 'idle' }
  #found: Promise<Programs> | undefined
  #keepsNothing = false
  /** Of the recording that is here: it was under way while nothing was kept. */
  #isSecret = false

  constructor(options: VoiceOptions) {
    this.#options = options
    this.#speaker = new Speaker({
      programs: () => this.#programs(),
      piperVoice: () => options.settings().piper,
      platform: options.platform,
    })
  }

  noteAnswer(text: string): void {
    this.#speaker.noteAnswer(text)
  }

  say(text: string, signal: AbortSignal, waitMs?: number) {
    return this.#speaker.say(text, signal, waitMs)
  }

  sayAnswer(signal: AbortSignal, waitMs?: number) {
    return this.#speaker.sayAnswer(signal, waitMs)
  }

  hush() {
    return this.#speaker.hush()
  }

  keepNothing(on: boolean): void {
    this.#keepsNothing = on
    // What was recorded before stays.
    if (on && ['starting', 'recording'].includes(this.#state.type)) this.#isSecret = true
  }

  async status(): Promise<VoiceStatus> {
    const state = this.#state
    const { folder } = this.#options
    const common = {
      isSpeaking: this.#speaker.isSpeaking,
      folder,
      left: await countUntranscribed(folder, audioOf(state)),
    }
    switch (state.type) {
      case 'idle':
      case 'starting':
        return { state: 'idle', seconds: 0, ...common }
      case 'recording':
        return { state: 'recording', seconds: state.recording.seconds, ...common }
      case 'recorded': {
        const { audio, reason } = state
        return { state: 'recorded', seconds: audio.seconds, ...(reason && { reason }), ...common }
      }
      case 'transcribing':
        return { state: 'transcribing', seconds: state.audio.seconds, ...common }
      case 'transcribed':
        return { state: 'transcribed', seconds: state.seconds, ...common }
      default:
        return state satisfies never
    }
  }

  async start(signal: AbortSignal): Promise<{ readonly limitMinutes: number }> {
    this.#refuseToStart()
    const before = this.#state
    const wasSecret = this.#isSecret
    this.#isSecret = this.#keepsNothing
    this.#state = { type: 'starting' }
    try {
      const { platform, folder, settings, now } = this.#options
      const { model, minutes } = settings()
      const programs = await this.#programs()
      findRecorder(programs, platform)
      // Better told now than after half an hour.
      await chooseTranscriber(programs, model, platform)
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw new ToolFailure('cannot_write', `\`${folder}\` cannot be made: ${messageOf(error)}.`)
      })
      const place = { file: freeAudioFile(folder, now()), limitSeconds: minutes * 60 }
      const recording = await beginRecording(programs, platform, place, signal)
      if (before.type === 'recorded' && wasSecret) await rm(before.audio.file, { force: true })
      this.#state = { type: 'recording', recording }
      void recording.ended.then((reason) => this.#endedByItself(recording, reason))
      return { limitMinutes: minutes }
    } catch (error) {
      this.#state = before
      this.#isSecret = wasSecret
      throw error
    }
  }

  async stop(signal: AbortSignal, waitMs?: number): Promise<StoppedRecording> {
    if (this.#state.type === 'recording') await this.#endRecording(this.#state.recording)
    if (this.#state.type === 'recorded') await this.#transcribe(this.#state.audio)
    if (this.#state.type === 'transcribing') {
      const { work, done, audio } = this.#state
      try {
        if (!(await settledWithin(done, signal, waitMs)))
          return { type: 'unfinished', seconds: audio.seconds }
      } catch (error) {
        if (signal.aborted) await this.#endWork(audio, work, done)
        throw error
      }
    }
    const state = this.#state
    if (state.type !== 'transcribed')
      throw new ToolFailure('not_recording', 'Nothing is being recorded, so there is nothing to stop.')
    this.#state = { type: 'idle' }
    const { seconds, text, file } = state
    return { type: 'transcript', seconds, text, file }
  }

  async close(): Promise<void> {
    await this.hush()
    if (this.#state.type === 'recording') await this.#endRecording(this.#state.recording)
    if (this.#state.type === 'transcribing') {
      const { audio, work, done } = this.#state
      await this.#endWork(audio, work, done)
    }
    if (this.#state.type === 'recorded' && this.#isSecret) {
      await rm(this.#state.audio.file, { force: true })
      this.#state = { type: 'idle' }
    }
  }

  #refuseToStart(): void {
    const state = this.#state
    if (state.type === 'starting')
      throw new ToolFailure('already_recording', 'A recording is just beginning.')
    if (state.type === 'recording') {
      const length = lengthInWords(state.recording.seconds)
      throw new ToolFailure(
        'already_recording',
        `A recording is already running, for ${length}; stop it first.`,
      )
    }
    if (state.type === 'transcribing' || state.type === 'transcribed')
      throw new ToolFailure(
        'not_fetched',
        'What the last recording says was not shown yet; `/voice stop` shows it, then another can begin.',
      )
  }

  /** `end` and the end by itself may come together; the first one counts. */
  async #endRecording(recording: Recording): Promise<void> {
    await recording.end()
    this.#endedByItself(recording, undefined)
  }

  #endedByItself(recording: Recording, reason: string | undefined): void {
    if (this.#state.type !== 'recording' || this.#state.recording !== recording) return
    const { file, seconds } = recording
    this.#state = { type: 'recorded', audio: { file, seconds }, reason }
    this.#options.onChange?.()
  }

  async #transcribe(audio: Audio): Promise<void> {
    const { platform, settings } = this.#options
    const transcriber = await chooseTranscriber(await this.#programs(), settings().model, platform)
    // Two stops at once: the other one was faster.
    if (this.#state.type !== 'recorded') return
    const work = transcribe(transcriber, audio.file)
    const done = this.#finish(audio, work)
    done.catch(() => undefined)
    this.#state = { type: 'transcribing', audio, work, done }
  }

  async #finish(audio: Audio, work: Transcription): Promise<void> {
    try {
      const text = await work.text
      const { keep } = this.#options.settings()
      const isKept = !this.#isSecret && (keep || text !== '')
      const file = isKept ? await this.#keepText(audio.file, text) : undefined
      if (this.#isSecret || !keep) await rm(audio.file, { force: true })
      this.#state = { type: 'transcribed', seconds: audio.seconds, text, file }
    } catch (error) {
      const reason = messageOf(error).replace(/\.$/, '')
      this.#state = { type: 'recorded', audio, reason }
      throw error instanceof ToolFailure
        ? new ToolFailure(error.code, `${error.message} It is still here: \`/voice stop\` tries again.`)
        : error
    } finally {
      this.#options.onChange?.()
    }
  }

  /** A transcriber that was ended on purpose is no failure; it may have been done just then. */
  async #endWork(audio: Audio, work: Transcription, done: Promise<void>): Promise<void> {
    await work.end()
    await done.catch(() => {
      this.#state = { type: 'recorded', audio, reason: undefined }
    })
  }

  async #keepText(audioFile: string, text: string): Promise<string> {
    const file = transcriptOf(audioFile)
    await writeFile(file, `${text}\n`, { mode: 0o600 })
    return file
  }

  #programs(): Promise<Programs> {
    this.#found ??= findPrograms(this.#options.path, this.#options.platform)
    return this.#found
  }
}

/** The file that a state speaks of. */
function audioOf(state: State): string | undefined {
  return state.type === 'recording' ? state.recording.file : 'audio' in state ? state.audio.file : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
