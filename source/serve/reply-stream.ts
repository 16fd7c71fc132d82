// A reply that is written while the turn runs. What fails before the first word is a status of its own; later it can only be
// said in the stream. Nobody waits for a client that reads slowly: what it has not read yet is held, and an answer is short.

export interface ReplyParts {
  readonly headers: { readonly [name: string]: string }
  /** Written every so many milliseconds, whatever else is; undefined: nothing is. */
  readonly beat: { readonly text: string; readonly ms: number } | undefined
  /** What is written for a failure behind the first word. */
  readonly failure: (error: unknown) => string
}

/** Runs `work` and gives the reply as soon as there is something to send; rejects with what fails before that. */
export async function replyWhile(
  work: (write: (text: string) => void) => Promise<void>,
  { headers, beat, failure }: ReplyParts,
): Promise<Response> {
  const encoder = new TextEncoder()
  const begun = Promise.withResolvers<void>()
  let hasBegun = false
  let isOpen = true
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sink = controller
    },
    cancel: () => {
      isOpen = false
    },
  })
  const begin = () => {
    hasBegun = true
    begun.resolve()
  }
  const write = (text: string) => {
    begin()
    if (isOpen && text !== '') sink?.enqueue(encoder.encode(text))
  }
  const beating = beat && setInterval(() => write(beat.text), beat.ms)
  void work(write)
    .then(begin, (error: unknown) => (hasBegun ? write(failure(error)) : begun.reject(error)))
    .finally(() => {
      clearInterval(beating)
      if (isOpen) sink?.close()
      isOpen = false
    })
  await begun.promise
  return new Response(stream, { headers: { ...headers } })
}
