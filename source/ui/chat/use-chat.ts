import { useApp, useInput, usePaste } from 'ink'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-state.ts'

/** Gives the terminal's keys to the chat, and its state to React. */
export function useChat(chat: Chat): ChatState {
  useInput((input, key) => chat.key(input, key))
  usePaste((text) => chat.paste(text))
  const { suspendTerminal } = useApp()
  // An effect, because the chat lives outside React and only Ink can give the terminal away.
  useEffect(() => {
    const { flow } = chat.redraw
    chat.typing.giveTerminal = (work) =>
      flow === undefined ? suspendTerminal(work) : flow.quietly(() => suspendTerminal(work))
    return () => {
      chat.typing.giveTerminal = undefined
    }
  }, [chat, suspendTerminal])
  return useSyncExternalStore(chat.redraw.subscribe, chat.redraw.shown)
}

/**
 * Whole seconds since this line began to run; 0 while none does. Lines that waited begin the moment the one before has ended.
 * `waits`: a question is open, and the time in which the person decides does not count.
 */
export function useSeconds(running: boolean, line: number, waits: boolean): number {
  const [seconds, setSeconds] = useState(0)
  // An effect, because time is outside React: one tick a second while a line runs, no timer at all when idle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line begins to count anew
  useEffect(() => {
    if (!running || waits) return
    const clock = setInterval(() => setSeconds((passed) => passed + 1), 1000)
    return () => clearInterval(clock)
  }, [running, line, waits])
  // Another one, because a question stops the clock and does not set it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line begins to count anew
  useEffect(() => () => setSeconds(0), [running, line])
  return running ? seconds : 0
}
