// What an argument may be for this very request, where its schema says how the words of the request tell. Next:
// number-choices.ts, path-choices.ts. Keywords and figures: docs/lanes.md. Pure.
import type { JsonSchema, JsonValue } from '../../contracts/json.ts'
import { caughtOutside, matchesOutside } from '../../lib/outside-pattern.ts'
import { apartText } from './apart-text.ts'
import { dayChoices } from './day-choices.ts'
import { leaningNumbers, numberChoices } from './number-choices.ts'
import { calledNames, NO_FOLDER, pathChoices } from './path-choices.ts'
import { placeChoices } from './place-choices.ts'
import { QUOTED } from './quoted.ts'

/** Of longer ones nothing is read: they are pasted texts, and some of the expressions take time that grows with the square. */
const LONGEST_MESSAGE = 4_000

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
/** `under src`, at the end of what is said there. */
const UNDER =
  /\b(?:in|under|inside|within|below)\s+(?:(?:the|my|our)\s+)?([\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@-]+)*)(?=\s*(?:$|[,;?!]|\.(?:\s|$)|(?:and|or|too|as well|instead|for|that|folder)\b))/giu
/** Of more the model is free: it reads the turns before itself. */
const MOST_PATHS = 40
/** `"directory": "docs"` of a call before; what it looked for is no folder. */
const FOLDER_ARGUMENT = /"\w*(?:dir|folder|path|root|place)\w*": "([^"\n]*[^"\n.][^"\n.]*)"(?=[,}])/gu

/** A quote inside a longer text: `alias ll='ls -l'`, `print("x")`, `{"a": 1}`. */
const GLUED_BEFORE = /[^\s:,;>–—-]$/u
const GLUED_BEHIND = /^(?:[^\s.,;!?)>]|[.,]\S)/u
/** `the folder "old letters"` */
const NAMED_BEFORE = /\b(?:files?|folders?|director(?:y|ies)|dirs?)(?:,? (?:called|named))? $/iu

/** The request as it is shown to the model, and where turns before stand in it, its last message alone. */
export interface RequestText {
  readonly whole: string
  readonly latest?: string | undefined
}

/** Whether turns before stand in front of the last message; a note behind it is none. */
export function leansBack({ whole, latest }: RequestText): boolean {
  return latest !== undefined && !whole.startsWith(latest)
}

/**
 * The values that an argument may have; undefined: the schema decides alone. One value needs no model.
 * `taken` are numbers that earlier arguments took, `beside` the schemas of the other arguments.
 */
export function choicesFor(
  schema: JsonSchema,
  { whole, latest = whole }: RequestText,
  taken: readonly number[],
  beside: readonly JsonSchema[],
): readonly JsonValue[] | undefined {
  if (whole.length > LONGEST_MESSAGE) return undefined
  if (typeof schema['x-named'] === 'string') return namedText(schema['x-named'], latest)
  if (schema.enum !== undefined) return cuedValues(schema, latest, latest !== whole)
  if (schema['x-days'] === true) return dayChoices(latest)
  if (schema.type === 'number' || schema.type === 'integer') {
    const otherUnits = beside.map((one) => one['x-unit']).filter((unit) => typeof unit === 'string')
    const others = beside.filter(isNumberOfMessage).length
    const numbers =
      latest === whole
        ? numberChoices(schema, whole, taken, otherUnits)
        : leaningNumbers(schema, { whole, latest, taken, others, otherUnits })
    return schema.type === 'integer' ? numbers?.filter(Number.isInteger) : numbers
  }
  const looks = schema['x-looks']
  if (looks === 'file' || looks === 'folder')
    return (
      (isPlace(schema, beside) && latest !== whole ? namedPlaces(latest) : undefined) ??
      leaningPaths(looks, whole, latest) ??
      (isPlace(schema, beside) ? placeChoices(latest) : undefined) ??
      (looks === 'file' ? newFileChoices(schema, latest) : undefined)
    )
  if (looks !== 'quoted') return undefined
  return quotedText(latest, beside) ?? (schema['x-free'] === true ? textForFile(latest, beside) : undefined)
}

/** What goes to a file that stands behind it, where the tool takes one. */
function textForFile(message: string, beside: readonly JsonSchema[]): readonly string[] | undefined {
  const text = beside.some((one) => one['x-looks'] === 'file') ? apartText(message) : undefined
  return text === undefined ? undefined : [text]
}

function isNumberOfMessage(schema: JsonSchema): boolean {
  return (schema.type === 'number' || schema.type === 'integer') && schema['x-from'] === 'message'
}

/** A folder that may be `.`, beside a text of the message that would else be taken for one. */
function isPlace(schema: JsonSchema, beside: readonly JsonSchema[]): boolean {
  const others = schema['x-or']
  return (
    schema['x-looks'] === 'folder' &&
    Array.isArray(others) &&
    others.includes('.') &&
    beside.some((one) => one.type === 'string' && one['x-from'] === 'message')
  )
}

/** "Any FIXME under src?" behind a look into one of its files: it is said where to look now. */
function namedPlaces(latest: string): readonly string[] | undefined {
  const places = [...latest.matchAll(UNDER)].flatMap(([, place = '']) => place)
  const named = places.filter((place) => !NO_FOLDER.has(place.toLowerCase()))
  return named.length === 0 ? undefined : named
}

/** A file to be made that has names of its own (`x-or`): these, as `x-cues` opens them, and what the message calls it, for it names no path. */
function newFileChoices(schema: JsonSchema, message: string): readonly string[] | undefined {
  const or = schema['x-or']
  const named = Array.isArray(or) ? or.filter((one) => typeof one === 'string' && one.includes('.')) : []
  const open = cuedValues({ ...schema, enum: named }, message, false) ?? named
  return named.length === 0 ? undefined : [...calledNames(message), ...open]
}

/** A path of the last message, also as it stands in the turns before (`faq.md` in a list of `docs`); none: any of the whole request. */
function leaningPaths(
  looks: 'file' | 'folder',
  whole: string,
  latest: string,
): readonly string[] | undefined {
  const named = pathChoices(looks, latest)
  if (latest === whole) return named
  const all = pathChoices(looks, whole) ?? []
  const folders = [...whole.matchAll(FOLDER_ARGUMENT)].map(([, folder = '']) => folder.replace(/\/+$/, ''))
  const inside = (path: string) =>
    looks === 'file' && !path.includes('/') ? folders.map((folder) => `${folder}/${path}`) : []
  if (named === undefined) {
    const found = [...new Set([...all, ...all.flatMap(inside), ...(looks === 'folder' ? folders : [])])]
    const meant = meantOf(found, whole, latest)
    return meant.length > 0 && meant.length <= MOST_PATHS ? meant : undefined
  }
  const longer = all.filter((path) => named.some((name) => path.endsWith(`/${name}`)))
  return [...new Set([...named, ...named.flatMap(inside), ...longer])]
}

/** Of paths in the turns before those that the message speaks of: "the soup one", "the second"; all if it names none. */
function meantOf(paths: readonly string[], whole: string, latest: string): readonly string[] {
  const words = new Set(latest.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const named = paths.filter((path) => nameOf(path).some((word) => words.has(word)))
  if (named.length > 0) return named
  const isWanted = (wanted: string | undefined) =>
    paths.filter((path) => wanted !== undefined && path.split('/').at(-1) === wanted)
  const shown = isWanted(counted(listedNames(whole), words))
  if (shown.length > 0) return shown
  const found = isWanted(counted([...new Set(paths.map((path) => path.split('/').at(-1) ?? ''))], words))
  return found.length > 0 ? found : paths
}

function counted(names: readonly string[], words: ReadonlySet<string>): string | undefined {
  return words.has('last') ? names.at(-1) : names[ORDINALS.findIndex((word) => words.has(word))]
}

/** Entries of the last list in the turns before, as shown and without the slash of folders: "the second" counts these. */
function listedNames(whole: string): readonly string[] {
  const lists = [...whole.matchAll(/\bentr(?:y|ies)\b[^:\n]*: ([^\n]+?)(?:\.?\n|$)/gu)]
  return (lists.at(-1)?.[1] ?? '')
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => name.replace(/\/$/, ''))
}

function nameOf(path: string): readonly string[] {
  return (path.split('/').at(-1) ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * `x-cues`: for each value of an enum a regular expression, or several; those of which one matches are left, or all if none does. A cue that an empty text
 * gives, too, tells by what is missing; behind a call that says nothing, for it may stand in the turn before.
 */
export function cuedValues(
  schema: JsonSchema,
  message: string,
  isLeaning: boolean,
): readonly JsonValue[] | undefined {
  const cues = schema['x-cues']
  if (typeof cues !== 'object' || cues === null || Array.isArray(cues)) return undefined
  const cued = schema.enum?.filter((value) => {
    const cue: unknown = (cues as { readonly [value: string]: unknown })[String(value)]
    return [cue].flat().some((one) => {
      if (typeof one !== 'string' || matchesOutside(one, message) !== true) return false
      return !isLeaning || matchesOutside(one, '') === false
    })
  })
  return cued !== undefined && cued.length > 0 ? cued : undefined
}

/** `x-named`: the only thing that a group of the expression caught. */
function namedText(pattern: string, message: string): readonly string[] | undefined {
  const caught = caughtOutside(pattern, message)
  const [only] = caught
  return caught.length === 1 && only !== undefined ? [only.text] : undefined
}

/** The only quoted text, besides the name of a file or folder where the tool takes one. */
function quotedText(message: string, beside: readonly JsonSchema[]): readonly string[] | undefined {
  const named = beside.some((one) => one['x-looks'] === 'file') ? (pathChoices('file', message) ?? []) : []
  const takesPath = named.length > 0 || beside.some((one) => one['x-looks'] === 'folder')
  const quoted = [...message.matchAll(QUOTED)].flatMap((match) => {
    const text = match.slice(1).find((one) => one !== undefined) ?? ''
    const before = message.slice(0, match.index)
    const behind = message.slice(match.index + match[0].length)
    if (takesPath && (NAMED_BEFORE.test(before) || (named.length === 1 && named[0] === text))) return []
    return [GLUED_BEFORE.test(before) || GLUED_BEHIND.test(behind) ? undefined : text]
  })
  const [only] = quoted
  return quoted.length === 1 && only !== undefined ? [only] : undefined
}
