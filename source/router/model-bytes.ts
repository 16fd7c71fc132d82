/**
 * The router's chunk of the manifest. Little-endian:
 * `EVRT`, u16 version; 32 bytes SHA-256 of what it was trained on; u16 tools, each u16 length and UTF-8 name; f64 × 3 block lengths, u8 unknown-shortens;
 * f64 × 5 calibration, u16 raised thresholds (tools, or 0), each f64; u32 documents, u32 features; u32 × features hashes (rising), u16 × features counts,
 * u8 × features blocks; f64 × classes scales, f64 × classes bias; per feature a bitmap of the classes that have a weight
 * (class k: bit k % 8 of byte k / 8), u32 number of weights, i8 × weights in the order of the bitmaps;
 * u32 length of the model for follow-ups (0: none) and its bytes, a chunk like this one;
 * u32 number of transitions (tools squared, or 0), each u16; u32 CRC-32 of all before.
 */
import { isManifestProblem, type ManifestProblem } from '../contracts/manifest.ts'
import { BadBytes, ByteReader, ByteWriter } from '../lib/byte-cursor.ts'
import { crc32 } from '../lib/checksum.ts'
import { blocks } from './features.ts'
import type { Calibration, RouterModel } from './model.ts'
import type { Vocabulary } from './vocabulary.ts'

const magic = 'EVRT'
const version = 7
/** What stands before the first field of the model: magic and version. */
const HEAD_BYTES = 6
/** No more weights than this are unpacked, whatever the bytes promise. */
const mostWeights = 1 << 25

/** Writes a model; throws `RangeError` where a name or a count does not fit its field. */
export function encodeRouter(model: RouterModel): Uint8Array {
  const writer = new ByteWriter('little')
  writer.bytes(Buffer.from(magic, 'latin1'))
  writer.u16(version)
  writer.bytes(Buffer.from(model.learnedFrom, 'hex'))
  writer.u16(model.tools.length)
  for (const tool of model.tools) {
    const name = Buffer.from(tool, 'utf8')
    writer.u16(name.length)
    writer.bytes(name)
  }
  for (const length of model.blockLengths) writer.f64(length)
  writer.u8(model.unknownShortens ? 1 : 0)
  const { calibration: c } = model
  for (const figure of [c.sharpness, c.noneBias, c.noneForUnknownWords, c.noneForUnknownParts, c.threshold]) {
    writer.f64(figure)
  }
  writer.u16(c.raised.length)
  for (const more of c.raised) writer.f64(more)
  const { vocabulary } = model
  writer.u32(vocabulary.documents)
  writer.u32(vocabulary.hashes.length)
  for (const hash of vocabulary.hashes) writer.u32(hash)
  for (const count of vocabulary.counts) writer.u16(count)
  writer.bytes(vocabulary.blocks)
  for (const scale of model.scales) writer.f64(scale)
  for (const bias of model.bias) writer.f64(bias)
  writeWeights(writer, model.weights, model.tools.length + 1)
  const followUps = model.followUps === undefined ? new Uint8Array() : encodeRouter(model.followUps)
  writer.u32(followUps.length)
  writer.bytes(followUps)
  writer.u32(model.transitions.length)
  for (const count of model.transitions) writer.u16(count)
  writer.u32(crc32(writer.done()))
  return writer.done()
}

function writeWeights(writer: ByteWriter, weights: Int8Array, classes: number): void {
  const rowBytes = Math.ceil(classes / 8)
  const bitmaps = new Uint8Array((weights.length / classes) * rowBytes)
  weights.forEach((weight, i) => {
    const k = i % classes
    const at = Math.floor(i / classes) * rowBytes + (k >> 3)
    if (weight !== 0) bitmaps[at] = (bitmaps[at] ?? 0) | (1 << (k & 7))
  })
  writer.bytes(bitmaps)
  const kept = weights.filter((weight) => weight !== 0)
  writer.u32(kept.length)
  writer.bytes(new Uint8Array(kept.buffer, kept.byteOffset, kept.length))
}

/** Why a chunk is none that this version can read, by its beginning and its checksum; undefined: it is one. */
export function findRouterFault(bytes: Uint8Array): ManifestProblem | undefined {
  if (bytes.length < 10)
    return { code: 'truncated', message: `The router's chunk has only ${bytes.length} bytes.` }
  const reader = new ByteReader(bytes, 'little', 0, bytes.length - 4)
  const begin = reader.bytes(4).toString('latin1')
  if (begin !== magic)
    return { code: 'bad_magic', message: `The router's chunk begins with ${JSON.stringify(begin)}.` }
  const found = reader.u16()
  if (found !== version)
    return { code: 'bad_version', message: `The router's chunk has version \`${found}\`.` }
  const stored = new ByteReader(bytes, 'little', bytes.length - 4).u32()
  const computed = crc32(bytes.subarray(0, bytes.length - 4))
  return stored === computed
    ? undefined
    : {
        code: 'bad_checksum',
        message: `The router's chunk sums up to \`${computed}\`, not \`${stored}\`.`,
      }
}

/** Reads and checks a chunk; whatever the bytes are, the answer is a model or a problem, never an exception. */
export function decodeRouter(bytes: Uint8Array): RouterModel | ManifestProblem {
  return decode(bytes, false)
}

/** `isInner`: it is the model for follow-ups of another one, and has none itself. */
function decode(bytes: Uint8Array, isInner: boolean): RouterModel | ManifestProblem {
  const fault = findRouterFault(bytes)
  if (fault !== undefined) return fault
  try {
    return readModel(new ByteReader(bytes, 'little', HEAD_BYTES, bytes.length - 4), isInner)
  } catch (error) {
    if (!(error instanceof BadBytes)) throw error
    return {
      code: 'bad_router',
      message: `The router's chunk is damaged at byte ${error.offset}: ${error.message}.`,
    }
  }
}

function readModel(reader: ByteReader, isInner: boolean): RouterModel {
  const learnedFrom = reader.bytes(32).toString('hex')
  const tools = Array.from({ length: reader.u16() }, () => reader.text(reader.u16()))
  if (tools.length === 0 || new Set(tools).size !== tools.length) {
    throw new BadBytes(`${tools.length} tools are none or not distinct`, reader.offset)
  }
  const blockLengths = readFigures(reader, blocks.length)
  const unknownShortens = reader.u8() !== 0
  const calibration = readCalibration(reader, tools.length)
  const vocabulary = readVocabulary(reader)
  const classes = tools.length + 1
  const scales = Float64Array.from(readFigures(reader, classes))
  const bias = Float64Array.from(readFigures(reader, classes))
  const weights = readWeights(reader, vocabulary.hashes.length, classes)
  const followUps = readFollowUps(reader, isInner)
  const transitions = readTransitionCounts(reader, tools.length)
  if (reader.left > 0) throw new BadBytes(`${reader.left} bytes follow the last model`, reader.offset)
  return {
    tools,
    vocabulary,
    blockLengths,
    unknownShortens,
    weights,
    scales,
    bias,
    calibration,
    learnedFrom,
    followUps,
    transitions,
  }
}

function readTransitionCounts(reader: ByteReader, tools: number): Uint16Array {
  const length = reader.u32()
  if (length !== 0 && length !== tools ** 2)
    throw new BadBytes(`${length} transitions are not those of ${tools} tools`, reader.offset - 4)
  if (length * 2 > reader.left) throw new BadBytes(`${length} transitions do not fit`, reader.offset - 4)
  return Uint16Array.from({ length }, () => reader.u16())
}

function readFollowUps(reader: ByteReader, isInner: boolean): RouterModel | undefined {
  const bytes = reader.bytes(reader.u32())
  if (bytes.length === 0) return undefined
  // Before it is read: thousands in each other would fall off the stack.
  if (isInner) throw new BadBytes('models are nested too deep', reader.offset)
  const model = decode(bytes, true)
  if (isManifestProblem(model)) throw new BadBytes(model.message, reader.offset)
  return model
}

function readFigures(reader: ByteReader, count: number): number[] {
  return Array.from({ length: count }, () => {
    const figure = reader.f64()
    if (!(Math.abs(figure) < 1e6)) throw new BadBytes(`${figure} is no sensible figure`, reader.offset - 8)
    return figure
  })
}

function readCalibration(reader: ByteReader, tools: number): Calibration {
  const [sharpness = 1, noneBias = 0, noneForUnknownWords = 0, noneForUnknownParts = 0, threshold = 0] =
    readFigures(reader, 5)
  const length = reader.u16()
  if (length !== 0 && length !== tools)
    throw new BadBytes(`${length} raised thresholds are not those of ${tools} tools`, reader.offset - 2)
  const raised = readFigures(reader, length)
  return { sharpness, noneBias, noneForUnknownWords, noneForUnknownParts, threshold, raised }
}

function readVocabulary(reader: ByteReader): Vocabulary {
  const documents = reader.u32()
  const features = reader.u32()
  if (features * 7 > reader.left) throw new BadBytes(`${features} features do not fit`, reader.offset - 4)
  const hashes = new Uint32Array(features)
  for (let i = 0; i < features; i += 1) {
    hashes[i] = reader.u32()
    if (i > 0 && (hashes[i] ?? 0) <= (hashes[i - 1] ?? 0))
      throw new BadBytes('hashes do not rise', reader.offset - 4)
  }
  const counts = new Uint16Array(features)
  for (let i = 0; i < features; i += 1) counts[i] = reader.u16()
  const kinds = Uint8Array.from(reader.bytes(features))
  if (kinds.some((kind) => kind >= blocks.length))
    throw new BadBytes('a feature is of no known kind', reader.offset)
  return { hashes, counts, blocks: kinds, documents }
}

function readWeights(reader: ByteReader, features: number, classes: number): Int8Array {
  if (features * classes > mostWeights) {
    throw new BadBytes(
      `${features} features times ${classes} classes are above ${mostWeights}`,
      reader.offset,
    )
  }
  const rowBytes = Math.ceil(classes / 8)
  const bitmaps = reader.bytes(features * rowBytes)
  const count = reader.u32()
  const kept = reader.bytes(count)
  const weights = new Int8Array(features * classes)
  let used = 0
  for (let feature = 0; feature < features; feature += 1) {
    for (let k = 0; k < rowBytes * 8; k += 1) {
      if ((((bitmaps[feature * rowBytes + (k >> 3)] ?? 0) >> (k & 7)) & 1) === 0) continue
      if (k >= classes) throw new BadBytes(`feature ${feature} has a weight for class ${k}`, reader.offset)
      if (used >= count) throw new BadBytes(`only ${count} weights are there`, reader.offset)
      weights[feature * classes + k] = kept.readInt8(used)
      used += 1
    }
  }
  if (used !== count) throw new BadBytes(`${count} weights are there and ${used} are placed`, reader.offset)
  return weights
}
