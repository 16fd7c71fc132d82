// The interactive screen: one view of a session, drawn with Ink. It owns nothing that outlives it but the terminal,
// which it gives back on every way out. Keys and queue: chat/chat.ts. What is drawn: live/live-state.ts, transcript/.
import { setImmediate } from 'node:timers/promises'
import { render } from 'ink'
import type { ReactElement } from 'react'
import type { InputAid } from '../contracts/input-aid.ts'
import type { Session } from '../contracts/session.ts'
import { Chat } from './chat/chat.ts'
import { ChatView } from './chat/chat-view.tsx'
import { clipboardSequence } from './clipboard.ts'
import { editOutside } from './draft/outside-editor.ts'
import { FittedOutput } from './fitted-output.ts'
import { FlowControl } from './flow-control.ts'
import { asksForOtherKeys, keyboardOf, NO_OTHER_KEYS } from './keyboard.ts'
import { Look, type LookChoices, USUAL_LOOK } from './look.ts'
import { wrappingOf } from './refit.ts'
import {
  outlive,
  restoreTerminal,
  retakeTerminal,
  stopReading,
  type Terminal,
  watchEnds,
} from './terminal.ts'
import { askBackground, canAsk } from './theme/ask-background.ts'

/** A session that may want to be started once somebody listens, and whose exit code may be raised. */
export interface ScreenSession extends Session {
  start?(): void
  raiseExitCode?(code: number): void
  /** Set by the screen: copies a text, or says why it could not. */
  clipboard?: ((text: string) => string | undefined) | undefined
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
  /** What the person chose of the looks; read again after every command. */
  readonly choices?: () => LookChoices
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
  const end = { code: 0, isThere: true }
  const choices = options.choices ?? (() => USUAL_LOOK)
  const look = new Look(env, process.platform, choices())
  const unlook = session.subscribe((event) => {
    if (event.type === 'command') look.change(choices())
  })
  const asksOtherKeys = asksForOtherKeys(env)
  const nowMs = () => performance.now()
  const flow = new FlowControl(terminal.stdout, nowMs)
  const chat = new Chat(session, {
    commandNames: options.commandNames,
    reader: look.reader,
    aid: options.aid,
    edit: (text) => {
      output.forget()
      return editInTerminal(text, terminal, env, asksOtherKeys)
    },
    nowMs,
    flow,
    onQuit: () => quit.resolve(),
  })
  session.clipboard = (text) => copyTo(terminal, text, env)
  takeKeys(terminal, asksOtherKeys)
  const { output, instance, leave } = drawFitted(chat, look, flow, terminal, env, options.debug === true)
  let unask = () => {}
  const unwatch = watchEnds(terminal, {
    stop: (why) => {
      // Ctrl-C in an editor that has the terminal is the editor's.
      if (why === 'SIGINT' && chat.typing.isAway) return
      end.code = why === 'end' ? end.code : INTERRUPTED
      end.isThere &&= why === 'SIGINT' || why === 'SIGTERM'
      quit.resolve()
    },
    crash: leave,
    again: () => goOn(chat, output, terminal, asksOtherKeys),
  })
  try {
    // The first frame is written by now, and no key has been read.
    session.start?.()
    if (look.asksBackground && canAsk(env) && terminal.stdin.isTTY)
      unask = askBackground(terminal, (background) => look.see(background))
    // An error while drawing rejects here; otherwise only we unmount.
    await Promise.race([quit.promise, instance.waitUntilExit()])
  } finally {
    const giveBack = async () => {
      chat.close()
      unlook()
      if (end.isThere) await flow.quietly(() => instance.waitUntilRenderFlush())
      leave()
      unask()
    }
    await closeBehind(session, terminal, end, () => giveBack().finally(unwatch))
  }
  return end.code
}

interface End {
  /** The least exit code. */
  code: number
  /** The terminal was not closed. */
  isThere: boolean
}

/** Gives the terminal back and closes the session, whatever of the first fails. */
async function closeBehind(
  session: ScreenSession,
  terminal: Terminal,
  end: End,
  giveBack: () => Promise<void>,
): Promise<void> {
  const unheld = outlive(terminal)
  try {
    await giveBack()
  } finally {
    session.raiseExitCode?.(end.code)
    end.code = Math.max(end.code, await session.close())
    // A write that failed is told a little later.
    await setImmediate()
    unheld()
  }
}

/** Draws the chat for the size that the terminal has; `leave` gives the terminal back: the prompt goes, what was said stays. */
function drawFitted(
  chat: Chat,
  look: Look,
  flow: FlowControl,
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  isDebug: boolean,
) {
  const onFrame = (bytes: number) => flow.written(bytes)
  const output = new FittedOutput(terminal.stdout, wrappingOf(env), () => chat.drawn, onFrame)
  const view = () => <ChatView chat={chat} look={look} size={output.size} />
  const stdin = keyboardOf(terminal.stdin, flow)
  const instance = draw(view(), { stdin, stdout: output.stream }, isDebug)
  const unfit = output.follow({ forget: () => instance.clear(), layOut: () => instance.rerender(view()) })
  const leave = () => {
    const steps = [unfit, () => instance.clear(), () => instance.unmount(), () => restoreTerminal(terminal)]
    for (const step of steps) unlessItThrows(step)
  }
  return { output, instance, leave }
}

/** Leaving is also what a dying process does: a step that fails must neither hide what it dies of nor keep the next ones back. */
function unlessItThrows(step: () => void): void {
  try {
    step()
  } catch {
    // The terminal went away, or what draws is what failed.
  }
}

/** Ink takes them too, but after its first frame: a key in between would be echoed into it. */
function takeKeys({ stdin, stdout }: Terminal, asksOtherKeys: string): void {
  if (stdin.isTTY) stdin.setRawMode(true)
  if (stdout.isTTY && asksOtherKeys !== '') stdout.write(asksOtherKeys)
}

/** Behind a stop from outside; an editor that has the terminal sees to its own. */
function goOn(chat: Chat, output: FittedOutput, terminal: Terminal, otherKeys: string): void {
  if (chat.typing.isAway) return
  retakeTerminal(terminal, otherKeys)
  chat.unseen()
  output.drawAnew()
}

/** Asks the terminal to copy a text; gives the reason when it cannot. */
function copyTo(terminal: Terminal, text: string, env: NodeJS.ProcessEnv): string | undefined {
  const sequence = clipboardSequence(text, env)
  if (sequence.ok) terminal.stdout.write(sequence.bytes)
  return sequence.ok ? undefined : sequence.reason
}

/** Gives the terminal to the person's editor; Ink takes its own modes back, not the one of other keys. */
async function editInTerminal(text: string, terminal: Terminal, env: NodeJS.ProcessEnv, otherKeys: string) {
  await stopReading(terminal.stdin)
  if (otherKeys !== '') terminal.stdout.write(NO_OTHER_KEYS)
  const edited = await editOutside(text, env)
  terminal.stdout.write(otherKeys)
  return edited
}

function draw(view: ReactElement, terminal: Terminal, debug: boolean) {
  return render(view, {
    ...terminal,
    // Tells Shift-Enter from Enter where the terminal can (kitty, foot, Ghostty, WezTerm, iTerm2).
    kittyKeyboard: { mode: 'auto' },
    debug,
    exitOnCtrlC: false,
    // Only lines that changed: a frame drawn whole takes 700 bytes, and a slow line carries one a second.
    incrementalRendering: true,
    // Two terminals were given, so what Ink guesses from variables such as CI does not count.
    interactive: true,
  })
}
