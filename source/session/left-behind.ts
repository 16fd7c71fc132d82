// What killed programs and damaged disks left behind, told once at the start. Where nothing is wrong, nothing is said.
import type { SessionEvent } from '../contracts/event.ts'
import type { ToolServices } from '../contracts/lent.ts'

/** Changes of files that are looked at: every one costs a look at the start; `/undo list` looks at all. */
const LAST_CHANGES = 20

/** Emits a notice for each timer that will not ring, and each change that a kill cut short. Never rejects. */
export async function tellLeftBehind(session: {
  readonly ports: { readonly services: ToolServices }
  emit(event: SessionEvent): void
}): Promise<void> {
  const { rings, fileHistory } = session.ports.services
  const told = [
    ...(await Promise.resolve()
      .then(() => rings?.faults() ?? [])
      .catch(() => [])),
    ...((await fileHistory?.tidy(LAST_CHANGES).catch(() => [])) ?? []),
  ]
  for (const message of told) session.emit({ type: 'notice', code: 'left_behind', message })
}
