// A BERT sentence model as it is published (safetensors, then its `vocab.txt`, one behind the other) becomes the GGUF that the
// engine reads: names and keys as llama.cpp's converter gives them, weights in 8 bits. The same bytes on every machine, so a sum
// is known of the result. Source of both formats: huggingface/safetensors README, ggml docs/gguf.md.
import { type GgufTensor, type GgufValue, ggufBytes, quantizeQ8 } from './gguf-bytes.ts'

/** What came is not such a model; `message` is a clause. */
export class NoBertModel extends Error {}

interface Entry {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

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
  const { entries, data, behind } = readSafetensors(published)
  const shapeOf = (of: string) => entryOf(entries, of).shape
  const [vocabulary = 0, width = 0] = shapeOf('embeddings.word_embeddings.weight')
  const [positions = 0] = shapeOf('embeddings.position_embeddings.weight')
  const [inner = 0] = shapeOf('encoder.layer.0.intermediate.dense.weight')
  let layers = 0
  while (entries.has(`encoder.layer.${layers}.output.dense.weight`)) layers += 1
  const tokens = behind.toString('utf8').trimEnd().split('\n')
  if (tokens.length !== vocabulary)
    throw new NoBertModel(`its vocabulary has ${tokens.length} tokens for ${vocabulary}`)
  const tensor = (of: string, ours: string, isPacked: boolean): GgufTensor => {
    const { shape, data_offsets } = entryOf(entries, of)
    const [from, to] = data_offsets
    const bytes = data.subarray(from, to)
    const floats = () =>
      new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    const order = shape.toReversed()
    return isPacked
      ? { name: ours, shape: order, type: 'q8_0', bytes: quantizeQ8(floats()) }
      : { name: ours, shape: order, type: 'f32', bytes }
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

function readSafetensors(published: Buffer) {
  const headBytes = published.length < 8 ? 0n : published.readBigUInt64LE()
  const from = 8 + Number(headBytes)
  if (headBytes === 0n || from > published.length) throw new NoBertModel('it is no safetensors file')
  const entries = readTable(published.toString('utf8', 8, from))
  const ends = [...entries.values()].map(({ data_offsets }) => data_offsets[1])
  const end = from + Math.max(0, ...ends)
  if (!(end <= published.length)) throw new NoBertModel('its tensors are cut off')
  return { entries, data: published.subarray(from, end), behind: published.subarray(end) }
}

function readTable(json: string): ReadonlyMap<string, Entry> {
  try {
    const listed = Object.entries(JSON.parse(json) as Readonly<Record<string, Entry>>)
    return new Map(listed.filter(([name]) => name !== '__metadata__'))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new NoBertModel('its table of tensors is no JSON', { cause: error })
    throw error
  }
}

function entryOf(entries: ReadonlyMap<string, Entry>, name: string): Entry {
  const entry = entries.get(name)
  if (entry?.dtype !== 'F32') throw new NoBertModel(`it has no \`${name}\` in 32 bits`)
  return entry
}
