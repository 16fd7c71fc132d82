import { useWindowSize } from 'ink'
import { useEffect } from 'react'
import { Live } from '../live/live.tsx'
import { liveRows } from '../live/live-state.ts'
import type { Look } from '../look.ts'
import { Transcript } from '../transcript/transcript.tsx'
import type { Chat } from './chat.ts'
import { useChat, useSeconds } from './use-chat.ts'

/** The whole screen: what was said above, the live region below. */
export function ChatView({ chat, look }: { readonly chat: Chat; readonly look: Look }) {
  const state = useChat(chat)
  const { glyphs, reader, isCalm } = look
  const seconds = useSeconds(state.running && !isCalm, state.begun, state.view.pending !== undefined)
  const { columns, rows } = useWindowSize()
  const live = liveRows({ chat: state, columns, rows, seconds, glyphs, reader, isCalm })
  // An effect, because only what was drawn says how far there is to scroll, and what a narrower window makes of it.
  useEffect(() => {
    chat.drawn = live
  }, [chat, live])
  return (
    <>
      <Transcript items={state.transcript.items} columns={columns} glyphs={glyphs} reader={reader} />
      <Live live={live} glyphs={glyphs} />
    </>
  )
}
