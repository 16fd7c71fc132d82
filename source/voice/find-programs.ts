// Which programs for recording, transcribing and speaking the machine has, and how those that it lacks are installed.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'

const NAMES = [
  'arecord',
  'sox',
  'rec',
  'whisper-cli',
  'whisper-cpp',
  'main',
  'vosk-transcriber',
  'ffmpeg',
  'espeak-ng',
  'piper',
  'aplay',
  'paplay',
  'afplay',
  'play',
] as const

export type ProgramName = (typeof NAMES)[number]

/** Absolute paths of the programs that are there. */
export type Programs = ReadonlyMap<ProgramName, string>

/** Walks the folders of PATH, in their order; relative ones are left out, for the working folder is not to be trusted. */
export async function findPrograms(path: string, platform: NodeJS.Platform): Promise<Programs> {
  const paths = platform === 'win32' ? win32 : posix
  const folders = path.split(paths.delimiter).filter((folder) => paths.isAbsolute(folder))
  const found = new Map<ProgramName, string>()
  for (const name of NAMES) {
    for (const folder of folders) {
      const file = paths.join(folder, platform === 'win32' ? `${name}.exe` : name)
      if (!(await isProgram(file))) continue
      found.set(name, file)
      break
    }
  }
  return found
}

/** The first of these that is there. */
export function firstOf(
  programs: Programs,
  names: readonly ProgramName[],
): { readonly name: ProgramName; readonly path: string } | undefined {
  for (const name of names) {
    const path = programs.get(name)
    if (path !== undefined) return { name, path }
  }
  return undefined
}

/** What is wanted of a program. */
export type Need = 'record' | 'transcribe' | 'whisper' | 'vosk' | 'ffmpeg' | 'speech' | 'play'

type Commands = Readonly<Record<'linux' | 'darwin' | 'win32', string>>

const VOSK: Commands = {
  linux: '`sudo apt install pipx ffmpeg` and `pipx install vosk`',
  darwin: '`brew install pipx ffmpeg` and `pipx install vosk`',
  win32: '`winget install Gyan.FFmpeg` and `pip install vosk`',
}

const WHISPER: Commands = {
  linux: '`brew install whisper-cpp`',
  darwin: '`brew install whisper-cpp`',
  win32: 'the files of https://github.com/ggml-org/whisper.cpp/releases',
}

const INSTALL: Readonly<Record<Need, Commands>> = {
  record: {
    linux: '`sudo apt install alsa-utils`',
    darwin: '`brew install sox`',
    win32: '`winget install ChrisBagwell.SoX`',
  },
  transcribe: { linux: VOSK.linux, darwin: WHISPER.darwin, win32: VOSK.win32 },
  whisper: WHISPER,
  vosk: VOSK,
  ffmpeg: {
    linux: '`sudo apt install ffmpeg`',
    darwin: '`brew install ffmpeg`',
    win32: '`winget install Gyan.FFmpeg`',
  },
  speech: {
    linux: '`sudo apt install espeak-ng`',
    darwin: '`brew install espeak-ng`',
    win32: '`winget install eSpeak-NG.eSpeak-NG`',
  },
  play: {
    linux: '`sudo apt install alsa-utils`',
    darwin: '`brew install sox`',
    win32: '`winget install ChrisBagwell.SoX`',
  },
}

/** How it is installed here, as it ends a sentence. */
export function installHint(need: Need, platform: NodeJS.Platform): string {
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32')
    return 'the package manager of this system may have it'
  return `install it with ${INSTALL[need][platform]}, then start the program again`
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
