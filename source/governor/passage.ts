// "Set the port to 8150", "swap the bread for crackers", "got the eggs, take them off": which passage of a file is meant, where the
// one that was written stands nowhere in it. Pure. Invariant: only what stands once, and only where one place can be meant.

/** A passage of a file, and what comes in its place. */
export interface Edit {
  readonly old: string
  readonly new: string
}

interface Wish {
  /** What the passage is about. */
  readonly thing: string
  /** So many of its words stand there. */
  readonly least: number
  /** undefined: it is taken out. */
  readonly value: string | undefined
  /** What stands there now, if that is said. */
  readonly from?: string | undefined
  /** Of each of these groups one word stands there. */
  readonly must?: readonly (readonly string[])[]
  /** It takes the place of the thing itself, not of its value. */
  readonly swaps: boolean
}

/** Files that are looked through, in characters. */
const LONGEST = 20_000
/** A longer message is a text, not an edit. */
const LONGEST_REQUEST = 2_000
/** A longer line that is taken out is a text. */
const MOST_WORDS = 8

const POLITE =
  /^(?:(?:please|pls|ok(?:ay)?|now|then|and|also|so|good|great|right|no|in (?:that|this) (?:one|file)|can you|could you|would you)[\s,]+)+|[\s,]+(?:please|pls|thanks|would you|will you|then|now)?[\s.!?]*$/giu
const PLACE =
  /\s+(?:in|on|from|of|inside|off|out of)\s+(?:(?:the|my|our|this|that)\s+)?(?:[\w./-]+\.\w{1,5}|readme|config(?:uration)?|file|one|(?:\p{L}+\s+)?(?:list|file|recipe|log))(?![\p{L}\p{N}])/giu
const SWAP =
  /^(?:swap|replace|exchange|substitute)\s+(?<thing>.+?)\s+(?:for|with|by|into)\s+(?:some\s+)?(?<value>.+)$/iu
const SET =
  /^(?:change|set|bump|raise|lower|increase|decrease|make|put|move|update|turn)\s+(?<thing>.+?)\s+(?:from\s+(?<from>\S+)\s+)?(?:to|into)\s+(?<value>.+)$/iu
const TAKE =
  /^(?:(?:i |we )?(?:(?:have )?got|have|bought) (?<had>.+?)(?: already)?(?:,? (?:so|and))?,? )?(?:remove|delete|take|cross|strike|drop|scratch)\s+(?<thing>.+?)(?:\s+(?:off|out|away))?$/iu

/** It is done to things, too, unless the list is named: "take the bins out". */
const OF_THINGS = /^(?:take\s.*\s(?:out|away)$|drop\s)/iu
const APART = /\s+(?:from|off|out of|of|about|in|on)\s+/iu

/** "The stain from the scarf": the last word of what is to go, and what it is taken from. */
function partsOf(thing: string): readonly (readonly string[])[] {
  const [what = '', ...places] = thing.split(APART)
  return [wordsOf(what).slice(-1), wordsOf(places.join(' '))].filter((words) => words.length > 0)
}

/** "MAX in app.py ought to be 72 instead of 64". */
const RATHER =
  /^(?<thing>.*?)(?<!\p{L})(?:should|ought to|must|has to|needs? to)\s+(?:be|read|say)\s+(?<value>.+?),?\s+(?:rather than|instead of|in place of|not)\s+(?<from>[^.,;!?]+)/iu
/** "The plumber moved to 8:15". */
const MOVED =
  /^(?<thing>.+?)\s+(?:(?:has|was|got|is|been)\s+)*(?:moved|changed|shifted|postponed|pushed)\s+(?:from\s+(?<from>\S+)\s+)?to\s+(?<value>\d[\d:.,]*(?:\s?[ap]m)?)(?![\p{L}\d])/iu
/** "The letter still says 2025. Change it to 2026". */
const SAYS =
  /^(?<thing>.+?)\s+(?:still\s+)?(?:says?|reads?|has)\s+(?<from>\S+?)[.,;]\s.*\bto\s+(?<value>\S+?)[.!]?$/iu

const QUOTED = /["“”`]|(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])/u

/** The edit that `request` asks for in `text`; undefined: it is not plain. `before` is what "it" may speak of. */
export function findEdit(request: string, before: string, text: string): Edit | undefined {
  // What stands in quotation marks is meant as it is.
  const isOpen = text.length <= LONGEST && request.length <= LONGEST_REQUEST && !QUOTED.test(request)
  const wish = isOpen ? readWish(request.replace(/[^\S\n]{2,}/g, ' '), before) : undefined
  if (wish === undefined) return undefined
  const line = onlyLine(wish, text)
  if (line === undefined) return undefined
  const edit = wish.value === undefined ? withoutLine(line, text) : withValue(wish, wish.value, line)
  return edit !== undefined && edit.old !== edit.new && isOnce(edit.old, text) ? edit : undefined
}

export function isOnce(passage: string, text: string): boolean {
  const at = text.indexOf(passage)
  return passage !== '' && at >= 0 && text.indexOf(passage, at + 1) < 0
}

/** Of the whole request, else of the first of its sentences that has one. */
function readWish(request: string, before: string): Wish | undefined {
  const sentences = request.split(/(?<=[.!?;])\s+/u)
  const all = sentences.length > 1 ? [request, ...sentences] : [request]
  for (const one of all) {
    const wish = wishIn(one, before)
    if (wish !== undefined && !/[.!?]\s/.test(wish.value ?? '')) return wish
  }
  return undefined
}

function wishIn(request: string, before: string): Wish | undefined {
  const bare = request
    .replace(/^\W*(?:in|on)\s+[\w./-]+\.\w{1,5}[,:]?\s+/iu, '')
    .replace(POLITE, '')
    .replace(PLACE, '')
    .replace(POLITE, '')
    .trim()
  const said = RATHER.exec(bare)?.groups ?? SAYS.exec(bare)?.groups ?? MOVED.exec(bare)?.groups
  if (said?.value !== undefined) {
    const least = said.from === undefined ? 1 : 0
    return { thing: said.thing ?? '', least, value: said.value.trim(), from: said.from?.trim(), swaps: false }
  }
  const swap = SWAP.exec(bare)?.groups
  const set = swap ?? SET.exec(bare)?.groups
  const take = set === undefined ? TAKE.exec(bare)?.groups : undefined
  const named = (set ?? take)?.thing ?? ''
  const isIt = /^(?:it|that|this|them|em|those)$/iu.test(named.trim())
  const thing = isIt ? (take?.had ?? before) : named
  if (wordsOf(thing).length === 0) return undefined
  const least = isIt && take?.had === undefined ? 1 : Math.ceil(wordsOf(thing).length / 2)
  if (take !== undefined && OF_THINGS.test(bare) && request.search(PLACE) < 0) return undefined
  if (take !== undefined)
    return { thing, least, must: isIt ? [] : partsOf(thing), value: undefined, swaps: false }
  if (set?.value === undefined) return undefined
  return { thing, least, value: set.value.trim(), from: set.from, swaps: swap !== undefined }
}

interface Line {
  /** As it stands in the file. */
  readonly whole: string
  /** The part of it that is about the thing, without a bullet. */
  readonly part: string
}

/** The only line, and its only part, that has the most of what is named. */
function onlyLine({ thing, least, from, must = [] }: Wish, text: string): Line | undefined {
  const wanted = wordsOf(thing)
  const parts = text.split('\n').flatMap((whole) =>
    whole
      .replace(/^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[[ x]\]\s*)?/iu, '')
      .split(/(?<=[.;,])\s+/u)
      .map((part) => ({ whole, part: part.replace(/[.;,\s]+$/, '') })),
  )
  const scored = parts
    .filter(({ part }) => from === undefined || part.includes(from))
    .filter(({ part }) => must.every((words) => words.some((word) => wordsOf(part).includes(word))))
    .map((line) => ({ line, score: scoreOf(line.part, wanted) }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  return best !== undefined && (second === undefined || best.score > second.score) ? best.line : undefined
}

/** Of the words that are wanted; what is said of the thing itself ("port: 8142") comes before what speaks of it. */
function scoreOf(part: string, wanted: readonly string[]): number {
  const words = wordsOf(part)
  const found = wanted.filter((word) => words.includes(word)).length
  const isNamed = /^[^\s:=][^:=]{0,39}[:=]\s*\S/u.test(part) && wanted.includes(words[0] ?? '')
  return found + (isNamed ? 0.5 : 0)
}

function withValue({ swaps, from, thing }: Wish, value: string, { part }: Line): Edit | undefined {
  if (swaps) {
    const isItem = part.split(/\s+/).length <= MOST_WORDS - 2 && !/[:=]/.test(part)
    const count = /^\d+\s+(?=\p{L})/u.exec(part)?.[0] ?? ''
    return isItem ? { old: part, new: /^\d/.test(value) ? value : count + value } : undefined
  }
  const said = value.replace(/[.,;:!?]+$|\s+(?:instead|from now on|as of now|for now)$/giu, '')
  const replaced = from === undefined ? withNumber(part, said) : withoutFrom(part, from, said)
  if (replaced !== undefined) return { old: part, new: replaced }
  const [, name = '', there = ''] = /^([^:=]{1,40}[:=]\s*)(\S.*)$/u.exec(part) ?? []
  // "20 degrees" in the place of 18: it may be a number that is wanted there.
  const isOther =
    /\d/.test(said) && /\p{L}|%/u.test(said) && isNumber(there) && !(unitIn(there) && unitIn(said))
  return from !== undefined || isOther || wordsOf(name).every((word) => !wordsOf(thing).includes(word))
    ? undefined
    : { old: part, new: name + said }
}

const FIGURES = String.raw`(?:\d+(?:[.,:]\d+)*|(?<![\d.,])[.,]\d+)`
const SIGN = String.raw`(?:(?<![\p{L}\p{N}.,)])[-−+])?`
const NUMBERS = new RegExp(SIGN + FIGURES, 'gu')
/** A number alone, or with a unit. */
const SAID = new RegExp(String.raw`^(?<number>[-−+]?${FIGURES})(?:\s?(?<unit>\p{L}{1,12}|%|°\p{L}?))?$`, 'u')
const CLOCK = /(?<![\d:])\d{1,2}:\d{2}(?![\d:])/gu
const UNIT_BEHIND = /^\s?(?<unit>\p{L}{1,12}|%|°\p{L}?)(?![\p{L}\p{N}])/u
/** These stand right behind a number; other letters make it a part of a name. */
const MEASURE = /^(?:mg|g|kg|oz|lbs?|ml|cl|dl|l|mm|cm|m|km|ms|s|min|h|am|pm|%|°\p{L}?)(?![\p{L}\p{N}_])/iu

/** Whether that is a number and nothing else, but for a unit. */
function isNumber(text: string): boolean {
  return SAID.test(text.trim())
}

function unitIn(text: string): string | undefined {
  return SAID.exec(text.trim())?.groups?.unit
}

/** The passage with `said` in the place of its only number, or its only time of day; undefined: it is none, or has another unit. */
function withNumber(part: string, said: string): string | undefined {
  const { number, unit } = SAID.exec(said)?.groups ?? {}
  if (number === undefined) return undefined
  const clocks = [...part.matchAll(CLOCK)]
  const places = number.includes(':') && clocks.length === 1 ? clocks : [...part.matchAll(NUMBERS)]
  const [place, ...others] = places
  if (place === undefined || others.length > 0) return undefined
  const [before, behind] = [part.slice(0, place.index), part.slice(place.index + place[0].length)]
  if (isOfName(before, behind) || !hasUnit(unit, before, behind)) return undefined
  return before + number + behind
}

/** The passage with `said` in the place of `from`; undefined: that is only a part of what stands there. */
function withoutFrom(part: string, from: string, said: string): string | undefined {
  const at = part.indexOf(from)
  if (at < 0 || part.indexOf(from, at + 1) >= 0) return undefined
  const [before, behind] = [part.slice(0, at), part.slice(at + from.length)]
  const isPart =
    /^\d/.test(from) &&
    (/[\p{L}\p{N}_]$|\d[.,:]$|(?<![\p{L}\p{N}.,)])[-−+.]$/u.test(before) || /^(?:\d|[.,:]\d)/.test(behind))
  if (isPart) return undefined
  const { number, unit } = SAID.exec(said)?.groups ?? {}
  // "From 300 to 400 g": the unit stands there already.
  const isBare = unit !== undefined && isNumber(from) && unitIn(from) === undefined
  if (number === undefined || !isBare) return before + said + behind
  return hasUnit(unit, before, behind) ? before + number + behind : undefined
}

/** `h264`, `Day 1: rest`: figures of a name. */
function isOfName(before: string, behind: string): boolean {
  const touches = /[\p{L}_]$/u.test(before) || (/^[\p{L}_]/u.test(behind) && !MEASURE.test(behind))
  return touches || (!/[:=]/.test(before) && /[:=]/.test(behind))
}

/** None is said, or it stands behind the number or in the name before it. */
function hasUnit(unit: string | undefined, before: string, behind: string): boolean {
  if (unit === undefined) return true
  const isSame = (other: string) => singular(other) === singular(unit)
  const there = UNIT_BEHIND.exec(behind)?.groups?.unit
  const named = before.match(/\p{L}+|%/gu) ?? []
  return there === undefined ? named.some(isSame) : isSame(there)
}

function singular(word: string): string {
  const lower = word.toLowerCase()
  return lower.length > 2 ? lower.replace(/s$/u, '') : lower
}

/** A line of a list goes with its end. */
function withoutLine({ whole, part }: Line, text: string): Edit | undefined {
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
  const isItem = bare(whole) === bare(part)
  if (!isItem || part.split(/\s+/).length > MOST_WORDS) return undefined
  const old = text.includes(`${whole}\n`) ? `${whole}\n` : `\n${whole}`
  return { old, new: '' }
}

const EMPTY = new Set(
  'the and any all our your its for with that this them one ones some already value number'.split(' '),
)

/** Words that tell a passage, without the end of a plural. */
function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= 3 && !EMPTY.has(word))
    .map((word) => word.replace(/(?<=.{3})s$/u, ''))
}
