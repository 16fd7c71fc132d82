// What a message adds to a log, whose lines begin with a date: "ran 6 km this morning". Pure.
import { type Found, placed, type Told } from './additions.ts'
import type { Group } from './groups.ts'
import { logLine, WHEN } from './new-log.ts'
import { baseOf, isSame, tellingOf, wordsIn } from './words.ts'

type Log = Extract<Group, { type: 'log' }>

/** It is still to come. */
const LATER =
  /(?<!\p{L})(?:tomorrow|will|'ll|going to|gonna|next|later|should|must|need(?:s|ed)? to|want(?:s|ed)? to)(?!\p{L})/iu
/** Words; a longer one is a story. */
const LONGEST = 20
/** What speaks for a log: a unit as its lines have it, a word of them, one of its name; and a word that it never had against it. */
const UNIT = 0.6
const WORD = 0.4
const NAME = 0.6
const MISSED = 0.12

/** The line; none: nothing of the message is as the log's lines are. */
export function lineFor(group: Log, { heard, figures, today, groups }: Told): readonly Found[] {
  const [first] = figures.filter(({ isOrder }) => isOrder)
  const said = first?.thing ?? heard
  if (LATER.test(said) || said.split(/\s+/).length > LONGEST) return []
  const line = logLine(group, said, today)
  if (line === undefined) return []
  const texts = group.entries.map(({ text }) => text)
  const units = unitsIn(said).filter((unit) => texts.some((text) => unitsIn(text).includes(unit)))
  const there = tellingOf(texts.join(' '))
  const stems = tellingOf(said.replace(WHEN, '')).filter((stem) => !/^\d/.test(stem))
  const shared = stems.filter((stem) => there.some((one) => isSame(stem, one)))
  const about = tellingOf(group.about)
  const named = stems.filter((stem) => about.some((one) => isSame(stem, one) || stem.startsWith(one)))
  const where = placed(first?.place ?? '', group, groups)
  if (units.length === 0 && named.length === 0 && where === 0) return []
  const missed = stems.length - new Set([...shared, ...named]).size
  const score = units.length * UNIT + shared.length * WORD + named.length * NAME + where - missed * MISSED
  return [{ group, line, score }]
}

/** What stands behind figures: `km`, `bikes`. */
function unitsIn(text: string): readonly string[] {
  return [...text.matchAll(/\d\s?(?<unit>\p{L}+)/gu)].map(({ groups }) =>
    baseOf(wordsIn(groups?.unit ?? '')[0] ?? ''),
  )
}
