// The sentence model itself, and what a person sees of it. It is fetched and made by the program.
import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { likeness } from '../../source/contracts/meaning.ts'
import { meaningOfHome } from '../../source/home/meaning-of-home.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { readSenseHead } from '../../source/router/sense-head.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { hasModel, LARGER, MODELS, only, runLines, runProgram } from './program.ts'

const SENTENCES = 'all-minilm-l6-v2-q8_0'
const folder = temporaryFolder('real-meaning')
after(() => rmSync(folder, { recursive: true, force: true }))

const NOTES = [
  'my hairdresser is called Luigi',
  'the boiler needs a service in May',
  'Lena is allergic to hazelnuts',
]
const stored = NOTES.map((text) => `/call memory_store ${JSON.stringify({ text })}`)

test('what means the same is nearer than what does not, also behind a long text and in any order', async (t) => {
  if (!(await hasModel(t, SENTENCES))) return
  const home = homePaths(join(folder, 'vectors'), { ETHERVOX_MODELS: MODELS })
  const meaning = meaningOfHome(findProgram(), home, () => true)
  const long = `${'words '.repeat(2_000)}end`
  const texts = [...NOTES, 'who cuts my hair?', 'is there nutella she must not eat', long, '']
  await meaning.prepare(texts)
  assert.deepEqual(meaning.state, { type: 'ready', model: SENTENCES })
  const like = (one: string, other: string) => {
    const [a, b] = [meaning.vectorOf(one), meaning.vectorOf(other)]
    assert.ok(a !== undefined && b !== undefined)
    assert.equal(a.length, 384)
    assert.ok(Math.abs(Math.hypot(...a) - 1) < 1e-5)
    return likeness(a, b)
  }
  const [luigi = '', boiler = '', lena = ''] = NOTES
  assert.ok(like('who cuts my hair?', luigi) > like('who cuts my hair?', boiler) + 0.2)
  assert.ok(
    like('is there nutella she must not eat', lena) > like('is there nutella she must not eat', luigi) + 0.2,
  )
  assert.ok(meaning.vectorOf(long))
  await meaning.close()
})

test('as it was tuned: made once, made again where it is damaged, and where it cannot be made the rest goes on', async (t) => {
  if (!(await hasModel(t, SENTENCES))) return
  const home = homePaths(join(folder, 'tuned'), { ETHERVOX_MODELS: MODELS })
  const head = readSenseHead(readFileSync(findProgram().senses, 'utf8'))
  const vectorBy = async () => {
    const meaning = meaningOfHome(findProgram(), home, () => true)
    await meaning.tuned?.prepare(['hush that countdown'])
    assert.deepEqual(meaning.tuned?.state, { type: 'ready', model: head?.model })
    assert.equal(meaning.vectorOf('hush that countdown'), undefined)
    const vector = meaning.tuned?.vectorOf('hush that countdown')
    await meaning.close()
    assert.ok(vector)
    return vector
  }
  const states = join(home.states, SENTENCES)
  const first = await vectorBy()
  const [made = '', ...others] = readdirSync(states)
  assert.match(made, /^tuned-1-[\da-f]{12}-[\da-f]{12}\.gguf$/)
  assert.deepEqual(others, [])
  const { ino } = statSync(join(states, made))
  assert.deepEqual(await vectorBy(), first)
  assert.equal(statSync(join(states, made)).ino, ino, 'not made again')
  truncateSync(join(states, made), 1_000_000)
  assert.deepEqual(await vectorBy(), first)
  assert.equal(statSync(join(states, made)).size, 25_279_104)

  writeFileSync(join(folder, 'a-file'), '')
  const nowhere = homePaths(join(folder, 'a-file'), { ETHERVOX_MODELS: MODELS })
  const meaning = meaningOfHome(findProgram(), nowhere, () => true)
  await meaning.tuned?.prepare(['hello'])
  await meaning.prepare(['hello'])
  assert.equal(meaning.tuned?.state.type, 'failed')
  assert.ok(meaning.vectorOf('hello'))
  const problem = meaning.newProblem()
  assert.equal(problem?.of, 'tools')
  assert.match(problem?.reason ?? '', /ENOTDIR/)
  await meaning.close()
})

test('the memory finds what was asked in other words, and says that it is by meaning', async (t) => {
  if (!((await hasModel(t, SENTENCES)) && (await hasModel(t, LARGER)))) return
  const home = join(folder, 'home')
  const run = await runLines(
    LARGER,
    home,
    [...stored, '/memory search who trims my fringe', '/status', 'who cuts my hair?'],
    { args: ['--approve', 'write'] },
  )
  const [searched, status] = only(run, 'command').slice(-2)
  assert.match(searched?.text ?? '', /^1: my hairdresser is called Luigi/)
  assert.match(searched?.text ?? '', /none has these words; the nearest in meaning$/)
  assert.match(status?.text ?? '', /meaning +all-minilm-l6-v2-q8_0/)
  const told = only(run, 'answer').at(-1)?.text ?? ''
  assert.match(told, /Luigi/)
})

test('tools of others are found by what they are for; damaged, it is told once and words find', async (t) => {
  if (!(await hasModel(t, SENTENCES))) return
  const declared = join(folder, 'tools.jsonl')
  const tool = (name: string, description: string) =>
    JSON.stringify({ server: 'x', name, description, inputSchema: { type: 'object', properties: {} } })
  writeFileSync(
    declared,
    [
      tool('list_containers', 'List all Docker containers'),
      tool('pull_requests', 'Show open pull requests of a repository'),
    ].join('\n'),
  )
  const route = async (models: string) => {
    const message = 'show the PRs that are open in this repo'
    const args = ['route', '--json', '--home', join(folder, 'route'), '--declare', declared, message]
    const { stdout, code, stderr } = await runProgram({ args, models, input: '' })
    assert.equal(code, 0, stderr)
    return (JSON.parse(stdout) as { tool: string | null }).tool
  }
  const models = join(folder, 'models')
  mkdirSync(models)
  const byWords = await route(models)
  assert.notEqual(byWords, 'x_pull_requests')
  assert.equal(await route(MODELS), 'x_pull_requests')
  copyFileSync(join(MODELS, `${SENTENCES}.gguf`), join(models, `${SENTENCES}.gguf`))
  writeFileSync(
    join(models, `${SENTENCES}.gguf`),
    readFileSync(join(MODELS, `${SENTENCES}.gguf`)).subarray(0, 1_000_000),
  )
  assert.equal(await route(models), byWords)
})
