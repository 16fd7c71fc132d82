// Sealing: the sums of all files of a folder, into its `plugin.json`; for those who write plugins.
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonObject } from '../../contracts/json.ts'
import type { PluginResult } from '../../contracts/plugins.ts'
import { writeFileAtomicSync } from '../../lib/atomic-write.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import { diskReason } from '../../lib/disk-reason.ts'
import { checkPlugin } from '../../plugins/checked-plugin.ts'
import { SHEET } from '../../plugins/plugin-sheet.ts'
import { filesBelow, readPluginFiles } from '../../plugins/plugin-source.ts'
import { done, type PluginActs, placeOf, refusal } from './plugin-install.ts'

/** A file that stops it, and why, in a sentence. */
class Unsealed extends Error {}

/** Writes them, or says which file stands in the way; then nothing is written. Throws `PluginUnreadable`. */
export function seal(acts: PluginActs, given: string): PluginResult {
  const folder = placeOf(acts, given)
  const file = join(folder, SHEET)
  let count: number
  let leftOut: number
  try {
    const text = reading(file, () => readFileSync(file, 'utf8'))
    const sheet = parseJsonObject(text)
    if (sheet === undefined)
      return refusal(`\`${file}\` is no JSON object${faultOf(text)}; docs/plugins.md has one to copy.`)
    const seen = reading(folder, () => filesBelow(folder)).filter(
      (path) => path !== SHEET && !/(?:^|\/)\./.test(path),
    )
    const paths = seen.filter((path) => !/(?:^|\/)node_modules\//.test(path))
    leftOut = seen.length - paths.length
    const sums = paths.map((path) => [path, sumOf(join(folder, path))] as const)
    const sealed = { ...sheet, files: Object.fromEntries(sums) }
    reading(file, () => writeFileAtomicSync(file, `${JSON.stringify(sealed, null, 2)}\n`), 'written')
    count = sums.length
  } catch (error) {
    if (error instanceof Unsealed) return refusal(error.message)
    throw error
  }
  // Behind the writing: lines and columns of faults are those of the file as it is now.
  const plugin = checkPlugin(readPluginFiles(folder), folder)
  if (!('sheet' in plugin)) return refusal(plugin.join('\n'))
  const beside = leftOut === 0 ? '' : ` ${withoutModules(leftOut)}`
  return done(`\`${file}\` has the sums of ${count} files.${beside}`, { files: count })
}

function withoutModules(count: number): string {
  const files = count === 1 ? 'The file' : `The ${count} files`
  return `${files} below \`node_modules\` ${count === 1 ? 'is' : 'are'} left out: what the tools need of them has to stand in files of the plugin.`
}

function sumOf(file: string): string {
  return reading(file, () => {
    // What a link leads to, or a pipe gives, is no part of a plugin.
    if (!lstatSync(file).isFile())
      throw new Unsealed(`\`${file}\` is no plain file, and a plugin has no others; take it away.`)
    return sha256Hex(readFileSync(file))
  })
}

/** Work on one file; what the disk refuses is told of that one. */
function reading<T>(file: string, work: () => T, how: 'read' | 'written' = 'read'): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unsealed) throw error
    throw new Unsealed(`\`${file}\` cannot be ${how} (${diskReason(error)}).`)
  }
}

function faultOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return ` (${diskReason(error)})`
  }
}
