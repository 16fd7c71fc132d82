// What happens to a home at start: an empty one gets the shipped manifest; an unmodified older one is replaced and that
// is said; one that lost its manifest, or has a damaged one, is left as it is, with the reason.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { isManifestProblem, type Manifest, type ManifestProblem } from '../contracts/manifest.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { withFileLock } from '../lib/file-lock.ts'
import { readManifestFile } from '../manifest/file.ts'

/** Another program that installs is done in a moment. */
const PATIENCE_MS = 5_000

export interface InstallPaths {
  readonly tools: string
  readonly manifest: string
  readonly installed: string
  readonly shippedManifest: string
}

export interface InstalledManifest {
  readonly manifest: Manifest | ManifestProblem
  /** What was done, in a sentence, if anything. */
  readonly notice: string | undefined
}

interface Marker {
  readonly version: string
  /** Content hash of the manifest that the program put into the home. */
  readonly manifestHash: string
  /** Content hash of the program's own manifest then; another one when the home's was compiled there. */
  readonly shippedHash: string
}

/** Gives the home's manifest, installing or replacing it first where that is right. Throws only when the home cannot be written. */
export function installManifest(paths: InstallPaths, version: string): InstalledManifest {
  const marker = readMarker(paths.installed)
  if (marker === undefined && !existsSync(paths.manifest)) {
    const shipped = readManifestFile(paths.shippedManifest)
    if (isManifestProblem(shipped)) return { manifest: shipped, notice: undefined }
    copyShipped(paths, version, shipped)
    return { manifest: shipped, notice: undefined }
  }
  const manifest = readManifestFile(paths.manifest)
  if (isManifestProblem(manifest)) return { manifest, notice: undefined }
  if (marker === undefined || manifest.contentHash !== marker.manifestHash) {
    healMarker(paths, version, manifest)
    return { manifest, notice: undefined }
  }
  const shipped = readManifestFile(paths.shippedManifest)
  if (
    isManifestProblem(shipped) ||
    shipped.contentHash === marker.shippedHash ||
    shipped.contentHash === manifest.contentHash
  ) {
    return { manifest, notice: undefined }
  }
  copyShipped(paths, version, shipped)
  return { manifest: shipped, notice: `The tools were replaced by those of version ${version}.` }
}

/** Writes `bytes` as the home's manifest and remembers that they came from the program. */
export function writeInstalled(
  paths: InstallPaths,
  version: string,
  bytes: Uint8Array,
  contentHash: string,
): void {
  mkdirSync(paths.tools, { recursive: true })
  const shipped = readManifestFile(paths.shippedManifest)
  const shippedHash = isManifestProblem(shipped) ? '' : shipped.contentHash
  // Two programs that install at the same time must not leave the manifest of one with the marker of the other.
  withFileLock(`${paths.manifest}.lock`, PATIENCE_MS, () => {
    writeFileAtomicSync(paths.manifest, bytes)
    writeMarker(paths.installed, { version, manifestHash: contentHash, shippedHash })
  })
}

/** A program that was killed between the manifest and its marker installed it all the same, or nothing would ever replace it. */
function healMarker(paths: InstallPaths, version: string, manifest: Manifest): void {
  const shipped = readManifestFile(paths.shippedManifest)
  if (isManifestProblem(shipped) || shipped.contentHash !== manifest.contentHash) return
  const { contentHash } = shipped
  try {
    writeMarker(paths.installed, { version, manifestHash: contentHash, shippedHash: contentHash })
  } catch {
    // Where nothing can be written, nothing will be replaced.
  }
}

function writeMarker(path: string, marker: Marker): void {
  writeFileAtomicSync(path, `${JSON.stringify(marker, null, 2)}\n`)
}

function copyShipped(paths: InstallPaths, version: string, shipped: Manifest): void {
  writeInstalled(paths, version, readFileSync(paths.shippedManifest), shipped.contentHash)
}

function readMarker(path: string): Marker | undefined {
  if (!existsSync(path)) return undefined
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && 'manifestHash' in value) {
      return { shippedHash: '', ...(value as Omit<Marker, 'shippedHash'>) }
    }
  } catch {
    // A damaged marker still says that this home had a manifest.
  }
  return { version: '', manifestHash: '', shippedHash: '' }
}
