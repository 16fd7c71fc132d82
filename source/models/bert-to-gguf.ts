// A BERT sentence model as it is published (safetensors, then its `vocab.txt`, one behind the other) becomes the GGUF that the
// engine reads: names and keys as llama.cpp's converter gives them, weights in 8 bits. The same bytes on every machine, so a sum
// is known of the result. Source of both formats: huggingface/safetensors README, ggml docs/gguf.md.
import { quantizeQ8 } from '../lib/q8.ts'
import { floatsOf, NoSafetensors, readSafetensors, type Tensor } from '../lib/safetensors.ts'
import { type GgufTensor, type GgufValue, ggufBytes } from './gguf-bytes.ts'

/** What came is not such a model; `message` is a clause. */
export class NoBertModel extends Error {}

/** Of a layer, in ggml's order; the published name and ours. */
const LAYER: readonly (readonly [string, string])[] = [
  ['attention.self.query', 'attn_q'],
  ['attention.self.key', 'attn_k'],
  ['attention.self.value', 'attn_v'],
  ['attention.output.dense', 'attn_output'],
  ['attention.output.LayerNorm', 'attn_output_norm'],
  ['intermediate.dense', 'ffn_up'],
  ['output.dense', 'ffn_down'],
  ['output.LayerNorm', 'layer_output_norm'],
]
/** Weights of one head; all models of this family have it. */
const HEAD_SIZE = 32
const TOKEN_TYPES = { normal: 1, unknown: 2, control: 3 } as const

/** The GGUF file; `name` is what it says of itself. Throws `NoBertModel`. */
export function bertToGguf(published: Buffer, name: string): Buffer {
  const { tensors: given, behind } = readPublished(published)
  const shapeOf = (of: string) => tensorOf(given, of).shape
  const [vocabulary = 0, width = 0] = shapeOf('embeddings.word_embeddings.weight')
  const [positions = 0] = shapeOf('embeddings.position_embeddings.weight')
  const [inner = 0] = shapeOf('encoder.layer.0.intermediate.dense.weight')
  let layers = 0
  while (given.has(`encoder.layer.${layers}.output.dense.weight`)) layers += 1
  const tokens = behind.toString('utf8').trimEnd().split('\n')
  if (tokens.length !== vocabulary)
    throw new NoBertModel(`its vocabulary has ${tokens.length} tokens for ${vocabulary}`)
  const tensor = (of: string, ours: string, isPacked: boolean): GgufTensor => {
    const found = tensorOf(given, of)
    const shape = found.shape.toReversed()
    return isPacked
      ? { name: ours, shape, type: 'q8_0', bytes: quantizeQ8(floatsOf(found)) }
      : { name: ours, shape, type: 'f32', bytes: found.bytes }
  }
  const pair = (of: string, ours: string, isPacked: boolean) => [
    tensor(`${of}.weight`, `${ours}.weight`, isPacked),
    tensor(`${of}.bias`, `${ours}.bias`, false),
  ]
  const tensors = [
    tensor('embeddings.word_embeddings.weight', 'token_embd.weight', true),
    tensor('embeddings.position_embeddings.weight', 'position_embd.weight', false),
    tensor('embeddings.token_type_embeddings.weight', 'token_types.weight', false),
    ...pair('embeddings.LayerNorm', 'token_embd_norm', false),
    ...Array.from({ length: layers }, (_, layer) =>
      LAYER.flatMap(([of, ours]) =>
        pair(`encoder.layer.${layer}.${of}`, `blk.${layer}.${ours}`, !ours.endsWith('norm')),
      ),
    ).flat(),
  ]
  return ggufBytes(
    { ...shapeValues({ name, layers, positions, width, inner }), ...tokenValues(tokens) },
    tensors,
  )
}

function shapeValues(of: {
  readonly name: string
  readonly layers: number
  readonly positions: number
  readonly width: number
  readonly inner: number
}): Readonly<Record<string, GgufValue>> {
  return {
    'general.architecture': 'bert',
    'general.name': of.name,
    'general.file_type': { u32: 7 },
    'bert.block_count': { u32: of.layers },
    'bert.context_length': { u32: of.positions },
    'bert.embedding_length': { u32: of.width },
    'bert.feed_forward_length': { u32: of.inner },
    'bert.attention.head_count': { u32: of.width / HEAD_SIZE },
    'bert.attention.layer_norm_epsilon': { f32: 1e-12 },
    'bert.attention.causal': false,
    // The mean of all tokens' vectors.
    'bert.pooling_type': { u32: 1 },
  }
}

function tokenValues(tokens: readonly string[]): Readonly<Record<string, GgufValue>> {
  const isControl = (token: string) => /^\[.+\]$/u.test(token)
  const idOf = (token: string) => {
    const id = tokens.indexOf(token)
    if (id < 0) throw new NoBertModel(`its vocabulary has no \`${token}\``)
    return { u32: id }
  }
  return {
    'tokenizer.ggml.model': 'bert',
    'tokenizer.ggml.pre': 'default',
    'tokenizer.ggml.token_type_count': { u32: 2 },
    // A word's first piece begins with the mark of a word, the others lose theirs of a part.
    'tokenizer.ggml.tokens': {
      texts: tokens.map((token) =>
        isControl(token) ? token : token.startsWith('##') ? token.slice(2) : `\u2581${token}`,
      ),
    },
    'tokenizer.ggml.token_type': {
      i32s: tokens.map((token) =>
        token === '[UNK]' ? TOKEN_TYPES.unknown : isControl(token) ? TOKEN_TYPES.control : TOKEN_TYPES.normal,
      ),
    },
    'tokenizer.ggml.unknown_token_id': idOf('[UNK]'),
    'tokenizer.ggml.seperator_token_id': idOf('[SEP]'),
    'tokenizer.ggml.padding_token_id': idOf('[PAD]'),
    'tokenizer.ggml.cls_token_id': idOf('[CLS]'),
    'tokenizer.ggml.bos_token_id': idOf('[CLS]'),
    'tokenizer.ggml.mask_token_id': idOf('[MASK]'),
  }
}

function readPublished(published: Buffer) {
  try {
    return readSafetensors(published)
  } catch (error) {
    if (error instanceof NoSafetensors) throw new NoBertModel(error.message, { cause: error })
    throw error
  }
}

function tensorOf(tensors: ReadonlyMap<string, Tensor>, name: string): Tensor {
  const found = tensors.get(name)
  if (found?.dtype !== 'F32') throw new NoBertModel(`it has no \`${name}\` in 32 bits`)
  return found
}
