import { open, stat } from 'node:fs/promises'
import { discardPart, openPart } from './part-file.ts'
import { SourceFailure, systemCode } from './pull-error.ts'
import { type Transfer, type Transferred, throwIfCancelled } from './transfer.ts'

/** Copies a file of this machine (or of a mounted one) into the transfer's part, always from its beginning. */
export async function fetchFromPath(path: string, transfer: Transfer): Promise<Transferred> {
  const found = await stat(path).catch((error: unknown) => {
    throw new SourceFailure(`\`${path}\` cannot be read (${systemCode(error) ?? error})`, { cause: error })
  })
  const { model, part } = transfer
  if (model.sizeIsExact && found.size !== model.sizeBytes) {
    const sentence = `\`${path}\` has ${found.size} bytes, the catalogue's file ${model.sizeBytes}`
    throw new SourceFailure(sentence, { badChecksum: true })
  }
  await discardPart(part)
  await transfer.needDisk(found.size)
  const [from, to] = [await open(path, 'r'), await openPart(part, 0)]
  try {
    const buffer = Buffer.allocUnsafe(1 << 20)
    for (let done = 0; ; ) {
      throwIfCancelled(transfer.signal, model.id)
      const { bytesRead } = await from.read(buffer, 0, buffer.length, done)
      if (bytesRead === 0) break
      await to.write(buffer, 0, bytesRead, done)
      done += bytesRead
      transfer.report(done, found.size)
    }
    await to.sync()
    return {}
  } finally {
    await from.close()
    await to.close()
  }
}
