// Conversations that nobody has gone on with for long leave the list: they are put into the archive, never removed.
import type { ConversationFolder } from './folder.ts'
import { isOlder } from './when.ts'

/** Moves those older than `days` (0: none); gives what was done in a sentence, if anything. Never throws. */
export function putOldAway(folder: ConversationFolder, now: Date, days: number): string | undefined {
  if (days <= 0) return undefined
  const moved = folder
    .ids(false)
    .filter((id) => isBegunBefore(id, now, days) && moveOld(folder, id, now, days))
  if (moved.length === 0) return undefined
  const what = moved.length === 1 ? 'One conversation' : `${moved.length} conversations`
  const were = moved.length === 1 ? 'was' : 'were'
  const ago = days === 1 ? 'a day' : `${days} days`
  const them = moved.length === 1 ? 'it' : 'them'
  return `${what} of more than ${ago} ago ${were} put into the archive; \`/sessions --all\` lists ${them}.`
}

/** By its id alone, so that young files are not even read. */
function isBegunBefore(id: string, now: Date, days: number): boolean {
  const [, date, time] = /^(\d{8})-(\d{6})/.exec(id) ?? []
  if (date === undefined || time === undefined) return false
  const iso = `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  return isOlder(iso, now, days)
}

function moveOld(folder: ConversationFolder, id: string, now: Date, days: number): boolean {
  const reading = folder.read(id, false)
  if (!reading.ok || !isOlder(reading.changed, now, days) || folder.holder(id) !== undefined) return false
  try {
    return folder.putAway(id) === undefined
  } catch {
    return false
  }
}
