// A conversation as Markdown: messages as quotations, answers as they were written, calls as blocks. Pure.
import type { SavedCall, SavedConversation, SavedTurn } from '../contracts/conversations.ts'
import { plainText } from '../lib/plain-text.ts'
import { SECRET_LINE } from './render-short.ts'
import { leftTurns, titleOf } from './rows.ts'

export function renderMarkdown(conversation: SavedConversation, when: (time: string) => string): string {
  const { id, started, model, workspace, faults, parts } = conversation
  const left = leftTurns(conversation)
  const blocks = [
    `# ${titleOf(conversation).replace(/([\\`*_[\]<>#])/g, '\\$1')}`,
    [
      `- begun: ${when(started)}`,
      `- model: ${model ?? 'none'}`,
      `- workspace: ${code(workspace)}`,
      `- id: ${code(id)}`,
      ...(left === undefined ? [] : [`- left out: ${left}`]),
      ...faults.map((fault) => `- ${fault}`),
    ].join('\n'),
    ...parts.flatMap((part) => (part.type === 'secret' ? [`*${SECRET_LINE}*`] : turnBlocks(part, when))),
  ]
  // As for a terminal: what others wrote may be shown in one.
  return plainText(`${blocks.join('\n\n')}\n`)
}

function turnBlocks(turn: SavedTurn, when: (time: string) => string): readonly string[] {
  const { number, time, text, calls, answer, errors } = turn
  return [
    `## Turn ${number}, ${when(time)}`,
    unixLines(text).replace(/^/gm, '> '),
    ...calls.map(callBlock),
    ...errors.map((error) => `*Error: ${error}*`),
    closed(unixLines(answer?.text ?? '')) || `*(${answer === undefined ? 'not answered' : 'no answer'})*`,
    ...(answer === undefined || answer.status === 'success' ? [] : [`*(${answer.status})*`]),
  ]
}

function callBlock({ name, arguments: args, approval, ok, say }: SavedCall): string {
  const lines = [
    `${name} ${JSON.stringify(args ?? {})}`,
    ...(approval === undefined ? [] : [`${approval.decision} (${approval.by}): ${approval.reason}`]),
    ok === undefined ? 'never ended' : `${ok ? '' : 'failed: '}${say ?? ''}`,
  ]
  return fenced(unixLines(lines.join('\n')))
}

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** With an end of the fence that is still open: an answer that was cut would take what follows into its code. */
function closed(text: string): string {
  let open: string | undefined
  for (const line of text.split('\n')) {
    const [, mark, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (mark === undefined) continue
    if (open === undefined) {
      // `` ```a``` `` is code in a line.
      if (mark.startsWith('~') || !rest.includes('`')) open = mark
    } else if (mark.startsWith(open) && rest.trim() === '') open = undefined
  }
  return open === undefined ? text : `${text}\n${open}`
}

/** In a fence that no line of the text closes. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, 1 + longestRun(text)))
  return `${fence}\n${text}\n${fence}`
}

function code(text: string): string {
  const mark = '`'.repeat(1 + longestRun(text))
  return `${mark}${text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text}${mark}`
}

/** Of backticks. */
function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
