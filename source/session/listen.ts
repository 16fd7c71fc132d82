// Who hears the session besides its surfaces: the conversation's file first, so that what a person sees of a turn is on disk by
// then; the count of tool uses; the voice, which can say the last answer.
import { linkMcp } from './mcp-link.ts'
import { measureTurns } from './measuring.ts'
import { pauseFailing } from './paused-tools.ts'
import { RingBell } from './ring-bell.ts'
import type { ChatSession } from './session.ts'
import { collectTurns } from './teaching-shelf.ts'
import { isOnlyShown } from './tool-uses.ts'

/** Subscribes them, and lets a changed startup prompt drop the head. */
export function listenTo(session: ChatSession): void {
  const { memory, voice, startupPrompt } = session.ports.services
  if (memory !== undefined)
    memory.onNotice = (message) => session.emit({ type: 'notice', code: 'memory_moved', message })
  session.subscribe((event) => {
    session.store.hear(event)
    // The first turn of a conversation gives it its id.
    if (event.type === 'turn.started' && memory !== undefined)
      memory.session = session.store.current ?? memory.session
  })
  session.subscribe((event) => session.uses.note(event))
  session.subscribe((event) => session.messages.calls.note(event))
  session.subscribe((event) => session.reading.note(event))
  session.subscribe((event) => session.setup.trial.hear(event))
  session.subscribe((event) => {
    if (event.type === 'tool.finished' && session.ground.tools.has(event.name) && !isOnlyShown(event))
      session.ports.setup.lines.note(event.name, event.ok)
  })
  session.subscribe((event) => {
    if (event.type === 'answer') voice?.noteAnswer(event.text)
  })
  session.subscribe(collectTurns(session))
  session.subscribe(pauseFailing(session))
  session.subscribe(measureTurns(session))
  startupPrompt?.onChange(() => session.slot.dropHead())
  linkMcp(session)
}

/** What rings in it, between its turns. */
export function ringBellOf(session: ChatSession): RingBell {
  return new RingBell({
    rings: session.ports.services.rings,
    clock: session.ports.clock,
    emit: (event) => session.emit(event),
    isBusy: () => session.view.busy,
  })
}
