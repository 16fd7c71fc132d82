// What a ring does besides its line in the session: the terminal's bell, and a note on the desktop.
import { spawn } from 'node:child_process'
import type { KeptSettings } from './kept-settings.ts'

/** The outside world of a signal; the process's own unless given. */
export interface SignalOutlets {
  readonly terminal: { readonly isTTY?: boolean; write(text: string): unknown }
  readonly platform: NodeJS.Platform
  /** Runs a program that may not be there. */
  run(program: string, args: readonly string[]): void
}

/** Rings as the settings say at that moment (`ringBell`, `ringNotify`). */
export function ringSignal(
  settings: Pick<KeptSettings, 'orDefaults'>,
  outlets: SignalOutlets = ownOutlets(),
): (sentence: string) => void {
  return (sentence) => {
    const { ringBell, ringNotify } = settings.orDefaults
    // stderr: in a script stdout belongs to answers and events.
    if (ringBell && outlets.terminal.isTTY) outlets.terminal.write('\x07')
    if (ringNotify) notify(sentence, outlets)
  }
}

function notify(sentence: string, { platform, run }: SignalOutlets): void {
  if (platform === 'darwin') {
    const script = 'display notification (item 1 of argv) with title "ethervox"'
    run('osascript', ['-e', 'on run argv', '-e', script, '-e', 'end run', '--', sentence])
  } else if (platform !== 'win32') run('notify-send', ['--app-name=ethervox', '--', 'ethervox', sentence])
}

function ownOutlets(): SignalOutlets {
  return {
    terminal: process.stderr,
    platform: process.platform,
    run: (program, args) => {
      const child = spawn(program, args, { stdio: 'ignore', detached: true })
      // It is not installed, or there is no desktop: the line in the session is enough.
      child.on('error', () => undefined)
      child.unref()
    },
  }
}
