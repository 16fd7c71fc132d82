// `hf:` a file over https, resumable. The bytes of two versions never mix: a sidecar keeps address, size and ETag of
// what was begun, and only an answer that agrees with all of it is appended to.
import { setTimeout as delay } from 'node:timers/promises'
import type { ModelSource } from './catalogue.ts'
import { type Answer, BrokenConnection, readBody, request } from './http-request.ts'
import { discardPart, openPart, partBytes, readSidecar, writeSidecar } from './part-file.ts'
import { SourceFailure } from './pull-error.ts'
import { type Transfer, type Transferred, throwIfCancelled } from './transfer.ts'

type HfSource = Extract<ModelSource, { type: 'hf' }>

interface Begun {
  readonly url: string
  readonly size: number
  readonly etag: string | undefined
  readonly sha256: string | undefined
}

const TRIES = 10

/** Where the files of the well-known host are; `HF_ENDPOINT` names another, e.g. a mirror. */
export const defaultEndpoint = 'https://huggingface.co'

/**
 * Fetches a file into the transfer's part, going on where an earlier pull stopped.
 * A connection that breaks is tried again as long as each try brings bytes.
 * Throws `SourceFailure` when the host cannot be reached or does not have it, `PullError` when cancelled or the disk is full.
 */
export async function fetchFromHf(source: HfSource, transfer: Transfer): Promise<Transferred> {
  const endpoint = (transfer.env.HF_ENDPOINT || defaultEndpoint).replace(/\/+$/, '')
  if (!URL.canParse(endpoint)) throw new SourceFailure(`HF_ENDPOINT is not an address: \`${endpoint}\``)
  const file = source.file.split('/').map(encodeURIComponent).join('/')
  const url = `${endpoint}/${source.repository}/resolve/${encodeURIComponent(source.revision)}/${file}`
  for (let tries = 1; ; tries++) {
    const before = await partBytes(transfer.part)
    try {
      return await fetchOnce(url, transfer)
    } catch (error) {
      throwIfCancelled(transfer.signal, transfer.model.id)
      if (!(error instanceof BrokenConnection)) throw error
      const gained = (await partBytes(transfer.part)) > before
      if (!gained || tries === TRIES) throw new SourceFailure(error.message, { cause: error })
      transfer.notice(`${error.message}; trying again from there.`)
      await delay(transfer.limits.retryMs, undefined, { signal: transfer.signal }).catch(() => undefined)
      throwIfCancelled(transfer.signal, transfer.model.id)
    }
  }
}

async function fetchOnce(url: string, transfer: Transfer): Promise<Transferred> {
  const { part, model } = transfer
  const begun = await readBegun(url, transfer)
  const offset = begun === undefined ? 0 : await partBytes(part)
  if (begun !== undefined && offset === begun.size) return { sha256: begun.sha256 }
  const answer = await request(url, offset, transfer)
  try {
    const remote: Begun = { url, size: answer.size ?? 0, etag: answer.etag, sha256: answer.sha256 }
    checkAgainstCatalogue(answer, transfer)
    const goesOn =
      begun !== undefined && answer.offset === offset && offset > 0 && isSame(begun, remote, transfer)
    if (offset > 0 && !goesOn) {
      const why = answer.offset === 0 ? 'does not go on in the middle' : 'has another file now'
      transfer.notice(`\`${answer.host}\` ${why}; starting \`${model.id}\` again.`)
      await discardPart(part)
      // An answer that begins in the middle is of no use without what stands before it.
      if (answer.offset !== 0) return await fetchAfresh(url, answer, transfer)
    }
    const start = goesOn ? offset : 0
    await transfer.needDisk((answer.size ?? model.sizeBytes) - start)
    if (!goesOn) {
      await discardPart(part)
      await writeSidecar(part, { ...remote })
    }
    await append(answer, start, transfer)
    return { sha256: answer.sha256 }
  } finally {
    answer.close()
  }
}

async function fetchAfresh(url: string, answer: Answer, transfer: Transfer): Promise<Transferred> {
  answer.close()
  return fetchOnce(url, transfer)
}

async function append(answer: Answer, start: number, transfer: Transfer): Promise<void> {
  const total = answer.size
  const file = await openPart(transfer.part, start)
  let done = start
  try {
    transfer.report(done, total ?? 0)
    for await (const chunk of readBody(answer, transfer)) {
      if (total !== undefined && done + chunk.length > total) {
        throw new SourceFailure(`\`${answer.host}\` sent more than the ${total} bytes that it announced`)
      }
      await file.write(chunk, 0, chunk.length, done)
      done += chunk.length
      transfer.report(done, total ?? 0)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (total !== undefined && done < total) {
    throw new BrokenConnection(`the connection to \`${answer.host}\` ended at ${done} of ${total} bytes`)
  }
}

function checkAgainstCatalogue(answer: Answer, transfer: Transfer): void {
  const { model } = transfer
  if (model.sizeIsExact && answer.size !== undefined && answer.size !== model.sizeBytes) {
    const sentence = `\`${answer.host}\` has a file of ${answer.size} bytes, the catalogue one of ${model.sizeBytes}`
    throw new SourceFailure(sentence, { badChecksum: true })
  }
  if (model.sha256 !== undefined && answer.claimsSum && answer.sha256 !== model.sha256) {
    const sentence = `\`${answer.host}\` has a file with the sha256 ${answer.sha256?.slice(0, 12)}…, the catalogue one with ${model.sha256.slice(0, 12)}…`
    throw new SourceFailure(sentence, { badChecksum: true })
  }
}

// Without an ETag only a sum from the catalogue can tell later that two halves do not belong together.
function isSame(begun: Begun, remote: Begun, transfer: Transfer): boolean {
  if (begun.size !== remote.size) return false
  if (begun.etag === undefined || remote.etag === undefined) return transfer.model.sha256 !== undefined
  return begun.etag === remote.etag
}

async function readBegun(url: string, transfer: Transfer): Promise<Begun | undefined> {
  const fields = await readSidecar(transfer.part)
  if (fields === undefined || fields.url !== url) return undefined
  const { size, etag, sha256 } = fields
  if (typeof size !== 'number' || size <= 0 || (await partBytes(transfer.part)) > size) return undefined
  return {
    url,
    size,
    etag: typeof etag === 'string' ? etag : undefined,
    sha256: typeof sha256 === 'string' ? sha256 : undefined,
  }
}
