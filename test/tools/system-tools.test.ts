import assert from 'node:assert/strict'
import { test } from 'node:test'
import capabilities from '../../tools/system_capabilities/tool.ts'
import version from '../../tools/system_version/tool.ts'
import { call, someContext } from './tool-context.ts'

test('the version is the one of the program', async () => {
  assert.deepEqual(await call(version, {}), {
    type: 'said',
    result: { name: 'ethervox', version: '0.1.0' },
    said: { sentence: 'This is ethervox 0.1.0.', key: ['0.1.0'] },
  })
})

test('the capabilities name machine, model and tools', () => {
  const said = capabilities.say(
    {
      processor: 'Example 9000',
      cores: 1,
      memoryGb: 7.8,
      freeMemoryGb: 3.1,
      platform: 'linux x64',
      node: '24.1.0',
      model: 'small-model',
      contextTokens: 8192,
      tools: ['file_read', 'get_time'],
    },
    {},
  )
  assert.deepEqual(said, {
    sentence:
      '2 tools are enabled (`/tools list` tells what each does); the model is small-model with a window of 8192 tokens; this machine has Example 9000 with 1 core, 7.8 GB of memory (3.1 GB free) and runs linux x64.',
    detail: 'Tools: file_read, get_time',
    key: [['2 tool', '1 core', '7.8']],
  })
})

test('without a model and tools the capabilities say so', async () => {
  const program = { ...someContext.program, model: undefined, contextTokens: undefined, toolsEnabled: [] }
  const outcome = await call(capabilities, {}, { program })
  assert.equal(outcome.type, 'said')
  assert.ok(outcome.type === 'said')
  assert.match(outcome.said.sentence, /^0 tools are enabled; no model is loaded; /)
  assert.equal(outcome.said.detail, undefined)
})

test('the capabilities are the ones of this machine', async () => {
  const outcome = await call(capabilities, {})
  assert.ok(outcome.type === 'said')
  assert.match(outcome.said.sentence, new RegExp(`runs ${process.platform} ${process.arch}\\.$`))
  assert.ok(typeof outcome.result === 'object' && outcome.result !== null && 'node' in outcome.result)
  assert.equal(outcome.result.node, process.versions.node)
})
