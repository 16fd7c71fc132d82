import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildDashboardPage } from '../../scripts/dashboard-page.ts'
import { LINES } from '../../source/dashboard/page/lines.ts'
import { bytes, counts, moment, percent, time } from '../../source/dashboard/page/words.ts'
import { loadCommands } from '../../source/home/load-commands.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const MOST_BYTES = 300_000
const FOLDER = join(import.meta.dirname, '../../source/dashboard/page')
const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts') || name.endsWith('.html'))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

test('all that a first visit loads is at most 300 KB, and names no other place', async () => {
  const folder = temporaryFolder('page')
  await buildDashboardPage(folder)
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  assert.equal(files.length, 4)
  const size = files.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  assert.ok(size > 10_000 && size <= MOST_BYTES, `${size} bytes`)
  for (const text of files)
    assert.deepEqual(
      // The licences of what is bundled stand at the end, as a comment.
      [...text.replace(/\n\/\*! Bundled license information:[\s\S]*$/, '').matchAll(/https?:\/\/[^\s"'`)]+/g)]
        .map(([place]) => place)
        .filter((place) => place !== 'http://www.w3.org/2000/svg'),
      [],
    )
  rmSync(folder, { recursive: true, force: true })
})

test('no text becomes markup or code: only text nodes and attributes are made', async () => {
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function|createContextualFragment|DOMParser|\bstyle=|<style|javascript:/
  assert.ok(sources.length > 10)
  for (const { name, text } of sources) assert.doesNotMatch(text, ways, name)
  const folder = temporaryFolder('page')
  await buildDashboardPage(folder)
  // The charts' library, too.
  const built = readFileSync(join(folder, 'page.js'), 'utf8')
  rmSync(folder, { recursive: true, force: true })
  assert.match(built, /MIT License/)
  assert.doesNotMatch(built, ways)
  const page = sources.find(({ name }) => name === 'page.html')?.text ?? ''
  assert.doesNotMatch(page, /<script(?![^>]*src=)|\son\w+=/, 'the policy forbids scripts in the page itself')
})

test('links and attributes of the page are its own words: no address comes from the session', () => {
  for (const { name, text } of sources)
    for (const [found] of text.matchAll(/\b(?:href|src|action):[^,\n]*/g))
      assert.match(found, /^href: `#\$\{page\.name\}`$/, name)
})

test('what buttons do are lines of commands that there are', async () => {
  const commands = new Map((await loadCommands(findProgram())).map((one) => [one.name, one.usage]))
  const lines = Object.values(LINES).map((line) => (line as (...words: string[]) => string)('1', 'x'))
  for (const line of lines) {
    const [name = '', verb = ''] = line.slice(1).split(' ')
    const usage = commands.get(name)
    assert.ok(usage !== undefined, line)
    if (name !== 'settings') assert.match(usage, new RegExp(`\\b${verb}\\b|…`), line)
  }
})

test('figures are said in words', () => {
  assert.deepEqual(
    [bytes(12), bytes(4_200), bytes(12_340_000), bytes(1.5e9)],
    ['12 B', '4 KB', '12.3 MB', '1.50 GB'],
  )
  assert.deepEqual([percent(0.934), percent(null)], ['93 %', '–'])
  assert.deepEqual([time(80), time(1_250), time(null)], ['80 ms', '1.25 s', '–'])
  assert.equal(moment('2026-03-12T10:24:30Z'), '2026-03-12 10:24')
  assert.equal(counts({ timeout: 2, denied: 1 }), 'timeout 2, denied 1')
})
