/**
 * The composites of a home and of a workspace. Those of the workspace came with somebody's files, so each is used only once the person
 * has seen it: its hash is kept then, and another text is another hash. Files are read at each look, and parsed once for each hash; what
 * nobody trusts yet only when it is asked for.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../lib/checksum.ts'
import { readPlainText } from '../lib/plain-file.ts'
import { plainText } from '../lib/plain-text.ts'
import { shortLine } from '../lib/short-line.ts'
import { type Composite, parseComposite } from './composite-file.ts'

export interface CompositeFolders {
  readonly home: string
  readonly workspace: string
  /** Hashes of files that the person has seen and trusts. */
  trusted(): readonly string[]
}

/** A file as it was found. */
export interface FoundComposite {
  readonly name: string
  readonly file: string
  readonly from: 'home' | 'workspace'
  readonly sha256: string
  readonly text: string
  readonly isTrusted: boolean
  /** Why there is no text, in a sentence. */
  readonly problem: string | undefined
  /** What it says, or what is wrong with it. */
  parse(): Composite | readonly string[]
}

/** A name that is that of a tool. */
const FILE = /^([a-z][a-z0-9_]{1,63})\.yaml$/
/** What is meant as one all the same. */
const MEANT = /^[^.].*\.ya?ml$/i
/** A larger one is not read. */
export const MOST_BYTES = 100_000
const MOST_FILES = 200

/** Opens the folders; nothing is read yet. Of two with one name the home's stands first. */
export function openCompositeFolders(folders: CompositeFolders): () => readonly FoundComposite[] {
  const parsed = new Map<string, Composite | readonly string[]>()
  const look = (folder: string, from: FoundComposite['from']): readonly FoundComposite[] => {
    const { names, misnamed } = namesIn(folder)
    const well = names.map((name): FoundComposite => {
      const file = join(folder, `${name}.yaml`)
      const { text, problem } = textOf(file)
      const sha256 = sha256Hex(Buffer.from(text))
      const parse = () => {
        if (problem !== undefined) return [problem]
        const key = `${file} ${sha256}`
        const known = parsed.get(key)
        if (known !== undefined) return known
        const read = parseComposite(text, file, name)
        const kept = 'groups' in read ? read : read.map(({ message }) => message)
        parsed.set(key, kept)
        return kept
      }
      const isTrusted = from === 'home' || folders.trusted().includes(sha256)
      return { name, file, from, sha256, text, isTrusted, problem, parse }
    })
    return [...well, ...misnamed.map((file) => misnamedIn(folder, from, file))]
  }
  return () => [...look(folders.home, 'home'), ...look(folders.workspace, 'workspace')]
}

interface Names {
  readonly names: readonly string[]
  /** Whole names of files that cannot be those of composites. */
  readonly misnamed: readonly string[]
}

function namesIn(folder: string): Names {
  try {
    const files = readdirSync(folder).sort()
    return {
      names: files.flatMap((file) => FILE.exec(file)?.[1] ?? []).slice(0, MOST_FILES),
      misnamed: files.filter((file) => MEANT.test(file) && !FILE.test(file)).slice(0, MOST_FILES),
    }
  } catch {
    return { names: [], misnamed: [] } // Neither need be there.
  }
}

/** It is not read: nothing could call it. */
function misnamedIn(folder: string, from: FoundComposite['from'], written: string): FoundComposite {
  const name = shortLine(plainText(written), 80)
  const file = join(folder, name)
  const problem = `The composite \`${file}\` is not used: its name must be a to z, 0 to 9 and \`_\`, a letter first, with \`.yaml\` behind it.`
  const sha256 = sha256Hex(Buffer.from(''))
  return { name, file, from, sha256, text: '', isTrusted: from === 'home', problem, parse: () => [problem] }
}

function textOf(file: string): { readonly text: string; readonly problem?: string } {
  const text = readPlainText(file, MOST_BYTES)
  return typeof text === 'string'
    ? { text }
    : { text: '', problem: `The composite \`${file}\` cannot be read (${text.reason}).` }
}
