// A request that is for the folder's tables: the model writes an SQL program for it, held to those tables, and the tool that asks or the one that changes
// gets it. Invariant: which of the two it is, is the program's first word, and nothing else.
import type { CallRequest, Engine, EngineInfo } from '../contracts/engine.ts'
import type { Reading } from '../contracts/request-acts.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { isNoProgram, type SqlVocabulary } from '../contracts/sql.ts'
import { statementKind } from '../contracts/statement-kind.ts'
import type { AskedTables } from '../contracts/table-request.ts'
import { LIKELY } from './approve-call.ts'
import type { TurnInput, TurnPorts } from './ports.ts'
import type { WrittenCall } from './prepare-call.ts'
import { lastProgram, type ReadRequest, shareOfKind, shareOfTables } from './read-request.ts'
import { writeOrAnother } from './write-or-another.ts'

/** The name of the argument that is a program. */
const SQL = 'sql'

/** Bytes of the model's file: the 135M (98 MB) writes hardly a program that is right, the 0.5B (491 MB) does. */
const SMALLEST_WRITER = 200_000_000
/** From here on a program may be of this kind alone. */
const SURE_OF_KIND = 0.9
const WRITING = { type: 'progress', what: 'call', done: 0, total: 0 } as const

/** A request with its program, and the tool that takes it. */
export interface ProgramCall {
  readonly request: string
  readonly decision: RouteDecision
  readonly written: WrittenCall
}

/** undefined: it is for no table, nothing can write a program, or none came of it. */
export async function writeProgram(
  request: string,
  routed: RouteDecision,
  { asked, reading }: ReadRequest,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<ProgramCall | undefined> {
  const { engine } = ports
  const tools = await ports.programTools()
  if (engine === undefined || tools === undefined) return undefined
  const hasLearned = isTaught(engine.info)
  if (asked?.isFor(hasLearned, shareOfTables(reading)) !== true) return undefined
  const isSmall = isTooSmall(engine.info)
  // A tool of the router's does more than a look.
  if (isSmall && routed.tool !== null && !tools.includes(routed.tool)) return undefined
  const made = isSmall
    ? lookedUp(asked)
    : await written(
        asked.request(hasLearned, actsOf(reading)),
        asked,
        engine,
        () => ports.emit(WRITING),
        signal,
      )
  const sql = made.text.trim()
  if (made.cut === true || sql === '' || isNoProgram(sql)) return undefined
  const kind = statementKind(sql) ?? 'change'
  const tool = kind === 'question' ? tools[0] : tools[1]
  if (tool === undefined) return undefined
  const { candidates } = routed
  const args = { [SQL]: sql }
  return {
    request,
    decision: {
      tool,
      confidence:
        hasLearned && made.weakest !== undefined
          ? asked.sure(kind, made.weakest) * shareOfKind(kind, reading)
          : Math.max(shareOfTables(reading), LIKELY),
      by: 'folder',
      candidates,
      arguments: args,
    },
    written: {
      arguments: args,
      usage: made.usage,
      weakest: made.weakest,
      prompt: made.prompt,
      text: sql,
      tables: asked.tables,
    },
  }
}

type Made = Pick<WrittenCall, 'usage' | 'weakest' | 'prompt'> & {
  readonly text: string
  readonly cut?: boolean
}

/** What surely only asks may change nothing, and what surely changes something is no question. */
function actsOf(reading: Reading): SqlVocabulary['acts'] {
  if (!reading.isMeant) return 'both'
  const [asks, changes] = [shareOfKind('question', reading), shareOfKind('change', reading)]
  if (asks >= SURE_OF_KIND * (asks + changes)) return 'ask'
  return changes >= SURE_OF_KIND * (asks + changes) ? 'change' : 'both'
}

async function written(
  request: CallRequest,
  asked: AskedTables,
  engine: Engine,
  onBegin: () => void,
  signal: AbortSignal,
): Promise<Made> {
  onBegin()
  const { state, examples = [], message } = request
  const made = await writeOrAnother(request, engine, asked.findsAny, signal)
  return { ...made, prompt: [...state.messages, ...examples, { role: 'user', text: message }] }
}

/** What stands there of the message's words: no model was asked. */
function lookedUp({ lookUp }: AskedTables): Made {
  return { text: lookUp() ?? '', usage: undefined, weakest: undefined, prompt: undefined }
}

/** Whether a model is one whose SQL is hardly ever right, so that what it is asked for is only looked up: smaller, and not taught. */
export function isTooSmall(info: EngineInfo): boolean {
  return info.sizeBytes > 0 && info.sizeBytes < SMALLEST_WRITER && !isTaught(info)
}

/** Whether the model has learned to write SQL; else it is shown worked examples. */
export function isTaught({ callAdapter, writesSql }: EngineInfo): boolean {
  return callAdapter?.type === 'used' && writesSql === true
}

/** Whether the last call was a program: what is said of it becomes another program, and no value is put into this one. */
export function goesOnFromProgram({ earlier }: Pick<TurnInput, 'earlier'>): boolean {
  return lastProgram(earlier) !== undefined
}
