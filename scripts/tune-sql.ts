// `ETHERVOX_MODELS=DIR ETHERVOX_PYTHON=PYTHON node scripts/tune-sql.ts MODEL [--seconds N] [--writers g,h]`: goes on learning a model's adapter for calls on
// SQL about tables (data/sql/, or what these writers wrote of it), with some of its calls in between so that it forgets none. Writes models/MODEL.calls.gguf in slices that can be continued: what was
// learned by when stands in `.cache/tune-sql-MODEL.json`. Prints the sum that belongs into models/catalogue.yaml in the end.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadTool } from '../source/composing/build-manifest.ts'
import type { CallTokens, Engine } from '../source/contracts/engine.ts'
import { takesArguments } from '../source/contracts/manifest.ts'
import { LEARNED_SQL } from '../source/engine/embedded/learned.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { compileTools } from '../source/manifest/compile.ts'
import { lessonsOf as callLessonsOf, lessonsBeside } from '../source/measured/call-lessons.ts'
import { pythonToTune, runTuning } from '../source/measured/run-tuning.ts'
import { findProgram } from '../source/paths.ts'
import { findChosen, openDatabase, openEngine, ROOT } from './model-engine.ts'
import { shownTables } from './shown-tables.ts'
import { isHeldOut, lessonsOf } from './sql-lessons.ts'
import { loadPairs } from './sql-pairs.ts'

/** Calls of each tool that are learned again, and where none were learned before. */
const CALLS_AGAIN = 6
const CALLS_NEW = 16
/** The first layer that learns: a third of the way back is saved. */
const FIRST_LAYER = 8

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, writers: { type: 'string' } },
})
const [asked = ''] = positionals
const { signal } = new AbortController()
const program = findProgram()
const chosen = await findChosen(asked)
const { style, id, path: modelPath } = chosen
const shipped = join(dirname(program.catalogue), `${id}.calls.gguf`)
const progressPath = join(ROOT, '.cache', `tune-sql-${id}.json`)
mkdirSync(dirname(progressPath), { recursive: true })
const adapterPath = join(ROOT, '.cache', `tune-sql-${id}.gguf`)
const begun = existsSync(progressPath) ? JSON.parse(readFileSync(progressPath, 'utf8')) : { step: 0 }
const tools = await lessonTokens()
console.log(
  `${tools.length} states, ${tools.reduce((sum, { calls }) => sum + calls.length, 0)} messages; goes on behind step ${begun.step}`,
)
const start =
  begun.step > 0 && existsSync(adapterPath) ? adapterPath : existsSync(shipped) ? shipped : undefined
const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
const last = await runTuning(
  {
    ...{
      modelPath,
      adapterPath,
      tools,
      start,
      begin: begun.step,
      first: FIRST_LAYER,
      seconds,
      learns: [LEARNED_SQL],
    },
    python: pythonToTune(process.env),
    script: program.tuneCalls,
    onStep: ({ step, steps, all, saved }) => {
      console.log(`step ${step} of ${steps} (${all})`)
      if (saved) writeFileSync(progressPath, JSON.stringify({ step }))
    },
  },
  signal,
)
if (last.step >= last.all) renameSync(progressPath, `${progressPath}.done`)
console.log(`${adapterPath}: sha256 ${sha256Hex(readFileSync(adapterPath))}`)

async function lessonTokens(): Promise<readonly CallTokens[]> {
  const engine = await openEngine(
    chosen,
    { contextTokens: 512, callContextTokens: 512, adapter: 'none' },
    signal,
  )
  const all = [...(await ofSql(engine)), ...(await ofCalls(engine))]
  await engine.close()
  return all
}

async function ofSql(engine: Engine): Promise<readonly CallTokens[]> {
  const db = openDatabase()
  const found: CallTokens[] = []
  const writers = values.writers?.split(',')
  const isWanted = (folder: string) => writers?.includes(folder.split('/')[0] ?? '') ?? true
  const folders = await loadPairs((one) => isWanted(one) && !isHeldOut(one))
  const shown = await shownTables(folders)
  for (const folder of folders)
    for (const { state, lessons } of await lessonsOf(folder, db, shown)) {
      const tokens = await engine.callTokens?.(state, lessons)
      if (tokens !== undefined) found.push(tokens)
    }
  await db.close()
  return found
}

async function ofCalls(engine: Engine): Promise<readonly CallTokens[]> {
  const load = (folder: string) => loadTool(program, basename(folder))
  const compiled = await compileTools({ toolsDir: program.toolsDir, loadTool: load, builtAt: 0 })
  const found: CallTokens[] = []
  for (const tool of compiled.tools.filter(takesArguments)) {
    const { state, calls } = callLessonsOf(tool, lessonsBeside(program.toolsDir, tool.name), style)
    const tokens = await engine.callTokens?.(
      state,
      calls.slice(0, existsSync(shipped) ? CALLS_AGAIN : CALLS_NEW),
    )
    if (tokens !== undefined && tokens.calls.length > 0) found.push(tokens)
  }
  return found
}
