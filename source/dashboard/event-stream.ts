// Server-sent events of the session. Each reader has a place in the ring and takes from there as fast as it reads, so a slow one costs
// nothing; one that comes back says where it was, and one that is too far behind is told to begin anew.
import type { DashboardPorts } from '../contracts/dashboard.ts'
import type { RingEntry } from '../contracts/event-ring.ts'

/** A sign of life, so that a connection that is gone is noticed. */
const BEAT_MS = 15_000

type Told = Pick<DashboardPorts, 'events' | 'session'>

/** `after`: the id that the reader had last; `onEnd` is called once, when it is gone. */
export function eventStream(
  { events, session }: Told,
  after: string | undefined,
  signal: AbortSignal,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let place = placeOf(after, events.epoch)
  let shown = ''
  let wake = Promise.withResolvers<void>()
  const stir = () => wake.resolve()
  let isBeat = false
  const beat = setInterval(() => {
    isBeat = true
    stir()
  }, BEAT_MS)
  beat.unref()
  const leave = [events.watch(stir), session.subscribe((event) => event.type === 'view' && stir())]
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    for (const one of leave) one()
    stir()
    onEnd()
  }
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()

  /** What there is to tell now; empty: nothing. */
  const news = (): string => {
    const behind = place === undefined ? undefined : events.since(place)
    const isAnew = behind === undefined
    const entries = behind ?? events.all()
    place = events.newest
    const view = JSON.stringify(session.view)
    const told = [
      ...(isAnew ? ['event: anew\ndata: {}\n\n'] : []),
      ...entries.map((one) => frame(one, events.epoch)),
      ...(view === shown ? [] : [`event: view\ndata: ${view}\n\n`]),
      ...(isBeat ? [': beat\n\n'] : []),
    ]
    shown = view
    isBeat = false
    return told.join('')
  }

  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        while (!isOver) {
          wake = Promise.withResolvers()
          const text = news()
          if (text !== '') return controller.enqueue(encoder.encode(text))
          await wake.promise
        }
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

function frame({ id, text }: RingEntry, epoch: string): string {
  return `id: ${epoch}-${id}\ndata: ${text}\n\n`
}

/** undefined: it was nowhere, or in another ring. */
function placeOf(after: string | undefined, epoch: string): number | undefined {
  const number = after?.startsWith(`${epoch}-`) ? Number(after.slice(epoch.length + 1)) : Number.NaN
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
