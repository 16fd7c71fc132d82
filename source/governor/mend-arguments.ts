// Arguments as the request, the workspace and the file itself leave them: what a small model writes is nearly right often enough.
// Each step changes only what its own file says. Next: held-kind.ts and existing-paths.ts.
import type { JsonObject } from '../contracts/json.ts'
import { existingPaths } from './existing-paths.ts'
import { withHeldKinds } from './held-kind.ts'
import { withLeftTime } from './left-time.ts'
import { lineByLine } from './line-by-line.ts'
import type { CallableTool, TurnPorts } from './ports.ts'
import { withoutUnstated } from './unstated.ts'

/** What a call was written from. */
export interface Source {
  readonly request: string
  /** The request, and the turns that it leans on. */
  readonly text: string
}

export async function mendArguments(
  args: JsonObject,
  callable: CallableTool,
  { request, text }: Source,
  ports: Pick<TurnPorts, 'entriesOf'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { parameters } = callable.detail
  const stated = [withHeldKinds, withLeftTime, lineByLine].reduce(
    (left, mend) => mend(left, parameters, request),
    withoutUnstated(args, parameters, text),
  )
  return existingPaths(stated, callable, request, (folder) => ports.entriesOf(folder, signal))
}
