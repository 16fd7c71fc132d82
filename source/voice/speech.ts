// Text to speech: espeak-ng speaks by itself; piper, where a voice for it is set, writes a file that a player plays.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ToolFailure } from '../contracts/tool.ts'
import { firstOf, installHint, type ProgramName, type Programs } from './find-programs.ts'
import { type Ended, lastLine, type Program, startProgram } from './program.ts'

/** More takes a quarter of an hour. */
const MOST_CHARACTERS = 10_000

/** Players that write what they play on the terminal unless told not to. */
const QUIET: readonly ProgramName[] = ['aplay', 'play']

/** A text that is being said. */
export interface Speech {
  /** Resolves when all is said or `end` was called; rejects with `ToolFailure` when a program fails. */
  readonly done: Promise<void>
  end(): Promise<void>
}

/** Begins to say it; throws `ToolFailure` for a program, a voice or a text that is not there. */
export async function beginSpeech(
  text: string,
  programs: Programs,
  voice: string,
  platform: NodeJS.Platform,
): Promise<Speech> {
  const spoken = plainSpeech(text)
  if (spoken === '') throw new ToolFailure('no_text', 'There is nothing in it that could be said aloud.')
  if (spoken.length > MOST_CHARACTERS)
    throw new ToolFailure(
      'too_large',
      `The text has ${spoken.length} characters; at most ${MOST_CHARACTERS} are said aloud.`,
    )
  const piper = programs.get('piper')
  if (voice !== '' && piper !== undefined) return piperSpeech(spoken, piper, programs, voice, platform)
  const espeak = programs.get('espeak-ng')
  if (espeak !== undefined) return new RunningSpeech((run) => run('espeak-ng', espeak, ['--stdin'], spoken))
  if (piper !== undefined)
    throw new ToolFailure(
      'missing_voice',
      '`piper` has no voice yet; `/settings piperVoice PATH` names its `.onnx` file.',
    )
  throw new ToolFailure(
    'missing_program',
    `Speaking needs \`espeak-ng\` (or \`piper\`), which is not here; ${installHint('speech', platform)}.`,
  )
}

/** The text as it is read out: without the marks of Markdown and control characters. */
export function plainSpeech(text: string): string {
  return text
    .replace(/^[^\S\n]*(?:```.*|#{1,6}\s+|>\s+|[-*+]\s+)/gm, '')
    .replace(/(?<!\w)[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)/g, '')
    .replace(/[^\S\n]+|\p{Cc}(?<!\n)/gu, ' ')
    .trim()
}

async function piperSpeech(
  text: string,
  piper: string,
  programs: Programs,
  voice: string,
  platform: NodeJS.Platform,
): Promise<Speech> {
  const model = resolve(voice.replace(/^~(?=[/\\]|$)/, homedir()))
  const isThere = await stat(model).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere)
    throw new ToolFailure(
      'missing_voice',
      `There is no voice for \`piper\` at \`${model}\`; \`/settings piperVoice PATH\` names another.`,
    )
  const player = firstOf(programs, ['aplay', 'paplay', 'afplay', 'play'])
  if (player === undefined)
    throw new ToolFailure(
      'missing_program',
      `Playing what \`piper\` says needs \`aplay\` (or \`play\`), which is not here; ${installHint('play', platform)}.`,
    )
  const folder = await mkdtemp(join(tmpdir(), 'ethervox-speech-'))
  const file = join(folder, 'speech.wav')
  return new RunningSpeech(
    async (run) => {
      // A line break would begin another file.
      await run('piper', piper, ['--model', model, '--output_file', file], `${text.replaceAll('\n', ' ')}\n`)
      await run(player.name, player.path, QUIET.includes(player.name) ? ['-q', file] : [file])
    },
    () => rm(folder, { recursive: true, force: true }),
  )
}

type Run = (name: string, path: string, args: readonly string[], input?: string) => Promise<void>

class RunningSpeech implements Speech {
  readonly done: Promise<void>
  #program: Program | undefined
  #isEnded = false

  constructor(steps: (run: Run) => Promise<void>, tidy: () => Promise<void> = async () => undefined) {
    this.done = steps((...step) => this.#run(...step)).finally(tidy)
    // Nobody may be waiting when it fails.
    this.done.catch(() => undefined)
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await this.#program?.end()
    await this.done.catch(() => undefined)
  }

  async #run(name: string, path: string, args: readonly string[], input?: string): Promise<void> {
    if (this.#isEnded) return
    this.#program = startProgram(path, args, input)
    this.#program.stdout.resume()
    const ended: Ended = await this.#program.ended
    if (this.#isEnded) return
    const reason = whyUnsaid(ended)
    if (reason === undefined) return
    throw new ToolFailure('speech_failed', `\`${name}\` could not say it aloud: ${reason}.`)
  }
}

/** A clause; undefined: it was said. espeak-ng ends well also where it found nothing to play on. */
function whyUnsaid({ code, complaint }: Ended): string | undefined {
  if (code === 0 && !/^error: /im.test(complaint)) return undefined
  if (/^ALSA lib .*(?:Unknown PCM|cannot find card)/m.test(complaint)) return 'no sound device was found'
  return lastLine(complaint).replace(/^error: /i, '') || `it ended with ${code ?? 'a signal'}`
}
