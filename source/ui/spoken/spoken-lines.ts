// What happens as lines to be read aloud: each says first who speaks, and nothing is drawn. Pure.
import { LEVEL_NAMES } from '../../contracts/event.ts'
import type { PendingApproval, SessionView } from '../../contracts/session.ts'
import type { MarkdownReader } from '../markdown/reader.ts'
import { safeLine, safeText } from '../safe-text.ts'
import { shortArgumentsOf } from '../short-call.ts'
import type { RunningCall, TranscriptItem } from '../transcript/transcript-state.ts'

/** Rows are as long as their text: a reader has no width. */
const UNBOUNDED = 1_000_000

/** Lines of one item of the transcript; none for what the person typed here. */
export function spokenItem(item: TranscriptItem, reader: MarkdownReader): readonly string[] {
  switch (item.type) {
    case 'banner':
      return [
        `ethervox ${item.version}, level ${item.level}: ${LEVEL_NAMES[item.level]}.`,
        ...item.reasons.map((reason) => `Notice: ${reason}`),
        ...(item.tries === undefined ? [] : [`You can try: ${item.tries.join(' ')}`]),
        ...(item.lacksModel ? ['Without a model, only commands work: /help lists them.'] : []),
      ]
    case 'user':
      return by('You', item.text.split('\n'))
    case 'answer':
      return by('Assistant', item.text.split('\n'))
    case 'markdown':
      return by(
        'Assistant',
        item.raw ? safeText(item.piece.source).split('\n') : reader.rows(item.piece, UNBOUNDED),
      )
    case 'thought':
      return [`Thought: ${item.text.split(/\s+/).length} words.`]
    case 'tool':
      return by(item.ok ? `Tool ${item.name}` : `Tool ${item.name} failed`, safeText(item.say).split('\n'))
    case 'text':
      return by('ethervox', withoutBars(item.text).split('\n'))
    case 'preview':
      return safeText(item.text).split('\n')
    case 'notice':
      return by('Notice', item.text.split('\n'))
    case 'ring':
      return by('Ring', item.text.split('\n'))
    case 'error':
      return by('Error', item.text.split('\n'))
    default:
      return item satisfies never
  }
}

/** A call that begins. */
export function spokenCall({ name, arguments: args }: RunningCall): string {
  // Before anybody was asked whether it may run.
  return `Tool ${name} is called: ${args === '' ? 'without arguments' : args}`
}

/** The question about a call, with numbered choices. */
export function spokenQuestion(pending: PendingApproval): readonly string[] {
  const { name, risk, arguments: args, scope, preview } = pending
  const lasting = scope === undefined ? 'calls of this tool' : `this ${safeLine(scope.name)}`
  const shown =
    preview?.text === undefined ? [] : ['It would do this:', ...safeText(preview.text).trimEnd().split('\n')]
  return [
    `Question: may ${safeLine(name)} run? It is for: ${safeLine(risk)}. ${shortArgumentsOf(args)}`,
    ...shown,
    `Choices: 1 once. 2 ${lasting} until the end of the session. 3 ${lasting} always. 4 no. 5 edit the arguments. 6 say all of it.`,
    'Type a number and press Enter.',
  ]
}

/** How it stands, in one sentence; said when the model is there or missing. */
export function spokenModel({ model, modelState }: SessionView): string | undefined {
  return modelState === 'ready'
    ? `Model ${safeLine(model ?? '')} is ready. Type a message and press Enter.`
    : undefined
}

/** Whether an answer is only what its tools said a moment ago, and was read then. */
export function isSaidAgain(item: TranscriptItem, before: readonly TranscriptItem[]): boolean {
  if (item.type !== 'answer') return false
  const others = before.findLastIndex(({ type }) => type !== 'tool')
  const said = before.slice(others + 1).flatMap((one) => (one.type === 'tool' ? [one.say] : []))
  return said.length > 0 && wordsOf(said.join(' ')) === wordsOf(item.text)
}

function wordsOf(text: string): string {
  return safeText(text).trim().replace(/\s+/g, ' ')
}

/** A bar is read as twenty blocks, and stands beside its figures. */
function withoutBars(text: string): string {
  return text.replace(/[ \t]*[▁-█░]{2,}/g, '')
}

function by(who: string, rows: readonly string[]): readonly string[] {
  const said = rows.filter((row) => row.trim() !== '')
  return said.map((row, at) => (at === 0 ? `${who}: ${row}` : row))
}
