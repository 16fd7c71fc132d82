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
    chat.typing.giveTerminal = suspendTerminal
    return () => {
      chat.typing.giveTerminal = undefined
    }
  }, [chat, suspendTerminal])
  return useSyncExternalStore(chat.subscribe, chat.state)
}

/** Whole seconds since `running` became true; 0 while it is not. */
export function useSeconds(running: boolean): number {
  const [seconds, setSeconds] = useState(0)
  // An effect, because time is outside React: one tick a second while a line runs, no timer at all when idle.
  useEffect(() => {
    if (!running) return
    const clock = setInterval(() => setSeconds((passed) => passed + 1), 1000)
    return () => {
      clearInterval(clock)
      setSeconds(0)
    }
  }, [running])
  return running ? seconds : 0
}
