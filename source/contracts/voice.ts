// The microphone and the loudspeaker as tools and commands know them.

/** What the microphone does, and what became of the last recording. */
export interface VoiceStatus {
  /**
   * `recorded`: ended, and still to be transcribed; `transcribing`: a program works on it; `transcribed`: nobody was given
   * the text yet.
   */
  readonly state: 'idle' | 'recording' | 'recorded' | 'transcribing' | 'transcribed'
  /** Length of the recording, so far if it runs; 0 when idle. */
  readonly seconds: number
  /** Why a recording ended by itself, or could not be transcribed, without a full stop. */
  readonly reason?: string
  readonly isSpeaking: boolean
  /** Where recordings and transcripts lie. */
  readonly folder: string
  /** Recordings in that folder, besides the one above, that nobody transcribed. */
  readonly left: number
}

/** A recording that was ended. */
export type StoppedRecording =
  | {
      readonly type: 'transcript'
      readonly seconds: number
      /** Empty: no words were heard. */
      readonly text: string
      /** Where the text was kept; undefined: nothing is kept. */
      readonly file: string | undefined
    }
  /** Still being transcribed; `stop` again gives it. */
  | { readonly type: 'unfinished'; readonly seconds: number }

/**
 * One recording at a time, and one text spoken at a time, by programs of the machine. All but `status` throw a `ToolFailure` with what
 * a person can do: a program that is not there is named with the command that installs it.
 */
export interface Voice {
  status(): Promise<VoiceStatus>
  /** Begins a recording and returns at once; it goes on when `signal` fires later. */
  start(signal: AbortSignal): Promise<{ readonly limitMinutes: number }>
  /**
   * Ends the recording and transcribes it; waits for at most `waitMs` (undefined: until it is done), then the transcriber goes on alone.
   * When `signal` fires meanwhile, the transcriber is ended and the recording waits to be transcribed.
   */
  stop(signal: AbortSignal, waitMs?: number): Promise<StoppedRecording>
  /** Says a text aloud, in place of what is being said; false: after `waitMs` it goes on alone. Ended by `signal` while it waits. */
  say(text: string, signal: AbortSignal, waitMs?: number): Promise<boolean>
  /** Ends what is being said; false: nothing was. */
  hush(): Promise<boolean>
  /** The same for what was answered last, which it gives, too. What the next answer says of it does not take its place. */
  sayAnswer(
    signal: AbortSignal,
    waitMs?: number,
  ): Promise<{ readonly text: string; readonly isDone: boolean }>
  /** Notes what was answered last; never written anywhere. */
  noteAnswer(text: string): void
  /** While on, neither audio nor transcripts stay on disk, also of a recording that began before. */
  keepNothing(on: boolean): void
  /** Ends recording, transcriber and speech. */
  close(): Promise<void>
}

/** What `/voice` is lent: the same, ended with the command. */
export interface VoiceShelf extends Pick<Voice, 'status' | 'hush'> {
  start(): ReturnType<Voice['start']>
  stop(): ReturnType<Voice['stop']>
  say(text: string): Promise<boolean>
}

/** `42 minutes`, `1 minute and 5 seconds`; whole seconds. */
export function lengthInWords(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [amount(Math.floor(whole / 60), 'minute'), amount(whole % 60, 'second')].filter(
    (part) => !part.startsWith('0'),
  )
  return parts.length === 0 ? '0 seconds' : parts.join(' and ')
}

function amount(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? '' : 's'}`
}
