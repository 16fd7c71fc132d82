import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { AdapterFile } from '../../source/contracts/engine.ts'
import { loadEmbeddedEngine } from '../../source/engine/embedded/host.ts'
import { sha256Hex } from '../../source/lib/checksum.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { hasModel, LARGER, MODELS, SMALL } from './program.ts'

const home = temporaryFolder('real-adapter')
after(() => rmSync(home, { recursive: true, force: true }))
const ADAPTER = join(import.meta.dirname, '../../models', `${LARGER}.calls.gguf`)

const sumOf = (path: string) => sha256Hex(readFileSync(path))

/** What becomes of the adapter, and the arguments of a call that is written then. */
async function write(model: string, callAdapter: AdapterFile | undefined, untuned?: true) {
  const engine = await loadEmbeddedEngine({
    childPath: findProgram().engineChild,
    modelPath: join(MODELS, `${model}.gguf`),
    modelId: model,
    modelSha256: model,
    contextTokens: 512,
    callContextTokens: 512,
    callAdapter,
    threads: 2,
    gpu: 'off',
    thinking: false,
    statesDir: join(home, model),
    allStatesDir: home,
    statesBudgetBytes: 1e9,
    signal: new AbortController().signal,
  })
  try {
    const properties = { path: { type: 'string' } } as const
    const written = await engine.writeCall(
      {
        state: {
          name: 'read',
          messages: [{ role: 'system', text: 'read: Read a text file' }],
          ...(untuned && { untuned }),
        },
        message: 'read notes.txt',
        opening: '',
        parameters: { type: 'object', properties, required: ['path'] },
        maxTokens: 32,
      },
      new AbortController().signal,
    )
    return { adapter: engine.info.callAdapter, text: written.text, weakest: written.weakest }
  } finally {
    await engine.close()
  }
}

test('calls are written with what was learned for the model, and states of either kind are kept apart', async (t) => {
  if (!(await hasModel(t, LARGER))) return
  const plain = await write(LARGER, undefined)
  const tuned = await write(LARGER, { path: ADAPTER, sha256: sumOf(ADAPTER) })
  assert.equal(plain.adapter, undefined)
  assert.equal(tuned.adapter?.type, 'used')
  assert.deepEqual(JSON.parse(tuned.text), { path: 'notes.txt' })
  assert.notEqual(tuned.weakest, plain.weakest)
  const apart = await write(LARGER, { path: ADAPTER, sha256: sumOf(ADAPTER) }, true)
  assert.deepEqual([apart.text, apart.weakest], [plain.text, plain.weakest], 'a tool without worked examples')
})

test('an adapter that is damaged, is none, or is of another model is refused, and calls are written without it', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const plain = await write(SMALL, undefined)
  const none = join(home, 'none.gguf')
  writeFileSync(none, 'GGUF, but for the rest')
  for (const [file, reason] of [
    [{ path: ADAPTER, sha256: '0'.repeat(64) }, /calls\.gguf: its checksum differs/],
    [{ path: join(home, 'absent.gguf'), sha256: '0'.repeat(64) }, /absent\.gguf: ENOENT/],
    [{ path: none, sha256: sumOf(none) }, /none\.gguf: /],
    [{ path: ADAPTER, sha256: sumOf(ADAPTER) }, /calls\.gguf: /],
  ] as const) {
    const { adapter, text, weakest } = await write(SMALL, file)
    assert.match(adapter?.type === 'refused' ? adapter.reason : 'used', reason)
    assert.deepEqual([text, weakest], [plain.text, plain.weakest])
  }
})
