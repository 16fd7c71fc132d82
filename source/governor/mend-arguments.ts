// Arguments as the request, the workspace and the file itself leave them: what a small model writes is nearly right often enough.
// Each step changes only what its own file says. Next: held-kind.ts, existing-paths.ts, passage.ts.
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import { existingPaths } from './existing-paths.ts'
import { withHeldKinds } from './held-kind.ts'
import { withLeftTime } from './left-time.ts'
import { lineByLine } from './line-by-line.ts'
import { findEdit, isOnce } from './passage.ts'
import type { CallableTool, TurnPorts } from './ports.ts'
import { withoutUnstated } from './unstated.ts'

/** What a call was written from. */
export interface Source {
  readonly request: string
  /** The request, and the turns that it leans on. */
  readonly text: string
  /** The message of the last of these; empty: it stands alone. */
  readonly before: string
}

export async function mendArguments(
  args: JsonObject,
  callable: CallableTool,
  { request, text, before }: Source,
  ports: Pick<TurnPorts, 'entriesOf' | 'fileText'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { parameters } = callable.detail
  const stated = [withHeldKinds, withLeftTime, lineByLine].reduce(
    (left, mend) => mend(left, parameters, request),
    withoutUnstated(args, parameters, text),
  )
  const placed = await existingPaths(stated, callable, request, (folder) => ports.entriesOf(folder, signal))
  return withPassage(placed, parameters, { request, before }, (path) => ports.fileText(path, signal))
}

/** `x-passage` and `x-instead`: what of a file is changed, and what it becomes; the value is the name of the argument with the file. */
async function withPassage(
  args: JsonObject,
  { properties = {} }: JsonSchema,
  { request, before }: Omit<Source, 'text'>,
  textOf: (path: string) => Promise<string | undefined>,
): Promise<JsonObject> {
  const named = (keyword: string) =>
    Object.keys(properties).find((name) => keyword in (properties[name] ?? {}))
  const [passage, instead] = [named('x-passage'), named('x-instead')]
  if (passage === undefined || instead === undefined) return args
  const [old = '', fresh = ''] = [args[passage], args[instead]]
  if (isTurned(String(old), String(fresh), request)) return { ...args, [passage]: fresh, [instead]: old }
  const path = args[String(properties[passage]?.['x-passage'])]
  const text = typeof path === 'string' ? await textOf(path) : undefined
  if (text === undefined) return args
  const edit = findEdit(request, before, text)
  if (edit === undefined) return args
  // "2 carrots" to "4" stands there and loses the carrots; another passage that stands there is the model's word.
  const written = String(old)
  const isOther = !edit.old.includes(written) && isOnce(written, text)
  return isOther ? args : { ...args, [passage]: edit.old, [instead]: edit.new }
}

/** What stands behind these is no longer right. */
const NO_MORE = String.raw`(?<!\p{L})(?:not|instead of|rather than|in place of|no longer)\s+(?:the\s+)?`

/** "It is 3 eggs and not 2 eggs": what was written as the new text stands behind "not", and the old one does not. */
function isTurned(old: string, fresh: string, request: string): boolean {
  const isOver = (text: string) =>
    text.trim() !== '' &&
    new RegExp(String.raw`${NO_MORE}["“‘']?${RegExp.escape(text)}(?![\p{L}\p{N}])`, 'iu').test(request)
  return isOver(fresh) && !isOver(old)
}
