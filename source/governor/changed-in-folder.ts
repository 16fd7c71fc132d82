// "GST return filed, one weight off my mind": a list of the folder has it, and it is to be ticked off there. Nobody names the file.
// Invariant: the change follows from the message and one file alone (source/changes/), and the person is asked about its diff.
import type { FileChange, RowWish } from '../contracts/file-change.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { opensGenerally } from './general-question.ts'
import { hasKeyword } from './has-keyword.ts'
import { namesFile } from './named-file.ts'
import { looksIntoOwn } from './own-question.ts'
import type { TurnPorts } from './ports.ts'
import { editArguments } from './tool-for-file.ts'
import { writeRow } from './write-row.ts'

/** A longer message tells a story. */
const LONGEST = 300
const FEWEST_WORDS = 2
/** A tool that was this sure stays. */
const SURE = 0.9
/** Where no tool is needed this surely, it tells or wants no change: "compose a nursery rhyme that runs from Monday to Sunday". */
const TALK = 0.9997
/** How often such a change is the one that is meant: by 32 of 36 of *report*, from below (docs/accuracy.md). */
const CONFIDENCE = 0.8
/** A line that is added is as somebody else would have it in 17 of 42 (`added.jsonl`): it is asked about, and no more. */
const CONFIDENCE_ADDED = 0.5
/** It is to be kept beyond this conversation, and not in a file. */
const FOR_MEMORY =
  /(?<!\p{L})(?:remember|remind|memori[sz]e|keep in mind|don'?t (?:let me )?forget|reminders?|(?:in|from|to|into|of|off) (?:my|your|the) memory(?!\s+(?:leaks?|bugs?|cards?|sticks?|usage|limit|test))|memories|(?:write|note|jot) (?:it|this|that) down|(?:keep|bear) (?:it|this|that) in mind|(?:save|store|learn) (?:it|this|that)|put (?:it|this|that) right)(?!\p{L})/iu

interface Asked {
  readonly request: string
  readonly decision: RouteDecision
}

/** The request with the file that it changes, and the call that does it; undefined: it changes none. */
export async function changedInFolder(
  { request, decision }: Asked,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<(Asked & { readonly tells: undefined }) | undefined> {
  const words = request.trim().split(/\s+/).length
  if (request.length > LONGEST || words < FEWEST_WORDS || FOR_MEMORY.test(request)) return undefined
  if (opensGenerally(request) || (decision.tool === null && decision.confidence >= TALK)) return undefined
  if (namesFile(request) || !(await mayChange(request, decision, ports))) return undefined
  const found = await ports.changeInFolder(request, signal)
  const change = found !== undefined && 'columns' in found ? await written(found, ports, signal) : found
  if (change === undefined) return undefined
  // Whichever tool changes a passage: the router knows it by what is to be done.
  const { candidates } = ports.route(`replace "a" by "b" in ${change.path}`, undefined)
  for (const { tool } of candidates) {
    const callable = await ports.findTool(tool)
    if (callable === undefined || !hasKeyword(callable, 'x-passage')) continue
    const decided = {
      tool,
      confidence: change.new.startsWith(`${change.old}\n`) ? CONFIDENCE_ADDED : CONFIDENCE,
      by: 'folder',
      candidates,
      arguments: editArguments(callable, change),
    } as const
    return { request: `${request} (${change.path})`, decision: decided, tells: undefined }
  }
  return undefined
}

/** The row, as the model fills it in. */
async function written(
  wish: RowWish,
  { engine }: TurnPorts,
  signal: AbortSignal,
): Promise<FileChange | undefined> {
  return engine === undefined ? undefined : await writeRow(wish, engine, signal)
}

/** Whether a change may be meant in place of what was decided. */
async function mayChange(
  request: string,
  { tool, by, confidence }: RouteDecision,
  ports: TurnPorts,
): Promise<boolean> {
  if (by === 'pattern' || by === 'taught') return false
  if (tool === null || confidence < SURE) return true
  const callable = await ports.findTool(tool)
  if (callable === undefined) return false
  // No file is named, nobody asks to remember it, or nothing of it is in the memory.
  if (hasKeyword(callable, 'x-looks', 'file') || hasKeyword(callable, 'x-timed')) return true
  const isOfMemory = looksIntoOwn(callable.detail.parameters) || hasKeyword(callable, 'x-unless')
  return isOfMemory && (await ports.toldOf(request)).length === 0
}
