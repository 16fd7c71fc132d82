// Small scripts that stand for the programs of a machine, in a folder that is all of PATH for the one who looks for them.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Voice } from '../../source/contracts/voice.ts'
import { openVoice, type VoiceSettings } from '../../source/voice/voice.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

/** Two seconds of samples, then it waits; a child of it does, too. */
export const RECORDER = 'sleep 600 &\necho $! > "$HERE/child.pid"\nhead -c 64000 /dev/zero\nwait'

/** Keeps a copy of what it was given, and its arguments. */
export const WHISPER =
  'cp "$4" "$HERE/heard.wav"\necho "$@" > "$HERE/whisper.args"\necho " The roof is mended in May."'

/** Writes down what it says. */
export const ESPEAK = 'cat > "$HERE/spoken.txt"\necho "$@" > "$HERE/espeak.args"'

export interface FakeMachine {
  readonly root: string
  readonly folder: string
  /** Puts a program there, or another one in its place. */
  put(name: string, script: string): void
  /** What a script wrote. */
  read(name: string): string
  /** A file that a script waits for. */
  touch(name: string): void
}

/** A machine with these programs, a speech model and nothing else. */
export function fakeMachine(programs: Readonly<Record<string, string>> = {}): FakeMachine {
  const root = temporaryFolder('voice')
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'model.bin'), 'a model')
  const machine: FakeMachine = {
    root,
    folder: join(root, 'home', 'voice'),
    put: (name, script) => {
      const file = join(root, 'bin', name)
      writeFileSync(file, `#!/bin/sh\nHERE='${root}'\n${script}\n`)
      chmodSync(file, 0o755)
    },
    read: (name) => readFileSync(join(root, name), 'utf8'),
    touch: (name) => writeFileSync(join(root, name), ''),
  }
  for (const [name, script] of Object.entries(programs)) machine.put(name, script)
  return machine
}

/** Its microphone and loudspeaker, with the speech model set; `change` resolves at the next change that nobody asked for. */
export function voiceOn(machine: FakeMachine, settings: Partial<VoiceSettings> = {}) {
  let changed = Promise.withResolvers<void>()
  const voice = openVoice({
    folder: machine.folder,
    settings: () => ({
      model: join(machine.root, 'model.bin'),
      keep: false,
      minutes: 30,
      piper: '',
      ...settings,
    }),
    now: () => new Date('2026-03-12T10:24:30Z'),
    path: `relative:${join(machine.root, 'bin')}`,
    platform: 'linux',
    onChange: () => changed.resolve(),
  })
  return {
    voice,
    change: async () => {
      await changed.promise
      changed = Promise.withResolvers<void>()
    },
  }
}

/** Whether the process is there, and more than a remnant that nobody collected. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'))
}

/** Whether the process is gone, now or within seconds: the kernel takes a killed one away when it comes to it. */
export async function hasEnded(pid: number): Promise<boolean> {
  const until = performance.now() + 60_000
  while (isRunning(pid) && performance.now() < until) await new Promise((next) => setImmediate(next))
  return !isRunning(pid)
}

/** A voice on a machine of its own, which is taken away with the test. */
export function openVoiceFor(
  t: TestContext,
  programs: Readonly<Record<string, string>> = { arecord: RECORDER, 'whisper-cli': WHISPER },
  settings: Partial<VoiceSettings> = {},
) {
  const machine = fakeMachine(programs)
  const opened = voiceOn(machine, settings)
  t.after(async () => {
    await opened.voice.close()
    rmSync(machine.root, { recursive: true })
  })
  return { machine, ...opened }
}

/** Starts, and waits until these seconds have come. */
export async function record(voice: Voice, seconds = 2): Promise<void> {
  await voice.start(new AbortController().signal)
  while ((await voice.status()).seconds < seconds) await new Promise((next) => setImmediate(next))
}

/** The process that a script writes down. */
export async function pidIn(machine: FakeMachine, name: string): Promise<number> {
  const text = () => (existsSync(join(machine.root, name)) ? machine.read(name) : '')
  while (!text().endsWith('\n')) await new Promise((next) => setImmediate(next))
  return Number(text())
}

/** Names of what lies where recordings do, sorted. */
export function filesOf({ folder }: FakeMachine): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
