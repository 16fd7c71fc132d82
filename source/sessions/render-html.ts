// A conversation as one HTML page that needs nothing else and runs nothing. Everything that was said is text in it:
// `page` is the only place that writes markup, and what is put into it passes `escapeHtml`.
import type { SavedCall, SavedConversation, SavedTurn } from '../contracts/conversations.ts'
import { SECRET_LINE } from './render-short.ts'
import { leftTurns, titleOf } from './rows.ts'

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}',
  'h1{font-size:1.4rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem;color:#666}dd{margin:0}',
  'section{border-top:1px solid #ddd;padding:1rem 0}.time{color:#666;font-size:.85rem}',
  'p,pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}.message{font-weight:600}',
  'pre{background:#f4f4f4;padding:.5rem;font-size:.85rem}.note{color:#666;font-style:italic}',
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#1a1a1a}pre{background:#262626}section{border-color:#444}}',
].join('\n')

export function renderHtml(conversation: SavedConversation, when: (time: string) => string): string {
  const { id, started, model, workspace, faults, parts } = conversation
  const left = leftTurns(conversation)
  const rows = [
    ['begun', when(started)],
    ['model', model ?? 'none'],
    ['workspace', workspace],
    ['id', id],
    ...(left === undefined ? [] : [['left out', left]]),
    ...faults.map((fault) => ['not read', fault]),
  ]
  const about = rows.map(
    ([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const turns = parts.map((part) =>
    part.type === 'secret' ? `<section>${note(SECRET_LINE)}</section>` : turnSection(part, when),
  )
  return page(titleOf(conversation), `<dl>${about.join('')}</dl>\n${turns.join('\n')}`)
}

/** Markup characters and quotes as entities, line ends as those of a page; what no page may hold (controls, half characters) as a sign. */
export function escapeHtml(text: string): string {
  const entities: { readonly [character: string]: string } = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (sign) => (/[\t\n]/.test(sign) ? sign : '\uFFFD'))
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

function page(title: string, body: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
${STYLE}
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`
}

function turnSection(turn: SavedTurn, when: (time: string) => string): string {
  const { number, time, text, calls, answer, errors } = turn
  const ending = answer === undefined ? 'not answered' : answer.status
  return [
    '<section>',
    `<div class="time">${escapeHtml(`turn ${number}, ${when(time)}`)}</div>`,
    `<p class="message" dir="auto">${escapeHtml(text)}</p>`,
    ...calls.map((call) => `<pre>${escapeHtml(callText(call))}</pre>`),
    ...errors.map(note),
    ...(answer === undefined || answer.text === '' ? [] : [`<p dir="auto">${escapeHtml(answer.text)}</p>`]),
    ...(ending === 'success' ? [] : [note(`(${ending})`)]),
    '</section>',
  ].join('\n')
}

function callText({ name, arguments: args, approval, ok, say }: SavedCall): string {
  return [
    `${name} ${JSON.stringify(args ?? {})}`,
    ...(approval === undefined ? [] : [`${approval.decision} (${approval.by}): ${approval.reason}`]),
    ok === undefined ? 'never ended' : `${ok ? '' : 'failed: '}${say ?? ''}`,
  ].join('\n')
}

function note(text: string): string {
  return `<p class="note">${escapeHtml(text)}</p>`
}
