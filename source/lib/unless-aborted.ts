/** As the work settles, or rejected as soon as the signal fires, whatever the work waits for. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  work.catch(() => undefined)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}
