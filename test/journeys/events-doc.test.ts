// docs/events.md promises a layout to other people's scripts; here its transcripts are made again and compared, and its
// tables are held against the types. `UPDATE_JOURNEYS=1` writes the transcripts anew.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { runJourney } from './run-journey.ts'
import { SCENES } from './scenes.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/events.md')
/** Scene and typed lines of each transcript of the page. */
const TRANSCRIPTS: { readonly [heading: string]: readonly [scene: string, typed: string] } = {
  'success, with a tool': ['unfaithful', 'what is 17 * 23?\n'],
  'success, with a tool that failed': ['failing-tool', 'read nosuch.txt\n'],
  'success, with a call that the policy refused': ['approve-none', 'read notes.txt\n'],
  'success, with arguments that the person edited': [
    'edited',
    '/call file_write {"path":"plan.txt","content":"Paint the boat.\\n"}\n',
  ],
  'success, in a dry run': ['dry-run', 'save the plan\n'],
  'success, with a tool that is off': ['tool-off', '/tools disable get_time\nwhat time is it?\n'],
  'success, without a tool': ['hello', 'hello\n'],
  need_clarification: ['asks-back', 'read the file\nnotes.txt\n'],
  'need_clarification, several tools': ['which-tool', 'heater notes.txt\n1\n'],
  timeout: ['timeout', 'what time is it?\n'],
  user_denied: ['user-denied', 'save the plan\n'],
  cancelled: ['interrupt', 'tell me a story\n'],
  limit: ['round-limit', 'how late has it got?\n'],
  error: ['crash-twice', 'tell me a story\n'],
  'no model': ['no-model', 'hello\n/call get_time\n'],
}
const EVENT_SECTION = '## The events'

test('the transcripts of docs/events.md are what the program writes', async () => {
  let page = readFileSync(PAGE, 'utf8')
  for (const [heading, [name, typed]] of Object.entries(TRANSCRIPTS)) {
    const block = new RegExp(`(### ${heading}\\n[\\s\\S]*?\`\`\`jsonl\\n)([\\s\\S]*?)(\`\`\`)`)
    const standing = block.exec(page)?.[2]
    assert.ok(standing !== undefined, `docs/events.md has no transcript under "### ${heading}"`)
    const transcript = await transcriptOf(name, typed)
    if (process.env.UPDATE_JOURNEYS === '1') {
      page = page.replace(block, (_, before: string, __, after: string) => `${before}${transcript}${after}`)
    } else assert.equal(standing, transcript)
  }
  if (process.env.UPDATE_JOURNEYS === '1') writeFileSync(PAGE, page)
})

test('docs/events.md names every event, every field of it, and every status', () => {
  const page = readFileSync(PAGE, 'utf8')
  const source = readFileSync(join(ROOT, 'source/contracts/event.ts'), 'utf8')
  const union = source.slice(
    source.indexOf('export type SessionEvent'),
    source.indexOf('/** What only a screen'),
  )
  const table = page.slice(page.indexOf(EVENT_SECTION))
  const events = union.split(/^ {2}\| \{/m).slice(1)
  for (const event of events) {
    const types = [...event.matchAll(/'([\w.]+)'/g)].map((match) => match[1])
    const row = table.split('\n').find((line) => line.startsWith(`| \`${types[0]}\``))
    assert.ok(row !== undefined, `docs/events.md has no row for ${types[0]}`)
    for (const [, field = ''] of event.matchAll(/readonly (\w+)\??:/g)) {
      if (field !== 'type' && field !== 'turn')
        assert.match(row, new RegExp(`\\b${field}\\b`), `${types[0]}.${field}`)
    }
  }
  const statuses = source.slice(
    source.indexOf('export type TurnStatus'),
    source.indexOf('export interface TurnTimings'),
  )
  for (const [, status] of statuses.matchAll(/\| '(\w+)'/g)) assert.match(page, new RegExp(`\`${status}\``))
  assert.ok(events.length >= 12, 'the union was found')
})

test('every line of every transcript is an event with the fields that its row promises', () => {
  const page = readFileSync(PAGE, 'utf8')
  const lines = [...page.matchAll(/```jsonl\n([\s\S]*?)```/g)].flatMap((match) =>
    (match[1] ?? '').trim().split('\n'),
  )
  assert.ok(lines.length > 40)
  for (const line of lines) {
    const event = JSON.parse(line) as SessionEvent
    const row = page.split('\n').find((one) => one.startsWith(`| \`${event.type}\``))
    assert.ok(row !== undefined, `docs/events.md has no row for ${event.type}`)
    for (const field of Object.keys(event)) {
      if (field !== 'type' && field !== 'turn') assert.match(row, new RegExp(`\\b${field}\\b`))
    }
  }
})

async function transcriptOf(name: string, typed: string): Promise<string> {
  const scene = SCENES[name]
  assert.ok(scene !== undefined)
  const home = temporaryFolder('home')
  try {
    const written = await runJourney(scene, [Buffer.from(typed)], home, 'json')
    return written
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => `${JSON.stringify(JSON.parse(line), likeAnExample)}\n`)
      .join('')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Values that differ from machine to machine become examples of their kind. */
function likeAnExample(key: string, value: unknown): unknown {
  if (value === '<timings>') return { routeMs: 0.6, callMs: 0, firstTokenMs: 95.1, totalMs: 402.7 }
  if (value === '<tokens>') return { evaluated: 21, reused: 318, generated: 12, context: 351 }
  if (key === 'candidates') return []
  if (value === '<home>') return '/home/ana/.local/share/ethervox'
  const examples: { readonly [name: string]: number } = {
    '<confidence>': 0.98,
    '<ms>': 0.4,
    '<loadMs>': 431.5,
    '<headTokens>': 318,
    '<indexTokens>': 112,
    '<contextTokens>': 8192,
  }
  return typeof value === 'string' ? (examples[value] ?? value.replace('<version>', '0.1.0')) : value
}
