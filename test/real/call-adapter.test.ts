import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import type { AdapterFile, ChatMessage } from '../../source/contracts/engine.ts'
import { loadEmbeddedEngine } from '../../source/engine/embedded/host.ts'
import { sha256Hex } from '../../source/lib/checksum.ts'
import { HOW_TO_TUNE, runTuning } from '../../source/measured/run-tuning.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { hasModel, LARGER, MODELS, SMALL } from './program.ts'

const home = temporaryFolder('real-adapter')
after(() => rmSync(home, { recursive: true, force: true }))
const ADAPTER = join(import.meta.dirname, '../../models', `${LARGER}.calls.gguf`)

const sumOf = (path: string) => sha256Hex(readFileSync(path))

function open(model: string, callAdapter?: AdapterFile) {
  return loadEmbeddedEngine({
    childPath: findProgram().engineChild,
    modelPath: join(MODELS, `${model}.gguf`),
    modelId: model,
    modelSha256: model,
    contextTokens: 512,
    callContextTokens: 512,
    callAdapter,
    threads: 1,
    gpu: 'off',
    thinking: false,
    statesDir: join(home, model),
    allStatesDir: home,
    statesBudgetBytes: 1e9,
    signal: new AbortController().signal,
  })
}

/** What becomes of the adapter, and the arguments of a call that is written then. */
async function write(model: string, callAdapter: AdapterFile | undefined, untuned?: true) {
  const engine = await open(model, callAdapter)
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

test('a program is written once more, otherwise, though all of its prompt stands in the lane', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const engine = await open(SMALL)
  const { signal } = new AbortController()
  const columns = [
    { name: 'run', type: 'number', values: ['1', '2'] },
    { name: 'backend', type: 'text', values: ['pillow', 'vips'] },
  ] as const
  const program = {
    ...{ tables: [{ name: 'bench', columns }], message: 'which run was vips', texts: [], days: [] },
    ...{ numbers: [], smallNumbers: ['1', '2'], acts: 'ask' as const },
  }
  const request = {
    state: { name: 'sql', messages: [{ role: 'system', text: 'CREATE TABLE bench (run, backend)' }] },
    ...{ message: program.message, opening: '', parameters: { type: 'object' }, program, maxTokens: 60 },
  } as const
  try {
    const first = await engine.writeCall(request, signal)
    assert.match(first.text, /^select/i)
    for (const behind of ['', 'SELECT ']) {
      const other = { behind, than: first.text.slice(behind.length) }
      const { text, cut } = await engine.writeCall({ ...request, other }, signal)
      assert.ok(cut || (text.startsWith(behind) && text !== first.text), `${first.text} and ${text}`)
    }
    assert.equal((await engine.writeCall(request, signal)).text, first.text, 'and it is the same again')
  } finally {
    await engine.close()
  }
})

test('the tokens of a call that is learned are those that the lane reads and writes', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const engine = await open(SMALL)
  try {
    const messages: ChatMessage[] = [
      { role: 'system', text: 'read: Read a text file' },
      { role: 'user', text: 'read notes.txt' },
      { role: 'assistant', text: '{"path": "notes.txt"}' },
    ]
    const one = { message: 'show todo.md', answer: '{"path": "todo.md"}' }
    for (const standing of [messages, messages.slice(0, 1)]) {
      const learned = await engine.callTokens?.({ name: 'read', messages: standing }, [one])
      const [call] = learned?.calls ?? []
      assert.ok(learned !== undefined && call !== undefined)
      const further: ChatMessage[] = [
        ...standing,
        { role: 'user', text: one.message },
        { role: 'assistant', text: one.answer },
      ]
      const whole = await engine.callTokens?.({ name: 'read', messages: further }, [])
      assert.deepEqual([...learned.head, ...call.prompt, ...call.answer.slice(0, -1)], whole?.head)
      const next = await engine.callTokens?.({ name: 'read', messages: further }, [one])
      assert.equal(call.answer.at(-1), next?.calls[0]?.prompt[0], 'the turn ends as those in the state do')
    }
  } finally {
    await engine.close()
  }
})

/** A Python that can learn; undefined: there is none, which is said. */
function pythonFor(t: TestContext): string | undefined {
  const python = process.env.ETHERVOX_PYTHON || 'python3'
  const { status } = spawnSync(python, ['-c', 'import torch, numpy, gguf'])
  if (status !== 0) t.skip(`learning needs torch, numpy and gguf: ${HOW_TO_TUNE}`)
  return status === 0 ? python : undefined
}

test('calls are learned: the adapter is one that the engine takes, and the call is surer behind it', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const python = pythonFor(t)
  if (python === undefined) return
  const engine = await open(SMALL)
  const messages: ChatMessage[] = [{ role: 'system', text: 'read: Read a text file' }]
  const calls = ['a.txt', 'b.md', 'notes.txt', 'todo.md'].map((path) => ({
    message: `read ${path}`,
    answer: `{"path": "${path}"}`,
  }))
  const tokens = await engine.callTokens?.({ name: 'read', messages }, calls)
  await engine.close()
  assert.ok(tokens !== undefined)
  const adapterPath = join(home, 'learned.gguf')
  const modelPath = join(MODELS, `${SMALL}.gguf`)
  const tune = (start: string | undefined, begin: number) =>
    runTuning(
      {
        ...{
          python,
          script: findProgram().tuneCalls,
          modelPath,
          tools: Array(10).fill(tokens),
          start,
          begin,
        },
        ...{ seconds: undefined, adapterPath, onStep: () => undefined },
      },
      new AbortController().signal,
    )
  assert.equal((await tune(undefined, 0)).step, 10)
  const plain = await write(SMALL, undefined)
  const tuned = await write(SMALL, { path: adapterPath, sha256: sumOf(adapterPath) })
  assert.equal(tuned.adapter?.type, 'used')
  assert.ok((tuned.weakest ?? 0) > (plain.weakest ?? 1), `${plain.weakest} → ${tuned.weakest}`)
  assert.equal((await tune(adapterPath, 8)).step, 10, 'it goes on from an adapter')
})
