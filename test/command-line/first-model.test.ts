import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { offerModel, questionOf } from '../../source/command-line/first-model.ts'
import { UserError } from '../../source/contracts/errors.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const text =
  "There is no model yet. The best one for this machine's memory is A Model 1.5B Instruct (a-model-1.5b-instruct-q4_k_m): 1.1 GB, licence Apache-2.0."

test('the offer of a model breaks between words, at any width', () => {
  for (const columns of [40, 60, 80, 200]) {
    const rows = questionOf({ text }, columns).split('\n')
    assert.equal(rows.slice(0, -1).join(' '), text, String(columns))
    assert.equal(rows.at(-1), 'Fetch it now? (y/n) ')
    for (const row of rows) assert.ok(row.length <= Math.max(columns, 40), row)
  }
  assert.equal(questionOf({ text }, undefined), questionOf({ text }, 80))
})

/** Starts in a home of its own; each gives whether the person was asked, who types `typed`. `lacksModel`: what the last one knew. */
function starts(t: TestContext) {
  const folder = temporaryFolder('offer')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = homePaths(join(folder, 'home'), {})
  const known = { lacksModel: false }
  const start = async (asked?: string, interactive = true, typed = 'n\n', plain = true) => {
    const [stdin, stderr] = [new PassThrough(), new PassThrough()]
    if (plain) stdin.end(typed)
    else stdin.write(typed)
    const process = { stdin, stderr, env: {} } as unknown as NodeJS.Process
    const options = { asked, program: findProgram(), home, interactive, yes: false, plain, process }
    known.lacksModel = await offerModel(options)
    return String(stderr.read() ?? '').includes('Fetch it now? (y/n)')
  }
  return { home, start, known }
}

test('who said no to a first model is not asked at the next start', async (t) => {
  const { start } = starts(t)
  assert.equal(await start(), true)
  assert.equal(await start(), false)
  assert.equal(await start(), false)
})

test('only n and no are a refusal that is kept; Enter, another word and Ctrl-D go on without a model this time', async (t) => {
  const { home, start, known } = starts(t)
  for (const [typed, plain] of [
    ['\n', true],
    ['later\n', true],
    ['nein\n', true],
    ['', true],
    ['\r', false],
    ['\x04', false],
  ] as const) {
    assert.equal(await start(undefined, true, typed, plain), true, JSON.stringify(typed))
    assert.equal(known.lacksModel, true)
    assert.equal(existsSync(home.modelDeclined), false)
  }
  assert.equal(await start(undefined, true, ' No \r', false), true)
  assert.equal(await start(), false)
})

test('Ctrl-C at the question ends the start with 130, and nothing is kept', async (t) => {
  const { home, start } = starts(t)
  await assert.rejects(start(undefined, true, '\x03', false), (error) => {
    assert.ok(error instanceof UserError)
    assert.deepEqual([error.exitCode, error.message], [130, '\nInterrupted; nothing was changed.'])
    return true
  })
  assert.equal(existsSync(home.modelDeclined), false)
  assert.equal(await start(), true)
})

test('a file that is no model does not make a refusal forgotten', async (t) => {
  const { home, start } = starts(t)
  await start()
  mkdirSync(home.models, { recursive: true })
  writeFileSync(join(home.models, 'broken.gguf'), '<html>')
  assert.equal(await start(), false)
  assert.equal(existsSync(home.modelDeclined), true)
})

test('a script is asked nothing, and says no for nobody', async (t) => {
  const { start } = starts(t)
  assert.equal(await start(undefined, false), false)
  assert.equal(await start(), true)
})

test('a model that is named is offered all the same, each time', async (t) => {
  const { start } = starts(t)
  await start()
  const named = 'smollm2-135m-instruct-q4_1'
  assert.equal(await start(named), true)
  assert.equal(await start(named), true)
  assert.equal(await start(), false)
})

test('once a model was there and is gone, a first one is offered again', async (t) => {
  const { home, start } = starts(t)
  await start()
  const model = join(home.models, 'mine.gguf')
  mkdirSync(home.models, { recursive: true })
  writeFileSync(model, 'GGUF')
  assert.equal(await start(), false)
  rmSync(model)
  assert.equal(await start(), true)
  assert.equal(await start(), false)
})

test('a start knows that no model will be there, whether it was refused now or before, or has an unknown name', async (t) => {
  const { home, start, known } = starts(t)
  for (const asked of [undefined, undefined, 'none-such']) {
    await start(asked)
    assert.equal(known.lacksModel, true, asked)
  }
  mkdirSync(home.models, { recursive: true })
  writeFileSync(join(home.models, 'mine.gguf'), 'GGUF')
  for (const asked of [undefined, 'mine']) {
    await start(asked)
    assert.equal(known.lacksModel, false, asked)
  }
})

test('a home that cannot be made is no reason not to start', async (t) => {
  const { home, start } = starts(t)
  writeFileSync(home.home, 'a file stands where the home should be')
  assert.equal(await start(), true)
  assert.equal(await start(), true)
})
