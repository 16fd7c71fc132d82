// Which tool a request wants of a file that it does not name, by what the router says of it with the name behind it.
import type { FileChange } from '../contracts/file-change.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { MeantFile } from '../lib/meant-file.ts'
import { asksNothing } from './asks-nothing.ts'
import { EDITS } from './edits.ts'
import { hasKeyword } from './has-keyword.ts'
import { strengthOf } from './meant-enough.ts'
import { looksIntoOwn } from './own-question.ts'
import { findEdit } from './passage.ts'
import type { CallableTool, TurnPorts } from './ports.ts'

/** A tool that changes files has to be so likely. */
const CHANGES = 0.5
/** All tools that read files together have to be so likely, half of how surely the file is meant added. */
const READS = 0.45
/** From here on the file is surely meant, and tools for files and for what is one's own have to be so likely together. */
const STRONG = 0.45
export const ABOUT_FILES = 0.15
const FAIR = 0.3
const ABOUT_OWN = 0.6
/** It asks for something. */
export const ASKS =
  /(?<!\p{L})(?:what|whats|when|how|which|who|whos|whom|where|whose)(?!\p{L})|\?\W*$|^\W*(?:please\s+)?(?:list|show|tell|give)\b|^\W*(?:i|we) need (?:the|to know|my|our)\b/iu

/** Whether it lists the open reminders. */
export function listsReminders(callable: CallableTool | undefined): boolean {
  return callable?.detail.parameters['x-lists'] === 'reminders'
}

export interface Chosen {
  readonly callable: CallableTool
  readonly score: number
  readonly reads: boolean
}

/** The tool for the request with the file's name: one that reads for a question, else one that changes a passage. */
export async function chooseForFile(
  request: string,
  file: MeantFile,
  leans: boolean,
  { candidates }: RouteDecision,
  ports: TurnPorts,
): Promise<Chosen | undefined> {
  const found = await Promise.all(
    candidates.map(async ({ tool, score }) => ({ callable: await ports.findTool(tool), score })),
  )
  const files = found.flatMap(({ callable, score }) =>
    callable !== undefined && hasKeyword(callable, 'x-looks', 'file') ? [{ callable, score }] : [],
  )
  const [best] = files
  const isDeed = EDITS.test(request) && !/\?\W*$/.test(request)
  if (
    best &&
    hasKeyword(best.callable, 'x-passage') &&
    best.score >= CHANGES &&
    (isDeed || !ASKS.test(request))
  )
    return { ...best, reads: false }
  // Something is to be done that no tool surely does.
  if (isDeed) return undefined
  const reading = files.filter(({ callable }) => callable.tool.risk === 'read')
  // Nothing of it is in the memory, or among the reminders.
  const own = found.filter(
    ({ callable }) => looksIntoOwn(callable?.detail.parameters) || listsReminders(callable),
  )
  // One that is told the whole question works the answer out.
  const asked = reading.find(({ callable }) => hasKeyword(callable, 'x-whole') === file.isTable) ?? reading[0]
  const [reads, all] = [sumOf(reading), sumOf([...files, ...own])]
  const strength = strengthOf(file)
  const isSurely =
    ASKS.test(request) &&
    (((leans || strength >= STRONG) && all >= ABOUT_FILES) ||
      ((strength >= FAIR || (file.isNamed && file.share >= FAIR)) && all >= ABOUT_OWN))
  // "Dark mode is on" asks for no file, however near one is.
  const isAsked = ASKS.test(request) || (strength >= STRONG && !asksNothing(request))
  const isLikely = reads + strength / 2 >= READS && isAsked
  if (asked === undefined || !(isLikely || isSurely)) return undefined
  return { callable: asked.callable, score: reads, reads: true }
}

function sumOf(found: readonly { readonly score: number }[]): number {
  return found.reduce((sum, { score }) => sum + score, 0)
}

/** The file, and the question where that is wanted; the rest may be left out by all tools that read. */
export function argumentsOf({ detail }: CallableTool, path: string, request: string): JsonObject {
  const { properties = {} } = detail.parameters
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      if (schema['x-looks'] === 'file') return [[name, path]]
      return 'x-whole' in schema ? [[name, request]] : []
    }),
  )
}

/** The change that the request plainly asks for in the file's text; undefined: the model writes it. */
export function editOf(
  callable: CallableTool,
  path: string,
  request: string,
  text: string,
): JsonObject | undefined {
  const edit = findEdit(request, '', text)
  return edit && editArguments(callable, { path, ...edit })
}

/** Nothing is to be changed that the model would have to think of: it is only told, or another thing is to be done. */
export function wantsNoEdit(request: string): boolean {
  return !ASKS.test(request) && !EDITS.test(request) && asksNothing(request)
}

/** A change, as the parameters of a tool that changes a passage have it. */
export function editArguments({ detail }: CallableTool, change: FileChange): JsonObject {
  return Object.fromEntries(
    Object.entries(detail.parameters.properties ?? {}).flatMap(([name, schema]) => {
      if (schema['x-looks'] === 'file') return [[name, change.path]]
      if ('x-passage' in schema) return [[name, change.old]]
      return 'x-instead' in schema ? [[name, change.new]] : []
    }),
  )
}
