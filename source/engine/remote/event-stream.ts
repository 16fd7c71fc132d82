// Server-sent events as chat servers use them: what stands behind `data:`, an event at a time.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

/** A line longer than this is no piece of an answer. */
const LONGEST_LINE = 4 * 1024 * 1024

/** A line of an event stream does not end. */
export class EndlessLine extends Error {
  override readonly name = 'EndlessLine'
}

/** The data of each event; comments and other fields are left out. Characters may be spread over pieces. */
export async function* readEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new EndlessLine('a line without an end')
    for (const line of lines.map((one) => one.replace(/\r$/, ''))) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      else if (line === '' && data.length > 0) {
        yield data.join('\n')
        data = []
      }
    }
  }
  // Some servers leave out the empty line behind the last event.
  const last = rest.replace(/\r$/, '')
  if (last.startsWith('data:')) data.push(last.slice(5).trimStart())
  if (data.length > 0) yield data.join('\n')
}
