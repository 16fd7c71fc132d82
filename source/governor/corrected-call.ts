// A message about the last call: it corrects a value of it, takes what it offered, or takes it back. The call for that is planned
// without a model. Next: corrections.ts, taken-back.ts, suggested.ts.
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { EarlierCall } from '../contracts/manifest.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { Tool, UndoingCall } from '../contracts/tool.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { correctedArguments } from './corrections.ts'
import { saysNothingFound } from './denials.ts'
import { checkArguments } from './execute.ts'
import { asksOnceMore } from './once-more.ts'
import { inOtherFolder } from './other-folder.ts'
import type { Plan, PlannedCall } from './plan-calls.ts'
import type { TurnInput, TurnPorts } from './ports.ts'
import { isPause, readChanges } from './read-change.ts'
import type { EntriesOf } from './shown-paths.ts'
import { suggestedArguments } from './suggested.ts'
import { takenBack, undoAsked } from './taken-back.ts'

/** From this confidence on a message behind a question of ours is a request of its own. */
export const SURE_OF_ANOTHER = 0.85
/** Of a correction: of the follow-ups that tools teach 18 are one, and all 18 were made right (`docs/router.md`). */
const SURE_OF_CORRECTION = 0.9

/** A message in the form of a correction behind an answer without a call: it is of that answer. */
export function correctsTalk({ message, isCallOld = false }: TurnInput): boolean {
  return isCallOld && readChanges(message).length > 0
}

/** What a message that corrects the last call makes of it, or no call where it only asks to wait; undefined: neither. */
export async function correctedPlan(
  input: TurnInput,
  resolvedMessage: string,
  ports: TurnPorts,
  entriesOf: EntriesOf,
): Promise<Plan | undefined> {
  if (input.open === undefined && isPause(input.message)) return { calls: [noCall(input.message)] }
  const last = input.earlier.at(-1)
  const again = await sameCall(input, ports)
  if (again !== undefined) return { calls: [again] }
  const planned = await correctedCall(input, resolvedMessage, ports, entriesOf)
  if (last === undefined || planned === undefined) return undefined
  const calls = await withUndoing(planned, resolvedMessage, input, ports)
  const callable = await ports.findTool(last.tool)
  const isGone = !last.failed && !saysNothingFound(last.said.split('\n')[0] ?? '')
  const isLeftGone = calls.length === 1 && isGone && callable !== undefined && takesAway(callable.tool)
  if (!isLeftGone) return { calls }
  return { calls: [noCall(input.message)], ownFacts: staysGone(last) }
}

/** The last call as it was, where that is all that is asked for. */
async function sameCall(
  { message, earlier, open, isCallOld = false }: TurnInput,
  ports: TurnPorts,
): Promise<PlannedCall | undefined> {
  const last = earlier.at(-1)
  if (last === undefined || isCallOld || open !== undefined || !asksOnceMore(message, last)) return undefined
  if ((await ports.findTool(last.tool)) === undefined) return undefined
  if (ports.route(message, undefined).by === 'pattern') return undefined
  const decision = { ...followUp(last.tool, SURE_OF_CORRECTION), arguments: last.arguments }
  return { decision, request: message, earlier: [last], completes: false }
}

function noCall(request: string): PlannedCall {
  const decision: RouteDecision = { tool: null, confidence: 1, by: 'none', candidates: [] }
  return { decision, request, earlier: [], completes: false }
}

/** By its own words; the name of a tool says nothing here. */
const TAKES_AWAY =
  /^(?:permanently\s+)?(?:delete|remove|erase|cancel|forget|prune|drop|clear|discard|trash|complete|mark|close|end|stop|kill)s?\b/iu

function takesAway({ risk, description }: Tool): boolean {
  return risk !== 'read' && TAKES_AWAY.test(description)
}

/** A second deletion in place of the first would leave both gone. */
function staysGone({ said }: EarlierCall): string {
  const [done = ''] = said.split('\n')
  return `nothing more was done for this message, because no call brings back what the last one took away (${done}); for the other one the whole request has to be said.`
}

/**
 * The last call once more where the message only corrects a value of it. A pattern knows better, and behind a question of
 * ours the message answers that.
 */
async function correctedCall(
  input: TurnInput,
  resolvedMessage: string,
  ports: TurnPorts,
  entriesOf: EntriesOf,
): Promise<PlannedCall | undefined> {
  const { earlier, open, isCallOld = false } = input
  const last = earlier.at(-1)
  if (last === undefined || open !== undefined) return undefined
  const callable = await ports.findTool(last.tool)
  if (callable === undefined) return undefined
  const { parameters } = callable.detail
  // "not a.md, b.md" names both as they stand in the call; "oops, b.md" alone may lie beside it.
  const [change] = readChanges(input.message)
  const isNamed = change !== undefined && (change.old !== undefined || change.kind !== undefined)
  const isChange =
    change !== undefined && (change.old !== undefined || !isSaidAgain(change.value, input.message, last.said))
  const message = isNamed ? input.message : resolvedMessage
  const corrected =
    isChange && !isCallOld ? correctedArguments(message, last.arguments, parameters) : undefined
  const args =
    (isCallOld ? undefined : suggestedArguments(input.message, last)) ??
    (await inOtherFolder(input.message, last, parameters, entriesOf)) ??
    (corrected && ofWhatStands(corrected, last, parameters))
  if (args === undefined || checkArguments(args, compileSchema(parameters)) !== undefined) return undefined
  if (ports.route(message, undefined).by === 'pattern') return undefined
  const decision: RouteDecision = {
    ...followUp(callable.tool.name, SURE_OF_CORRECTION),
    arguments: args,
  }
  return { decision, request: message, earlier: [last], completes: false }
}

/** Where only what comes in the place of a passage is corrected: the passage is by now what the last call put there. */
function ofWhatStands(
  corrected: JsonObject,
  { arguments: old, failed }: EarlierCall,
  { properties = {} }: JsonSchema,
): JsonObject | undefined {
  const named = (keyword: string) =>
    Object.keys(properties).find((name) => keyword in (properties[name] ?? {}))
  const [passage, instead] = [named('x-passage'), named('x-instead')]
  const changed = Object.keys(corrected).filter((name) => corrected[name] !== old[name])
  const isOther = changed.length !== 1 || changed[0] !== instead
  if (failed || passage === undefined || instead === undefined || isOther) return corrected
  const stands = old[instead]
  return typeof stands === 'string' && stands !== '' ? { ...corrected, [passage]: stands } : undefined
}

/** Behind a call in place of the last one, the call that takes that one back. */
export async function withUndoing(
  planned: PlannedCall,
  message: string,
  { earlier }: TurnInput,
  ports: TurnPorts,
): Promise<readonly PlannedCall[]> {
  const { decision } = planned
  const undo = takenBack(message, decision.tool, decision.by === 'follow-up' ? earlier.at(-1) : undefined)
  if (undo === undefined || (await ports.findTool(undo.tool)) === undefined) return [planned]
  // A text that the model writes may be no new one of the old.
  if (decision.arguments === undefined && (await hasFreeText(decision.tool, ports))) return [planned]
  return [planned, { ...callOf(undo, message, decision.confidence), undoes: true }]
}

/** "Undo": the call that takes back the last one. */
export async function undoingCall(
  { message, earlier }: TurnInput,
  ports: TurnPorts,
): Promise<PlannedCall | undefined> {
  const undo = undoAsked(message, earlier.at(-1))
  if (undo === undefined || (await ports.findTool(undo.tool)) === undefined) return undefined
  return callOf(undo, message, SURE_OF_CORRECTION)
}

function callOf(undo: UndoingCall, request: string, confidence: number): PlannedCall {
  const decision = { ...followUp(undo.tool, confidence), arguments: undo.arguments }
  return { decision, request, earlier: [], completes: false }
}

async function hasFreeText(name: string | null, ports: TurnPorts): Promise<boolean> {
  const callable = name === null ? undefined : await ports.findTool(name)
  const parameters = Object.values(callable?.detail.parameters.properties ?? {})
  return parameters.some((one) => one['x-free'] === true)
}

const TAKES_BACK =
  /^\W*(?:no|nope|nah|sorry|sr+y|pardon|oops|argh|wait|hang on|hold on|my (?:mistake|bad))(?![\p{L}'])|(?<![\p{L}])i (?:mean|meant|wanted)(?![\p{L}])/iu

/** "ok, 1000" only says the result again; "oops, notes.md" takes something back, wherever that name stands. */
function isSaidAgain(value: string, message: string, said: string): boolean {
  return !TAKES_BACK.test(message) && wordsOf(said).includes(value.toLowerCase())
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[.,;:!?]+$/, ''))
}

/** A decision that leans on the turn before. */
export function followUp(tool: string, confidence = SURE_OF_ANOTHER): RouteDecision {
  const candidates = [{ tool, score: confidence }]
  return { tool, confidence, by: 'follow-up', candidates }
}
