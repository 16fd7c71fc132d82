// Conversations as a list, and one of them by what a person types. Pure.

import type { ConversationRow, SavedConversation } from '../contracts/conversations.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { shortLine } from '../lib/short-line.ts'
import type { Found } from './folder.ts'
import { turnsOf } from './read.ts'
import { byChange } from './when.ts'

const TITLE_CHARACTERS = 60
/** Ids that a sentence names. */
const MOST_NAMED = 3

/** Its name, else the beginning of its first message, on one line. */
export function titleOf(conversation: SavedConversation): string {
  const [first] = turnsOf(conversation)
  return shortLine(conversation.name ?? first?.text ?? '', TITLE_CHARACTERS)
}

/** How many turns were gone back from, in words; undefined: none. */
export function leftTurns({ branches = [] }: SavedConversation): string | undefined {
  const count = branches.flatMap(({ parts }) => parts.filter((part) => part.type === 'turn')).length
  const what = count === 1 ? '1 turn' : `${count} turns`
  return count === 0 ? undefined : `${what}, gone back from (they stand in an export as \`.json\`)`
}

/** A row for each, the one that changed last first. */
export function rowsOf(all: readonly Found[], current: string | undefined): readonly ConversationRow[] {
  return newestFirst(all).map(({ conversation, changed, archived }) => ({
    id: conversation.id,
    title: titleOf(conversation),
    started: conversation.started,
    changed,
    turns: turnsOf(conversation).length,
    model: conversation.model,
    workspace: conversation.workspace,
    archived,
    current: conversation.id === current,
  }))
}

function newestFirst(all: readonly Found[]): readonly Found[] {
  const whole = all.map((found) => ({ id: found.conversation.id, changed: found.changed, found }))
  return whole.sort(byChange).map(({ found }) => found)
}

export type Named = { readonly id: string } | { readonly reason: string }

/** The id that is meant by an id or its beginning; `ids` are in order. */
export function idNamed(wanted: string, ids: readonly string[]): Named {
  if (ids.includes(wanted)) return { id: wanted }
  const fitting = ids.filter((id) => id.startsWith(wanted))
  const [first] = fitting
  if (first !== undefined && fitting.length === 1) return { id: first }
  if (fitting.length > 1)
    return {
      reason: `\`${wanted}\` fits ${fitting.length} conversations: ${namesOf(fitting)}; type more of the id.`,
    }
  if (ids.length === 0) return { reason: `There is no conversation \`${wanted}\`; none is kept yet.` }
  const nearest = nearestName(wanted, ids)
  const hint =
    nearest === undefined
      ? `the last ${ids.length === 1 ? 'is' : 'are'} ${namesOf(ids)} (\`/sessions --all\` lists them).`
      : `did you mean \`${nearest}\`?`
  return { reason: `There is no conversation \`${wanted}\`; ${hint}` }
}

/** The last ones, newest first. */
function namesOf(ids: readonly string[]): string {
  const named = ids.slice(-MOST_NAMED).reverse()
  const more = ids.length > named.length ? ' …' : ''
  return `${named.map((id) => `\`${id}\``).join(', ')}${more}`
}
