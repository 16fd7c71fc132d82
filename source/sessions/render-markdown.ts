// A conversation as Markdown: messages as quotations, answers as they were written, calls as blocks. Pure.
import type { SavedCall, SavedConversation, SavedTurn } from '../contracts/conversations.ts'
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
  return `${blocks.join('\n\n')}\n`
}

function turnBlocks(turn: SavedTurn, when: (time: string) => string): readonly string[] {
  const { number, time, text, calls, answer, errors } = turn
  return [
    `## Turn ${number}, ${when(time)}`,
    unixLines(text).replace(/^/gm, '> '),
    ...calls.map(callBlock),
    ...errors.map((error) => `*Error: ${error}*`),
    unixLines(answer?.text ?? '') || `*(${answer === undefined ? 'not answered' : 'no answer'})*`,
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
