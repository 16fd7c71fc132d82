// Speech to text by a program of the machine. Which one is said by the model that the settings name: whisper.cpp has a file, Vosk a folder.
// Without a model neither is started: Vosk would fetch one from the network.
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { ToolFailure } from '../contracts/tool.ts'
import { firstOf, installHint, type ProgramName, type Programs } from './find-programs.ts'
import { lastLine, startProgram } from './program.ts'

const WHISPER: readonly ProgramName[] = ['whisper-cli', 'whisper-cpp', 'main']

/** What transcribes here. */
export interface Transcriber {
  readonly name: ProgramName
  readonly path: string
  argumentsFor(file: string): readonly string[]
}

/** A transcription that runs. */
export interface Transcription {
  /** Empty: no words were heard. Rejects with `ToolFailure` when the program fails or was ended. */
  readonly text: Promise<string>
  /** Ends the program and all that it started. */
  end(): Promise<void>
}

/** Finds program and model; throws `ToolFailure` with what is missing. */
export async function chooseTranscriber(
  programs: Programs,
  model: string,
  platform: NodeJS.Platform,
): Promise<Transcriber> {
  const whisper = firstOf(programs, WHISPER)
  const vosk = firstOf(programs, ['vosk-transcriber'])
  if (whisper === undefined && vosk === undefined) {
    const hint = installHint('transcribe', platform)
    throw missing(`Transcribing needs \`whisper-cli\` or \`vosk-transcriber\`, and neither is here; ${hint}.`)
  }
  if (model === '')
    throw new ToolFailure(
      'missing_model',
      'No speech model is set; `/settings voiceModel PATH` names one: a file for `whisper-cli`, a folder for `vosk-transcriber`.',
    )
  const path = resolve(model.replace(/^~(?=[/\\]|$)/, homedir()))
  const kind = await stat(path).catch(() => undefined)
  if (kind === undefined)
    throw new ToolFailure(
      'missing_model',
      `There is no speech model at \`${path}\`; \`/settings voiceModel PATH\` names another.`,
    )
  return kind.isDirectory() ? voskFor(path, vosk, programs, platform) : whisperFor(path, whisper, platform)
}

/** Starts it on an audio file. */
export function transcribe({ name, path, argumentsFor }: Transcriber, file: string): Transcription {
  const program = startProgram(path, argumentsFor(file))
  let output = ''
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const text = program.ended.then(({ code, complaint }) => {
    const said = wordsOf(output)
    // Both end well after some of their errors.
    const isQuietFailure = said === '' && /^(?:error\b|Traceback )/im.test(complaint)
    if (code === 0 && !isQuietFailure) return said
    const reason = lastLine(complaint) || `it ended with ${code ?? 'a signal'}`
    throw new ToolFailure(
      'transcription_failed',
      `\`${name}\` could not transcribe the recording: ${reason}.`,
    )
  })
  return {
    text,
    end: async () => {
      await program.end()
    },
  }
}

/** The text without marks of what was no speech: `[BLANK_AUDIO]`, `(silence)`, `[Music]`. */
export function wordsOf(output: string): string {
  return output
    .split(/\r?\n/)
    .map((line) => line.replace(/\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪/g, (mark) => (isSound(mark) ? ' ' : mark)))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function isSound(mark: string): boolean {
  return (
    /^\[[A-Z_ ]+\]$/.test(mark) ||
    /^(?:.{0,3}(?:blank|silence|music|inaudible|noise|applause|no speech)\b.{0,20}|♪)$/i.test(mark)
  )
}

function whisperFor(
  model: string,
  found: { readonly name: ProgramName; readonly path: string } | undefined,
  platform: NodeJS.Platform,
): Transcriber {
  if (found === undefined)
    throw missing(
      `The speech model \`${model}\` is for \`whisper-cli\`, which is not here; ${installHint('whisper', platform)}.`,
    )
  return { ...found, argumentsFor: (file) => ['-m', model, '-f', file, '-nt', '-l', 'auto'] }
}

function voskFor(
  model: string,
  found: { readonly name: ProgramName; readonly path: string } | undefined,
  programs: Programs,
  platform: NodeJS.Platform,
): Transcriber {
  if (found === undefined)
    throw missing(
      `The speech model \`${model}\` is a folder, for \`vosk-transcriber\`, which is not here; ${installHint('vosk', platform)}.`,
    )
  if (!programs.has('ffmpeg'))
    throw missing(
      `\`vosk-transcriber\` needs \`ffmpeg\`, which is not here; ${installHint('ffmpeg', platform)}.`,
    )
  return { ...found, argumentsFor: (file) => ['-m', model, '-i', file, '-t', 'txt', '--log-level', 'ERROR'] }
}

function missing(sentence: string): ToolFailure {
  return new ToolFailure('missing_program', sentence)
}
