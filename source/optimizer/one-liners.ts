// The strategy `index`: shorter and clearer one-liners, written by the model in batches, each held against the present one,
// all of them together tried on requests that the head decides.
import { createHash } from 'node:crypto'
import type { CallState, ChatMessage } from '../contracts/engine.ts'
import type { OptimizedTool, Trial } from '../contracts/optimized.ts'
import { Closeness } from './closeness.ts'
import { judgeLine, tidyLine, wholeTextOf } from './judge-line.ts'
import type { Journal, OptimizerPorts, OptimizerTool, TrialCase } from './ports.ts'
import { byTaught, type Compared, isAccepted, type Trials } from './trials.ts'
import { writeFields } from './write-fields.ts'

const BATCH = 5
/** Characters of a description that are shown. */
const MOST_DESCRIPTION = 110
const TOKENS_EACH = 16
const LEAST_CHARACTERS = 32
/** Each is answered twice, in a second or so. */
const MOST_HEAD_CASES = 6

const STATE: CallState = {
  name: 'one-liners',
  messages: [
    {
      role: 'system',
      text: 'Say for each tool in two to six plain words what it does, as JSON.',
    },
    {
      role: 'user',
      text: '1. Switches a lamp of the house on or off, by the name of its room\n2. Looks up where a parcel is at the moment and on which day it will probably be delivered',
    },
    {
      role: 'assistant',
      text: '{"1": "Switch a lamp on or off", "2": "Where a parcel is"}',
    },
  ],
}

/** What came of the strategy: changed rows of all tools that were tried, and the trial of them together. */
export interface IndexResult {
  readonly rows: ReadonlyMap<string, OptimizedTool>
  readonly changed: readonly { readonly tool: string; readonly from: string; readonly to: string }[]
  readonly compared: Compared | undefined
}

/** Tries new lines for `tools`; `rows` are those that stand. */
export async function improveLines(
  ports: OptimizerPorts,
  tools: readonly OptimizerTool[],
  rows: ReadonlyMap<string, OptimizedTool>,
  trials: Trials,
  signal: AbortSignal,
): Promise<IndexResult> {
  const written = await writeLines(ports, tools, rows, signal)
  const judged = await judgeLines(ports, tools, rows, written)
  const lines = new Map(judged.flatMap(({ tool, line, fault }) => (fault ? [] : [[tool.entry.name, line]])))
  const compared = await tryLines(ports, rows, lines, trials)
  const stays = compared === undefined || isAccepted(compared)
  const changed = judged.filter(({ fault }) => fault === undefined && stays)
  const scores = compared && { before: compared.before, after: compared.after }
  const made = judged.map(({ tool, line, present, tokens, presentTokens, fault }) => {
    const kept = fault === undefined && stays
    const trial: Trial = {
      kept,
      reason: fault ?? (stays ? `in place of "${present}"` : `"${line}" lowers the score`),
      ...(fault === undefined && scores),
    }
    const { name, contentHash } = tool.entry
    const row = rows.get(name) ?? { contentHash }
    const oneLiner = kept ? line : present
    const oneLinerTokens = kept ? tokens : presentTokens
    return [name, { ...row, oneLiner, oneLinerTokens, tried: { ...row.tried, index: trial } }] as const
  })
  return {
    rows: new Map(made),
    changed: changed.map(({ tool, present, line }) => ({ tool: tool.entry.name, from: present, to: line })),
    compared,
  }
}

/** Writes a line for each tool, or takes it from a run that was interrupted. */
async function writeLines(
  ports: OptimizerPorts,
  tools: readonly OptimizerTool[],
  rows: ReadonlyMap<string, OptimizedTool>,
  signal: AbortSignal,
): Promise<Journal> {
  const found = new Map(
    [...ports.readJournal()].filter(([name, { contentHash }]) =>
      tools.some(({ entry }) => entry.name === name && entry.contentHash === contentHash),
    ),
  )
  const open = tools.filter(({ entry }) => !found.has(entry.name))
  for (let from = 0; from < open.length; from += BATCH) {
    ports.onProgress('index', found.size, tools.length)
    const batch = open.slice(from, from + BATCH)
    // Numbers in place of names: fewer tokens, and no name to copy.
    const fields = new Map(batch.map((tool, at) => [String(at + 1), roomFor(tool, rows)]))
    const message = batch.map((tool, at) => `${at + 1}. ${shown(tool)}`).join('\n')
    const request = { state: STATE, message, fields, maxTokens: TOKENS_EACH * batch.length }
    const texts = await writeFields(ports.writer, request, signal)
    for (const [at, { entry }] of batch.entries()) {
      const text = texts[String(at + 1)]
      found.set(entry.name, { contentHash: entry.contentHash, line: typeof text === 'string' ? text : '' })
    }
    if (!ports.choice.dryRun) ports.writeJournal(found)
  }
  ports.onProgress('index', tools.length, tools.length)
  return found
}

async function judgeLines(
  ports: OptimizerPorts,
  tools: readonly OptimizerTool[],
  rows: ReadonlyMap<string, OptimizedTool>,
  written: Journal,
) {
  const closeness = new Closeness(new Map(ports.allTools.map((tool) => [tool.entry.name, wholeTextOf(tool)])))
  const names = ports.allTools.map(({ entry }) => entry.name)
  const lines = tools.map((tool) => tidyLine(written.get(tool.entry.name)?.line))
  const presents = tools.map((tool) => presentOf(tool, rows))
  const counts = await ports.engine.countTokens([...lines, ...presents])
  return tools.map((tool, at) => {
    const [line = '', present = ''] = [lines[at], presents[at]]
    const [tokens = 0, presentTokens = 0] = [counts[at], counts[tools.length + at]]
    const isCut = (written.get(tool.entry.name)?.line.length ?? 0) >= roomFor(tool, rows)
    const proposed = { tool, line, tokens, present, presentTokens, isCut }
    return { ...proposed, fault: judgeLine(proposed, closeness, names) }
  })
}

/** Requests that the head decides, with and without the new lines; undefined where no prompt changes. */
async function tryLines(
  ports: OptimizerPorts,
  rows: ReadonlyMap<string, OptimizedTool>,
  lines: ReadonlyMap<string, string>,
  trials: Trials,
): Promise<Compared | undefined> {
  if (lines.size === 0) return undefined
  const present = new Map(ports.allTools.map((tool) => [tool.entry.name, presentOf(tool, rows)]))
  const before = await ports.head(present)
  const after = await ports.head(new Map([...present, ...lines]))
  if (isSame(before, after)) return undefined
  const cases = [...trials.of('accept', (one) => ports.isForHead(one))]
    .sort((a, b) => byTaught(a, b) || (hashOf(a) < hashOf(b) ? -1 : 1))
    .slice(0, MOST_HEAD_CASES)
  return trials.compare(cases, { head: before }, { head: after })
}

function presentOf({ entry }: OptimizerTool, rows: ReadonlyMap<string, OptimizedTool>): string {
  return rows.get(entry.name)?.oneLiner ?? entry.oneLiner
}

/** A line that needs more characters is hardly shorter in tokens. */
function roomFor(tool: OptimizerTool, rows: ReadonlyMap<string, OptimizedTool>): number {
  return Math.max(LEAST_CHARACTERS, presentOf(tool, rows).length + 16)
}

function shown({ detail }: OptimizerTool): string {
  const text = detail.description.replace(/\s+/g, ' ')
  return text.length <= MOST_DESCRIPTION ? text : `${text.slice(0, MOST_DESCRIPTION)}…`
}

function isSame(one: readonly ChatMessage[], other: readonly ChatMessage[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function hashOf({ id }: TrialCase): string {
  return createHash('sha256').update(id).digest('hex')
}
