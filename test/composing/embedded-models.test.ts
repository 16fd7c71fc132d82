import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { EmbeddedModels } from '../../source/composing/embedded-models.ts'
import { EngineFailure } from '../../source/contracts/engine.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { DEFAULT_SETTINGS } from '../../source/settings-table.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

/** The engine's process in small: it loads anything, and ends once when it is asked to count. */
const CHILD = `import { existsSync, writeFileSync } from 'node:fs'
const crashed = new URL('crashed', import.meta.url)
process.on('message', ({ id, op, input }) => {
  if (op === 'count' && !existsSync(crashed)) {
    writeFileSync(crashed, '')
    process.exit(1)
  }
  const { modelId, modelSha256 } = input ?? {}
  process.send({ id, type: 'done', output: op === 'load' ? { modelId, modelSha256 } : [1] })
})
process.on('disconnect', () => process.exit(0))
`

async function loaded(t: TestContext) {
  const folder = temporaryFolder('embedded')
  t.after(() => rmSync(folder, { recursive: true }))
  const engineChild = join(folder, 'child.mjs')
  writeFileSync(engineChild, CHILD)
  const home = { ...homePaths(folder, {}), models: join(folder, 'models') }
  mkdirSync(home.models)
  const file = join(home.models, 'mine.gguf')
  writeFileSync(file, 'GGUF, version one')
  const models = new EmbeddedModels({
    ...{ program: { ...findProgram(), engineChild }, home, flags: {} },
    settings: () => DEFAULT_SETTINGS,
    onChosen: () => undefined,
  })
  const { signal } = new AbortController()
  const nothing = () => undefined
  const load = await models.load({
    ...{ model: 'mine', signal },
    ...{ onModel: nothing, onProgress: nothing, onRestart: nothing, onNotice: nothing },
  })
  assert.ok(load.type === 'ready')
  t.after(() => load.engine.close())
  const replace = () => {
    writeFileSync(`${file}.new`, 'GGUF, version two')
    renameSync(`${file}.new`, file)
  }
  return { models, engine: load.engine, replace, signal }
}

const isOther = (error: unknown) =>
  error instanceof EngineFailure &&
  error.code === 'load' &&
  /mine\.gguf` is another file than the one that was loaded; `\/model mine` loads it/.test(error.message)

test('behind a crash the same file is loaded again', async (t) => {
  const { engine } = await loaded(t)
  assert.deepEqual(await engine.countTokens(['x']), [1])
})

test('a file that was replaced is not loaded as what it was, behind a crash or to try what was learned', async (t) => {
  const { engine, models, replace, signal } = await loaded(t)
  replace()
  await assert.rejects(models.openTuned({ path: 'a.gguf', sha256: '' }, signal), isOther)
  await assert.rejects(engine.countTokens(['x']), isOther)
})
