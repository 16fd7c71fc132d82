// Messages behind a call, for what learns to decide about them: those of conversations, and first messages behind a call of any tool.
import { readFileSync } from 'node:fs'
import { isManifestProblem, type Manifest } from '../../source/contracts/manifest.ts'
import { partOf } from '../../source/evaluation/cases.ts'

/** Files of first messages, each of which stands behind one call of any tool, and counts so much that all of them are as much as half of the others. */
const FIRST = 'a b c d e f g k l t u v w'.split(' ')
const BEHIND = ['h', 'o', 'p', 'x', 'y']

export interface TurnBehind {
  readonly message: string
  readonly last: string
  readonly wanted: string | null
  /** Turns of one are all learned from, or all judged. */
  readonly conversation: number
  /** 1: of a conversation. */
  readonly weight: number
}

interface Turn {
  readonly input: string
  readonly tool: string | null
}

type Single = Turn & { readonly id: string } & Partial<Record<'turns' | 'calls' | 'clarify', unknown>>

/** `called`: the tools behind whose calls first messages are put. */
export function turnsBehind(called: readonly string[]): readonly TurnBehind[] {
  const conversations = casesOf<{ readonly id: string; readonly turns: readonly Turn[] }>(BEHIND)
  const behind = conversations.flatMap(({ turns }, conversation) =>
    turns.flatMap(({ input, tool }, at): TurnBehind[] => {
      const last = turns.slice(0, at).findLast((turn) => turn.tool !== null)?.tool
      return last == null ? [] : [{ message: input, last, wanted: tool, conversation, weight: 1 }]
    }),
  )
  const first = casesOf<Single>(FIRST).filter(
    ({ turns, calls, clarify }) => turns === undefined && calls === undefined && clarify === undefined,
  )
  const weight = behind.length / 2 / first.length
  const alone = first.map(({ input, tool }, at): TurnBehind => {
    const last = called[(at * 7) % called.length] ?? ''
    return { message: input, last, wanted: tool, conversation: at, weight }
  })
  return [...behind, ...alone]
}

/** Tools whose calls have something that a message may change. */
export function withArgumentsOf(manifest: Manifest): ReadonlySet<string> {
  return new Set(
    manifest.entries.flatMap(({ name }) => {
      const detail = manifest.detail(name)
      const has =
        detail && !isManifestProblem(detail) && Object.keys(detail.parameters.properties ?? {}).length > 0
      return has ? [name] : []
    }),
  )
}

function casesOf<Case extends { readonly id: string }>(names: readonly string[]): readonly Case[] {
  return names
    .map((name) => new URL(`../cases/${name}.jsonl`, import.meta.url))
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line): Case => JSON.parse(line))
    .filter(({ id }) => partOf(id) !== 'report')
}
