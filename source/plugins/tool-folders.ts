/**
 * The Markdown tools of a home and of a workspace. Those of the workspace came with somebody's files, so each is used only once the
 * person has seen it: its hash is kept then, and another text is another hash. Files are read at each look, and parsed once for each hash; what nobody trusts yet
 * only when it is asked for.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Tool } from '../contracts/tool.ts'
import type { ToolFileProblem, ToolFileRow } from '../contracts/tool-files.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { readPlainText } from '../lib/plain-file.ts'
import { plainText } from '../lib/plain-text.ts'
import { shortLine } from '../lib/short-line.ts'
import { parseToolFile, type ToolFile } from './tool-file.ts'
import { toolOfFile } from './tool-of-file.ts'

export interface ToolFolders {
  readonly home: string
  readonly workspace: string
  /** File of the sandbox's thread. */
  readonly worker: string
  /** Hashes of files that the person has seen and trusts. */
  trusted(): readonly string[]
}

/** A file as it was found. */
export interface FoundFile {
  readonly row: ToolFileRow
  readonly text: string
  /** undefined: it has problems, or is not trusted. */
  readonly tool: { readonly file: ToolFile; readonly tool: Tool } | undefined
  readonly problems: readonly ToolFileProblem[]
  /** What it says, or what is wrong with it, trusted or not. */
  parse(): ToolFile | readonly ToolFileProblem[]
}

const ENDING = '.md'
/** A name that can be shown anywhere. */
const FILE = /^[\w][\w.-]*\.md$/
/** What is meant as a tool all the same. */
const MEANT = /^[^.].*\.md$/i
const README = /^readme\.md$/i
const MOST_BYTES = 100_000
const MOST_FILES = 500

/** Opens the folders; nothing is read yet. */
export function openToolFolders(folders: ToolFolders): () => readonly FoundFile[] {
  const parsed = new Map<string, ToolFile | readonly ToolFileProblem[]>()
  const readFile = (path: string, from: ToolFileRow['from']): FoundFile => {
    const name = basename(path, ENDING)
    const text = readPlainText(path, MOST_BYTES)
    const sha256 = sha256Hex(Buffer.from(typeof text === 'string' ? text : ''))
    const parse = () => {
      if (typeof text !== 'string') return [unreadable(path, text)]
      const key = `${path} ${sha256}`
      const read = parsed.get(key) ?? parseToolFile(text, path, name)
      parsed.set(key, read)
      return read
    }
    const isTrusted = from === 'home' || folders.trusted().includes(sha256)
    const row = { name, file: path, from, sha256, kind: undefined, risk: undefined, version: undefined }
    const base = { text: typeof text === 'string' ? text : '', tool: undefined, problems: [], parse }
    if (!isTrusted && typeof text === 'string') return { ...base, row: { ...row, state: 'untrusted' } }
    const read = parse()
    if (!('compiled' in read)) return { ...base, row: { ...row, state: 'broken' }, problems: read }
    const { kind, version, compiled } = read
    return {
      ...base,
      row: { ...row, kind, risk: compiled.risk, version, state: 'used' },
      tool: { file: read, tool: toolOfFile(read, folders.worker) },
    }
  }
  const look = (folder: string, from: ToolFileRow['from']) => [
    ...filesIn(folder, (name) => FILE.test(name)).map((name) => readFile(join(folder, name), from)),
    ...filesIn(folder, (name) => MEANT.test(name) && !FILE.test(name)).map((name) =>
      misnamedIn(folder, from, name),
    ),
  ]
  return () => [...look(folders.home, 'home'), ...look(folders.workspace, 'workspace')]
}

function filesIn(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => isWanted(name) && !README.test(name))
      .sort()
      .slice(0, MOST_FILES)
  } catch {
    return [] // Neither need be there.
  }
}

/** It is not read: nothing could call it. */
function misnamedIn(folder: string, from: ToolFileRow['from'], written: string): FoundFile {
  const name = shortLine(plainText(written), 80)
  const file = join(folder, name)
  const row = { name, file, from, kind: undefined, risk: undefined, version: undefined }
  const message = `\`${file}\` is not used: the name of a tool's file must be a to z, 0 to 9 and \`_\`, with \`.md\` behind it.`
  const problems = [{ ...{ file, line: 1, column: 1 }, message }]
  const sha256 = sha256Hex(Buffer.from(''))
  return {
    row: { ...row, sha256, state: 'broken' },
    ...{ text: '', tool: undefined, problems, parse: () => problems },
  }
}

function unreadable(file: string, read: { readonly reason: string }): ToolFileProblem {
  return {
    ...{ file, line: 1, column: 1 },
    message: `\`${file}\` line 1, column 1: the file must be readable text, but ${read.reason}.`,
  }
}
