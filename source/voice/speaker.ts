// What is being said aloud: one text at a time, the next one takes its place.
import { ToolFailure } from '../contracts/tool.ts'
import type { Programs } from './find-programs.ts'
import { beginSpeech, type Speech } from './speech.ts'
import { settledWithin } from './within.ts'

export interface SpeakerOptions {
  readonly programs: () => Promise<Programs>
  /** Path of a voice for piper; empty: none. */
  readonly piperVoice: () => string
  readonly platform: NodeJS.Platform
}

/** The half of `Voice` that speaks; see there. */
export class Speaker {
  readonly #options: SpeakerOptions
  #speech: Speech | undefined
  #lastAnswer: string | undefined
  /** The next answer tells that the last one was said. */
  #saidAnswer = false

  constructor(options: SpeakerOptions) {
    this.#options = options
  }

  get isSpeaking(): boolean {
    return this.#speech !== undefined
  }

  noteAnswer(text: string): void {
    if (!this.#saidAnswer && text.trim() !== '') this.#lastAnswer = text
    this.#saidAnswer = false
  }

  async say(text: string, signal: AbortSignal, waitMs?: number): Promise<boolean> {
    const { programs, piperVoice, platform } = this.#options
    const found = await programs()
    await this.hush()
    signal.throwIfAborted()
    const speech = await beginSpeech(text, found, piperVoice(), platform)
    this.#speech = speech
    const forget = () => {
      if (this.#speech === speech) this.#speech = undefined
    }
    speech.done.then(forget, forget)
    try {
      return await settledWithin(speech.done, signal, waitMs)
    } catch (error) {
      if (signal.aborted) await speech.end()
      throw error
    }
  }

  async sayAnswer(signal: AbortSignal, waitMs?: number) {
    const text = this.#lastAnswer
    if (text === undefined)
      throw new ToolFailure(
        'no_answer',
        'There is no answer yet that could be read aloud; say which text it should be.',
      )
    const isDone = await this.say(text, signal, waitMs)
    this.#saidAnswer = true
    return { text, isDone }
  }

  async hush(): Promise<boolean> {
    const speech = this.#speech
    if (speech === undefined) return false
    await speech.end()
    return true
  }
}
