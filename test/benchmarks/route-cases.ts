/**
 * What the router alone makes of the cases, by part, without a model: `node test/benchmarks/route-cases.ts [train|accept|report] [FILES…]`;
 * default all parts of `test/cases/*.jsonl` with single messages. Prints totals only. With `ETHERVOX_DATA` also CLINC150, intents that no tool
 * fits. End to end: `ethervox eval`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EvalTurn, loadCases, type Part } from '../../source/evaluation/cases.ts'
import { readIntentMap } from '../../source/evaluation/public-records.ts'
import { openGround } from '../../source/ground.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { publicData } from '../helpers/public-data.ts'

const SETS = ['abcdef', 'gklt', 'u', 'z', 'q', 'j']
const PARTS: readonly Part[] = ['train', 'accept', 'report']

const folder = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))
const ground = openGround({
  program: findProgram(),
  home: homePaths(folder, {}),
  systemText: 'x',
  modelId: () => '',
})
const allowed = new Set(ground.tools.enabled.map(({ name }) => name))
const route = (message: string) => ground.router.route(message, allowed).tool
console.log(`${allowed.size} tools`)

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
    const turns = loadCases(paths, part).flatMap(({ turns }) => (turns.length === 1 ? turns : []))
    const names = paths.map((path) => path.replace(/^.*\/|\.jsonl$/g, '')).join(' ')
    console.log(`${names}, ${part}: ${shares(turns.filter(({ calls }) => calls === undefined))}`)
  }
const clinc = publicData('clinc150/val.jsonl')
if (clinc !== undefined) {
  const intents = readIntentMap(fileURLToPath(new URL('../cases/clinc-tools.yaml', import.meta.url)))
  const turns = loadCases([fileURLToPath(clinc)], 'all', intents).flatMap(({ turns }) => turns)
  console.log(`CLINC150: ${shares(turns)}`)
}
rmSync(folder, { recursive: true })

function shares(turns: readonly EvalTurn[]): string {
  const isRight = ({ input, tool, anyOf }: EvalTurn) => {
    const routed = route(input)
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
