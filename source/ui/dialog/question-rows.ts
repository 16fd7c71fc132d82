// The question about a call as rows: what it would do first, what the keys do last. Pure.
import type { PendingApproval } from '../../contracts/session.ts'
import { type ChatState, canDecide } from '../chat/chat-state.ts'
import { columnWidth, cutToWidth } from '../column-width.ts'
import type { Glyphs } from '../glyphs.ts'
import { safeLine, safeText } from '../safe-text.ts'
import { shortArgumentsOf } from '../short-call.ts'
import { wrapRows } from '../wrap-rows.ts'

const MOST_CALL_ROWS = 8
const MOST_WITH_PREVIEW = 2

/** Details first, the question itself in the last row; none without a question. */
export function questionRows(chat: ChatState, columns: number, glyphs: Glyphs): readonly string[] {
  const { view, dialog } = chat
  const { pending } = view
  if (pending === undefined) return []
  const joined = (...parts: readonly string[]) => parts.join(` ${glyphs.dot} `)
  const name = safeLine(pending.name)
  switch (dialog.type) {
    case 'ask': {
      // However narrow: letters that do not decide are not offered as if they did.
      const clear = canDecide(chat) ? '' : 'ctrl-U clears the line, then '
      const keys = joined('y once', 's session', 'a always', 'n no', 'e edit', 'v view')
      const short = canDecide(chat) ? 'y/s/a/n/e/v' : 'ctrl-U, then y/s/a/n/e/v'
      const texts = [
        `${name}: allow? ${clear}${keys}`,
        `allow? ${clear}${keys}`,
        `allow? ${clear}y/s/a/n/e/v`,
        `allow? ${short}`,
        short,
        ...(canDecide(chat) ? [] : ['ctrl-U clears first']),
      ]
      return [
        ...callRows(pending, columns, glyphs),
        cutToWidth(joined(safeLine(pending.risk), scopeText(pending)), columns, glyphs.ellipsis),
        fitting(texts, columns),
      ]
    }
    case 'reason': {
      const texts = [
        joined('why not? Enter alone gives no reason', 'Esc back'),
        'why not? Esc back',
        'why not?',
      ]
      return [...callRows(pending, columns, glyphs), fitting(texts, columns)]
    }
    case 'edit': {
      const title = joined('arguments as JSON', 'Enter checks them and asks again', 'Esc back')
      const fault =
        dialog.fault === undefined ? [] : wrapRows(`${glyphs.error} ${safeLine(dialog.fault)}`, columns)
      return [...fault, fitting([`${name}: ${title}`, title, 'arguments as JSON', 'edit:'], columns)]
    }
    default:
      return dialog satisfies never
  }
}

/** Name and arguments; of long ones the beginning, with a sign that there is more. */
function callRows(pending: PendingApproval, columns: number, glyphs: Glyphs): readonly string[] {
  const call = `${safeLine(pending.name)} ${shortArgumentsOf(pending.arguments)}`.trimEnd()
  const all = wrapRows(call, columns)
  // What it would do stands above, and says more.
  const shown = all.slice(0, pending.preview?.text === undefined ? MOST_CALL_ROWS : MOST_WITH_PREVIEW)
  const more = ` ${glyphs.ellipsis}`
  if (all.length > shown.length) {
    const room = Math.max(0, columns - columnWidth(more))
    shown[shown.length - 1] = cutToWidth(cutToWidth(shown.at(-1) ?? '', room, '') + more, columns, '')
  }
  return shown
}

/** What the two lasting permissions would be for. */
function scopeText({ scope }: PendingApproval): string {
  if (scope === undefined) return 's and a are for every call of this tool'
  const value = safeText(scope.value).replace(/\s*\n\s*/g, ' ')
  return `s and a are for this ${safeLine(scope.name)} alone: ${value === '' ? '(none)' : value}`
}

function fitting(texts: readonly string[], columns: number): string {
  const text = texts.find((one) => columnWidth(one) <= columns)
  return text ?? cutToWidth(texts.at(-1) ?? '', columns, '')
}
