import assert from 'node:assert/strict'
import { test } from 'node:test'
import model from '../../commands/model.ts'
import type { CommandContext, ModelRow } from '../../source/contracts/command.ts'

const told = async (...rows: readonly Partial<ModelRow>[]) => {
  const context = { models: async () => rows } as unknown as CommandContext
  return (await model.run('', context)).text
}

test('models of a server have no size, and nothing of theirs is fetched', async () => {
  const text = await told({
    id: 'tiny',
    licence: 'at box:8080',
    sizeBytes: 0,
    installed: true,
    current: true,
  })
  assert.equal(text, '  loaded     tiny  at box:8080\n`/model ID` changes to another.')
})

test('models in files have one', async () => {
  const text = await told({ id: 'small', licence: 'MIT', sizeBytes: 98e6, installed: true })
  assert.match(text, /installed {2}small {5}98 MB {2}MIT\n.*`ethervox model pull ID` fetches one\.$/)
})

test('a server that has not answered yet is told as that', async () => {
  assert.match(await told(), /No server has answered yet.*each message asks again/)
})
