import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelRow } from '../../source/contracts/command.ts'
import { slowNotice } from '../../source/session/slow-model.ts'

const row = (id: string, megabytes: number, more: Partial<ModelRow> = {}): ModelRow => ({
  ...{ id, title: id, licence: 'MIT', sizeBytes: megabytes * 1e6, installed: true, verified: true },
  current: false,
  ...more,
})
const MODELS = [row('small', 98), row('middle', 491), row('large', 1_117)]

/** What is said when `model` read 500 tokens of its head at so many a second. */
async function saidAt(speed: number, model = 'large', models: readonly ModelRow[] = MODELS) {
  const head = { source: 'built', tokens: 500, ms: 500_000 / speed } as const
  const notice = await slowNotice(model, head, async () => models)
  return notice?.type === 'notice' ? notice.message : undefined
}

test('a slow machine is told how long a first call takes, and the largest model that is fast enough', async () => {
  assert.equal(
    await saidAt(19),
    "This machine reads 19 tokens a second with large, so a tool's first call waits up to 58 s. " +
      '`/model middle` loads one that is about 2 times as fast and knows less; `/settings model middle` keeps it.',
  )
})

test('where the next one is slow, too, a still smaller one is named, and the smallest at last', async () => {
  assert.match((await saidAt(8)) ?? '', /`\/model small` loads one that is about 11 times as fast/)
  assert.match((await saidAt(0.5)) ?? '', /1 token a second .* 37 min\. `\/model small`/)
})

test('one that is not here is fetched first', async () => {
  const models = [row('middle', 491, { installed: false }), row('large', 1_117)]
  assert.match(
    (await saidAt(19, 'large', models)) ?? '',
    /`ethervox model pull middle` in a shell fetches one/,
  )
})

test('what nobody measured or is hardly smaller is not recommended; an unknown model gets the list', async () => {
  const models = [row('wild', 98, { verified: false }), row('near', 900), row('large', 1_117)]
  assert.match((await saidAt(19, 'large', models)) ?? '', /waits up to 58 s\.$/)
  assert.match((await saidAt(19, 'mine')) ?? '', /58 s\. `\/model` lists smaller ones\.$/)
})

test('nothing is said of a fast machine, of a head from a file, and of one that says little', async () => {
  assert.equal(await saidAt(60), undefined)
  const all = async () => MODELS
  assert.equal(await slowNotice('large', { source: 'restored', tokens: 500, ms: 1e6 }, all), undefined)
  assert.equal(await slowNotice('large', { source: 'built', tokens: 20, ms: 1e6 }, all), undefined)
})
