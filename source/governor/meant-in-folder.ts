// "How many night shifts do I have in March": no tool is sure, nobody told it, and a file of the folder has it. The request is decided
// once more with that file's name behind it.
// Invariant: the file was found by the request's words, and the router takes the request with its name for one about a file.
import type { EarlierCall } from '../contracts/manifest.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { isGeneral } from './general-question.ts'
import { hasKeyword } from './has-keyword.ts'
import { isEdited, isMeant, strengthOf } from './meant-enough.ts'
import { namesFile } from './named-file.ts'
import { looksIntoOwn } from './own-question.ts'
import type { OwnKnowledge, TurnPorts } from './ports.ts'
import { goesOn, readBefore } from './read-before.ts'
import {
  ABOUT_FILES,
  ASKS,
  argumentsOf,
  chooseForFile,
  editOf,
  listsReminders,
  wantsNoEdit,
} from './tool-for-file.ts'

/** A longer message says for itself what it is about. */
const LONGEST = 300
/** A shorter one that asks for nothing means no file. */
const FEWEST_WORDS = 3
/** From here on the file is so surely meant that less of the router's word is needed. */
const VERY_STRONG = 0.55
/** A tool that was this sure stays: one that only reads, any other one. */
const SURE = 0.98
const SURE_DEED = 0.9
/** A question about what the person told is as likely. */
const PERSONAL = 0.5
/** The router knows it for a question about a file almost surely. */
const SURE_READS = 0.75
/** Where no tool is needed this surely, it is asked of the world ("what is a stopcock"); a little less surely: unless a file is this near. */
const TALK = 0.999
const LIKELY_TALK = 0.995
const VERY_NEAR = 1
/** So near a file has to be where no tool is needed this surely, whoever asks: "how long should steak rest, my wife says an hour". */
const LEAST_NEAR = [
  { talk: 0.96, near: 0.7 },
  { talk: 0.8, near: 0.6 },
] as const
/** "How many matches have we won" is never that. */
const OURS = /(?<!\p{L})(?:my|mine|our|ours|(?:do|did|have|had|am|are|was|were) (?:i|we))(?!\p{L})/iu

/** "What did I ask you to remember about my landlord" */
const TOLD_YOU =
  /(?<!\p{L})(?:(?:tell|told|ask(?:ed)?|gave|give) you|(?:do|did|have) you (?:still )?(?:remember|know|store|keep|kept|note)|your memory|memories)(?!\p{L})/iu

interface Asked {
  readonly request: string
  readonly decision: RouteDecision
  readonly own: OwnKnowledge | undefined
  readonly earlier: readonly EarlierCall[]
}

interface Meant {
  readonly request: string
  readonly decision: RouteDecision
  /** The lines that are asked for; undefined: what the tool says. */
  readonly tells: string | undefined
}

/** The request with the name of the file that it means, and the decision for it; undefined: no file is meant. */
export async function meantInFolder(
  { request, decision, own: known, earlier }: Asked,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<Meant | undefined> {
  if (request.length > LONGEST || namesFile(request)) return undefined
  if (isGeneral(request) || TOLD_YOU.test(request)) return undefined
  // "Second" says nothing of `timeout_seconds`, nor "the x files" of files.
  if (!ASKS.test(request) && wordsOf(request) < FEWEST_WORDS) return undefined
  // There are no tools.
  if (decision.candidates.length === 0) return undefined
  if (known?.type === 'known' || known?.type === 'meant' || known?.type === 'said') return undefined
  const isOpen = await leavesOpen(request, decision, ports)
  const read = await readBefore(request, earlier, ports)
  const talk = talkOf(request, decision)
  // No file has to be read to know it.
  if (read === undefined && talk >= TALK) return undefined
  if (isOpen === 'no' && !(read && decision.by === 'follow-up')) return undefined
  // For what is told, or has surely another tool, a sentence model is not worth waiting for.
  const byWords = !ASKS.test(request) || (isOpen !== 'yes' && decision.confidence >= SURE_DEED)
  // "What do I still have to do" is asked of a list.
  const lists = listsReminders(decision.tool === null ? undefined : await ports.findTool(decision.tool))
  const own = await ports.meantFile(lists ? `todo: ${request}` : request, signal, { byWords })
  const before = read && (await goesOn(request, read, own, ports, signal))
  const file = before ?? own
  const isFound =
    before !== undefined || (file !== undefined && isMeant(request, file, await isPersonal(decision, ports)))
  if (file === undefined || !(isFound || (await isEdited(request, file, ports, signal)))) return undefined
  if (before === undefined && isTalk(decision, talk, file.share + file.likeness)) return undefined
  const named = `${request.replace(/[\s.?!]+$/, '')} (${file.path})`
  await ports.prepareRoute?.(named)
  const decided = ports.route(named, undefined)
  const chosen = await chooseForFile(request, file, read !== undefined, decided, ports)
  const least = before !== undefined || strengthOf(file) >= VERY_STRONG ? ABOUT_FILES : SURE_READS
  if (chosen === undefined || (isOpen === 'if sure' && chosen.score < least)) return undefined
  const { callable, score } = chosen
  const question = read === undefined ? request : `${request} (before: ${read.asked})`
  const given = chosen.reads
    ? argumentsOf(callable, file.path, question)
    : editOf(callable, file.path, request, (await ports.fileText(file.path, signal)) ?? '')
  if (!chosen.reads && given === undefined && wantsNoEdit(request)) return undefined
  return {
    request: named,
    tells: chosen.reads && file.excerpt ? `${file.path}:\n${file.excerpt}` : undefined,
    decision: {
      tool: callable.tool.name,
      confidence: Math.min(1, Math.max(score, strengthOf(file))),
      by: 'folder',
      candidates: decided.candidates,
      ...(given && { arguments: given }),
    },
  }
}

/** How many, but for an article at its beginning. */
function wordsOf(request: string): number {
  return request
    .trim()
    .replace(/^(?:the|an?)\s+/i, '')
    .split(/\s+/).length
}

/** Whether a file that is so near is not near enough. */
function isTalk({ tool, confidence }: RouteDecision, talk: number, near: number): boolean {
  const isFar = LEAST_NEAR.some((one) => tool === null && confidence >= one.talk && near < one.near)
  return isFar || talk >= (near < VERY_NEAR ? LIKELY_TALK : TALK)
}

/** How surely it is asked of the world, whatever words of it a file has; 0: it wants a tool, or is asked of one's own. */
function talkOf(request: string, { tool, confidence }: RouteDecision): number {
  return tool !== null || (ASKS.test(request) && OURS.test(request)) ? 0 : confidence
}

/** A tool that looks into the memory is likelier than all others, whether or not it is sure. */
async function isPersonal({ candidates }: RouteDecision, ports: TurnPorts): Promise<boolean> {
  const [best] = candidates
  if (best === undefined || best.score < PERSONAL) return false
  return looksIntoOwn((await ports.findTool(best.tool))?.detail.parameters)
}

/** What stands on a list need not be a reminder. */
const LISTED = /(?<!\p{L})(?:lists?|jobs?|tasks?|chores|notes?|to[- ]?dos?)(?!\p{L})(?!.*\bremin)/iu

/** Whether a file may be meant in place of what was decided. */
async function leavesOpen(request: string, { tool, by, confidence }: RouteDecision, ports: TurnPorts) {
  if (tool === null) return 'yes'
  if (by === 'pattern' || by === 'taught' || by === 'memory') return 'no'
  const callable = await ports.findTool(tool)
  // The memory has nothing of it.
  if (looksIntoOwn(callable?.detail.parameters)) return 'yes'
  if (listsReminders(callable))
    return LISTED.test(request) && (await ports.openReminders()) === 0 ? 'yes' : 'no'
  // The request names no file.
  if (callable !== undefined && hasKeyword(callable, 'x-looks', 'file')) {
    if (callable.tool.risk === 'read' || hasKeyword(callable, 'x-passage')) return 'yes'
    return ASKS.test(request) ? 'if sure' : 'no'
  }
  if (callable === undefined) return 'no'
  return confidence < (callable.tool.risk === 'read' ? SURE : SURE_DEED) ? 'if sure' : 'no'
}
