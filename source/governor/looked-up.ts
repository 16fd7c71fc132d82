// A value that a request needs and does not say ("19 % of the net total in invoice.txt", "how many days until my sister's birthday"):
// what stands of it in the file or the memory is put before the request, and a tool is chosen and its arguments are written for both.
// Invariant: only where some tool surely takes it, and what was put there is told with the result. Next: lib/relevant-lines.ts.
import type { RouteDecision } from '../contracts/router.ts'
import { overPeriod, wantedOf } from '../lib/measures.ts'
import { type NamedValue, namedValues } from '../lib/named-values.ts'
import { aboutOf, relevantLines, relevantValue } from '../lib/relevant-lines.ts'
import { statesValue } from './asks-nothing.ts'
import { EDITS } from './edits.ts'
import { hasKeyword } from './has-keyword.ts'
import { saysItsTime } from './held-kind.ts'
import { isMeant } from './meant-enough.ts'
import { namedFile, withoutFile } from './named-file.ts'
import { digitsForWords } from './number-words.ts'
import { nearFacts, saidFacts } from './own-question.ts'
import type { OwnKnowledge, TurnPorts } from './ports.ts'
import { quantitiesOf } from './read-numbers.ts'
import type { EntriesOf } from './shown-paths.ts'
import { withSpokenFile } from './spoken-file.ts'
import { ASKS } from './tool-for-file.ts'

/** Behind what it needs, a request is for a tool from here on. */
const LIKELY = 0.5
/** A deed has to be so likely without what it needs. */
const SAID = 0.1
/** A deed that is as sure without it stays. */
const SURE_ALREADY = 0.85
/** A file is read, and nothing computed, where that is as sure. */
const SURELY_READ = 0.985
const LONGEST = 400
/** What takes a value has to be so likely for a file that is not named. */
const LIKELY_WITHOUT = 0.25

/** A request behind what it needs, the tool for it, and what is told of that. */
export interface LookedUp {
  readonly request: string
  readonly decision: RouteDecision
  readonly facts: string
}

interface Asked {
  readonly request: string
  /** What was decided for it as it stands. */
  readonly routed: RouteDecision
  readonly own: OwnKnowledge | undefined
}

/** The request with the values that it needs; undefined: it needs none, none is found, or no tool takes them. */
export async function lookedUp(
  asked: Asked,
  ports: TurnPorts,
  entriesOf: EntriesOf,
  signal: AbortSignal,
): Promise<LookedUp | undefined> {
  const { request, routed } = asked
  if (EDITS.test(request) && (await isDeed(likeliest(routed), ports))) return undefined
  if (request.length > LONGEST || routed.by === 'pattern') return undefined
  const isComplete = await hasItsTime(asked, ports)
  const found = await inFile(asked, isComplete, ports, entriesOf, signal)
  // What leans on a call before has its value from there.
  return found ?? (isComplete || routed.by === 'follow-up' ? undefined : inMemory(asked, ports))
}

function likeliest({ tool, candidates }: RouteDecision): string | undefined {
  return tool ?? candidates[0]?.tool
}

/** "And one for the eggs, 5 minutes" needs no other time, wherever one stands. */
async function hasItsTime({ request, routed }: Asked, ports: TurnPorts): Promise<boolean> {
  const tool = likeliest(routed)
  const callable = tool === undefined ? undefined : await ports.findTool(tool)
  return callable !== undefined && saysItsTime(callable.detail.parameters, request)
}

async function isDeed(name: string | undefined, ports: TurnPorts): Promise<boolean> {
  const callable = name === undefined ? undefined : await ports.findTool(name)
  return callable !== undefined && callable.tool.risk !== 'read'
}

/** A tool that is told the whole request reads for itself what it needs. */
async function looksItself(tool: string | null, ports: TurnPorts): Promise<boolean> {
  return tool !== null && hasKeyword(await ports.findTool(tool), 'x-whole')
}

/** "What stands in logs/error.log? I'd like the complete text" */
async function isJustRead({ tool, confidence }: RouteDecision, ports: TurnPorts): Promise<boolean> {
  if (tool === null || confidence < SURELY_READ) return false
  const callable = await ports.findTool(tool)
  return callable?.tool.risk === 'read' && hasKeyword(callable, 'x-looks', 'file')
}

async function inFile(
  asked: Asked,
  isComplete: boolean,
  ports: TurnPorts,
  entriesOf: EntriesOf,
  signal: AbortSignal,
): Promise<LookedUp | undefined> {
  const { request } = asked
  const said = namedFile(request) === undefined ? ((await spoken(request, entriesOf)) ?? request) : request
  const path = namedFile(said) ?? (isComplete ? undefined : await meantBy(asked, ports, signal))
  if (path === undefined) return undefined
  const { values, isTable } = (await ports.valuesIn(path, signal)) ?? { values: [], isTable: false }
  const [about, bare] = [said.replace(path, ' '), withoutFile(said, path)]
  const plain = await plainly(bare, about, values, asked, ports)
  const isLookedInto =
    (isTable && (await looksItself(asked.routed.tool, ports))) || (await isJustRead(asked.routed, ports))
  const found =
    plain ?? (isLookedInto ? undefined : await behind(bare, relevantLines(about, values), path, asked, ports))
  return found && { ...found, facts: `${path}: ${found.facts}` }
}

/** The file that a request means without its name, where what takes values is likely without one. */
async function meantBy({ request, routed, own }: Asked, ports: TurnPorts, signal: AbortSignal) {
  const [best] = routed.candidates
  const isLikely = likeliest(routed) === best?.tool && (best?.score ?? 0) >= LIKELY_WITHOUT
  const isTold = own?.type === 'known' || own?.type === 'said' || own?.type === 'meant'
  if (best === undefined || !isLikely || isTold || !(await takesValue(best.tool, ports))) return undefined
  // "The mug is 9.50" lacks none.
  if (!ASKS.test(request) && statesValue(request)) return undefined
  const file = await ports.meantFile(request, signal)
  return file !== undefined && isMeant(request, file) ? file.path : undefined
}

/** "Trip plan has a backpack limit" names a file without an article. */
async function spoken(request: string, entriesOf: EntriesOf): Promise<string | undefined> {
  return (await withSpokenFile(request, entriesOf)) ?? withSpokenFile(`the ${request}`, entriesOf)
}

async function inMemory(asked: Asked, ports: TurnPorts): Promise<LookedUp | undefined> {
  const { request, own } = asked
  // With two numbers of its own it lacks none.
  if (quantitiesOf(request).length > 1) return undefined
  for (const text of await textsFor(asked, ports)) {
    const values = namedValues(digitsForWords(text))
    if (values.length === 0) continue
    const found =
      (await plainly(request, request, values, asked, ports)) ??
      (await behind(request, [text], '', asked, ports))
    if (found !== undefined)
      return {
        ...found,
        facts: own?.type === 'said' ? saidFacts([text]) : nearFacts([text.replace(/[.;\s]+$/, '')]),
      }
  }
  return undefined
}

/** What was told of the thing that a request is about, or of what it calls its own ("I'm off for my nap, start the timer"). */
async function textsFor({ request, own }: Asked, ports: TurnPorts): Promise<readonly string[]> {
  if (own?.type === 'meant') return own.texts
  if (own?.type === 'said') return own.said
  const isOpen = own !== undefined && own.type !== 'absent' && own.type !== 'untold'
  const about = isOpen ? request : OWN.exec(request)?.[0]
  return about === undefined ? [] : ports.toldOf(about)
}

const OWN = /\b(?:my|our)(?:\s+[\p{L}'’-]+){1,3}/iu

/** A request that wants one value in other units, until a date or over a longer time, as a plain one; `about` has all of its words. */
async function plainly(
  bare: string,
  about: string,
  values: readonly NamedValue[],
  { routed }: Asked,
  ports: TurnPorts,
): Promise<LookedUp | undefined> {
  const wanted = wantedOf(bare)
  const value = relevantValue(
    about,
    wanted ? values.filter(({ measure }) => measure === wanted.measure) : values,
  )
  if (value === undefined) return undefined
  const request =
    wanted === undefined
      ? overPeriod(digitsForWords(bare), value.line, value.text)
      : wanted.plainly(value.text)
  const decision = request && (await takenBy(request, true, routed, ports))
  return request && decision ? { request, decision, facts: value.line } : undefined
}

/** The request behind the lines that have its values. */
async function behind(
  request: string,
  lines: readonly string[],
  path: string,
  { routed }: Asked,
  ports: TurnPorts,
): Promise<LookedUp | undefined> {
  const facts = lines.map((line) => line.replace(/[.;\s]+$/, '')).join('. ')
  if (facts === '' || !asksMore(request, facts, path)) return undefined
  const whole = `${withoutAsides(facts)}. ${request}`
  const decision = await takenBy(whole, false, routed, ports)
  return decision && { request: whole, decision, facts }
}

/** "500 g flour (type 550)": a small model would reckon with it. */
function withoutAsides(facts: string): string {
  const bare = facts.replace(/\s*\([^()]*\d[^()]*\)/g, '')
  return /\d/.test(bare) ? bare : facts
}

/** The decision for the tool that takes values and is meant by the request behind them; undefined: none surely is. */
async function takenBy(
  whole: string,
  isPlain: boolean,
  routed: RouteDecision,
  ports: TurnPorts,
): Promise<RouteDecision | undefined> {
  await ports.prepareRoute?.(whole)
  const decided = ports.route(whole, undefined)
  const [best] = decided.candidates
  const tool = decided.tool ?? best?.tool
  const confidence = decided.tool === null ? (best?.score ?? 0) : decided.confidence
  if (tool === undefined || confidence < LIKELY) return undefined
  const callable = await ports.findTool(tool)
  const takes = await takesValue(tool, ports, isPlain)
  // What is done is what the person said, and not what stands somewhere.
  const isSaid = routed.candidates.some((one) => one.tool === tool && one.score >= SAID)
  const isDone = callable?.tool.risk === 'read' || isSaid
  if (!takes || !isDone || (await isSettled(routed, tool, ports))) return undefined
  return { ...decided, tool, confidence, by: decided.tool === null ? 'classifier' : decided.by }
}

/** Whether a tool takes a number, date or time that may stand elsewhere; `isTimed`: or a text with one. */
async function takesValue(tool: string, ports: TurnPorts, isTimed = false): Promise<boolean> {
  const callable = await ports.findTool(tool)
  return hasKeyword(callable, 'x-value', true) || (isTimed && hasKeyword(callable, 'x-timed'))
}

/** Whether another tool was surely meant that does something. */
async function isSettled(
  { tool, confidence }: RouteDecision,
  other: string,
  ports: TurnPorts,
): Promise<boolean> {
  return tool !== null && tool !== other && confidence >= SURE_ALREADY && isDeed(tool, ports)
}

/** Words that only ask for a value. */
const ASKING = aboutOf(
  'pay spend cost charge amount value number exactly current right now ok know high big long far old often whats hows whens come written stand today',
)

/** Whether a request speaks of more than what its values are called: it wants something done with them. */
export function asksMore(request: string, facts: string, path: string): boolean {
  const names = namedValues(facts).flatMap((value) => [...value.names.keys()])
  const named = new Set([...names, ...aboutOf(`${facts} ${path}`)])
  return /\d/.test(request) || [...aboutOf(request)].some((stem) => !named.has(stem) && !ASKING.has(stem))
}
