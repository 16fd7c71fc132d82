import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EngineFailure } from '../../source/contracts/engine.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { loadPlainEngine } from '../helpers/plain-engine.ts'

/** The engine's process in small: says how far the load is, once, and then nothing more. */
const SILENT_CHILD = `process.on('message', ({ id }) => process.send({ id, type: 'progress', done: 1, total: 4 }))`

/** Loads with this process in the engine's place. */
function loadWith(child: string, folder: string, onProgress: () => void) {
  const childPath = join(folder, 'child.mjs')
  writeFileSync(childPath, child)
  const modelPath = join(folder, 'none.gguf')
  return loadPlainEngine({ childPath, modelPath, modelId: 'some-model', statesDir: folder, onProgress })
}

test('a load without a sign of life says how long, and what to do next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const folder = temporaryFolder('host')
  t.after(() => rmSync(folder, { recursive: true }))
  const heard = Promise.withResolvers<void>()
  const loading = loadWith(SILENT_CHILD, folder, heard.resolve)
  const refused = assert.rejects(loading, (error) => {
    assert.ok(error instanceof EngineFailure)
    assert.equal(error.code, 'load')
    assert.match(
      error.message,
      /`some-model` showed no progress for 180 seconds and was ended: .*`\/model ID`/,
    )
    return true
  })
  await heard.promise
  t.mock.timers.tick(180_000)
  await refused
})
