// Weights in 8 bits as GGUF's `q8_0` has them: 32 share a scale in half precision. Source: ggml's docs/gguf.md.

/** Weights that share a scale, and the bytes that they take with it. */
const BLOCK = 32
const BLOCK_BYTES = 34

/** How many bytes so many weights take. */
export function bytesOfQ8(weights: number): number {
  return (weights / BLOCK) * BLOCK_BYTES
}

/** Of each 32 weights the largest is 127 steps of the scale. `weights.length` is a multiple of 32. */
export function quantizeQ8(weights: Float32Array): Uint8Array {
  const blocks = weights.length / BLOCK
  const bytes = new DataView(new ArrayBuffer(blocks * BLOCK_BYTES))
  for (let block = 0; block < blocks; block += 1) {
    const from = block * BLOCK
    let largest = 0
    for (let at = from; at < from + BLOCK; at += 1)
      largest = Math.max(largest, Math.abs(weights[at] as number))
    const scale = Math.fround(largest / 127)
    const inverse = scale === 0 ? 0 : Math.fround(1 / scale)
    bytes.setFloat16(block * BLOCK_BYTES, scale, true)
    for (let at = 0; at < BLOCK; at += 1) {
      const steps = Math.fround((weights[from + at] as number) * inverse)
      bytes.setInt8(block * BLOCK_BYTES + 2 + at, Math.sign(steps) * Math.floor(Math.abs(steps) + 0.5))
    }
  }
  return new Uint8Array(bytes.buffer)
}

/** The weights again, each within half a step. */
export function weightsOfQ8(packed: Uint8Array): Float32Array {
  const bytes = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const weights = new Float32Array((packed.length / BLOCK_BYTES) * BLOCK)
  for (let block = 0; block < packed.length / BLOCK_BYTES; block += 1) {
    const scale = bytes.getFloat16(block * BLOCK_BYTES, true)
    for (let at = 0; at < BLOCK; at += 1)
      weights[block * BLOCK + at] = scale * bytes.getInt8(block * BLOCK_BYTES + 2 + at)
  }
  return weights
}
