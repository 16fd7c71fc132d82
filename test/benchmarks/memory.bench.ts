/**
 * How long the memory takes with 100,000 entries; run by hand: `node test/benchmarks/memory.bench.ts [ENTRIES]`.
 * Aims: search P95 at most 20 ms, store P95 at most 5 ms, opening at most 50 ms (SQLite's own loading included), a
 * message's corrections and patterns P95 at most 20 ms, and at most 50 ms more for the start of the built chat, pairs of a home with
 * them and one without. The texts have a few very common words and many rare ones, as notes of people do; half of the searches ask
 * for a common word.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Memory, MemoryEntry } from '../../source/contracts/memory.ts'
import { meaningOfHome } from '../../source/home/meaning-of-home.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { writeJson } from '../../source/memory/export-format.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { endChat, openChat } from './chat-in-terminal.ts'

const ENTRIES = Number(process.argv[2] ?? 100_000)
const ROUNDS = 200
const STARTS = 15
const NOW = Date.parse('2026-03-12T09:24:00Z')
const COMMON = ['project', 'meeting', 'house', 'garden', 'friday', 'invoice', 'car', 'school']

let seed = 7
/** From 0 to 1, the same in every run. */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

function pick<T>(of: readonly T[]): T {
  return of[Math.floor(random() * of.length)] as T
}

/** Word number `n` of a vocabulary in which most words are rare. */
function rare(): string {
  const n = Math.floor(20_000 * random() ** 3)
  return ['ba', 'ko', 'ri', 'mu', 'ten', 'sol', 'var', 'lim', 'pe', 'dor']
    .map((part, at) => (Math.floor(n / 10 ** (at % 5)) % 10 > at % 7 ? part : ''))
    .join('')
    .concat(String.fromCharCode(97 + (n % 26)), (n % 997).toString(36))
}

function text(): string {
  return Array.from({ length: 6 + Math.floor(random() * 12) }, () =>
    random() < 0.25 ? pick(COMMON) : rare(),
  ).join(' ')
}

function p95(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `P50 ${at(0.5)} ms, P95 ${at(0.95)} ms, most ${at(0.9999)} ms`
}

function measure(what: string, rounds: number, work: (at: number) => void): void {
  const times = Array.from({ length: rounds }, (_, at) => {
    const from = performance.now()
    work(at)
    return performance.now() - from
  })
  console.log(`${what.padEnd(34)} ${p95(times)}`)
}

async function measureEach(what: string, rounds: number, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  console.log(`${what.padEnd(34)} ${p95(times)}`)
}

/** One import, which is one transaction: storing them one by one would take minutes. */
async function fill(memory: Memory, place: string): Promise<void> {
  const kinds = [
    'fact',
    'fact',
    'fact',
    'fact',
    'fact',
    'fact',
    'fact',
    'reminder',
    'correction',
    'pattern',
  ] as const
  const entries = Array.from({ length: ENTRIES }, (_, at): MemoryEntry => {
    const moment = new Date(NOW - (ENTRIES - at) * 60_000).toISOString()
    const own = { text: text(), kind: pick(kinds), tags: [pick(COMMON)], importance: random() }
    const past = { created: moment, updated: moment, completed: null, due: null, rung: null, repeats: null }
    return { id: at + 1, ...own, context: '', ...past, source: 'bench', session: '' }
  })
  writeFileSync(place, writeJson(entries, new Date(NOW).toISOString()))
  await memory.importFrom(place, 'merge')
}

async function startOnce(home: string): Promise<{ promptMs: number; typedMs: number }> {
  const { child, ...times } = await openChat(home)
  await endChat(child)
  return times
}

/** Starts of the built program without and with a memory in the home, each first in every second pair; the medians of what the pairs differ by. */
async function measureStart(without: string, having: string): Promise<void> {
  const added: { prompt: number; typed: number }[] = []
  for (let pair = -1; pair < STARTS; pair++) {
    const isTurned = pair % 2 === 1
    const one = await startOnce(isTurned ? having : without)
    const other = await startOnce(isTurned ? without : having)
    // The first ones make the homes.
    if (pair < 0) continue
    const [plain, full] = isTurned ? [other, one] : [one, other]
    added.push({ prompt: full.promptMs - plain.promptMs, typed: full.typedMs - plain.typedMs })
  }
  const median = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]?.toFixed(1)
  console.log(
    `start of the chat with them: ${median(added.map(({ prompt }) => prompt))} ms more to the prompt, ` +
      `${median(added.map(({ typed }) => typed))} ms more to the first key that is shown (median of ${STARTS} pairs)`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'ethervox-memory-'))
try {
  const clock = { now: () => new Date(NOW), monotonicMs: () => performance.now(), timeZone: 'UTC' }
  const { memory: file } = homePaths(join(folder, 'with'), {})
  mkdirSync(dirname(file), { recursive: true })
  const book = memoryBook(file, clock, 'bench')
  const first = performance.now()
  const empty = await book.open()
  console.log(`a new file made in ${(performance.now() - first).toFixed(1)} ms, SQLite loaded`)
  const from = performance.now()
  await fill(empty, join(folder, 'export.json'))
  console.log(
    `${ENTRIES} entries written and imported in ${((performance.now() - from) / 1000).toFixed(1)} s`,
  )
  book.close()
  const opening = performance.now()
  const memory = await book.open()
  console.log(`opened in ${(performance.now() - opening).toFixed(1)} ms (SQLite is loaded already)`)
  measure('store', ROUNDS, () => memory.store({ text: text(), kind: 'fact', tags: ['new'] }))
  measure('search, one common word', ROUNDS, () => memory.search({ words: pick(COMMON), limit: 5 }))
  measure('search, two common words', ROUNDS, () =>
    memory.search({ words: `${pick(COMMON)} ${pick(COMMON)}`, limit: 5 }),
  )
  measure('search, a rare word', ROUNDS, () => memory.search({ words: rare(), limit: 5 }))
  measure('search, common and rare words', ROUNDS, () =>
    memory.search({ words: `${pick(COMMON)} ${rare()} ${rare()}`, limit: 5 }),
  )
  measure('search, a tag', ROUNDS, () => memory.search({ words: rare(), limit: 5, tag: pick(COMMON) }))
  const meaning = meaningOfHome(findProgram(), homePaths(join(folder, 'with'), process.env), () => true)
  await meaning.prepare(['hello'])
  if (meaning.state.type === 'ready') {
    const byMeaning = memoryBook(file, clock, 'bench', meaning)
    const near = await byMeaning.open()
    // The first ones make the vectors of the entries that are looked at.
    for (let round = 0; round < 16; round += 1) await near.nearest({ words: rare(), limit: 5 })
    await measureEach('search by words and by meaning', 100, () =>
      near.nearest({ words: `${pick(COMMON)} ${rare()} ${rare()}`, limit: 5 }),
    )
    byMeaning.close()
  } else console.log('skipped: a search by meaning (`ethervox model pull all-minilm`, with ETHERVOX_MODELS)')
  await meaning.close()
  measure('corrections that fit a message', ROUNDS, () =>
    memory.relevant(`how is the ${pick(COMMON)} ${rare()} of the ${pick(COMMON)}`, 3),
  )
  measure('reminders due', ROUNDS, () => memory.dueUnrung(clock.now()))
  measure('overview', 20, () => memory.overview())
  book.close()
  await measureStart(join(folder, 'without'), join(folder, 'with'))
} finally {
  rmSync(folder, { recursive: true })
}
