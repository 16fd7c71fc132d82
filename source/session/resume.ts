// Brings a conversation back from disk: into the talk lane as far as it fits, and in short for whoever looks. Nothing changes
// before all of it is ready, so that an interrupt leaves the conversation that stands.
import type { CommandResult } from '../contracts/command.ts'
import type {
  ConversationShelf,
  ConversationStore,
  SavedConversation,
  TakenConversation,
} from '../contracts/conversations.ts'
import { factCharacters } from '../governor/facts.ts'
import { aborted } from './aborted.ts'
import { firstWords, namesOf } from './compaction.ts'
import type { Returning, Standing } from './conversation.ts'
import { returningOf } from './saved-history.ts'
import type { ChatSession } from './session.ts'

/** What commands may ask of the conversations on disk. */
export function conversationShelf(session: ChatSession, signal: AbortSignal): ConversationShelf {
  const { store } = session
  return {
    rows: (all) => store.rows(all),
    unreadable: (all) => store.unreadable(all),
    when: (time) => store.when(time),
    rename: (name) => store.rename(name),
    exportTo: (path, force) => store.exportTo(path, force),
    archive: (wanted) => {
      const { current } = store
      const result = store.archive(wanted)
      if (current !== undefined && store.current === undefined) session.clear()
      return result
    },
    resume: (wanted) => resume(session, wanted, signal),
  }
}

/** The last conversation of the workspace at the start; that there is none is said, and no fault. */
export async function continueLast(session: ChatSession, signal: AbortSignal): Promise<void> {
  const { store } = session
  const id = store.findLast()
  const text = id === undefined ? noneToContinue(store) : (await resume(session, id, signal)).text
  session.emit({ type: 'notice', code: 'conversation_continued', message: text })
}

function noneToContinue(store: ConversationStore): string {
  const open = store.openElsewhere()
  return open === undefined
    ? 'No conversation of this folder is kept that could be continued; a new one begins.'
    : `No conversation of this folder is free to be continued, and a new one begins: ${open}`
}

/** By id, its beginning, or `last`. Rejects only for an abort. */
async function resume(session: ChatSession, wanted: string, signal: AbortSignal): Promise<CommandResult> {
  // What fits is a matter of the model's tokens.
  await Promise.race([session.settled(), aborted(signal)])
  const taken = session.store.take(wanted)
  if (!taken.ok) return { ok: false, text: taken.reason, data: null }
  let isTaken = false
  try {
    const returning = returningFor(session, taken.conversation)
    const standing = await session.conversation.fit(returning)
    signal.throwIfAborted()
    // What cannot be told is known before anything changes.
    const result = resultOf(session, taken, returning, standing)
    taken.goOn()
    isTaken = true
    session.setup.trial.leave()
    session.takeConversation(standing, lastNumber(taken.conversation))
    return result
  } catch (error) {
    // Once turns are written behind it the lock is the log's.
    if (isTaken) throw error
    taken.release()
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, text: `\`${taken.conversation.id}\` cannot be gone on with (${reason}).`, data: null }
  }
}

function returningFor(session: ChatSession, { parts }: SavedConversation): Returning {
  const { slot, ground, ports, role } = session
  return returningOf(
    parts.filter((part) => part.type === 'turn'),
    {
      factCharacters: factCharacters(slot.engine?.info.contextTokens ?? 0),
      search: ground.search,
      withFacts: ports.withFacts,
      tell: (message) => role.tell(message),
    },
  )
}

/** Turns that follow count on from here. */
function lastNumber({ parts, branches = [] }: SavedConversation): number {
  const all = [...parts, ...branches.flatMap((branch) => branch.parts)]
  return Math.max(0, ...all.map((part) => (part.type === 'turn' ? part.number : 0)))
}

function resultOf(
  session: ChatSession,
  { conversation, wasArchived }: TakenConversation,
  returning: Returning,
  standing: Standing,
): CommandResult {
  const { id, started, model, workspace, faults } = conversation
  const { store, ports, view } = session
  const turns = conversation.parts.filter((part) => part.type === 'turn').length
  const dropped = returning.turns.slice(0, returning.turns.length - standing.turns.length)
  const text = [
    `The conversation \`${id}\` of ${store.when(started)} goes on, with ${turns} ${turns === 1 ? 'turn' : 'turns'}.`,
    ...(wasArchived ? ['It is out of the archive again.'] : []),
    ...(model === (view.model ?? null) ? [] : [`Its model was ${model ?? 'none'}.`]),
    ...(workspace === ports.workspace
      ? []
      : [`It began in \`${workspace}\`; tools work in \`${ports.workspace}\`.`]),
    ...faults,
    ...(dropped.length === 0 ? [] : [droppedText(session, dropped)]),
    store.shorten(conversation),
  ]
  const data = { id, turns, dropped: dropped.map((turn) => turn.number), archived: wasArchived, faults }
  return { ok: true, text: text.join('\n'), data }
}

function droppedText({ mode }: ChatSession, dropped: Returning['turns']): string {
  if (mode === 'fresh') return 'Every message begins fresh, so the model does not see it.'
  const turns = dropped.map((turn) => ({ ...turn, tokens: 0 }))
  const names = namesOf(turns)
  const whole = `${names.slice(0, 1).toUpperCase()}${names.slice(1)}`
  return `${whole} ${dropped.length === 1 ? 'does' : 'do'} not fit the window, so the model does not see ${dropped.length === 1 ? 'it' : 'them'}: ${firstWords(turns)}.`
}
