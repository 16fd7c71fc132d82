import { useWindowSize } from 'ink'
import type { Glyphs } from '../glyphs.ts'
import { Live } from '../live/live.tsx'
import { liveRows } from '../live/live-state.ts'
import { Transcript } from '../transcript/transcript.tsx'
import type { Chat } from './chat.ts'
import { useChat, useSeconds } from './use-chat.ts'

/** The whole screen: what was said above, the live region below. */
export function ChatView({ chat, glyphs }: { readonly chat: Chat; readonly glyphs: Glyphs }) {
  const state = useChat(chat)
  const seconds = useSeconds(state.running)
  const { columns, rows } = useWindowSize()
  return (
    <>
      <Transcript items={state.transcript.items} columns={columns} glyphs={glyphs} />
      <Live live={liveRows({ chat: state, columns, rows, seconds, glyphs })} glyphs={glyphs} />
    </>
  )
}
