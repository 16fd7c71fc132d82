// Files and folders that a request names (`x-looks: file`, `x-looks: folder`). Pure: nobody looks at the disk, because a
// request may well be about a file that is not there.

/** A word behind a drive, with a slash, or with a file's ending. */
const PATH =
  /(?<![\p{L}\p{N}_])\p{L}:[\\/][^\s"'`“”,;:!?]+|(?<![\p{L}\p{N}_])(?:~|\.{1,2})?\/?[\p{L}\p{N}_.@-]*(?:\/[\p{L}\p{N}_.@-]*)+|(?<![\p{L}\p{N}_.@/-])\.?[\p{L}\p{N}_@-]+(?:\.[\p{L}\p{N}_@-]+)*\.\p{L}[\p{L}\p{N}]{0,7}(?![\p{L}\p{N}_/@])/gu
/** Abbreviations and addresses that look like file names. */
const NO_FILE = /^(?:e\.g|i\.e|a\.m|p\.m|u\.s|etc\.?)$|^www\.|@.*\.|^\d+(?:\.\d+)*[a-z]{0,3}$/iu
/** Single quotes only where they cannot be apostrophes. */
const QUOTED_NAME = /["“`]([^"”`\n]+)["”`]|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu
const KIND = 'folders?|director(?:y|ies)|dirs?'
/** `the recipes folder` */
const BEFORE_FOLDER = new RegExp(
  `(?<![\\p{L}\\p{N}_])([\\p{L}\\p{N}_.@/-]+)\\s+(?:${KIND})(?![\\p{L}\\p{N}_])`,
  'giu',
)
/** `folder recipes`, `folder called recipes` */
const BEHIND_FOLDER = new RegExp(
  `(?<!\\b(?:this|that|current|working|same|whole|entire|present|my|our|your|every|each|any|all|one|other)\\s+)(?<![\\p{L}\\p{N}_])(?:${KIND})\\s+(?:(?:called|named)\\s+)?["'\`]?([\\p{L}\\p{N}_.@/-]+)`,
  'giu',
)
/** `main.rs in src`: a folder or only a word, the model decides. */
const BEHIND_FILE =
  /\.\p{L}[\p{L}\p{N}]{0,7},?\s+(?:in|under|inside|from)\s+(?:(?:the|my|our|your)\s+)?([\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@-]+)*)/giu
const HERE = new RegExp(
  `\\b(?:(?:this|the current|current|the working|this very) (?:${KIND}|workspace)|here|anywhere|everywhere|(?:all|any)(?: of)?(?: the| my| these| our)? files?|(?:which|what) (?:text )?files?)\\b`,
  'iu',
)
const BEHIND_IN =
  /\b(?:in|under|inside|through|within|below|of|from|into)\s+(?:(?:the|my|our|your)\s+)?([\p{L}\p{N}_.@/-]+)/giu
/** Words beside "folder" that name none. */
export const NO_FOLDER = new Set(
  (
    'a an the this that these those my our your his her its their any each every all which what whose some same other ' +
    'another current working present whole entire own main local given empty new old first last one two three is are ' +
    'was has have had does do did can could should would will with without and or but if of in on at to for from by ' +
    'there here it so please named called contain contains hold holds inside you i we they he she not no sub parent ' +
    'right now then than as also too just only list show read open find search home project file files including'
  ).split(' '),
)

/** The paths that `message` may mean; undefined: it names none, so the model is free. */
export function pathChoices(looks: 'file' | 'folder', message: string): readonly string[] | undefined {
  const paths = [...message.matchAll(PATH)]
    .map(([path]) => withoutMarks(path))
    .filter((path) => /[\p{L}\p{N}.~]/u.test(path) && !NO_FILE.test(path))
  const found =
    looks === 'file'
      ? filesOf(
          paths.map((path) => quotedWhole(path, message)),
          namesOf(message, BEFORE_FOLDER, BEHIND_FOLDER, BEHIND_FILE),
        )
      : foldersOf(message, paths, namesOf(message, BEFORE_FOLDER, BEHIND_FOLDER))
  return found.length > 0 ? [...new Set(found)] : undefined
}

/** A bare name may also stand in a folder that is named beside it. */
function filesOf(paths: readonly string[], folders: readonly string[]): readonly string[] {
  const files = paths.filter((path) => !path.endsWith('/'))
  const around = [...folders, ...paths.filter((path) => path.endsWith('/'))].map((folder) =>
    folder.replace(/\/+$/, ''),
  )
  return files.flatMap((file) =>
    /[\\/]/.test(file)
      ? [file]
      : [file, ...around.filter((folder) => folder !== file).map((folder) => `${folder}/${file}`)],
  )
}

function foldersOf(message: string, paths: readonly string[], folders: readonly string[]): readonly string[] {
  const slashed = paths.filter((path) => /[\\/]/.test(path) && !/[^/]\.\p{L}[\p{L}\p{N}]{0,7}$/u.test(path))
  const named = [...slashed, ...folders]
  return named.length === 0 && meansHere(message) ? ['.'] : named
}

/** `this folder`, `anywhere`, `all the files here`, and no other word that might be a folder. */
function meansHere(message: string): boolean {
  if (!HERE.test(message) || /\b(?:up|above|parent|outside)\b|\.\./iu.test(message)) return false
  return [...message.matchAll(BEHIND_IN)].every(([, word]) => NO_FOLDER.has((word ?? '').toLowerCase()))
}

function namesOf(message: string, ...patterns: readonly RegExp[]): readonly string[] {
  return patterns
    .flatMap((pattern) => [...message.matchAll(pattern)].flatMap((match) => match.slice(1)))
    .filter((name) => name !== undefined)
    .map(withoutMarks)
    .filter((name) => !NO_FOLDER.has(name.toLowerCase()))
}

const CALLED =
  /(?<![\p{L}\p{N}])(?:to|as|into|in|called|named|under|call it|name it)\s+(?!(?:json|markdown|md|text|txt|paper|disk|usb)\b)([\p{L}\p{N}_-]+)(?=\s*$|\s*[.,;!?]|\s+(?:please|pls|as|in|on|for|so|and)\b)/giu

/** Words that may be the name of a file without an ending: `export my memories to backup`. */
export function calledNames(message: string): readonly string[] {
  return [...new Set(namesOf(message, CALLED))]
}

/** Without the sentence's own marks; `.` and `..` stay. */
export function withoutMarks(path: string): string {
  return /^[./]+$/.test(path) ? path : path.replace(/[.,;:!?]+$/u, '')
}

/** `"apple cake.txt"`: a name with spaces stands in quotes. */
function quotedWhole(path: string, message: string): string {
  const whole = [...message.matchAll(QUOTED_NAME)].map(([, double, single]) => double ?? single ?? '')
  return whole.find((text) => text.endsWith(path)) ?? path
}
