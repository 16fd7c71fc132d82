// The session's events, in order, for as long as the page is open. The browser comes back by itself and says which event it had last.
import type { SessionEvent } from '../../contracts/event.ts'
import type { SessionView } from '../../contracts/session.ts'

export interface Listener {
  /** What was told before no longer counts: all of it comes again. */
  onAnew(): void
  onEvent(event: SessionEvent): void
  onView(view: SessionView): void
  /** undefined: the connection stands; else a sentence. */
  onLost(why: string | undefined): void
}

/** Connects. */
export function listen({ onAnew, onEvent, onView, onLost }: Listener): void {
  const { again = '/dashboard in the chat' } = document.documentElement.dataset
  const source = new EventSource('/api/events')
  source.addEventListener('open', () => onLost(undefined))
  source.addEventListener('anew', onAnew)
  source.addEventListener('view', ({ data }) => onView(JSON.parse(data) as SessionView))
  source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data) as SessionEvent))
  source.addEventListener('error', () =>
    onLost(
      source.readyState === EventSource.CLOSED
        ? `The page no longer follows the session: too many pages are open (close one, then load this one again), or its address is an old one (${again} prints a new one).`
        : 'The connection is lost; the page tries again.',
    ),
  )
}
