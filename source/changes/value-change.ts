// What a message changes of a value that has a name: "key code: 2290" of a note, a line of settings. Pure.
import type { Value } from './items.ts'
import { isRelative } from './relative.ts'
import { isLike, isSameValue, type Typed, typedIn } from './typed.ts'
import { replaced } from './units.ts'
import { isSame, tellingOf, tellingWithPairs } from './words.ts'

/** A name that may be shortened: `nzd`. */
const SHORT_KEY = 4

/** The line with what the message says in the place of its value; undefined: it is not plain. `about` are words of what it stands under, `siblings` stand there, too. */
export function valueLine(
  item: Value,
  about: readonly string[],
  siblings: readonly Value[],
  message: string,
): string | undefined {
  if (!BECOMES.test(message)) return undefined
  // The unit of a number names nothing: "90 seconds" is no `timeout_seconds`.
  const said = tellingWithPairs(
    message.replace(
      /(\d)\s*(?:hours?|minutes?|mins?|seconds?|days?|weeks?|months?|years?|nights?)(?!\p{L})/giu,
      '$1',
    ),
  )
  const names = tellingOf(item.text.replace(/_/g, ' '))
  const isNamed = (stem: string) =>
    said.some(
      (word) => isSame(word, stem) || (stem.length <= SHORT_KEY && word.length > 1 && stem.startsWith(word)),
    )
  const has = names.filter(isNamed)
  const above = about.filter((stem) => said.some((word) => isSame(word, stem)))
  const flag = flagLine(item, message, has.length > 0 || (above.length > 0 && SWITCH.test(item.text)))
  if (flag !== undefined) return flag
  const there = valuesIn(item)
  const fresh = typedIn(message).filter(
    (value) => !isRelative(message, value) && !there.some((one) => isSameValue(one, value)),
  )
  const [value, ...others] = fresh.filter(({ kind }) => there.some((one) => one.kind === kind))
  if (value === undefined)
    return has.length === names.length && isTold(has, above) ? textLine(item, names, message) : undefined
  if (others.length > 0) return undefined
  // What it is about has only one value of that kind, and no other is named.
  const isOther = (one: Value) => tellingOf(one.text.replace(/_/g, ' ')).some(isNamed)
  const isOnly =
    above.length > 0 &&
    siblings.every(
      (one) => one === item || (!isOther(one) && valuesIn(one).every((other) => !isLike(value, other))),
    )
  if (names.length > 0 && has.length < names.length / 2 && !isOnly) return undefined
  if (has.length + above.length === 0) return undefined
  const places = there.filter(({ kind }) => kind === value.kind)
  const place = placeFor(places, message)
  if (place === undefined) return undefined
  const text = replaced(item.whole.slice(item.from, item.to), place, value, {
    message,
    name: item.text.replace(/_/g, ' '),
    isNamed: true,
  })
  return text === undefined ? undefined : item.whole.slice(0, item.from) + text + item.whole.slice(item.to)
}

/** Dates, times and numbers of the value. */
export function valuesIn({ whole, from, to }: Value): readonly Typed[] {
  return typedIn(whole.slice(from, to))
}

/** Something becomes otherwise. */
const BECOMES =
  /(?<!\p{L})(?:is|are|be|been|now|should|must|has to|have to|new|makes?|set|chang\p{L}*|instead|till|until|from|will|moved?|moving|up to|down to|costs?|asks?|gets?|got|gets|goes|put|better|bring|raise|lower|switch|turn|can|pays?|knock|no more|mind|bump|heat|leave|left|keep|please|say|at last|finally|that.s|enable|disable)(?!\p{L})/iu

const FLAG = /^(?:on|off|yes|no|true|false|enabled|disabled)$/iu
const ON =
  /(?<!\p{L})(?:(?:switch|turn|put)(?:ed)? on|(?:switch|turn)(?:ed)? (?:.{1,30} )?back on|(?:switch|turn)(?:ed)? (?:\p{L}+ ){1,4}on(?=\W*$|\s+(?:please|now|again))|enable)(?!\p{L})/iu
const OFF = /(?<!\p{L})(?:(?:switch|turn|put)(?:ed)? (?:.{1,30} )?off|disable|no more|mute)(?!\p{L})/iu
const PAIRS = [
  ['on', 'off'],
  ['yes', 'no'],
  ['true', 'false'],
  ['enabled', 'disabled'],
]

/** Says only that it is on; what, stands above it. */
const SWITCH = /^(?:enabled?|active|on|state|status|value)$/iu

/** "No more sound please": `sound = on`. */
function flagLine({ whole, from, to }: Value, message: string, isNamed: boolean): string | undefined {
  const there = whole.slice(from, to)
  const [isOn, isOff] = [ON.test(message), OFF.test(message)]
  if (!isNamed || !FLAG.test(there) || isOn === isOff) return undefined
  const pair = PAIRS.find((one) => one.includes(there.toLowerCase()))
  const wanted = pair?.[isOn ? 0 : 1]
  return wanted === undefined ? undefined : whole.slice(0, from) + wanted + whole.slice(to)
}

/** Half of all files have such a name; by its stem. */
const COMMON = /^(?:nam|titl|typ|not|dat|tim|day|info|fil|path|folder|user|list|item)$/u

function isTold(has: readonly string[], above: readonly string[]): boolean {
  return has.some((stem) => !COMMON.test(stem)) || (has.length > 0 && above.length > 0)
}

/** "Is now Miss Chandra": what stands between is no part of a name; "is no longer" tells none. */
const SAID =
  /(?:(?<!\p{L})(?:is|are|be|becomes?|to)|:)\s+(?:now\s+)?(?!(?:be|now|not|no longer|never|still|being|going)(?!\p{L}))(?<value>[^\s,.;!?](?:[^,.;!?]|[.,]\S){0,40}?)(?:\s+(?:now|as of now|from now on|from today|please|instead))*[\s.!]*$/iu
const MOST_WORDS = 4
/** A number comes in the place of words only where these say that there is none yet: "set Tuesday's level to 3.5" is no `level: warning`. */
const NUMBER = /^[€$£]?-?\d[\d.,:]*[%€$£]?$/u
const OPEN_VALUE =
  /^(?:auto(?:matic)?|none|null|nil|default|unset|unknown|tb[acd]|open|empty|n\/?a|[?.–-]+)$/iu

const SAYS_CHANGED =
  /(?<!\p{L})(?:now|chang\p{L}*|set|should be|must be|new|instead|at last|finally|from today|renamed?|update[ds]?)(?!\p{L})/iu

/** "The scorer is Miss Chandra": words in the place of words. */
function textLine({ whole, from, to }: Value, names: readonly string[], message: string): string | undefined {
  const there = whole.slice(from, to)
  const said = SAID.exec(message)?.groups?.value
  if (
    said === undefined ||
    !SAYS_CHANGED.test(message) ||
    typedIn(there).length > 0 ||
    // It would be no plain value of the file any more.
    /["#]|:\s/.test(said) ||
    said.split(/\s+/).length > MOST_WORDS ||
    (NUMBER.test(said) && !OPEN_VALUE.test(there.replace(/["']/g, '')))
  )
    return undefined
  const isAboutName = tellingOf(said).some((word) => names.some((name) => isSame(word, name)))
  return isAboutName ? undefined : whole.slice(0, from) + said + whole.slice(to)
}

/** Of two, the first is when it begins. */
function placeFor(places: readonly Typed[], message: string): Typed | undefined {
  const [first, second, ...more] = places
  if (second === undefined || more.length > 0) return more.length > 0 ? undefined : first
  const ends = /(?<!\p{L})(?:clos\p{L}*|ends?|finish\p{L}*|till|until|shuts?)(?!\p{L})/iu.test(message)
  const begins = /(?<!\p{L})(?:opens?|opening|starts?|begins?)(?!\p{L})/iu.test(message)
  return ends === begins ? undefined : ends ? second : first
}
