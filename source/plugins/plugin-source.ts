// The files of a plugin from where it is: a folder, or a `.tgz` of one. What `plugin.json` does not name is left behind.
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { diskReason } from '../lib/disk-reason.ts'
import { readTgz, TarRefused } from '../lib/tar.ts'
import { MOST_PLUGIN_FILES, SHEET } from './plugin-sheet.ts'

/** Files by their path inside the plugin. */
export type PluginFiles = ReadonlyMap<string, Buffer>

export const MOST_FILE_BYTES = 2_000_000
export const MOST_PLUGIN_BYTES = 20_000_000
const MOST_ARCHIVE_BYTES = 10_000_000

/** Why files cannot be read, in a sentence. */
export class PluginUnreadable extends Error {}

/** Reads an archive whole, of a folder the files that its `plugin.json` names. Throws `PluginUnreadable`. */
export function readPluginFiles(path: string): PluginFiles {
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) return readFolder(path)
    if (!stat.isFile())
      throw new PluginUnreadable(`\`${path}\` is neither a folder nor a \`.tgz\` of a plugin.`)
    if (stat.size > MOST_ARCHIVE_BYTES)
      throw new PluginUnreadable(`\`${path}\` has more than ${MOST_ARCHIVE_BYTES} bytes.`)
    return readArchive(readFileSync(path), path)
  } catch (error) {
    if (error instanceof PluginUnreadable) throw error
    if (error instanceof TarRefused) throw new PluginUnreadable(`\`${path}\` is refused: ${error.message}.`)
    throw new PluginUnreadable(`The plugin \`${path}\` cannot be read (${diskReason(error)}).`)
  }
}

function readArchive(bytes: Buffer, path: string): PluginFiles {
  const limits = { bytes: MOST_PLUGIN_BYTES, fileBytes: MOST_FILE_BYTES, entries: 2 * MOST_PLUGIN_FILES }
  const files = readTgz(bytes, limits)
  const tops = new Set(files.map((file) => file.path.split('/')[0] ?? ''))
  const [top = ''] = tops
  const isPacked = tops.size === 1 && !files.some((file) => file.path === SHEET)
  const found = new Map(
    files.map((file) => [isPacked ? file.path.slice(top.length + 1) : file.path, file.bytes]),
  )
  if (!found.has(SHEET))
    throw new PluginUnreadable(`\`${path}\` has no \`${SHEET}\` at its top or in its one folder.`)
  return found
}

function readFolder(folder: string): PluginFiles {
  const sheet = readOne(folder, SHEET)
  if (sheet === undefined) throw new PluginUnreadable(`The folder \`${folder}\` has no \`${SHEET}\`.`)
  const found = new Map([[SHEET, sheet]])
  let total = sheet.length
  for (const path of namedFiles(sheet)) {
    const bytes = readOne(folder, path)
    if (bytes === undefined) continue
    total += bytes.length
    if (total > MOST_PLUGIN_BYTES)
      throw new PluginUnreadable(`\`${folder}\` has more than ${MOST_PLUGIN_BYTES} bytes.`)
    found.set(path, bytes)
  }
  return found
}

/** Names in a text that nobody checked yet; none where it cannot be read, which is said later. */
function namedFiles(sheet: Buffer): readonly string[] {
  try {
    const { files } = JSON.parse(sheet.toString('utf8')) as { readonly files?: object }
    const names = Object.keys(files ?? {})
    return names
      .filter((name) => !name.split('/').includes('..') && !name.startsWith('/'))
      .slice(0, MOST_PLUGIN_FILES)
  } catch {
    return []
  }
}

/** undefined: it is not there. A link, or what lies behind one, is refused: it may lead anywhere. */
function readOne(folder: string, path: string): Buffer | undefined {
  const file = join(folder, path)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (!stat.isFile() || realpathSync(file) !== join(realpathSync(folder), path))
    throw new PluginUnreadable(`\`${file}\` is no plain file, or lies behind a link.`)
  if (stat.size > MOST_FILE_BYTES)
    throw new PluginUnreadable(`\`${file}\` has more than ${MOST_FILE_BYTES} bytes.`)
  return readFileSync(file)
}

/** Every file below a folder, links and all, for what must be there and nothing else. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}
