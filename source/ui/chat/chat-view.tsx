import { useInsertionEffect } from 'react'
import { Live } from '../live/live.tsx'
import { liveRows } from '../live/live-state.ts'
import type { Look } from '../look.ts'
import type { Size } from '../refit.ts'
import { Transcript } from '../transcript/transcript.tsx'
import type { Chat } from './chat.ts'
import { useChat, useSeconds } from './use-chat.ts'

/** The whole screen: what was said above, the live region below. */
export function ChatView(props: { readonly chat: Chat; readonly look: Look; readonly size: Size }) {
  const { chat, look, size } = props
  const state = useChat(chat)
  const { glyphs, reader, isCalm } = look
  const seconds = useSeconds(state.running && !isCalm, state.begun, state.view.pending !== undefined)
  const { columns, rows } = size
  const isSlow = chat.redraw.flow?.isSlow === true
  const live = liveRows({ chat: state, columns, rows, seconds, glyphs, reader, isCalm, isSlow })
  // An effect, because only what was drawn says how far there is to scroll, and what another size makes of it; this one comes
  // before Ink draws.
  useInsertionEffect(() => {
    chat.drawn = live
  }, [chat, live])
  return (
    <>
      <Transcript items={state.transcript.items} columns={columns} glyphs={glyphs} reader={reader} />
      <Live live={live} glyphs={glyphs} />
    </>
  )
}
