// What ctrl-O opens: the last call in whole, and what was thought before the answer, as a window of rows. Pure.
import type { ChatState } from '../chat/chat-state.ts'
import { cutToWidth } from '../column-width.ts'
import type { Glyphs } from '../glyphs.ts'
import { detailsText } from '../transcript/details.ts'
import { wrapRows } from '../wrap-rows.ts'

/** A title and as many rows as there is room for; none when it is closed. */
export function detailRows(
  { panel, transcript }: ChatState,
  columns: number,
  room: number,
  glyphs: Glyphs,
): readonly string[] {
  if (panel === undefined || room <= 0) return []
  const all = wrapRows(detailsText(transcript.details) ?? 'There was no call and no thought yet.', columns)
  const height = Math.max(1, room - 1)
  const pages = Math.max(1, Math.ceil(all.length / height))
  const page = Math.min(panel, pages - 1)
  const place = pages === 1 ? '' : `page ${page + 1} of ${pages} ${glyphs.dot} PgUp PgDn ${glyphs.dot} `
  const title = cutToWidth(`${glyphs.dot} ${place}ctrl-O closes`, columns, glyphs.ellipsis)
  return [title, ...all.slice(page * height, (page + 1) * height)].slice(0, room)
}
