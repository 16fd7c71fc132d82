// Saved cells of a sequence, beside a sidecar that says what they are. Native code crashes, hangs or silently
// goes wrong on a damaged file (docs/lanes.md), so nothing reaches it that was not checked byte by byte.
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Token } from 'node-llama-cpp'
import type { Lane } from './lane.ts'

/** Everything that a state depends on besides its tokens; a change of any of it makes the state worthless. */
export interface StateOrigin {
  readonly modelSha256: string
  readonly build: string
  readonly flashAttention: boolean | string
  readonly keyType: string
  readonly valueType: string
  readonly sequences: number
  readonly swaTokens: number
  readonly chunkTokens: number
  /** Of what is added to the weights; absent: nothing is. */
  readonly adapterSha256?: string
}

/** Hex SHA-256 that names a state. */
export function stateKey(origin: StateOrigin, tokens: readonly Token[]): string {
  return createHash('sha256').update(JSON.stringify(origin)).update(Int32Array.from(tokens)).digest('hex')
}

interface Sidecar {
  readonly key: string
  readonly tokens: number
  readonly sizeBytes: number
  readonly sha256: string
  /** The origin in clear, so that a rejection can name the difference. */
  readonly origin: StateOrigin
}

export type LoadedState = { readonly ok: true } | { readonly ok: false; readonly reason: string | undefined }

/** Writes the lane's cells, then the sidecar; each appears whole or not at all. The file may hold private text: mode 0600. */
export async function saveState(lane: Lane, path: string, origin: StateOrigin): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.tmp`
  const sidecarTemporary = `${temporary}.json`
  try {
    const { fileSize } = await lane.sequence.saveStateToFile(temporary)
    await chmod(temporary, 0o600)
    const sha256 = createHash('sha256')
      .update(await readFile(temporary))
      .digest('hex')
    const key = stateKey(origin, lane.tokens)
    const sidecar: Sidecar = { key, tokens: lane.tokens.length, sizeBytes: fileSize, sha256, origin }
    await writeFile(sidecarTemporary, JSON.stringify(sidecar), { mode: 0o600 })
    // Sidecar last: a state without one is never believed.
    await rm(`${path}.json`, { force: true })
    await rename(temporary, path)
    await rename(sidecarTemporary, `${path}.json`)
  } finally {
    await rm(temporary, { force: true })
    await rm(sidecarTemporary, { force: true })
  }
}

/**
 * Puts a saved state into the lane, replacing what stands there.
 * On `ok: false` the lane is empty and usable; `reason` is undefined when there simply was no file.
 */
export async function loadState(
  lane: Lane,
  path: string,
  origin: StateOrigin,
  tokens: readonly Token[],
): Promise<LoadedState> {
  const reason = await whyNotBelieved(path, origin, tokens)
  if (reason !== null) {
    if (reason !== undefined) await forgetState(path)
    return { ok: false, reason }
  }
  await lane.sequence.clearHistory()
  try {
    await lane.sequence.loadStateFromFile(path, { acceptRisk: true })
  } catch (error) {
    await lane.reset()
    await forgetState(path)
    return { ok: false, reason: `the engine refused it: ${String(error)}` }
  }
  const standing = lane.tokens
  if (standing.length === tokens.length && standing.every((token, index) => token === tokens[index])) {
    return { ok: true }
  }
  await lane.reset()
  await forgetState(path)
  return { ok: false, reason: 'its tokens differ' }
}

/** Copies a saved state of these tokens to another place; without one that is believed, nothing is done. */
export async function copyState(
  from: string,
  to: string,
  origin: StateOrigin,
  tokens: readonly Token[],
): Promise<void> {
  if ((await whyNotBelieved(from, origin, tokens)) !== null) return
  const temporary = `${to}.${process.pid}.tmp`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await copyFile(from, temporary)
    await copyFile(`${from}.json`, `${temporary}.json`)
    await rm(`${to}.json`, { force: true })
    await rename(temporary, to)
    await rename(`${temporary}.json`, `${to}.json`)
  } catch (error) {
    // Like a state that cannot be saved: it costs time at the next start, nothing else.
    process.stderr.write(`a state could not be copied: ${String(error)}\n`)
    await rm(temporary, { force: true })
    await rm(`${temporary}.json`, { force: true })
  }
}

/** How many tokens a saved state has; 0: none is there, or nobody can tell. */
export async function savedTokens(path: string): Promise<number> {
  const sidecar = await readSidecar(path)
  return typeof sidecar === 'object' ? sidecar.tokens : 0
}

/** Removes a saved state. */
export async function forgetState(path: string): Promise<void> {
  await rm(`${path}.json`, { force: true })
  await rm(path, { force: true })
}

/** null: believed; undefined: not there; else the reason in words. */
async function whyNotBelieved(
  path: string,
  origin: StateOrigin,
  tokens: readonly Token[],
): Promise<string | undefined | null> {
  const sidecar = await readSidecar(path)
  if (sidecar === undefined) return undefined
  if (typeof sidecar === 'string') return sidecar
  const key = stateKey(origin, tokens)
  if (sidecar.key !== key) return difference(sidecar, origin, tokens)
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) return 'its cells are missing'
  if (bytes.length !== sidecar.sizeBytes) {
    return `it has ${bytes.length} bytes where ${sidecar.sizeBytes} were written`
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return sha256 === sidecar.sha256 ? null : 'its checksum differs'
}

function difference(sidecar: Sidecar, origin: StateOrigin, tokens: readonly Token[]): string {
  const changed = Object.keys({ ...sidecar.origin, ...origin }).filter((name) => {
    const key = name as keyof StateOrigin
    return sidecar.origin[key] !== origin[key]
  })
  if (changed.length > 0) return `made with another ${changed.join(', ')}`
  return sidecar.tokens === tokens.length
    ? 'its text changed'
    : `it has ${sidecar.tokens} tokens, not ${tokens.length}`
}

async function readSidecar(path: string): Promise<Sidecar | string | undefined> {
  let text: string
  try {
    text = await readFile(`${path}.json`, 'utf8')
  } catch {
    return undefined
  }
  try {
    const value: unknown = JSON.parse(text)
    return isSidecar(value) ? value : 'its sidecar is not one'
  } catch {
    return 'its sidecar is damaged'
  }
}

function isSidecar(value: unknown): value is Sidecar {
  if (typeof value !== 'object' || value === null) return false
  const { key, tokens, sizeBytes, sha256, origin } = value as Partial<Sidecar>
  return (
    typeof key === 'string' &&
    typeof tokens === 'number' &&
    typeof sizeBytes === 'number' &&
    typeof sha256 === 'string' &&
    typeof origin === 'object' &&
    origin !== null
  )
}
