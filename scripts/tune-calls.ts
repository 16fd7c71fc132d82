// `ETHERVOX_MODELS=DIR ETHERVOX_PYTHON=PYTHON node scripts/tune-calls.ts MODEL`: tunes a model of the catalogue for writing calls, as
// `ethervox optimize --strategy calls` does on a person's machine, and from the part *train* of all cases besides. Writes models/MODEL.calls.gguf
// and prints the sum that belongs into models/catalogue.yaml. The 0.5B takes three quarters of an hour on two shared virtual CPUs with AVX-512,
// and longer without. It begins anew, so what the adapter had learned of SQL is learned again behind it (tune-sql.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadTool } from '../source/composing/build-manifest.ts'
import type { CallTokens } from '../source/contracts/engine.ts'
import { type FewShot, takesArguments } from '../source/contracts/manifest.ts'
import { loadCases, ofPart } from '../source/evaluation/cases.ts'
import { loadOwnCases } from '../source/evaluation/own-cases.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { compileTools } from '../source/manifest/compile.ts'
import { lessonsBeside, lessonsOf, shotOf } from '../source/measured/call-lessons.ts'
import { pythonToTune, runTuning } from '../source/measured/run-tuning.ts'
import { findProgram } from '../source/paths.ts'
import { findChosen, openEngine } from './model-engine.ts'

const [asked = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const program = findProgram()
const chosen = await findChosen(asked)
const { style, id, path: modelPath } = chosen
const load = (folder: string) => loadTool(program, basename(folder))
const { tools } = await compileTools({ toolsDir: program.toolsDir, loadTool: load, builtAt: 0 })
const train = ofTrain()
const lessons = tools.filter(takesArguments).map((tool) => {
  const { name, description, parameters, fewShots, examples, triggers } = tool
  const more = [...lessonsBeside(program.toolsDir, name), ...(train.get(name) ?? [])]
  return lessonsOf({ name, description, parameters, fewShots, examples, triggers }, more, style)
})
const count = lessons.reduce((sum, { calls }) => sum + calls.length, 0)
console.log(`${count} requests for ${lessons.length} tools`)
const adapterPath = join(dirname(program.catalogue), `${id}.calls.gguf`)
await runTuning(
  {
    ...{ modelPath, adapterPath, tools: await tokensOf(), start: undefined, begin: 0, seconds: undefined },
    python: pythonToTune(process.env),
    script: program.tuneCalls,
    onStep: ({ step, steps }) => console.log(`step ${step} of ${steps}`),
  },
  signal,
)
console.log(`${adapterPath}: sha256 ${sha256Hex(readFileSync(adapterPath))}`)

async function tokensOf(): Promise<readonly CallTokens[]> {
  const engine = await openEngine(
    chosen,
    { contextTokens: 512, callContextTokens: 512, adapter: 'none' },
    signal,
  )
  const all: CallTokens[] = []
  for (const { state, calls } of lessons) {
    const tokens = await engine.callTokens?.(state, calls)
    if (tokens !== undefined) all.push(tokens)
  }
  await engine.close()
  return all
}

/** Single requests of the part *train*, by tool. */
function ofTrain(): ReadonlyMap<string, readonly FewShot[]> {
  const casesDir = fileURLToPath(new URL('../test/cases', import.meta.url))
  const files = readdirSync(casesDir).filter((file) => /^[a-z]{1,2}\.jsonl$/.test(file))
  const own = ofPart(loadOwnCases(program.toolsDir), 'train')
  const found = new Map<string, FewShot[]>()
  for (const { turns } of [...own, ...files.flatMap((file) => loadCases([join(casesDir, file)], 'train'))]) {
    const [turn] = turns
    if (turn?.tool == null || turns.length > 1 || turn.anyOf !== undefined) continue
    const shot = shotOf(turn.input, turn.arguments)
    if (shot !== undefined) found.set(turn.tool, [...(found.get(turn.tool) ?? []), shot])
  }
  return found
}
