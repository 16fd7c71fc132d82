import assert from 'node:assert/strict'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { chooseModel, modelRows } from '../../source/composing/choose-model.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const ID = 'all-minilm-l6-v2-q8_0'
const modelsDir = temporaryFolder('models')
after(() => rmSync(modelsDir, { recursive: true, force: true }))
const sources = { catalogue: findProgram().catalogue, modelsDir }
const file = join(modelsDir, `${ID}.gguf`)
writeFileSync(file, 'GGUF')
truncateSync(file, 25_279_104)

test('a sentence model is never loaded for a chat, by itself or by name', async () => {
  const alone = await chooseModel(undefined, sources, 64e9, { unsummed: true })
  assert.ok(alone.type === 'none', 'it is no model for a chat')
  assert.match(alone.reason, /ethervox model pull/)
  const named = await chooseModel(ID, sources, 64e9, { unsummed: true })
  assert.ok(named.type === 'failed')
  assert.match(named.reason, /writes no answers; `ethervox model list` shows those that do/)
  assert.ok(!(await modelRows(sources)).some(({ id }) => id === ID))
})
