// Which folders a walk could not look into, collected for a tool's result and put into words for a person.
import { ToolFailure } from '../contracts/tool.ts'
import { nameInLine } from './name-in-line.ts'
import { FOLDER_CEILING, type Unread, type WalkLimits } from './walk.ts'
import type { WorkspacePath } from './workspace-path.ts'

/** Folders with a slash at the end, at most four of each, one more than is named; a member is left out where there is none. */
export type UnreadFolders = {
  /** No permission to open them. */
  readonly closed?: readonly string[]
  /** More entries than are read of one folder. */
  readonly cut?: readonly string[]
  /** Deeper than is looked. */
  readonly deep?: readonly string[]
  /** Their name is no UTF-8. */
  readonly misnamed?: readonly string[]
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
  const lists: { [W in Unread]?: string[] } = {}
  const nameOf = (folder: string) => (folder === '' ? nameOfStart(start) : `${shownOf(folder)}/`)
  return {
    onUnread(folder, why) {
      if (folder === '' && why === 'closed')
        throw new ToolFailure('no_access', `\`${start.shown}\` cannot be opened: permission denied.`)
      const list = lists[why] ?? []
      lists[why] = list
      if (list.length <= NAMED) list.push(nameOf(folder))
    },
    unread: () => (Object.keys(lists).length === 0 ? undefined : lists),
  }
}

/** What follows a sentence without its stop: `; private/ could not be opened (permission denied)`. Empty: nothing to say. */
export function unreadWords(unread: UnreadFolders | undefined): string {
  const { closed, cut, deep, misnamed } = unread ?? {}
  return [
    ...(closed ? [`; ${someOf(closed)} could not be opened (permission denied)`] : []),
    ...(cut
      ? [`; of ${someOf(cut)} only ${FOLDER_CEILING.toLocaleString('en')} entries could be looked at`]
      : []),
    ...(deep ? [`; too deep to be looked into: ${someOf(deep)}`] : []),
    ...(misnamed ? [`; ${someOf(misnamed)} could not be opened (the name is not written in UTF-8)`] : []),
  ].join('')
}

/** The first three, and whether there are more. */
export function someOf(names: readonly string[]): string {
  return [...names.slice(0, NAMED).map(nameInLine), ...(names.length > NAMED ? ['…'] : [])].join(', ')
}

function nameOfStart({ shown }: WorkspacePath): string {
  return shown === '.' ? 'the current folder' : `${shown}/`
}
