/** A BERT of one layer, 32 wide, as it is published: safetensors, then `vocab.txt`. */
export function tinyBert(tokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', 'hello', '##ing']): Buffer {
  const width = 32
  const inner = 64
  const layer = 'encoder.layer.0'
  const shapes: Readonly<Record<string, readonly number[]>> = {
    'embeddings.word_embeddings.weight': [7, width],
    'embeddings.position_embeddings.weight': [16, width],
    'embeddings.token_type_embeddings.weight': [2, width],
    ...norm('embeddings.LayerNorm', width),
    ...dense(`${layer}.attention.self.query`, width, width),
    ...dense(`${layer}.attention.self.key`, width, width),
    ...dense(`${layer}.attention.self.value`, width, width),
    ...dense(`${layer}.attention.output.dense`, width, width),
    ...norm(`${layer}.attention.output.LayerNorm`, width),
    ...dense(`${layer}.intermediate.dense`, inner, width),
    ...dense(`${layer}.output.dense`, width, inner),
    ...norm(`${layer}.output.LayerNorm`, width),
  }
  let offset = 0
  const table: Record<string, object> = { __metadata__: { format: 'pt' } }
  const data = Object.entries(shapes).map(([name, shape]) => {
    const floats = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) =>
      Math.sin(offset + at),
    )
    table[name] = { dtype: 'F32', shape, data_offsets: [offset, offset + floats.byteLength] }
    offset += floats.byteLength
    return Buffer.from(floats.buffer)
  })
  const head = Buffer.from(JSON.stringify(table))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(head.length))
  return Buffer.concat([length, head, ...data, Buffer.from(`${tokens.join('\n')}\n`)])
}

function dense(name: string, rows: number, columns: number) {
  return { [`${name}.weight`]: [rows, columns], [`${name}.bias`]: [rows] }
}

function norm(name: string, width: number) {
  return { [`${name}.weight`]: [width], [`${name}.bias`]: [width] }
}
