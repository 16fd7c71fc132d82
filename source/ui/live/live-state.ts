// The region that moves, as rows: streamed text, running calls, progress, waiting lines, a question, the draft, the status.
// Its one promise: never more than the terminal's rows minus one, whatever the terminal's size (Ink rewrites the whole
// screen beyond that). So every row is laid out and cut here, and what matters most is placed first. Pure.
import { type ChatState, lineOf } from '../chat/chat-state.ts'
import { hintOf } from '../chat/going-back.ts'
import { columnWidth, cutToWidth } from '../column-width.ts'
import { NO_SCROLL, previewRows, type Scroll } from '../dialog/preview-rows.ts'
import { questionRows } from '../dialog/question-rows.ts'
import { draftHints, type Hint } from '../draft/draft-hints.ts'
import { pasteLabel } from '../draft/draft-pastes.ts'
import { draftRows } from '../draft/draft-rows.ts'
import type { Glyphs } from '../glyphs.ts'
import { type MarkdownReader, rawRows } from '../markdown/reader.ts'
import { safeLine, safeText } from '../safe-text.ts'
import { UNSTYLED } from '../theme/paint.ts'
import { livePieces } from '../transcript/answer-flow.ts'
import { lastRows } from '../wrap-rows.ts'
import { detailRows } from './detail-rows.ts'
import { progressText, statusText } from './status-line.ts'

export interface LiveRow {
  /** Rows have no identity but their place. */
  readonly key: string
  /** Bold, in front of the text. */
  readonly mark: string
  readonly text: string
  readonly look: 'plain' | 'dim' | 'bold'
}

export interface LiveState {
  readonly rows: readonly LiveRow[]
  /** Where the terminal's cursor stands: column and row of `rows`. */
  readonly cursor: { readonly x: number; readonly y: number }
  /** Of the preview of a call that waits. */
  readonly scroll: Scroll
}

export interface LiveInput {
  readonly chat: ChatState
  /** The terminal's size. */
  readonly columns: number
  readonly rows: number
  /** Seconds that the running line took, but for those in which a question waited. */
  readonly seconds: number
  readonly glyphs: Glyphs
  /** Without one, answers are drawn as they are written. */
  readonly reader?: MarkdownReader
  /** Text is shown when a piece of it is finished, not word for word. */
  readonly isCalm?: boolean
  /** The terminal draws slowly: less of the streamed text is shown. */
  readonly isSlow?: boolean
}

/** Longer than this, what is open is not laid out anew with every frame. */
const MOST_OPEN_CHARACTERS = 16_000

/** Rows that the streamed text does not get: draft, status, progress and air. */
const RESERVED_ROWS = 6
/** Rows that it gets where the line is slow: with each new one they are all drawn again. */
const SLOW_ROWS = 3
/** Waiting lines that are shown. */
const MOST_QUEUED = 3
const MOST_QUEUED_CHARACTERS = 4_000

export function liveRows(input: LiveInput): LiveState {
  const { chat, columns, rows, glyphs } = input
  const room = new Room(Math.max(1, rows - 1))
  const question = questionRows(chat, columns, glyphs)
  const progress = progressText({ ...input, ...chat, progress: chat.transcript.progress })
  const cut = (text: string) => cutToWidth(text, columns, glyphs.ellipsis)

  // Claims in the order of need. A question comes first: a key must not decide what is not shown.
  const asked = question.slice(question.length - room.claim(Math.min(question.length, 1)))
  const hasDraft = room.claim(1) === 1
  const hasStatus = room.claim(1) === 1
  const details = question.slice(0, -1).slice(0, room.claim(question.length - 1))
  const hinted = hintRows(chat, columns, glyphs, room.left)
  const hints = hinted.slice(0, room.claim(hinted.length))
  const { rows: preview, scroll } = shownPreview(input, Math.min(room.left - 1, rows - RESERVED_ROWS))
  room.claim(preview.length)
  const hasProgress = progress !== undefined && question.length === 0 && room.claim(1) === 1
  const queueRows = queueTexts(chat.queue, room.claim(Math.min(chat.queue.length, MOST_QUEUED)))
  const markWidth = columnWidth(glyphs.prompt) + 1
  const most = 1 + Math.min(room.left, Math.max(0, Math.floor(rows / 2) - 1))
  const line = lineOf(chat)
  const draft = draftRows(line.text, line.cursor, columns - markWidth, most, (cluster) =>
    pasteLabel(cluster, line.pastes),
  )
  room.claim(draft.rows.length - 1)
  const calls = question.length > 0 ? [] : chat.transcript.calls
  const callRows = calls.slice(0, room.claim(Math.min(calls.length, 2)))
  const hasGap = rows >= 8 && room.claim(1) === 1
  const streamRoom = Math.min(room.left, Math.max(1, rows - RESERVED_ROWS))
  const opened = question.length > 0 ? [] : detailRows(chat, columns, streamRoom, glyphs)
  const streamed = opened.length > 0 ? opened : streamedRows(input, streamRoom)

  const above = [
    ...streamed.map((text) => row(text, 'plain')),
    ...callRows.map((call) => row(cut(`  ${glyphs.tool} ${call.name} ${call.arguments}`), 'dim')),
    ...(hasProgress ? [row(cut(`${glyphs.dot} ${progress}`), 'dim')] : []),
    ...queueRows.map((text) => row(cut(text), 'dim')),
    ...(hasGap ? [row('', 'plain')] : []),
    ...preview.map((text) => row(text, 'plain')),
    ...details.map((text) => row(text, 'plain')),
    ...asked.map((text) => row(text, 'bold')),
  ]
  const all: readonly UnplacedRow[] = [
    ...above,
    ...(hasDraft
      ? draft.rows.map((text, index) => ({
          ...row(text, 'plain'),
          mark: draftMark(index, markWidth, glyphs),
        }))
      : []),
    ...hints.map(({ text, look }) => row(text, look)),
    ...(hasStatus ? [row(cut(idleText(input)), 'dim')] : []),
  ]
  return {
    rows: all.map((one, place) => ({ ...one, key: String(place) })),
    cursor: { x: markWidth + draft.cursorColumn, y: above.length + draft.cursorRow },
    scroll,
  }
}

type UnplacedRow = Omit<LiveRow, 'key'>

/** Rows that are still free. */
class Room {
  left: number

  constructor(rows: number) {
    this.left = rows
  }

  /** Takes as many as there are, up to `count`, and says how many. */
  claim(count: number): number {
    const got = Math.max(0, Math.min(this.left, count))
    this.left -= got
    return got
  }
}

/** What a call that waits would do; not while its arguments are written anew. */
function shownPreview(
  { chat, columns, glyphs, reader }: LiveInput,
  most: number,
): ReturnType<typeof previewRows> {
  const { dialog, view } = chat
  if (dialog.type === 'edit') return { rows: [], scroll: NO_SCROLL }
  const look = { glyphs, palette: reader?.palette ?? UNSTYLED }
  return previewRows(view.pending, columns, most, look, dialog.type === 'ask' ? dialog.from : 0)
}

/** The end of what is written and not in the transcript yet. */
function streamedRows(input: LiveInput, room: number): readonly string[] {
  const { chat, columns, reader, isCalm, isSlow } = input
  const { flow, raw } = chat.transcript
  const count = isSlow ? Math.min(SLOW_ROWS, room) : room
  if (flow.streamed === '' || isCalm) return []
  const drawer = raw ? undefined : reader
  const rows: string[] = []
  for (const piece of livePieces(flow).toReversed()) {
    if (rows.length >= count) break
    const { source } = piece
    if (source.length > MOST_OPEN_CHARACTERS)
      rows.unshift(...lastRows(safeText(source.slice(-MOST_OPEN_CHARACTERS)), columns, count))
    else rows.unshift(...(drawer?.rows(piece, columns) ?? rawRows(piece, columns)))
    if (piece.gap) rows.unshift('')
  }
  return rows.slice(-count)
}

function idleText({ chat, glyphs, columns }: LiveInput): string {
  return statusText(chat.view, glyphs, columns, chat.transcript.considered)
}

function hintRows(chat: ChatState, columns: number, glyphs: Glyphs, most: number): readonly Hint[] {
  const said = (text: string): readonly Hint[] => [
    { text: cutToWidth(text, columns, glyphs.ellipsis), look: 'dim' },
  ]
  if (chat.quitArmed) return said(`${glyphs.dot} ctrl-C again quits`)
  if (chat.backArmed) return said(`${glyphs.dot} Esc again: back through your messages`)
  if (chat.dialog.type !== 'ask') return []
  const { draft, back } = chat
  const attached = chat.attached.text === draft.text ? chat.attached.texts : []
  // What has the keys is shown: the menu and the search have them before the going back.
  const isBack = back !== undefined && draft.menu === undefined && draft.search === undefined
  const above = isBack ? said(hintOf(back, glyphs)) : []
  return [...above, ...draftHints(draft, attached, { columns, most: most - above.length, glyphs })]
}

/** The oldest first, at most `rows`. */
function queueTexts(queue: readonly string[], rows: number): readonly string[] {
  return queue.slice(0, rows).map((line, at) => {
    const more = at === rows - 1 && queue.length > rows ? ` (+${queue.length - rows} more)` : ''
    // Of a long one only the beginning has room.
    return `queued${more}: ${safeLine(line.trimStart().slice(0, MOST_QUEUED_CHARACTERS))}`
  })
}

function draftMark(index: number, width: number, glyphs: Glyphs): string {
  return index === 0 ? `${glyphs.prompt} ` : ' '.repeat(width)
}

function row(text: string, look: LiveRow['look']): UnplacedRow {
  return { mark: '', text, look }
}
