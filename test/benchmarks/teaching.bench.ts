/**
 * What teaching brings, and what it costs: `node test/benchmarks/teaching.bench.ts`. Each person of `teaching-jargon.yaml` teaches 15
 * requests in a home of their own; counted are their held-out requests, then the tools' own tests and the parts *train* and *accept*
 * of the cases. Then all of them in one home, then every tenth message that is routed wrong, corrected by `/bad`, alone.
 * Totals only; with the sentence model where `ETHERVOX_MODELS` is set and has it (sentences of a message by words). Ends with 1 where a person gains less than 30 points, or anything else falls by more than one.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openGround } from '../../source/composing/ground.ts'
import type { TaughtExample } from '../../source/contracts/teaching.ts'
import { loadCases, type Part } from '../../source/evaluation/cases.ts'
import { loadOwnCases } from '../../source/evaluation/own-cases.ts'
import { isYamlProblem, parseYaml } from '../../source/lib/yaml-file.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { writeCase } from '../../source/teaching/case-file.ts'
import { readyMeaning } from './ready-meaning.ts'

interface Asked extends TaughtExample {
  readonly anyOf?: readonly string[] | undefined
}

interface Jargon {
  readonly person: string
  readonly tools: Readonly<
    Record<string, { readonly taught: readonly string[]; readonly heldOut: readonly string[] }>
  >
  readonly none: readonly string[]
}

const SETS = [...'abcdefgkltuj']
const PARTS: readonly Part[] = ['train', 'accept']
const program = findProgram()
const homes = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))

const cases = PARTS.flatMap((part) =>
  loadCases(
    SETS.map((name) => fileURLToPath(new URL(`../cases/${name}.jsonl`, import.meta.url))),
    part,
  ),
).flatMap(({ turns: [turn, ...more] }): Asked[] =>
  turn === undefined || more.length > 0 || turn.calls !== undefined
    ? []
    : [{ text: turn.input, tool: turn.tool, anyOf: turn.anyOf }],
)
const elsewhere: Readonly<Record<string, readonly Asked[]>> = {
  "tools' own tests": loadOwnCases(program.toolsDir).flatMap(({ turns: [turn] }) =>
    turn === undefined ? [] : [{ text: turn.input, tool: turn.tool }],
  ),
  'cases for a tool': cases.filter(({ tool }) => tool !== null),
  'cases for none': cases.filter(({ tool }) => tool === null),
}
const jargons = readJargons()
const meaning = await readyMeaning([
  ...Object.values(elsewhere).flatMap((asked) => asked.map(({ text }) => text.trim())),
  ...jargons.flatMap(({ tools, none }) => [
    ...flatten(tools, 'heldOut').map(({ text }) => text.trim()),
    ...none,
  ]),
])
console.log(meaning === undefined ? 'by words' : 'with the sentence model')
const plain = routerWith([])
const before = Object.values(elsewhere).map((asked) => shareOf(plain.route, asked))
Object.keys(elsewhere).forEach((name, at) => {
  console.log(`${name}: ${percent(before[at] ?? 0)} of ${elsewhere[name]?.length} right before`)
})
let isGood = true

const gains: number[] = []
for (const { person, tools, none } of jargons) {
  const heldOut = flatten(tools, 'heldOut')
  const { route, ms } = routerWith(flatten(tools, 'taught'))
  const [from, to] = [shareOf(plain.route, heldOut), shareOf(route, heldOut)]
  gains.push(to - from)
  const quiet = none.filter((text) => route(text) === null).length
  console.log(
    `${person}: ${percent(from)} → ${percent(to)} of ${heldOut.length} held out; none for ${quiet} of ${none.length}; learned in ${ms.toFixed(0)} ms; ${falls(route)}`,
  )
}
isGood &&= gains.every((gain) => gain >= 0.3)
const all = routerWith(jargons.flatMap(({ tools }) => flatten(tools, 'taught')))
const allHeldOut = jargons.flatMap(({ tools }) => flatten(tools, 'heldOut'))
console.log(
  `all in one home: ${percent(shareOf(plain.route, allHeldOut))} → ${percent(shareOf(all.route, allHeldOut))}; learned in ${all.ms.toFixed(0)} ms; ${falls(all.route)}`,
)

const wrong = cases.filter((one) => !isRight(plain.route, one)).filter((_, at) => at % 10 === 0)
let mended = 0
let otherwise = 0
for (const one of wrong) {
  const { route } = routerWith([one])
  if (isRight(route, one)) mended += 1
  const others = cases.filter((other) => other.text !== one.text)
  otherwise += shareOf(route, others) - shareOf(plain.route, others)
}
console.log(
  `/bad for one wrong message: ${mended} of ${wrong.length} mended; other cases ${points(otherwise / wrong.length)} each`,
)
const bads = routerWith(wrong)
console.log(`all ${wrong.length} in one home: ${falls(bads.route)}`)

const many = Array.from({ length: 1_000 }, (_, at): TaughtExample => {
  const one = cases[at % cases.length] as Asked
  return { text: `${one.text} x${at}`, tool: one.tool }
})
console.log(`a thousand taught requests: learned in ${routerWith(many).ms.toFixed(0)} ms`)
console.log(isGood ? 'as wanted' : 'NOT as wanted')
rmSync(homes, { recursive: true })
process.exitCode = isGood ? 0 : 1

/** A home in which these were taught, and how long its first message takes longer than without. */
function routerWith(taught: readonly TaughtExample[]) {
  const folder = mkdtempSync(join(homes, 'home-'))
  const home = homePaths(folder, {})
  const ground = openGround({ program, home, systemText: 'x', modelId: () => '', meaning })
  const allowed = new Set(ground.tools.enabled.map(({ name }) => name))
  const route = (text: string) => ground.router.route(text, allowed).tool
  route('hello')
  const entries = taught.map(({ text, tool }, at) =>
    writeCase({ id: `t${at + 1}`, text, tool, from: 'teach' }),
  )
  mkdirSync(home.teaching)
  writeFileSync(join(home.teaching, 'cases.yaml'), entries.join(''))
  const begin = performance.now()
  route('hello')
  return { route, ms: performance.now() - begin }
}

/** How everything else changed; notes a fall of more than a point. */
function falls(route: (text: string) => string | null): string {
  return Object.entries(elsewhere)
    .map(([name, asked], at) => {
      const change = shareOf(route, asked) - (before[at] ?? 0)
      if (change < -0.01) isGood = false
      return `${name} ${points(change)}`
    })
    .join(', ')
}

function isRight(route: (text: string) => string | null, { text, tool, anyOf }: Asked): boolean {
  const routed = route(text)
  return routed === tool || (routed !== null && anyOf?.includes(routed) === true)
}

function shareOf(route: (text: string) => string | null, asked: readonly Asked[]): number {
  return asked.filter((one) => isRight(route, one)).length / asked.length
}

function flatten(tools: Jargon['tools'], part: 'taught' | 'heldOut'): Asked[] {
  return Object.entries(tools).flatMap(([tool, requests]) => requests[part].map((text) => ({ text, tool })))
}

function readJargons(): readonly Jargon[] {
  const path = fileURLToPath(new URL('teaching-jargon.yaml', import.meta.url))
  const yaml = parseYaml(readFileSync(path, 'utf8'), path)
  if (isYamlProblem(yaml)) throw new Error(yaml.message)
  return (yaml.value as { readonly jargons: readonly Jargon[] }).jargons
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function points(share: number): string {
  return `${share >= 0 ? '+' : ''}${(100 * share).toFixed(2)}`
}
