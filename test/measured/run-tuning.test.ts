import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { checkPython, runTuning, type Tuning, type TuningStep } from '../../source/measured/run-tuning.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('tuning')
after(() => rmSync(folder, { recursive: true, force: true }))
const adapterPath = join(folder, 'learned.gguf')
const TOOLS = [{ head: [1, 2], calls: [{ prompt: [3], answer: [4, 5] }] }]

/** Runs a text of JavaScript in place of Python's. */
function run(text: string, more: Partial<Tuning> = {}, signal = new AbortController().signal) {
  const script = join(folder, 'tune.mjs')
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process'\nimport { readFileSync, writeFileSync } from 'node:fs'\nconst [model, work, adapter] = process.argv.slice(2)\n${text}`,
  )
  const told: TuningStep[] = []
  const tuning: Tuning = {
    ...{ python: process.execPath, script, modelPath: 'model.gguf', start: undefined, begin: 0 },
    ...{ tools: TOOLS, seconds: 60, adapterPath },
    onStep: (step) => told.push(step),
    ...more,
  }
  return { told, done: runTuning(tuning, signal) }
}

describe('the script that learns', () => {
  test('gets the tokens, says each step, and leaves the adapter', async () => {
    const { told, done } = run(
      `writeFileSync(adapter, model + readFileSync(work, 'utf8'))
for (const step of [1, 2]) console.log(JSON.stringify({ step, steps: 2, all: 5, saved: step === 2 }))`,
    )
    const last = { step: 2, steps: 2, all: 5, saved: true }
    assert.deepEqual(await done, last)
    assert.deepEqual(told, [{ step: 1, steps: 2, all: 5, saved: false }, last])
    const work =
      '{"seconds":60,"start":null,"begin":0,"first":0,"learns":[],"tools":[{"head":[1,2],"examples":[{"prompt":[3],"answer":[4,5]}]}]}'
    assert.equal(readFileSync(adapterPath, 'utf8'), `model.gguf${work}`)
  })

  test('is told as what is missing and how to get it', async () => {
    await assert.rejects(
      run(`console.error("No module named 'torch'"); process.exit(2)`).done,
      /lacks a package \(No module named 'torch'\); `python3 -m venv DIR && .*ETHERVOX_PYTHON=DIR\/bin\/python/,
    )
    await assert.rejects(
      run('', { python: 'no-such-python' }).done,
      /`no-such-python` was not found; `python3 -m venv/,
    )
  })

  test('is not begun with a Python that lacks something', async () => {
    const { signal } = new AbortController()
    await assert.rejects(
      checkPython('no-such-python', signal),
      /`no-such-python` was not found; `python3 -m venv/,
    )
    // Node reads `-c` as a check of a file that is not there.
    await assert.rejects(checkPython(process.execPath, signal), /lacks a package .*ETHERVOX_PYTHON=/)
  })

  test('is not asked for by a file of the workspace', async () => {
    const workspace = temporaryFolder('workspace')
    const before = process.cwd()
    writeFileSync(join(workspace, 'torch.py'), `open(${JSON.stringify(join(workspace, 'ran'))}, 'w')\n`)
    writeFileSync(join(workspace, 'python'), '#!/bin/sh\npwd >"$(dirname "$0")/where"\n', { mode: 0o755 })
    process.chdir(workspace)
    try {
      const { signal } = new AbortController()
      // Whether this machine's Python has a torch is all one.
      await checkPython('python3', signal).catch(() => undefined)
      assert.equal(existsSync(join(workspace, 'ran')), false)
      await checkPython('./python', signal)
      const where = readFileSync(join(workspace, 'where'), 'utf8').trim()
      assert.notEqual(where, workspace)
      assert.equal(existsSync(where), false, 'the folder is gone')
    } finally {
      process.chdir(before)
      rmSync(workspace, { recursive: true })
    }
  })

  test('is Python that can be read', () => {
    const read = 'import sys; compile(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1], "exec")'
    const { status, stderr } = spawnSync('python3', ['-c', read, findProgram().tuneCalls])
    assert.equal(status, 0, String(stderr))
  })

  test('says in its last line what is wrong', async () => {
    await assert.rejects(run('console.error("a\\nlayers of mamba are not known"); process.exit(3)').done, {
      message: 'layers of mamba are not known',
    })
    await assert.rejects(run('process.exit(4)').done, { message: 'Python ended with 4' })
    await assert.rejects(
      run('process.kill(process.pid, "SIGKILL")').done,
      /was ended, perhaps for want of memory/,
    )
  })

  test('is ended where what it says cannot be read, or what is done with it fails', async () => {
    await assert.rejects(run('console.log("NaN"); setInterval(() => {}, 1000)').done, { name: 'SyntaxError' })
    const full = () => {
      throw new Error('the disk is full')
    }
    const step =
      'console.log(JSON.stringify({ step: 1, steps: 1, all: 1, saved: true })); setInterval(() => {}, 1000)'
    await assert.rejects(run(step, { onStep: full }).done, { message: 'the disk is full' })
  })

  test('is not begun where it was aborted before', async () => {
    await assert.rejects(run('process.exit(5)', {}, AbortSignal.abort()).done, { name: 'AbortError' })
  })

  test('is ended by an abort, and what it worked from is removed', async () => {
    const stop = new AbortController()
    const pidFile = join(folder, 'pid')
    const { done } = run(
      `writeFileSync(${JSON.stringify(pidFile)}, process.pid + ' ' + work)
// It lives on for a while, with the output open.
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5000)'], { stdio: 'inherit' })
console.log(JSON.stringify({ step: 1, steps: 9, all: 9, saved: false }))
setInterval(() => {}, 1000)`,
      { onStep: () => stop.abort() },
      stop.signal,
    )
    await assert.rejects(done, { name: 'AbortError' })
    const [pid, work = ''] = readFileSync(pidFile, 'utf8').split(' ')
    assert.equal(existsSync(work), false)
    assert.throws(() => process.kill(Number(pid), 0))
  })
})
