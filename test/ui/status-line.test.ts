import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionView } from '../../source/contracts/session.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { progressText, statusText } from '../../source/ui/live/status-line.ts'
import type { Progress } from '../../source/ui/transcript/transcript-state.ts'
import { IDLE_VIEW } from './fake-session.ts'

const glyphs = glyphsFor({ LANG: 'C.UTF-8' }, 'linux')
const status = (view: Partial<SessionView>, columns = 120) =>
  statusText({ ...IDLE_VIEW, ...view }, glyphs, columns)
const progress = (view: Partial<SessionView>, shown?: Progress, running = true, seconds = 0) =>
  progressText({ view: { ...IDLE_VIEW, ...view }, progress: shown, running, seconds, glyphs })

test('the status has model, level, tools, states, tokens and speed', () => {
  assert.equal(
    status({}),
    'qwen2.5-coder-0.5b · level 2 · 11 tools · states 4/11 · 312/8192 tokens · 24 tok/s',
  )
})

test('how sure the last turn was comes last', () => {
  assert.match(status({ confidence: 0.927 }), / · 24 tok\/s · 93 %$/)
})

test('where columns are few, states go first, then the speed, then the tools', () => {
  const sure = { confidence: 0.93 }
  const all = 'qwen2.5-coder-0.5b · level 2 · 11 tools · states 4/11 · 312/8192 tokens · 24 tok/s · 93 %'
  assert.equal(status(sure, all.length), all)
  assert.equal(
    status(sure, all.length - 1),
    'qwen2.5-coder-0.5b · level 2 · 11 tools · 312/8192 tokens · 24 tok/s · 93 %',
  )
  assert.equal(status(sure, 70), 'qwen2.5-coder-0.5b · level 2 · 11 tools · 312/8192 tokens · 93 %')
  assert.equal(status(sure, 20), 'qwen2.5-coder-0.5b · level 2 · 312/8192 tokens · 93 %')
})

test('that nothing is kept is told right behind the model, also where columns are few', () => {
  assert.match(status({ secret: true }), /^qwen2\.5-coder-0\.5b · secret · level 2 · /)
  assert.match(status({ secret: true, dryRun: true }, 10), / · secret · dry run · level 2/)
})

test('a dry run is told right behind the model', () => {
  assert.match(status({ dryRun: true }), /^qwen2\.5-coder-0\.5b · dry run · level 2 · /)
})

test('a role is told before the level, with the tools that it leaves', () => {
  const text = status({ role: { name: 'reader', tools: 3 } })
  assert.match(text, /^qwen2\.5-coder-0\.5b · role reader · level 2 · 3\/11 tools · /)
})

test('what is complete or not known is left out', () => {
  const view = {
    states: { ready: 11, total: 11 },
    tokens: { used: 0, window: 0 },
    tokensPerSecond: undefined,
  }
  assert.equal(status(view), 'qwen2.5-coder-0.5b · level 2 · 11 tools · warm')
})

test('the model’s state is told in its place', () => {
  assert.match(status({ modelState: 'loading' }), /^qwen2\.5-coder-0\.5b loading… · /)
  assert.match(status({ modelState: 'none', model: undefined }), /^no model: \/model · /)
  assert.match(status({ modelState: 'failed' }), /^qwen2\.5-coder-0\.5b failed · /)
})

test('progress is told in a share or in counts', () => {
  const loading = { modelState: 'loading', activity: 'load' } as const
  assert.equal(progress(loading, { what: 'load', done: 43, total: 100 }, false), 'loading model 43 %')
  assert.equal(progress({}, { what: 'prompt', done: 120, total: 340 }), 'reading the prompt 35 %')
  assert.equal(progress({}, { what: 'call', done: 0, total: 0 }), 'writing the call…')
  assert.equal(progress({}, { what: 'states', done: 5, total: 11 }, false), 'making tool states 5/11')
})

test('a tool whose examples are read is named, with the time that is left', () => {
  const shown = { what: 'states', done: 384, total: 1_118, name: 'memory_store' } as const
  assert.equal(
    progress({ busy: true }, { ...shown, leftS: 52 }, true, 25),
    'reading how memory_store is called 34 % · about 52 s left',
  )
  assert.equal(progress({ busy: true }, shown, true, 25), 'reading how memory_store is called 34 %')
})

test('nothing is told when nothing runs', () => {
  assert.equal(progress({}, undefined, false), undefined)
  assert.equal(progress({}, { what: 'prompt', done: 1, total: 2 }, false), undefined)
})

test('a running line always shows life, with seconds after a while', () => {
  assert.equal(progress({}), 'working…')
  assert.equal(progress({ busy: true, activity: 'tool' }, undefined, true, 5), 'running the tool… · 5 s')
})

test('the mode of the tools is told as far as there is room', () => {
  const view = { ...IDLE_VIEW, states: { ready: 11, total: 11 }, indexTokens: 412, compactTokens: 6554 }
  const whole =
    'qwen2.5-coder-0.5b · level 2 · 11 tools · index 412 · 5 weighed · warm · 312/6554 tokens · 24 tok/s'
  assert.equal(statusText(view, glyphs, 120, 5), whole)
  assert.equal(
    statusText(view, glyphs, 80, 5),
    'qwen2.5-coder-0.5b · level 2 · 11 tools · warm · 312/6554 tokens · 24 tok/s',
  )
  assert.equal(statusText(view, glyphs, 50, 5), 'qwen2.5-coder-0.5b · level 2 · 312/6554 tokens')
})

test('optimizing names the strategy that counts its tools now, and how long that one will take', () => {
  const busy = { activity: 'optimize', busy: true } as const
  const shown = { what: 'optimize', done: 3, total: 48, leftS: 40, name: 'shots' } as const
  assert.match(progress(busy, shown) ?? '', /^optimizing shots 3\/48 · about 40 s left/)
})
