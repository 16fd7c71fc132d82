/** What asks a program to end: Ctrl-C, `kill`, and a terminal that is closed. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls `act` at each of them, in place of a death on the spot. Gives the undoing. */
export function onEndSignals(act: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of END_SIGNALS) process.on(signal, act)
  return () => {
    for (const signal of END_SIGNALS) process.off(signal, act)
  }
}
