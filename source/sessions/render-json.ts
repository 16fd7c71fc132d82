// A conversation as one JSON object: the same that stands in its file, in turns.
import type { SavedConversation } from '../contracts/conversations.ts'
import { FORMAT } from './lines.ts'

export function renderJson(conversation: SavedConversation): string {
  const { parts, branches, faults, ...about } = conversation
  return `${JSON.stringify({ format: FORMAT, ...about, name: about.name ?? null, faults, parts, branches }, null, 2)}\n`
}
