/**
 * What the router alone makes of the cases, by part, without a chat model: `node test/benchmarks/route-cases.ts [train|accept|report] [FILES…]`;
 * default all parts of `test/cases/*.jsonl` and of the tools' own cases, with single messages. Prints totals only. With the sentence model where
 * `ETHERVOX_MODELS` is set and has it, by words otherwise. With `ETHERVOX_DATA` also CLINC150, intents that no tool
 * fits. End to end: `ethervox eval`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openGround } from '../../source/composing/ground.ts'
import { type EvalCase, type EvalTurn, loadCases, ofPart, type Part } from '../../source/evaluation/cases.ts'
import { loadOwnCases } from '../../source/evaluation/own-cases.ts'
import { readIntentMap } from '../../source/evaluation/public-records.ts'
import { meaningOfHome } from '../../source/home/meaning-of-home.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { publicData } from '../helpers/public-data.ts'

const SETS = ['abcdef', 'gklt', 'u', 'z', 'q', 'j', 's']
const PARTS: readonly Part[] = ['train', 'accept', 'report']

const folder = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))
const program = findProgram()
const home = homePaths(folder, { ETHERVOX_MODELS: process.env.ETHERVOX_MODELS })
const meaning = meaningOfHome(program, home, () => process.env.ETHERVOX_MODELS !== undefined)
const ground = openGround({ program, home, systemText: 'x', modelId: () => '', meaning })
const allowed = new Set(ground.tools.enabled.map(({ name }) => name))
const route = async (message: string) => {
  await ground.router.prepare?.(message, allowed)
  return ground.router.route(message, allowed).tool
}
await meaning.prepare(['hello'])
console.log(
  `${allowed.size} tools; ${meaning.state.type === 'ready' ? 'with the sentence model' : 'by words'}`,
)

const [given, ...files] = process.argv.slice(2)
const parts = PARTS.filter((part) => given === undefined || part === given)
const sets =
  files.length > 0
    ? [files]
    : SETS.map((set) =>
        [...set].map((name) => fileURLToPath(new URL(`../cases/${name}.jsonl`, import.meta.url))),
      )
for (const paths of sets)
  for (const part of parts) {
    const names = paths.map((path) => path.replace(/^.*\/|\.jsonl$/g, '')).join(' ')
    await tell(`${names}, ${part}`, loadCases(paths, part))
  }
if (files.length === 0)
  for (const part of parts) await tell(`own cases, ${part}`, ofPart(loadOwnCases(program.toolsDir), part))
const clinc = publicData('clinc150/val.jsonl')
if (clinc !== undefined) {
  const intents = readIntentMap(fileURLToPath(new URL('../cases/clinc-tools.yaml', import.meta.url)))
  await tell('CLINC150', loadCases([fileURLToPath(clinc)], 'all', intents))
}
await meaning.close()
rmSync(folder, { recursive: true })

/** Of cases of one message that asks for one thing. */
async function tell(title: string, cases: readonly EvalCase[]): Promise<void> {
  const turns = cases.flatMap(({ turns }) => (turns.length === 1 ? turns : []))
  const single = turns.filter(({ calls }) => calls === undefined)
  const routed = new Map<string, string | null>()
  for (const { input } of single) routed.set(input, await route(input))
  console.log(`${title}: ${shares(single, (input) => routed.get(input) ?? null)}`)
}

function shares(turns: readonly EvalTurn[], toolOf: (message: string) => string | null): string {
  const isRight = ({ input, tool, anyOf }: EvalTurn) => {
    const routed = toolOf(input)
    return routed === tool || (routed !== null && anyOf?.includes(routed) === true)
  }
  const right = (wanted: readonly EvalTurn[]) => wanted.filter(isRight).length
  const ofTool = turns.filter(({ tool }) => tool !== null)
  const ofNone = turns.filter(({ tool }) => tool === null)
  const said = (title: string, of: readonly EvalTurn[]) =>
    of.length === 0 ? '' : `${title} ${right(of)} of ${of.length} (${percent(right(of) / of.length)})`
  return [said('right tool', ofTool), said('no tool', ofNone)].filter((one) => one !== '').join('; ')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
