// Vectors that outlive the program: JSON of the model's sum and of pairs of a text and its vector in base64. Whatever is wrong with the
// file means that they are made again; a disk that takes nothing costs that time at the next start, and nothing else.
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'

const VERSION = 1
/** Of tools that are gone the oldest give way. */
const MOST_KEPT = 5_000

/** Those that were made by the model with this sum, by their texts; the caller's to change. */
export function readVectors(file: string, sha256: string): Map<string, Float32Array> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isKept(read) || read.sha256 !== sha256) return new Map()
    return new Map(read.vectors.map(([text, base64]) => [text, fromBase64(base64)]))
  } catch {
    return new Map()
  }
}

/** Writes them whole or not at all. */
export function writeVectors(file: string, sha256: string, vectors: ReadonlyMap<string, Float32Array>): void {
  const pairs = [...vectors].slice(-MOST_KEPT).map(([text, vector]) => [text, toBase64(vector)])
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileAtomicSync(file, JSON.stringify({ version: VERSION, sha256, vectors: pairs }))
  } catch {
    // Said by whatever else meets the disk.
  }
}

interface Kept {
  readonly sha256: string
  readonly vectors: readonly (readonly [string, string])[]
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== VERSION)
    return false
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')
  return (
    'sha256' in value && 'vectors' in value && Array.isArray(value.vectors) && value.vectors.every(isPair)
  )
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
}

function fromBase64(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new Float32Array(bytes.buffer, 0, bytes.length >> 2)
}
