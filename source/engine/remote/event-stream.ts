// Server-sent events as chat servers use them: what stands behind `data:`, an event at a time.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

/** A line longer than this is no piece of an answer. */
const LONGEST_LINE = 4 * 1024 * 1024
/** What a line of a stream begins with; a comment has no name. */
const FIELDS = ['data:', 'event:', 'error:', 'id:', 'retry:', ':']
const LINE_END = /\r\n|\n|\r(?!$)/

/** A line of an event stream does not end. */
export class EndlessLine extends Error {
  override readonly name = 'EndlessLine'
}

/**
 * The data of each event; comments and other fields are left out, characters may be spread over pieces. A body that does not begin as
 * a stream is one event, whatever its type says: some servers stream as `text/plain`, others write one answer as a stream.
 */
export async function* readEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const events = new EventLines()
  let rest = ''
  let isStream: boolean | undefined
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true })
    isStream ??= beginsAsStream(rest)
    if (isStream === true) {
      const lines = rest.split(LINE_END)
      rest = lines.pop() ?? ''
      yield* lines.flatMap((line) => events.take(line))
    }
    if (rest.length > LONGEST_LINE) throw new EndlessLine('a line without an end')
  }
  if (isStream !== true) {
    if (rest.trim() !== '') yield rest
    return
  }
  yield* events.take(rest.replace(/\r$/, ''))
  // Some servers leave out the empty line behind the last event.
  yield* events.take('')
}

/** Undefined: that is not to be seen yet. */
function beginsAsStream(text: string): boolean | undefined {
  const begun = text.trimStart()
  if (FIELDS.some((field) => begun.startsWith(field))) return true
  return FIELDS.some((field) => field.startsWith(begun)) ? undefined : false
}

class EventLines {
  #data: string[] = []

  /** The data of the event that this line ends, or that it is by itself; nothing: it is neither. */
  take(line: string): readonly string[] {
    // Errors of some servers are no event: older llama-servers' `error: {…}`, and bare JSON of what stands before others.
    if (line.startsWith('error:')) return [asError(behindColon(line))]
    if (line.startsWith('{')) return [line]
    if (line.startsWith('data:')) this.#data.push(behindColon(line))
    if (line !== '') return []
    const data = this.#data.join('\n')
    this.#data = []
    return data.trim() === '' ? [] : [data]
  }
}

function behindColon(line: string): string {
  return line.slice(line.indexOf(':') + 1).replace(/^ /, '')
}

function asError(text: string): string {
  return text.startsWith('{') ? text : JSON.stringify({ error: text })
}
