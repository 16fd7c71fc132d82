// The head of the talk lane for a ground: system text, persona, index of tools. A persona must not make the head longer
// than it may be; it is refused then, and the head is the one without it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import type { HeadWishes, SetupPorts } from '../contracts/setup.ts'
import { buildBareHead, buildHead, buildPlainHead } from '../prompt/head.ts'
import { buildIndex, INDEX_BUDGET_TOKENS, LINE_PRIORITY } from '../prompt/index-tiers.ts'
import { oneLinerOf } from '../prompt/overlay.ts'
import type { Head } from '../session/ports.ts'
import type { OpenedGround } from './ground.ts'

/** What a head may take; where the program's own takes more, a persona may take as much. */
export const HEAD_LIMIT_TOKENS = 320
/** Markers around a message in the chat formats that we know. */
const MARKER_TOKENS = 5

export interface HeadSources {
  readonly ground: OpenedGround
  readonly engine: Engine
  readonly setup: Pick<SetupPorts, 'lines' | 'textOf'>
  /** File of the shipped system text: its first line is the identity that a persona replaces. */
  readonly shippedText: string
  /** One-liners in place of the overlay's, while they are tried. */
  readonly oneLiners?: ReadonlyMap<string, string> | undefined
}

/** Builds it; `refused` says why the persona is not in it. */
export async function headOf(sources: HeadSources, wishes: HeadWishes): Promise<Head> {
  const { ground, setup } = sources
  const { persona } = wishes
  const own =
    wishes.instructions === undefined
      ? ground.systemText
      : `${ground.bareSystemText.trim()}\n${wishes.instructions}`.trim()
  const text = persona === undefined ? own : withIdentity(own, setup.textOf(persona), sources.shippedText)
  if (ground.level > 2) {
    const messages = ground.level === 3 ? buildPlainHead(text, persona?.shots) : buildBareHead(own)
    return { messages, indexTokens: 0 }
  }
  const index = await indexOf(sources)
  const plain = buildHead(own, index.text)
  const hashes = { systemText: sha256(ground.bareSystemText), tools: sha256(index.text) }
  const rest = { indexTokens: index.tokens, hashes }
  if (persona === undefined) return { ...rest, messages: plain }
  const messages = buildHead(text, index.text, persona.shots)
  const [tokens, without] = [await count(sources, messages), await count(sources, plain)]
  const limit = Math.max(HEAD_LIMIT_TOKENS, without)
  if (tokens <= limit) return { ...rest, messages }
  const parts = [setup.textOf(persona), ...persona.shots.flatMap((shot) => Object.values(shot))]
  const [...counts] = await sources.engine.countTokens(parts.filter((part) => part !== undefined))
  const itself = counts.reduce((sum, one) => sum + one, 0)
  const refused = `The persona \`${persona.name}\` is too long: it has ${itself} tokens, and the head would have ${tokens}, where ${limit} are the most; shorten it by ${tokens - limit}.`
  return { ...rest, messages: plain, refused }
}

async function indexOf({ ground, engine, setup, oneLiners }: HeadSources) {
  const { overlay, search } = ground
  const { enabled } = ground.tools
  const byHand = setup.lines.pinned()
  const canHaveLine = (name: string) => name !== search && ground.tools.isEnabled(name)
  const lined = new Set([...byHand, ...setup.lines.byUse(canHaveLine)])
  const tools = enabled
    .filter((entry) => entry.name !== search)
    .map((entry) => ({
      ...entry,
      oneLiner: oneLiners?.get(entry.name) ?? oneLinerOf(entry, overlay),
      // First among those with a line: where not all fit, the others lose theirs.
      priority: lined.has(entry.name)
        ? LINE_PRIORITY + (byHand.includes(entry.name) ? 1 : 0)
        : entry.priority,
    }))
  const isOn = enabled.length > tools.length
  const counted = (texts: readonly string[]) => engine.countTokens(texts)
  return buildIndex(tools, INDEX_BUDGET_TOKENS, counted, isOn ? search : undefined)
}

/** The persona in place of the shipped identity; a system text of the person's own stays whole behind it. */
function withIdentity(systemText: string, identity: string, shippedText: string): string {
  const shipped = firstLineOf(shippedText)
  const text = systemText.trim()
  return shipped !== '' && text.startsWith(shipped)
    ? identity + text.slice(shipped.length)
    : `${identity}\n${text}`
}

function firstLineOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n')[0] ?? ''
  } catch {
    return '' // The ladder says that it cannot be read.
  }
}

async function count({ engine }: HeadSources, messages: readonly ChatMessage[]): Promise<number> {
  const counts = await engine.countTokens(messages.map((message) => message.text))
  return counts.reduce((sum, one) => sum + one + MARKER_TOKENS, 0)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
