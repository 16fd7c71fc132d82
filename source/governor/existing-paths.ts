// The path that a person means by a name without its ending or in other letters' case: "read the readme" is README.md.
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { CallableTool } from './ports.ts'
import type { EntriesOf } from './shown-paths.ts'

/** More folders are not looked into. */
const MOST_FOLDERS = 20

/**
 * `args` with the paths that are there, for a tool that only reads: what is written is looked for in the folder, and where
 * it is not, the only name that is the same but for case or, of a file, its ending stands for it; a file in the middle of a
 * path is left out. For one that writes, a bare name goes into the folder that stands behind it in the request
 * ("placeholder.md in docs"), if that is there and the name is not at the top. All else stays as it is.
 */
export async function existingPaths(
  args: JsonObject,
  { tool, detail }: CallableTool,
  request: string,
  entriesOf: EntriesOf,
): Promise<JsonObject> {
  const { properties = {} } = detail.parameters
  // What is changed in it is there, as what is read.
  const isChanged = Object.values(properties).some((one) => 'x-passage' in one)
  if (tool.risk !== 'read' && !isChanged) return inNamedFolder(args, detail, request, entriesOf)
  const found: [string, JsonObject[string]][] = []
  for (const [name, value] of Object.entries(args)) {
    const looks = properties[name]?.['x-looks']
    const isPath = typeof value === 'string' && (looks === 'file' || looks === 'folder')
    const path = isPath ? await existingPath(value, looks === 'file', entriesOf) : value
    const isPlace = isPath && looks === 'folder' && isSearched(name, properties)
    found.push([name, isPlace ? await placeOrHere(String(path), request, entriesOf) : path])
  }
  const there = Object.fromEntries(found)
  return isChanged ? inNamedFolder(there, detail, request, entriesOf) : there
}

/** A folder, or a file, that something of the message is looked for in; `.` is all of it. */
function isSearched(name: string, properties: NonNullable<JsonSchema['properties']>): boolean {
  const or = properties[name]?.['x-or']
  const others = Object.entries(properties).filter(([other]) => other !== name)
  return Array.isArray(or) && or.includes('.') && others.some(([, one]) => one['x-looks'] === 'quoted')
}

/** "In my todo file" is todo.md; "which port does the server use" asks for something of the server, and names no folder. */
async function placeOrHere(path: string, request: string, entriesOf: EntriesOf): Promise<string> {
  if (!/^[\p{L}\p{N}_-]+$/u.test(path)) return path
  const top = await entriesOf('.')
  if (top.includes(path) || top.includes(`${path}/`)) return path
  const file = sameName(path, top, true)
  if (file !== undefined) return file
  const asksOf = new RegExp(
    `\\b(?:do|does|did|is|are|was|were|has|have|can|will)\\s+(?:the|my|our|this|that)\\s+${RegExp.escape(path)}(?![\\p{L}\\p{N}_-])`,
    'iu',
  )
  return asksOf.test(request) ? '.' : path
}

async function inNamedFolder(
  args: JsonObject,
  detail: CallableTool['detail'],
  request: string,
  entriesOf: EntriesOf,
): Promise<JsonObject> {
  const files = Object.entries(args).filter(
    ([name]) => detail.parameters.properties?.[name]?.['x-looks'] === 'file',
  )
  const [name, path] = files[0] ?? []
  if (files.length !== 1 || name === undefined || typeof path !== 'string') return args
  const apart = await withoutFiles(path, entriesOf)
  if (apart !== path) return { ...args, [name]: apart }
  if (/[\\/]/.test(path)) return args
  const behind = new RegExp(
    `${RegExp.escape(path)}["'”]?,? (?:in|inside|under|into|within) (?:the |my |our )?(?:folder |directory )?["'“]?(?<folder>[\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_-])(?![\\p{L}\\p{N}_/-])`,
    'iu',
  )
  const folder = behind.exec(request)?.groups?.folder
  const top = await entriesOf('.')
  return folder === undefined || !top.includes(`${folder}/`) || top.includes(path)
    ? args
    : { ...args, [name]: `${folder}/${path}` }
}

/** A small model puts a file behind the one before: "tasks.txt/chores.txt". A folder of such a name stays. */
async function withoutFiles(path: string, entriesOf: EntriesOf): Promise<string> {
  const [first = '', ...names] = path.split('/')
  const isFile = names.length > 0 && /[^.]\.\p{L}{1,4}$/u.test(first)
  return isFile && !(await entriesOf('.')).includes(`${first}/`) ? names.join('/') : path
}

async function existingPath(path: string, isFile: boolean, entriesOf: EntriesOf): Promise<string> {
  const names = path.split('/')
  if (names.some((name) => name === '..') || path.startsWith('/') || path.includes('\\')) return path
  const wanted = names.filter((name) => name !== '' && name !== '.')
  const there: string[] = []
  for (const [at, name] of wanted.entries()) {
    const entries = await entriesOf(there.join('/') || '.')
    const isLast = at === wanted.length - 1
    // A small model puts a file behind the one before: "README.md/config.yaml".
    if (!isLast && entries.includes(name)) continue
    const same = sameName(name, entries, isLast && isFile)
    if (same === undefined)
      return (isFile && wanted.length === 1 ? await belowFolder(name, entries, entriesOf) : undefined) ?? path
    there.push(same)
  }
  const end = path.endsWith('/') ? '/' : ''
  const written = `${wanted.join('/')}${end}`
  return there.join('/') === wanted.join('/') ? path : path.replace(written, () => `${there.join('/')}${end}`)
}

/** "levels.csv", "levels" or "the levels table" that is there in one place alone, in the folder or directly below it. */
async function belowFolder(
  name: string,
  top: readonly string[],
  entriesOf: EntriesOf,
): Promise<string | undefined> {
  const folders = top.filter((entry) => entry.endsWith('/') && !entry.startsWith('.')).slice(0, MOST_FOLDERS)
  const here = spokenName(name, top)
  const found = here === undefined ? [] : [here]
  for (const folder of folders) {
    const entries = await entriesOf(folder.slice(0, -1))
    const same = sameName(name, entries, true) ?? spokenName(name, entries)
    if (same !== undefined) found.push(folder + same)
  }
  return only(found)
}

/** The only file whose name has these words: "meter readings table" is meter-readings.csv. */
function spokenName(name: string, entries: readonly string[]): string | undefined {
  const spoken = (text: string) =>
    text
      .toLowerCase()
      .replace(/[._\s-]+/g, ' ')
      .trim()
  const wanted = spoken(name).replace(/^(?:the|my|our)\s|\s(?:table|csv|tsv|json|file|sheet|list)$/g, '')
  const files = entries.filter((entry) => !entry.endsWith('/'))
  return name.includes(' ')
    ? only(files.filter((file) => spoken(file.replace(/\.[^.]+$/, '')) === wanted))
    : undefined
}

/** The entry that `name` is: itself, else the only one in another case, else the only one of that name without its ending. */
function sameName(name: string, entries: readonly string[], isFile: boolean): string | undefined {
  const fitting = isFile ? entries.filter((entry) => !entry.endsWith('/')) : entries
  const bare = fitting.map((entry) => entry.replace(/\/$/, ''))
  if (bare.includes(name)) return name
  const low = name.toLowerCase()
  const sameCase = bare.filter((entry) => entry.toLowerCase() === low)
  // "config.json" is not config.json.bak.
  if (sameCase.length > 0 || !isFile || name.slice(1).includes('.')) return only(sameCase)
  return only(bare.filter((entry) => entry.toLowerCase().replace(/\.[^.]+$/, '') === low))
}

function only(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined
}
