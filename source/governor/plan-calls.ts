// Which calls a message wants: one, several, or none; each with the text that its arguments are written from.
import type { EarlierCall } from '../contracts/manifest.ts'
import { ACTS, type Act, type ActShares, type Reading } from '../contracts/request-acts.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { cannotDo } from '../language/en/cannot-do.ts'
import { type Beside, toldAs } from './beside.ts'
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
import { asRead, heldBack, isBeyond, likelyAct, type ReadRequest, readRequest } from './read-request.ts'
import { resolveReferences } from './references.ts'
import type { EntriesOf } from './shown-paths.ts'
import { nothingToUndo } from './taken-back.ts'
import { findTie, isClear, isRefusal, readChoice } from './which-tool.ts'
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
  /** What it was read to ask for. */
  readonly act?: Act | undefined
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
  /** What the program says itself of what it cannot do. */
  readonly said?: string
  /** What the model answers beside the requests; `instead` is the rest. */
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

/** What the message wants: its requests, each for a tool, for the tables or for none, and what the model answers beside them. */
export async function planCalls(input: TurnInput, ports: TurnPorts, signal: AbortSignal): Promise<Plan> {
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
  const last = correctsTalk(input) ? undefined : input.earlier.at(-1)?.tool
  const look = lookedAtOnce(input, ports, signal)
  await ports.prepareRoute?.(message)
  const listed = ports.split(message)
  const parts =
    open === undefined && listed.length === 1
      ? await ports.requestsIn(message, async (part) => (await look(part, last)).read?.reading ?? SETTLED)
      : listed
  const all: PartPlan[] = []
  for (const part of parts)
    all.push(
      await planPart(
        part,
        parts.length === 1,
        await look(part, parts.length === 1 ? last : undefined),
        input,
        ports,
        signal,
      ),
    )
  const calls = all.flatMap(({ call }) => call ?? [])
  const tie = all[0]?.tie
  if (calls.length === 0) return afterwards([without(message)], { tie, message, input, ports })
  const beyond = all.flatMap((one) => one.beyond ?? [])
  if (beyond.length > 0) return { calls, said: beyond.join('\n') }
  const facts = all.flatMap((one) => one.fact ?? [])
  if (facts.length > 0) return { calls, ownFacts: facts.join('\n') }
  const talk = all.flatMap((one) => one.talk ?? [])
  if (talk.length === 0) return afterwards(calls, { tie, message, input, ports })
  const request = calls.map((call) => call.request).join(', ')
  const beside = { question: talk.join(' '), request, isFirst: talk[0] === parts[0] }
  return { calls, instead: request, ...(ports.engine !== undefined && { beside }) }
}

/** What becomes of one request: a call, or none, with what is said or told of it. */
interface PartPlan {
  readonly call?: PlannedCall
  /** What the program says itself of what it cannot do. */
  readonly beyond?: string
  /** What the talk lane is told of it. */
  readonly fact?: string
  /** It is for the talk lane, beside the others. */
  readonly talk?: string
  readonly tie?: Tie | undefined
}

async function planPart(
  part: string,
  isOnly: boolean,
  { routed, read }: Looked,
  input: TurnInput,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<PartPlan> {
  const { open } = input
  const program = read && (await writeProgram(part, routed, read, ports, signal))
  const decision = program?.decision ?? (read === undefined ? routed : asRead(routed, read.reading))
  if (program === undefined && read !== undefined && isBeyond(read.reading))
    return { beyond: cannotDo(read.reading.beyond), call: without(part) }
  const unwanted = open === undefined ? await isUnwanted(part, decision, ports) : undefined
  if (unwanted !== undefined) return { fact: LEFT_UNDONE[unwanted], call: without(part) }
  const act = likelyAct(read)
  if (program !== undefined) return { call: { ...program, act, earlier: [], completes: false } }
  if (!isOnly && decision.tool === null && decision.off === undefined) return { talk: part }
  const earlier = decision.by === 'follow-up' ? input.earlier : []
  const request = earlier.length === 0 ? await insideStory(part, decision, ports) : part
  const tie = isOnly && decision === routed ? tieOf(decision, ports) : undefined
  const risk = decision.tool === null ? undefined : (await ports.findTool(decision.tool))?.tool.risk
  const held = risk === undefined || read === undefined ? decision : heldBack(decision, risk, read.reading)
  return { call: { decision: held, request, act, earlier, completes: false }, tie }
}

interface Looked {
  readonly routed: RouteDecision
  /** undefined: what the router says is settled. */
  readonly read: ReadRequest | undefined
}

/** What a person taught, or has the form of a tool's requests, is a request. */
const SETTLED: Reading = {
  acts: { ...(Object.fromEntries(ACTS.map((act) => [act, 0])) as ActShares), tool: 1 },
  isMeant: true,
  beyond: 'other',
}

/** Routes and reads a request of this turn behind the tool that it may lean on, each once. */
function lookedAtOnce(
  input: TurnInput,
  ports: TurnPorts,
  signal: AbortSignal,
): (request: string, leansOn: string | undefined) => Promise<Looked> {
  const known = new Map<string, Promise<Looked>>()
  const look = async (request: string, leansOn: string | undefined): Promise<Looked> => {
    await ports.prepareRoute?.(request, leansOn)
    const routed = ports.route(request, leansOn)
    return {
      routed,
      read: input.open === undefined ? await readRequest(request, routed, input, ports, signal) : undefined,
    }
  }
  return (request, leansOn) => {
    const key = JSON.stringify([request, leansOn])
    const found = known.get(key) ?? look(request, leansOn)
    known.set(key, found)
    return found
  }
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
