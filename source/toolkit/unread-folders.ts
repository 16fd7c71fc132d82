// Which folders a walk could not look into, collected for a tool's result and put into words for a person.
import { ToolFailure } from '../contracts/tool.ts'
import { visible } from './plain-words.ts'
import { FOLDER_CEILING, type WalkLimits } from './walk.ts'
import type { WorkspacePath } from './workspace-path.ts'

/** Folders with a slash at the end, at most four of each, one more than is named; a member is left out where there is none. */
export type UnreadFolders = {
  /** No permission to open them. */
  readonly closed?: readonly string[]
  /** More entries than are read of one folder. */
  readonly cut?: readonly string[]
}

interface Collected {
  /** For `walk`; throws `ToolFailure` `no_access` where the start itself may not be opened. */
  readonly onUnread: NonNullable<WalkLimits['onUnread']>
  /** What was heard until now; undefined: every folder was read whole. */
  unread(): UnreadFolders | undefined
}

const NAMED = 3

/** `shownOf`: a folder below the start as the tool shows it, without the slash. */
export function collectUnread(start: WorkspacePath, shownOf: (folder: string) => string): Collected {
  const lists: { closed?: string[]; cut?: string[] } = {}
  const nameOf = (folder: string) => (folder === '' ? nameOfStart(start) : `${shownOf(folder)}/`)
  return {
    onUnread(folder, why) {
      if (folder === '' && why === 'closed')
        throw new ToolFailure('no_access', `\`${start.shown}\` cannot be opened: permission denied.`)
      const list = lists[why] ?? []
      lists[why] = list
      if (list.length <= NAMED) list.push(nameOf(folder))
    },
    unread: () => (lists.closed === undefined && lists.cut === undefined ? undefined : lists),
  }
}

/** What follows a sentence without its stop: `; private/ could not be opened (permission denied)`. Empty: nothing to say. */
export function unreadWords(unread: UnreadFolders | undefined): string {
  const { closed, cut } = unread ?? {}
  return [
    ...(closed ? [`; ${someOf(closed)} could not be opened (permission denied)`] : []),
    ...(cut
      ? [`; of ${someOf(cut)} only ${FOLDER_CEILING.toLocaleString('en')} entries could be looked at`]
      : []),
  ].join('')
}

/** The first three, and whether there are more. */
export function someOf(names: readonly string[]): string {
  return [...names.slice(0, NAMED).map(visible), ...(names.length > NAMED ? ['…'] : [])].join(', ')
}

function nameOfStart({ shown }: WorkspacePath): string {
  return shown === '.' ? 'the current folder' : `${shown}/`
}
