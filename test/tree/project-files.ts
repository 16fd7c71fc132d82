// The project's own files, read once: their imports, their string literals, and their code without either.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { readSource } from './read-source.ts'

export const ROOT = join(import.meta.dirname, '../..')

export interface Import {
  /** As written, e.g. `../lib/checksum.ts` or `node:fs`. */
  readonly from: string
  /** Path below the project for one of our files, e.g. `source/lib/checksum.ts`; undefined for an outside package. */
  readonly ours: string | undefined
  /** `node` for Node's own modules, else the package's name; undefined for one of our files. */
  readonly outside: string | undefined
}

export interface ProjectFile {
  /** With slashes, below the project's folder. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly imports: readonly Import[]
  readonly literals: readonly { readonly text: string; readonly line: number }[]
  /** The text with comments and the insides of strings blanked; same lines. */
  readonly code: string
}

/** Every TypeScript file below the named folders, sorted by path. */
export function readProjectFiles(...folders: string[]): readonly ProjectFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts'),
    )
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('test/cases/'))
    .sort()
    .map(readProjectFile)
}

/** Names of the folders and files that stand for themselves: every tool's folder, every command's file. */
export function namesFoundByPlace(): {
  readonly tools: readonly string[]
  readonly commands: readonly string[]
} {
  const entries = (folder: string) => readdirSync(join(ROOT, folder), { withFileTypes: true })
  return {
    tools: entries('tools').flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    commands: entries('commands').flatMap((entry) =>
      entry.isFile() ? [entry.name.replace(/\.ts$/, '')] : [],
    ),
  }
}

function readProjectFile(path: string): ProjectFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { code, literals } = readSource(text)
  const froms = [
    ...text.matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]/gm),
    ...text.matchAll(/^import\s+['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
  ].filter((match) => /\S/.test(code[match.index] ?? ''))
  return {
    path,
    text,
    lines: text.replace(/\n$/, '').split('\n'),
    imports: froms.map((match) => readImport(path, match[1] ?? '')),
    literals,
    code,
  }
}

function readImport(path: string, from: string): Import {
  if (from.startsWith('.')) {
    return { from, ours: posix.normalize(posix.join(dirname(path), from)), outside: undefined }
  }
  if (from.startsWith('node:')) return { from, ours: undefined, outside: 'node' }
  const [first = '', second = ''] = from.split('/')
  return { from, ours: undefined, outside: first.startsWith('@') ? `${first}/${second}` : first }
}
