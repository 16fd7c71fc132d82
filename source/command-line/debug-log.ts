// `--debug FILE`: every event of a session, as it happens.
import { appendFileSync } from 'node:fs'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { SecretSwitch } from '../contracts/secret.ts'

/** Writes each event before the next thing happens, so that no way out loses what was said last; nothing that is secret. */
export function openLog(path: string, secret: SecretSwitch): (event: SessionEvent | LiveSignal) => void {
  let isBroken = false
  return (event) => {
    if (event.type === 'view' || isBroken || secret.isOn()) return
    try {
      appendFileSync(path, `${new Date().toISOString()} ${JSON.stringify(event)}\n`, { mode: 0o600 })
    } catch (error) {
      isBroken = true
      const reason = error instanceof Error ? error.message : String(error)
      process.stderr.write(`The log \`${path}\` cannot be written: ${reason}\n`)
    }
  }
}
