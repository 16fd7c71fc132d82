import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SavedConversation } from '../../source/contracts/conversations.ts'
import { exportConversation } from '../../source/sessions/export-file.ts'
import { readConversation } from '../../source/sessions/read.ts'
import { escapeHtml, renderHtml } from '../../source/sessions/render-html.ts'
import { renderMarkdown } from '../../source/sessions/render-markdown.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { sampleText } from './sample.ts'

const EVIL = '<script>alert("1")</script><img src=x onerror=\'a()\'>&amp;\u0000\u202e``` # x'

function sample(message?: string): SavedConversation {
  const reading = readConversation('a', sampleText(message))
  assert.ok(reading.ok)
  return reading.conversation
}

function folderOf(t: TestContext): string {
  const folder = temporaryFolder('export')
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const wish = (workspace: string, path: string, force = false) =>
  exportConversation({ conversation: sample(), when: (time) => time, workspace, path, force })

test('the page has everything that was said as text and no markup of its own making', () => {
  // Every text of it: messages, answers, names, arguments, reasons, results.
  const evil = JSON.parse(JSON.stringify(sample(EVIL)), (key, value) =>
    typeof value === 'string' && !['type', 'status', 'source'].includes(key) ? `${value}${EVIL}` : value,
  ) as SavedConversation
  const page = renderHtml(evil, () => EVIL)
  const body = page.slice(page.indexOf('<body>'))
  const tags = new Set([...body.matchAll(/<\/?([a-z0-9]+)/gi)].map((match) => match[1]))
  assert.deepEqual([...tags].sort(), ['body', 'dd', 'div', 'dl', 'dt', 'h1', 'html', 'p', 'pre', 'section'])
  assert.ok(!/<[^>]*\bon\w+=/i.test(body))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
  assert.ok(!/[\u0000\u202e]/.test(page))
  assert.ok(!/(?:src|href)=/.test(page.replaceAll('src=x', '')), 'nothing is fetched from elsewhere')
  assert.match(page, /default-src 'none'/)
  assert.match(page, /\[secret turns left out\]/)
})

test('each of the five signs becomes an entity, and half a character a sign', () => {
  assert.equal(escapeHtml('a<b>&"\'\ud800\n\t'), 'a&lt;b&gt;&amp;&quot;&#39;\ufffd\n\t')
})

test('line ends of Windows are line ends in a page and in Markdown', () => {
  assert.equal(escapeHtml('a\r\nb\rc\n'), 'a\nb\nc\n')
  const said = sample('one\r\ntwo')
  const lines = { ...said, parts: JSON.parse(JSON.stringify(said.parts)) as typeof said.parts }
  for (const part of lines.parts) {
    if (part.type !== 'turn') continue
    for (const call of part.calls) Object.assign(call, { say: 'three\r\nfour' })
    if (part.answer) Object.assign(part.answer, { text: 'five\r\nsix' })
  }
  const time = (at: string) => at
  const [page, text] = [renderHtml(lines, time), renderMarkdown(lines, time)]
  assert.doesNotMatch(page + text, /[\r\ufffd]/)
  assert.match(page, /one\ntwo[\s\S]*three\nfour[\s\S]*five\nsix/)
  assert.match(text, /^> one\n> two$[\s\S]*^three\nfour$[\s\S]*^five\nsix$/m)
})

test('a result with very many backticks is written, too', () => {
  const said = sample()
  const call = said.parts.flatMap((part) => (part.type === 'turn' ? part.calls : []))[0]
  Object.assign(call ?? {}, { say: '`a '.repeat(200_000) })
  assert.match(
    renderMarkdown(said, (time) => time),
    /(`a ){200000}/,
  )
})

test('in Markdown a message is a quotation, a call a fence that its text cannot close', () => {
  const text = renderMarkdown(sample('one\ntwo'), (time) => time)
  assert.match(text, /^> one\n> two$/m)
  assert.match(text, /\*\[secret turns left out\]\*/)
  assert.match(text, /^# the boat$/m)
  const evil = { ...sample(), parts: sample().parts.map((part) => ({ ...part })) }
  const call = evil.parts.flatMap((part) => (part.type === 'turn' ? part.calls : []))[0]
  Object.assign(call ?? {}, { say: '````\nout' })
  assert.match(
    renderMarkdown(evil, (time) => time),
    /^`````$[\s\S]*^````$[\s\S]*^`````$/m,
  )
})

test('the JSON has every turn and says its format', (t) => {
  const folder = folderOf(t)
  assert.ok(wish(folder, 'a.json').ok)
  const value = JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))
  assert.equal(value.format, 1)
  assert.deepEqual(value.parts, JSON.parse(JSON.stringify(sample().parts)))
})

test('a file that is there is only replaced with --force, and a link that leads nowhere is one', (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'a.md'), 'mine')
  assert.match(wish(folder, 'a.md').text, /is there already; `\/export a\.md --force` replaces it/)
  assert.equal(readFileSync(join(folder, 'a.md'), 'utf8'), 'mine')
  assert.ok(wish(folder, 'a.md', true).ok)
  assert.match(readFileSync(join(folder, 'a.md'), 'utf8'), /^# the boat/)
  symlinkSync('/nosuch/place.md', join(folder, 'b.md'))
  assert.equal(wish(folder, 'b.md').ok, false)
})

test('a new file is for the person alone, with --force too, and one that is replaced stays as readable as it was', {
  skip: process.platform === 'win32' && 'modes',
}, (t) => {
  const folder = folderOf(t)
  const modeOf = (name: string, force: boolean) => {
    assert.ok(wish(folder, name, force).ok)
    return statSync(join(folder, name)).mode & 0o777
  }
  assert.deepEqual([modeOf('a.md', false), modeOf('b.md', true)], [0o600, 0o600])
  chmodSync(join(folder, 'a.md'), 0o644)
  assert.equal(modeOf('a.md', true), 0o644)
})

test('a person may write out of the workspace, with dots and with a whole path, and is told where; a link leads nobody there', (t) => {
  const outer = folderOf(t)
  const workspace = join(outer, 'work')
  mkdirSync(workspace)
  symlinkSync(outer, join(workspace, 'link'))
  writeFileSync(join(outer, 'c.md'), 'mine')
  symlinkSync(join(outer, 'c.md'), join(workspace, 'c.md'))
  for (const [path, force] of [
    ['link/a.md', false],
    ['c.md', true],
  ] as const)
    assert.match(
      wish(workspace, path, force).text,
      /leads out of the workspace by a link, to `.+`; type that/,
    )
  assert.equal(readFileSync(join(outer, 'c.md'), 'utf8'), 'mine')
  assert.ok(!existsSync(join(outer, 'a.md')))
  for (const [path, shown] of [
    ['../a.md', join(outer, 'a.md')],
    [join(outer, 'b.md'), join(outer, 'b.md')],
    [join(workspace, 'd.md'), 'd.md'],
    ['"e f.md"', 'e f.md'],
    ['..g.md', '..g.md'],
  ] as const)
    assert.ok(wish(workspace, path).text.endsWith(`in \`${shown}\`.`), wish(workspace, path).text)
  assert.ok(existsSync(join(outer, 'a.md')))
})

test('a folder that is not there, another ending, and a folder in the place of the file are refused', (t) => {
  const folder = folderOf(t)
  mkdirSync(join(folder, 'd.md'))
  assert.match(wish(folder, 'no/a.md').text, /There is no folder `.*no`; make it first/)
  assert.match(wish(folder, 'a.pdf').text, /`a\.pdf` must end with \.md, \.json or \.html/)
  assert.match(wish(folder, 'd.md', true).text, /`d\.md` is not a file/)
})

test('`~` is the home of the person', (t) => {
  const workspace = folderOf(t)
  const home = folderOf(t)
  const before = process.env.HOME
  process.env.HOME = home
  t.after(() => {
    process.env.HOME = before
  })
  assert.equal(wish(workspace, '~/chat.md').ok, true)
  assert.ok(existsSync(join(home, 'chat.md')))
})

test('an answer that was cut within code does not take the turns behind it along, and nothing in it reaches a terminal', () => {
  const time = (at: string) => at
  const withAnswer = (text: string) => {
    const said = JSON.parse(JSON.stringify(sample())) as SavedConversation
    const [first] = said.parts.flatMap((part) => (part.type === 'turn' && part.answer ? [part.answer] : []))
    Object.assign(first ?? {}, { text })
    return renderMarkdown(said, time)
  }
  assert.match(withAnswer('Code:\n````js\nlet a = 1\n```'), /^let a = 1\n```\n````\n\n\*\[secret/m)
  assert.match(withAnswer('~~~\na\n~~~\n```a``` is code'), /^~~~\n```a``` is code\n\n\*\[secret/m)
  assert.match(withAnswer('red \x1b[31mone\x1b[0m\x1b]0;title\x07, \u202etwo'), /^red one, <U\+202E>two$/m)
})
