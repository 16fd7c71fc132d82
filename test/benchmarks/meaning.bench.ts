/**
 * What the memory finds by words and by meaning: 120 notes of one imagined person, with a question each that shares no word with its note, a
 * second one that may, 80 questions that no note answers and 60 of the world (`own-notes.jsonl`, written by somebody who saw nothing of the
 * program). `ETHERVOX_MODELS=DIR node test/benchmarks/meaning.bench.ts [MODEL]`: DIR has all-minilm-l6-v2-q8_0; with the id of a chat model
 * the questions are asked in sessions of one message, with the sentence model and without it. An answer counts as right when it has a number,
 * name or word of the note that the question has not; of what no note answers, as made up when it has a number or name that no note has.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { meaningOfHome } from '../../source/home/meaning-of-home.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { contentWords } from '../../source/memory/words.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { builtProgram } from './built-program.ts'

type Line =
  | { readonly kind: 'note'; readonly note: string; readonly question: string; readonly again: string }
  | { readonly kind: 'none' | 'world'; readonly question: string }

const lines = readFileSync(new URL('own-notes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
const notes = lines.flatMap((line) => (line.kind === 'note' ? [line] : []))
const untold = lines.flatMap((line) => (line.kind === 'none' ? [line.question] : []))
const folder = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))
const home = homePaths(folder, process.env)
const clock = { now: () => new Date(), monotonicMs: () => performance.now(), timeZone: 'UTC' }
const meaning = meaningOfHome(findProgram(), home, () => true)
await meaning.prepare(['hello'])
if (meaning.state.type !== 'ready') console.log('skipped: `ethervox model pull all-minilm` first')
else {
  await measureSearch()
  const [model] = process.argv.slice(2)
  if (model !== undefined) for (const isOn of [false, true]) await measureAnswers(model, isOn)
}
await meaning.close()
rmSync(folder, { recursive: true })

async function measureSearch(): Promise<void> {
  const times: number[] = []
  const begun = performance.now()
  for (const by of [undefined, meaning]) {
    const book = memoryBook(by === undefined ? join(folder, 'words.sqlite') : home.memory, clock, 'bench', by)
    const memory = await book.open()
    const ids = notes.map(({ note }) => memory.store({ text: note, kind: 'fact' }).entry.id)
    for (const which of ['question', 'again'] as const) {
      const places: number[] = []
      for (const [at, one] of notes.entries()) {
        const from = performance.now()
        const found = await memory.nearest({ words: one[which], limit: 5 })
        if (by !== undefined) times.push(performance.now() - from)
        places.push(found.findIndex(({ entry }) => entry.id === ids[at]))
      }
      const within = (most: number) =>
        percent(places.filter((place) => place >= 0 && place < most).length, places)
      const title = which === 'question' ? 'no word in common' : 'asked as people do'
      console.log(
        `${by === undefined ? 'words' : 'meaning'}, ${title}: first ${within(1)}, of three ${within(3)}, of five ${within(5)}`,
      )
    }
    book.close()
  }
  times.sort((a, b) => a - b)
  const of = (share: number) => times[Math.floor(share * (times.length - 1))]?.toFixed(1)
  console.log(
    `a search by meaning: P50 ${of(0.5)} ms, P95 ${of(0.95)} ms; all of it ${Math.round(performance.now() - begun)} ms`,
  )
}

/** Of every third note and question, since a small model takes a second for each. */
async function measureAnswers(model: string, isOn: boolean): Promise<void> {
  const third = <T>(all: readonly T[]) => all.filter((_, at) => at % 3 === 0)
  const [few, fewUntold] = [third(notes), third(untold)]
  writeFileSync(home.settings, JSON.stringify({ meaning: isOn }))
  const asked = [...few.flatMap(({ question, again }) => [question, again]), ...fewUntold]
  const answers = await ask(model, asked)
  if (answers.length !== asked.length)
    throw new Error(`${answers.length} answers to ${asked.length} questions`)
  const right = (which: 'question' | 'again') =>
    few.filter((one, at) => tells(answers[2 * at + (which === 'again' ? 1 : 0)] ?? '', one.note, one[which]))
      .length
  const known = new Set(notes.flatMap(({ note }) => valuesOf(note)))
  const invented = fewUntold.filter((question, at) => {
    const said = new Set(valuesOf(question))
    return valuesOf(answers[2 * few.length + at] ?? '').some((value) => !known.has(value) && !said.has(value))
  })
  console.log(
    `${model}, ${isOn ? 'with the sentence model' : 'by words'}: of ${few.length} right ${right('question')} (no word in common), ` +
      `${right('again')} (asked as people do); made up ${invented.length} of ${fewUntold.length} that nobody told`,
  )
  const pairs = asked.map((question, at) => [question, answers[at]])
  writeFileSync(join(tmpdir(), `meaning-${isOn ? 'with' : 'without'}.json`), JSON.stringify(pairs, null, 1))
}

/** Whether an answer has something that only the note could tell. */
function tells(answer: string, note: string, question: string): boolean {
  const said = new Set([...contentWords(question), ...valuesOf(question)])
  const telling = [...contentWords(note), ...valuesOf(note)].filter((word) => !said.has(word))
  const heard = new Set([...contentWords(answer), ...valuesOf(answer)])
  return telling.some((word) => heard.has(word))
}

/** Numbers, and names inside of a sentence. */
function valuesOf(text: string): readonly string[] {
  const names = [...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu)].map(([name]) => name.toLowerCase())
  return [...(text.match(/\d+(?:[.,:]\d+)*/g) ?? []), ...names]
}

/** Each in a conversation of its own. */
async function ask(model: string, questions: readonly string[]): Promise<readonly string[]> {
  const args = ['--json', '--home', folder, '--model', model, '--mode', 'fresh', '--max-tokens', '60']
  const output = await builtProgram(args, `${questions.join('\n')}\n`)
  const events = output.trim().split('\n')
  return events.flatMap((line) => {
    const { type, text } = JSON.parse(line) as { type: string; text?: string }
    return type === 'answer' ? [text ?? ''] : []
  })
}

function percent(count: number, of: readonly unknown[]): string {
  return `${((100 * count) / of.length).toFixed(1)} %`
}
