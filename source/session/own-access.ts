// What the session itself lends to tools: its window, and its tools as they stand.
import type { AskModel } from '../contracts/ask-model.ts'
import type { ContextAccess } from '../contracts/context-access.ts'
import type { ToolCatalogue, ToolFacts } from '../contracts/tool-shelf.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { askModelOf } from './ask-model.ts'
import { resultOfCompaction } from './compaction.ts'
import type { ChatSession } from './session.ts'

const MOST_NEAREST = 3

/** Services that live as long as the session. */
export function ownServices(session: ChatSession): {
  readonly context: ContextAccess
  readonly tools: ToolCatalogue
  readonly askModel: AskModel
} {
  return {
    askModel: askModelOf(session),
    context: {
      use: () => session.conversation.use(),
      compact: async (signal) => resultOfCompaction(await session.conversation.compact('', signal)),
      // Now, the turn that asks for it would be the first of the new conversation.
      clear: () => session.afterTurn.push(() => session.clear()),
    },
    tools: {
      find: (asked) => findTool(session, asked),
      nearest: (asked) => nearest(session, asked),
    },
  }
}

function findTool(session: ChatSession, asked: string): ToolFacts | undefined {
  const { tools, unlisted } = session.ground
  const entries = tools.entries.filter(({ name }) => !unlisted.includes(name))
  const wanted = words(asked)
  const named = entries.find(({ name }) => name === wanted.join('_'))
  const alike = entries.filter(
    ({ name }) => wanted.length > 0 && wanted.every((word) => words(name).includes(word)),
  )
  const entry = named ?? (alike.length === 1 ? alike[0] : undefined)
  const detail = entry && tools.detail(entry.name)
  if (entry === undefined || detail === undefined) return undefined
  return {
    name: entry.name,
    group: entry.group,
    risk: entry.risk,
    description: detail.description,
    parameters: detail.parameters,
    example: detail.fewShots[0]?.user ?? detail.examples[0],
    isEnabled: session.role.tools.isEnabled(entry.name),
    deprecated: detail.deprecated,
  }
}

/** Tools that have one of the words, else the one that is spelled most alike. */
function nearest(session: ChatSession, asked: string): readonly string[] {
  const names = session.ground.tools.entries.map(({ name }) => name)
  const wanted = words(asked)
  const sharing = names.filter((name) => words(name).some((word) => wanted.includes(word)))
  if (sharing.length > 0) return sharing.slice(0, MOST_NEAREST)
  const alike = nearestName(wanted.join('_'), names)
  return alike === undefined ? [] : [alike]
}

/** Words around a name that are no part of it. */
const AROUND = ['the', 'tool', 'tools', 'a', 'an', 'your', 'function']

/** `the "File read" tool` as `file`, `read`; the name `tool_x` keeps both. */
function words(text: string): readonly string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const own = found.filter((word) => !AROUND.includes(word))
  return /^[a-z0-9_]+$/.test(text) ? found : own
}
