// Which calls a message wants: one, several, or none; each with the text that its arguments are written from.
import type { EarlierCall } from '../contracts/manifest.ts'
import type { Beside, RouteDecision } from '../contracts/router.ts'
import { asksOwn, OWN_BESIDE } from '../lib/asks-own.ts'
import { besideOf, toldAs } from './beside.ts'
import {
  correctedPlan,
  correctsTalk,
  followUp,
  SURE_OF_ANOTHER,
  undoingCall,
  withUndoing,
} from './corrected-call.ts'
import { isUnwanted, LEFT_UNDONE } from './denied-deed.ts'
import { insideStory } from './inside-story.ts'
import { answerOwn, looksUpOwn, withoutTool } from './own-question.ts'
import type { Choice, OpenChoice, OpenRequest, TurnInput, TurnPorts } from './ports.ts'
import type { WrittenCall } from './prepare-call.ts'
import { resolveReferences } from './references.ts'
import type { EntriesOf } from './shown-paths.ts'
import { nothingToUndo } from './taken-back.ts'
import { CLEAR, findTie, isClear, isRefusal, readChoice } from './which-tool.ts'
import { goesOnFromProgram, writeProgram } from './write-program.ts'

/** A message of fewer words is a value. */
const FEWEST_WORDS = 3

/** A few words that are no value. */
const REMARK =
  /^\W*(?:(?:yes|yep|yeah|no|nope|nah|ok|okay|sure|thanks?|thank you|thx|please|pls|never ?mind|nothing|none|stop|cancel|forget it|hi|hello|hey|bye|what|why|how|who|where|when|lol|haha|cool|great|nice|good|fine|hm+|um+|oh|sorry|wait|skip|whatever|idk|dunno|(?:undo|revert)(?: (?:it|that|this|the last (?:one|change)))?)(?:[^\p{L}\p{N}]+|$))+$/iu

/** What takes a request back that we asked about, however long it is: "don't do it", "I've changed my mind, leave the file as it is". */
const DROPS =
  /^\W*(?:(?:no|nope|nah|ok|okay|actually|sorry|oh|hm+|well|please|you know what)[\s,.!]+)*(?:(?:don['’]?t|do not)(?:\s+(?:do|bother|add|write|save|run|set|change|store|send|touch)(?:\s+(?:it|that|this|any(?:thing)?))?(?:[\s,.!]|$).*)?$|never ?mind|(?:forget|drop|scrap|leave|skip|cancel) (?:about )?(?:it|that|this|the (?:file|whole thing)|everything)(?: (?:as (?:it|they) (?:is|are|was|were)|as is|alone|be|for now|then|now|please|thanks|instead))?\s*(?:[,.;!].*)?$|(?:i|we) (?:don['’]?t|do not) (?:want|need) (?:(?:it|that|this|any ?more)(?!\p{L})|to (?!forget|miss|lose))|(?:i(?:['’]ve| have)? )?changed my mind|on second thoughts?)/iu

/** One request of a message. */
export interface PlannedCall {
  readonly decision: RouteDecision
  /** What is asked, in the person's words. */
  readonly request: string
  /** Calls that it leans on; none: it stands alone. */
  readonly earlier: readonly EarlierCall[]
  /** It completes a request about which the last turn asked back, so nothing is asked again. */
  readonly completes: boolean
  /** Its arguments were written already. */
  readonly written?: WrittenCall | undefined
  /** It takes back what the call before it is made in place of, if that one comes to be. */
  readonly undoes?: true
}

export interface Plan {
  /** At least one; the only one may want no tool. */
  readonly calls: readonly PlannedCall[]
  /** The only request is shared by these tools: the person is asked which one. */
  readonly choices?: readonly Choice[]
  /** The request that is answered in place of the message: the person did not want the tool that we asked about. */
  readonly instead?: string
  /** What is known of that which it asks for, something of the person's own. */
  readonly ownFacts?: string | undefined
  /** The message has a question beside the requests; `instead` is the rest. */
  readonly beside?: Beside
}

/** The turn as tools are chosen for it: the files that go with the message are not named, for they need no reading. */
export function heardBy(input: TurnInput): TurnInput {
  return input.attachment === undefined ? input : { ...input, message: input.attachment.heard }
}

/** The turn as the talk lane is told of it. */
export function toldInstead(input: TurnInput, { instead, ownFacts }: Plan): TurnInput {
  return { ...input, ownFacts, ...(instead !== undefined && { told: toldAs(input, instead) }) }
}

/** What the message wants: a question that the model answers beside, and the requests. */
export async function planCalls(input: TurnInput, ports: TurnPorts, signal: AbortSignal): Promise<Plan> {
  const beside = await besideOf(input, ports)
  if (beside === undefined) return planRequests(input, ports, signal)
  const plan = await planRequests({ ...input, message: beside.request }, ports, signal)
  return { ...plan, instead: beside.request, beside }
}

/** Routes the message, or each request in it. */
async function planRequests(input: TurnInput, ports: TurnPorts, signal: AbortSignal): Promise<Plan> {
  const { open } = input
  const named = open !== undefined && 'choices' in open ? readChoice(input.message, open.choices) : undefined
  if (open !== undefined && 'choices' in open && named !== undefined)
    return { calls: [chosen(open, named, open.request, input)] }
  if (open !== undefined && 'choices' in open && isRefusal(input.message, open.choices))
    return { calls: [without(open.request)], instead: open.request }
  const entriesOf = once((folder) => ports.entriesOf(folder, signal))
  const undone = open === undefined ? await undoingCall(input, ports) : undefined
  if (undone !== undefined) return { calls: [undone] }
  const ownFacts = open === undefined ? nothingToUndo(input.message) : undefined
  if (ownFacts !== undefined) return { calls: [without(input.message)], ownFacts }
  const message = await resolveReferences(input.message, input.earlier, entriesOf)
  const corrected = goesOnFromProgram(input)
    ? undefined
    : await correctedPlan(input, message, ports, entriesOf)
  if (corrected !== undefined) return corrected
  await ports.prepareRoute?.(message)
  const parts = ports.split(message)
  const last = correctsTalk(input) ? undefined : input.earlier.at(-1)?.tool
  const calls: PlannedCall[] = []
  const facts: string[] = []
  let tie: Tie | undefined
  const leansOn = parts.length > 1 ? undefined : last
  for (const part of parts) {
    await ports.prepareRoute?.(part, leansOn)
    const routed = ports.route(part, leansOn)
    const program = open === undefined ? await writeProgram(part, routed, input, ports, signal) : undefined
    const decision = program?.decision ?? (parts.length > 1 ? asPart(routed, part) : routed)
    const unwanted = open === undefined ? await isUnwanted(part, decision, ports) : undefined
    if (unwanted !== undefined) {
      facts.push(LEFT_UNDONE[unwanted])
      calls.push(without(part))
      continue
    }
    if (program !== undefined) {
      calls.push({ ...program, earlier: [], completes: false })
      continue
    }
    const earlier = decision.by === 'follow-up' ? input.earlier : []
    const told = earlier.length === 0 ? await insideStory(part, decision, ports) : part
    calls.push({ decision, request: told, earlier, completes: false })
    if (parts.length === 1 && decision === routed) tie = tieOf(decision, ports)
  }
  if (facts.length > 0) return { calls, ownFacts: facts.join('\n') }
  return afterwards(calls, { tie, message, input, ports })
}

interface Routed {
  readonly tie: Tie | undefined
  /** With what it points at. */
  readonly message: string
  readonly input: TurnInput
  readonly ports: TurnPorts
}

/** What is asked for alone: the answer to a question of ours, something of the person's own, or what several tools share. */
async function afterwards(
  calls: readonly PlannedCall[],
  { tie, message, input, ports }: Routed,
): Promise<Plan> {
  const { open } = input
  const [only] = calls
  if (only === undefined || calls.length > 1) return { calls }
  const answered = open && answeredBy(open, only, input)
  if (answered !== undefined) return { calls: [answered] }
  const isCorrected = input.remembered?.some(({ kind }) => kind === 'correction')
  // A correction is told with the message, and needs no search.
  const own =
    isCorrected ||
    input.own === undefined ||
    ((input.own.type === 'absent' || input.own.type === 'there') && tie?.choices.length !== 1)
      ? undefined
      : await answerOwn(only, input.own, tie?.choices[0]?.tool, ports)
  if (own !== undefined) return { calls: [own.call], ownFacts: own.facts }
  if (tie === undefined) return { calls: await withUndoing(only, message, input, ports) }
  // What is remembered of it answers better than a question which tool is meant.
  if (isCorrected) return { calls: [withoutTool(only)] }
  const likeliest = { ...only, decision: tie.decision }
  // A search in the memory for what nobody told takes the place of an answer.
  const isAsked = !tie.isClear || (await looksUpOwn(likeliest.decision.tool, ports))
  return isAsked ? { calls: [likeliest], choices: tie.choices } : { calls: [likeliest] }
}

function without(request: string): PlannedCall {
  const decision: RouteDecision = { tool: null, confidence: 1, by: 'none', candidates: [] }
  return { decision, request, earlier: [], completes: false }
}

/** What stands in a folder is read once for the message. */
function once(read: EntriesOf): EntriesOf {
  const known = new Map<string, ReturnType<EntriesOf>>()
  return (folder) => {
    const found = known.get(folder) ?? read(folder)
    known.set(folder, found)
    return found
  }
}

interface Tie {
  /** The likeliest tool, with the probability that it has beside the others. */
  readonly decision: RouteDecision
  readonly choices: readonly Choice[]
  /** Nobody need be asked. */
  readonly isClear: boolean
}

/** Of several requests each is for a tool: where the threshold left one out, for its likeliest. */
function asPart(decision: RouteDecision, part: string): RouteDecision {
  const [best] = decision.candidates
  const least = asksOwn(part) ? OWN_BESIDE : CLEAR
  if (decision.tool !== null || best === undefined || best.score < least) return decision
  return { ...decision, tool: best.tool, confidence: best.score, by: 'classifier' }
}

function tieOf(decided: RouteDecision, ports: TurnPorts): Tie | undefined {
  const shares = findTie(decided)
  const [first] = shares ?? []
  if (shares === undefined || first === undefined) return undefined
  const by = decided.by === 'none' ? 'classifier' : decided.by
  const decision = { ...decided, tool: first.tool, confidence: first.score, by, candidates: shares } as const
  const choices = shares.map(({ tool }) => ({ tool, oneLiner: ports.oneLiner(tool) }))
  return { decision, choices, isClear: isClear(shares) }
}

/** The open request with the person's answer; undefined: the message is about something else. */
function answeredBy(open: OpenRequest, only: PlannedCall, input: TurnInput): PlannedCall | undefined {
  if (!('choices' in open)) return completed(open, only, input.message)
  const choice = open.choices.find(({ tool }) => tool === only.decision.tool)
  return choice && chosen(open, choice.tool, joined(open.request, input.message), input)
}

/** The open request, with the tool that the person chose. */
function chosen(open: OpenChoice, tool: string, request: string, { earlier }: TurnInput): PlannedCall {
  return {
    decision: followUp(tool),
    request,
    earlier: open.leans ? earlier : [],
    // Which tool was asked, not for a value: that may still be missing.
    completes: false,
  }
}

/** The open request with what the person answered; undefined: the message is about something else. */
function completed(
  { request, tool }: { request: string; tool: string },
  { decision }: PlannedCall,
  answer: string,
): PlannedCall | undefined {
  // "240" alone looks like a request for the calculator.
  const isValue = answer.trim().split(/\s+/).length < FEWEST_WORDS
  const wanted = decision.tool ?? decision.off ?? null
  const isAnother =
    wanted !== null &&
    wanted !== tool &&
    (decision.by === 'pattern' || (!isValue && decision.confidence >= SURE_OF_ANOTHER))
  const isRemark = isValue
    ? REMARK.test(answer) || DROPS.test(answer)
    : DROPS.test(answer) ||
      (wanted === null && decision.confidence >= SURE_OF_ANOTHER && !/[\d"'`./]/.test(answer))
  if (isAnother || isRemark) return undefined
  return { decision: followUp(tool), request: joined(request, answer), earlier: [], completes: true }
}

function joined(request: string, answer: string): string {
  return `${request.replace(/[?.!\s]+$/, '')}: ${answer}`
}
