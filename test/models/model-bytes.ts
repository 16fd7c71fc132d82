import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { CatalogueModel, ModelSource } from '../../source/models/catalogue.ts'

/** Bytes that begin like a GGUF and are the same in every run. */
export function modelBytes(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size)
  let state = seed
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  bytes.write('GGUF')
  return bytes
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A verified row for these bytes; `sha256: undefined` makes it one that nobody has summed. */
export function modelRow(
  bytes: Buffer,
  sources: readonly ModelSource[],
  over: Partial<CatalogueModel> = {},
): CatalogueModel {
  return {
    id: 'tiny-1m',
    title: 'Tiny',
    licence: 'MIT',
    kind: 'chat',
    convert: undefined,
    sizeBytes: bytes.length,
    sizeIsExact: true,
    sha256: sha256(bytes),
    memoryBytes: 1000,
    contextTokens: 1024,
    callAdapter: undefined,
    talkAdapter: undefined,
    chatFormat: 'chatml',
    answers: 'auto',
    examples: 4,
    code: false,
    verified: true,
    note: undefined,
    sources,
    ...over,
  }
}

export const hfSource: ModelSource = {
  type: 'hf',
  repository: 'me/tiny',
  revision: 'main',
  file: 'tiny.gguf',
}

/** A folder that is gone after the test. */
export function temporaryFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ethervox-models-'))
  test.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
