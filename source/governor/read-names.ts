// Names of files, days, months and people in prose, and what stands in quotation marks.

import { NUMBER_WORDS } from '../language/en/number-words.ts'
import { MONTHS } from './read-times.ts'

const PATH =
  /(?:[\w.~-]*\/)+[\w.-]*\w|(?<![\w.])[\w.~-]*\w\/(?!\w)|(?<![\w@-])[\w-]+(?:\.[\w-]+)*\.[a-z]\w{0,5}\b/gi
/** Slashes and points that make no path. */
const NO_PATH =
  /^(?:[\d./-]+|[a-z](?:\.[a-z])+|and\/or|yes\/no|either\/or|he\/she|n\/a|i\/o|k?m\/[hs]|[a-z]?bytes?\/s|[kmg]i?b\/s)$/

/** Paths and file names in lower case, without a leading `./`. */
export function pathsOf(text: string): readonly string[] {
  return [...text.matchAll(PATH)]
    .map((match) => match[0].toLowerCase().replace(/^\.\//, ''))
    .filter((path) => path !== '' && !NO_PATH.test(path))
}

/** Whether `path` stands in `lower` as a whole name, or is put together from names that do. */
export function hasPath(lower: string, path: string): boolean {
  return (
    hasName(lower, path) ||
    path.split('/').every((part) => part === '' || (part !== '..' && part !== '~' && hasName(lower, part)))
  )
}

function hasName(lower: string, name: string): boolean {
  const bare = name.replace(/\/$/, '')
  for (let at = lower.indexOf(bare); at >= 0; at = lower.indexOf(bare, at + 1)) {
    const before = lower.slice(Math.max(0, at - 1), at)
    const behind = lower.slice(at + bare.length, at + bare.length + 2)
    if (!/[\p{L}\p{N}_.-]/u.test(before) && !/^(?:[\p{L}\p{N}_-]|\.[a-z0-9])/u.test(behind)) return true
  }
  return false
}

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const FULL = new RegExp(
  `\\b(?:${[...WEEKDAYS, ...MONTHS.filter((month) => month !== 'may')].join('|')})s?\\b`,
  'gi',
)
const SHORT = /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g

/** Weekdays and months in lower case, short ones in full; the month of May is left to dates. */
export function calendarOf(text: string): readonly string[] {
  const short = [...text.matchAll(SHORT)].map((match) => match[0].slice(0, 3).toLowerCase())
  const whole = [...WEEKDAYS, ...MONTHS]
  return [
    ...[...text.matchAll(FULL)].map((match) => match[0].toLowerCase().replace(/s$/, '')),
    ...short.flatMap((start) => whole.find((name) => name.startsWith(start)) ?? []),
  ]
}

/** Words in lower case, without a possessive ending; hyphened ones also in parts. */
export function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_'-]+/gu) ?? []).flatMap((word) => {
    const bare = word.replace(/'s?$/, '')
    return [word, bare, ...bare.split(/[-_']/)]
  })
}

/** Words that are written with a capital letter without being a name; days and months are read by `calendarOf`. */
const ORDINARY: ReadonlySet<string> = new Set([
  ...NUMBER_WORDS,
  ...WEEKDAYS,
  ...MONTHS,
  ...'i iso ok yes no not the a an it its this that these those there here today your you we they he she in on at of is are was were be been'.split(
    ' ',
  ),
  ...'has have had do does did can could will would should may might must let note please sorry sure okay well hello hi thanks thank great good right'.split(
    ' ',
  ),
  ...'correct exactly indeed certainly if when while since because although though however therefore thus hence so then and but or nor yet for from'.split(
    ' ',
  ),
  ...'to with without within by per via as than about over under between among after before above below up down out off into onto until during'.split(
    ' ',
  ),
  ...'all both each every some most many much more only also just even still now next first second third last finally another other others either neither'.split(
    ' ',
  ),
  ...'any none nothing something someone anyone everyone what which who whom whose where why how according perhaps maybe try see check make use open'.split(
    ' ',
  ),
  ...'remember result results answer answers fact facts file files folder folders directory directories content contents line lines list name names text'.split(
    ' ',
  ),
  ...'total sum product difference time date day week month year hour minute number value price cost amount percent percentage current entry entries item'.split(
    ' ',
  ),
  ...'items match matches search summary message question request tool tools error warning info yesterday tomorrow month model version system machine memory'.split(
    ' ',
  ),
  ...'language utc gmt am pm cpu gpu gb mb kb tb ram os id url todo fixme json yaml csv html pdf txt md ascii utf python javascript typescript markdown linux windows'.split(
    ' ',
  ),
  ...'english seems looks got done hope feel free happy ready wait stop start end access contact unable unknown'.split(
    ' ',
  ),
])

/** Words with a capital letter that may name somebody or something, in lower case. */
export function namesOf(text: string): readonly string[] {
  const plain = text.replace(/[*`]+/g, '')
  return [
    ...plain.matchAll(/(?<![\p{L}\p{N}_.@/'-])\p{Lu}[\p{L}\p{M}]+(?:[-']\p{L}+)*(?![\p{L}\p{N}_]|[./]\w)/gu),
  ].flatMap((match) => {
    const name = match[0].toLowerCase().replace(/'\p{L}{0,2}$/u, '')
    const isFirst = /(?:^|[.!?:]["')\]]*\s+|\n\s*(?:[-*•#>]+\s*)?|["(])$/.test(plain.slice(0, match.index))
    if (ORDINARY.has(name) || /n't$/.test(name) || (isFirst && /(?:ly|ing|ed)$/.test(name))) return []
    return [name]
  })
}

const QUOTED = /```\w*\n([\s\S]*?)```|`([^`\n]+)`|"([^"\n]+)"|\u201c([^\u201d\n]+)\u201d/g

/** What stands between quotation marks or backticks; a quotation with an ellipsis is several. */
export function quotesOf(text: string): readonly string[] {
  return [...text.matchAll(QUOTED)]
    .flatMap((match) => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').split(/\u2026|\.{3}/))
    .map((quote) => quote.trim())
    .filter((quote) => quote !== '')
}

/** Letters and digits alone: spacing and punctuation may change in a quotation. */
export function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
