import assert from 'node:assert/strict'
import { join } from 'node:path'
import { readManifestFile } from '../../../source/manifest/file.ts'
import { readManifest } from '../../../source/manifest/reader.ts'
import { writeManifest } from '../../../source/manifest/writer.ts'
import { installManifest, writeInstalled } from '../../../source/startup/install.ts'
import { BUILT_AT, expectManifest, sampleTool } from '../../manifest/sample-tools.ts'
import { assertLast, lastDone, type Writer } from './harness.ts'

const VERSION = '0.1.0'

/** What a compilation writes, without the training of the router. */
export const writer: Writer = {
  write: async (folder, run, tell) => {
    for (let step = 0; ; step++) {
      const tools = Array.from({ length: 1 + (step % 60) }, (_, at) =>
        sampleTool(`tool_${at}`, { description: `Of ${run}.${step}` }),
      )
      const bytes = writeManifest({ tools, builtAt: BUILT_AT, footer: 'crc32' })
      const { contentHash } = expectManifest(readManifest(bytes))
      tell(`! manifest ${contentHash}`)
      writeInstalled(pathsOf(folder), VERSION, bytes, contentHash)
      tell(`manifest ${contentHash}`)
    }
  },
  check: async (folder, told) => {
    const last = lastDone(told).get('manifest')
    if (last?.done === undefined) return 0
    const paths = pathsOf(folder)
    const { contentHash } = expectManifest(readManifestFile(paths.manifest))
    assertLast('manifest', contentHash, last)
    const { manifest, notice } = installManifest(paths, VERSION)
    assert.equal(expectManifest(manifest).contentHash, contentHash, 'a start takes it as it is')
    assert.equal(notice, undefined)
    return told.flat().length
  },
}

function pathsOf(folder: string) {
  return {
    tools: join(folder, 'tools'),
    manifest: join(folder, 'tools/tools.bin'),
    installed: join(folder, 'installed.json'),
    shippedManifest: join(folder, 'shipped.bin'),
  }
}
