// The interactive screen: one view of a session, drawn with Ink. It owns nothing that outlives it but the terminal,
// which it gives back on every way out. Keys and queue: chat/chat.ts. What is drawn: live/live-state.ts, transcript/.
import { render } from 'ink'
import type { InputAid } from '../contracts/input-aid.ts'
import type { Session } from '../contracts/session.ts'
import { Chat } from './chat/chat.ts'
import { ChatView } from './chat/chat-view.tsx'
import type { OpenEditor } from './chat/typing.ts'
import { editOutside } from './draft/outside-editor.ts'
import { glyphsFor } from './glyphs.ts'
import { asksForOtherKeys, keyboardOf, NO_OTHER_KEYS } from './keyboard.ts'
import { restoreTerminal, stopReading, type Terminal, watchEnds } from './terminal.ts'

/** A session that may want to be started once somebody listens, and whose exit code may be raised. */
export interface ScreenSession extends Session {
  start?(): void
  raiseExitCode?(code: number): void
}

export interface ScreenOptions {
  /** Slash commands that Tab completes, with or without the slash. */
  readonly commandNames: readonly string[]
  /** Completion and history; undefined: the commands' names alone. */
  readonly aid?: InputAid
  /** Ink's debug mode: every frame is written whole, for tests. */
  readonly debug?: boolean
  /** The terminal; this process's own unless given. */
  readonly terminal?: Terminal
  readonly env?: NodeJS.ProcessEnv
}

/** Exit code of a screen that a signal ended. */
const INTERRUPTED = 130

/**
 * Opens the screen, starts the session, and resolves with the exit code of `session.close()` once the person has quit
 * (`/quit`, ctrl-C twice, end of input); at least 130 after a signal. The terminal is given back before the session is
 * closed. Rejects only for a fault of our own, after closing the session too.
 */
export async function runScreen(session: ScreenSession, options: ScreenOptions): Promise<number> {
  const terminal = options.terminal ?? { stdin: process.stdin, stdout: process.stdout }
  const env = options.env ?? process.env
  const quit = Promise.withResolvers<void>()
  let leastCode = 0
  const asksOtherKeys = asksForOtherKeys(env)
  const chat = new Chat(session, {
    commandNames: options.commandNames,
    aid: options.aid,
    edit: editorOf(terminal, env),
    nowMs: () => performance.now(),
    onQuit: () => quit.resolve(),
  })
  // Ink does this too, but after its first frame: a key in between would be echoed into it.
  if (terminal.stdin.isTTY) terminal.stdin.setRawMode(true)
  if (terminal.stdout.isTTY && asksOtherKeys !== '') terminal.stdout.write(asksOtherKeys)
  const instance = render(<ChatView chat={chat} glyphs={glyphsFor(env, process.platform)} />, {
    stdin: keyboardOf(terminal.stdin),
    stdout: terminal.stdout,
    // Tells Shift-Enter from Enter where the terminal can (kitty, foot, Ghostty, WezTerm, iTerm2).
    kittyKeyboard: { mode: 'auto' },
    debug: options.debug === true,
    exitOnCtrlC: false,
    // Two terminals were given, so what Ink guesses from variables such as CI does not count.
    interactive: true,
  })
  const leave = () => {
    // The prompt goes, what was said stays.
    instance.clear()
    instance.unmount()
    restoreTerminal(terminal)
  }
  const unwatch = watchEnds(terminal.stdin, {
    stop: (why) => {
      // Ctrl-C in an editor that has the terminal is the editor's.
      if (why === 'SIGINT' && chat.typing.isAway) return
      leastCode = why === 'end' ? leastCode : INTERRUPTED
      quit.resolve()
    },
    crash: leave,
  })
  try {
    // The first frame is written by now, and no key has been read.
    session.start?.()
    // An error while drawing rejects here; otherwise only we unmount.
    await Promise.race([quit.promise, instance.waitUntilExit()])
  } finally {
    chat.close()
    leave()
    unwatch()
    session.raiseExitCode?.(leastCode)
    const code = await session.close()
    leastCode = Math.max(leastCode, code)
  }
  return leastCode
}

/** Opens a text in the person's editor, which has the terminal meanwhile. Ink takes its own modes back, not this one. */
function editorOf(terminal: Terminal, env: NodeJS.ProcessEnv): OpenEditor {
  const asksOtherKeys = asksForOtherKeys(env)
  return async (text) => {
    await stopReading(terminal.stdin)
    if (asksOtherKeys !== '') terminal.stdout.write(NO_OTHER_KEYS)
    const edited = await editOutside(text, env)
    if (asksOtherKeys !== '') terminal.stdout.write(asksOtherKeys)
    return edited
  }
}
