// "and recipes?", "only in src", "docs as well" behind a list or a search: the same once more, in another folder.

import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { EarlierCall } from '../contracts/manifest.ts'
import { type EntriesOf, folderOf, joinPath, readShown, type Shown } from './shown-paths.ts'

const OTHER =
  /^(?<joined>(?:and|now|then|what about|how about|same for|the same for|no|sorry|oops|wait|i mean|i meant|ok|only|just|also|but|(?:only |just )?the (?:other )?(?:ones?|folder)|in (?:it|there)|look|search|try|check)[\s,]+)*(?<inside>(?:in|inside|within|through)\s+)?(?:the\s+)?(?:(?:sub)?folder\s+)?(?<name>[\p{L}\p{N}_-]+)\/?(?<too>\s+(?:too|then|as well|only|instead|now|please|pls|(?:sub)?folder|directory))*[\s?.!]*$/iu
/** "no, in the whole project", "everywhere". */
const ALL =
  /^(?:(?:and|now|then|no|sorry|oops|wait|i mean|i meant|ok|just|but|look|search|try|check|actually|what about|how about)[\s,]+)*(?:(?:in|inside|within|through|over)\s+)?(?:everywhere|(?:the\s+)?(?:whole|entire|full)\s+(?:project|workspace|repo(?:sitory)?|tree|thing)|all\s+(?:of\s+)?(?:the\s+|my\s+)?(?:files|folders|directories))(?:\s+(?:too|then|as well|instead|now|please|pls))*[\s?.!]*$/iu

/** A folder that a message names, and where. */
interface OtherFolder {
  readonly path: string
  readonly from: number
  readonly to: number
}

/** The folder that is all that `message` names: in or beside the one that was looked at, or at the top; undefined: none, or the same. */
export async function otherFolder(
  message: string,
  { folder, file }: Shown,
  entriesOf: EntriesOf,
): Promise<OtherFolder | undefined> {
  const match = OTHER.exec(message)
  const name = match?.groups?.name?.toLowerCase()
  if (match === null || name === undefined || file !== undefined) return undefined
  const { joined, inside, too } = match.groups ?? {}
  if (joined === undefined && inside === undefined && too === undefined) return undefined
  for (const above of new Set([folder, folderOf(folder), '.'])) {
    const entry = (await entriesOf(above)).find((one) => one.toLowerCase() === `${name}/`)
    if (entry === undefined) continue
    const path = joinPath(above, entry.slice(0, -1))
    const from = message.toLowerCase().lastIndexOf(name)
    return path === folder ? undefined : { path, from, to: from + name.length }
  }
  return undefined
}

/** The arguments of `call` for the other folder that `message` names; undefined: it names none, or the tool takes none. */
export async function inOtherFolder(
  message: string,
  call: EarlierCall,
  { properties = {} }: JsonSchema,
  entriesOf: EntriesOf,
): Promise<JsonObject | undefined> {
  const [name, ...more] = Object.keys(properties).filter((one) => properties[one]?.['x-looks'] === 'folder')
  if (name === undefined || more.length > 0) return undefined
  const shown = await readShown(call, entriesOf)
  if (ALL.test(message) && shown.folder !== '.') return { ...call.arguments, [name]: '.' }
  const other = await otherFolder(message, shown, entriesOf)
  return other && { ...call.arguments, [name]: other.path }
}
