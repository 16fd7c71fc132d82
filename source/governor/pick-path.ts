// Which of several paths a noun phrase means: "log file", "reference file", "config", "soup one". Pure.
import { nameOf, type ShownPath } from './shown-paths.ts'

/** Words that say nothing about which one. */
const EMPTY = new Set(
  'file files one document doc page item entry other same new little small big whole text main right last that this same only single'.split(
    ' ',
  ),
)
const FOLDERS = new Set('folder folders directory directories dir subfolder'.split(' '))
const CODE = 'py js mjs ts tsx jsx rb go rs java kt c h cc cpp hpp cs php lua swift sh pl r'
const CONFIG = 'yaml yml toml ini conf cfg json env properties xml'
/** Endings that a word for a kind of file stands for. */
const KINDS: { readonly [word: string]: string } = {
  log: 'log',
  logs: 'log',
  logfile: 'log',
  config: CONFIG,
  configuration: CONFIG,
  settings: CONFIG,
  module: CODE,
  script: CODE,
  code: CODE,
  source: CODE,
  library: CODE,
  program: CODE,
  class: CODE,
  package: CODE,
  header: 'h hpp hh',
  python: 'py',
  javascript: 'js mjs',
  typescript: 'ts tsx',
  stylesheet: 'css scss',
  table: 'csv tsv',
  spreadsheet: 'csv tsv ods xlsx',
  data: 'csv tsv json xml',
  markdown: 'md',
  notes: 'md txt',
  picture: 'png jpg jpeg gif svg',
  image: 'png jpg jpeg gif svg',
}

/**
 * The only path that `noun` can mean, by words of its name first, then by its ending; undefined: none, or several.
 * `isKnown`: the words around say that one of `paths` is meant, so a bare "file" may be the only one there is.
 */
export function pickPath(paths: readonly ShownPath[], noun: string, isKnown: boolean): ShownPath | undefined {
  const words = noun.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const wantsFolder = words.some((word) => FOLDERS.has(word))
  const wantsFile = words.some((word) => word === 'file' || word in KINDS)
  const fitting = paths.filter(({ kind }) =>
    wantsFolder ? kind === 'folder' : kind === 'file' || !wantsFile,
  )
  const telling = words.filter((word) => !EMPTY.has(word) && !FOLDERS.has(word))
  const byName = fitting.filter(({ path }) => telling.some((word) => hasWord(path, word)))
  if (byName.length > 0) return onlyOne(byName)
  const byKind = fitting.filter(({ path }) => telling.some((word) => isKind(path, word)))
  if (byKind.length > 0) return onlyOne(byKind)
  return telling.length === 0 && isKnown ? onlyOne(fitting) : undefined
}

function onlyOne(paths: readonly ShownPath[]): ShownPath | undefined {
  return paths.length === 1 ? paths[0] : undefined
}

/** A word of the name, or its ending; `configuration` also finds `config`. */
function hasWord(path: string, word: string): boolean {
  const parts: readonly string[] =
    nameOf(path)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return parts.some(
    (part) =>
      part === word ||
      (part.length >= 4 && (word.startsWith(part) || (part.startsWith(word) && word.length >= 4))),
  )
}

function isKind(path: string, word: string): boolean {
  const ending = nameOf(path).toLowerCase().split('.').at(-1) ?? ''
  return (KINDS[word] ?? '').split(' ').includes(ending)
}
