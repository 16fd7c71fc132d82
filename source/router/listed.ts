/** One verb for several values ("read both a.md and b.md", "label /opt/a as A and /opt/b as B"): a request for each. Pure. */

/** "12.03.2026" is none. */
const PATH = String.raw`(?![\d./-]+(?:\s|$))(?:[\p{L}\p{N}_@~-][\p{L}\p{N}_.@~/-]*)?[./][\p{L}\p{N}_.@/-]*[\p{L}\p{N}_/]`
/** A path, with what is said of it. */
const ITEM = new RegExp(`^(?:the\\s+)?(${PATH})(?:\\s+(\\p{L}.*?))?[\\s?.!]*$`, 'u')
/** The first one, behind its verb. Of several paths the last one, unless something is said of an earlier one. */
const FIRST = new RegExp(
  `^(\\p{L}.*?\\s)(${PATH})(?:\\s+((?:as|with|to|saying|containing|from|in|under)\\s.*?))?[\\s?.!,]*$`,
  'u',
)
/** Said once behind the last one, it is said of all: "a.py, b.py and c.py from src". */
const OF_ALL = /^(?:from|in|inside|under|of)\s/iu
/** A text and where it goes: "write hello to a.txt and bye to b.txt". */
const GOES = new RegExp(`^(.+?)\\s+((?:to|into|in)\\s+(?:the\\s+)?${PATH})[\\s?.!]*$`, 'iu')
/** Where or what about, at the end: "find TODO in src and in docs". */
const PLACE =
  /^(in|about|from|at|for)\s+(?!wh|how\b)((?:(?:the|my|our)\s+)?(?:(?:folder|directory)\s+)?\S+(?:\s+\S+)?)$/iu
const IS_PATH = new RegExp(
  `^(?:the\\s+|my\\s+)?(?:(?:folder|directory)\\s+)?(?:${PATH}|[\\p{L}\\p{N}_-]+)$`,
  'iu',
)

/** The requests of a list whose pieces are `texts` (the joining words are gone); undefined: it is no such list. */
export function spreadList([first, ...others]: readonly string[]): readonly string[] | undefined {
  if (first === undefined || others.length === 0) return undefined
  return (
    eachPath(first, others) ??
    eachText(first, others) ??
    eachPlace(first, others) ??
    eachClock(first, others) ??
    eachOne(first, others)
  )
}

const NUMBERS = /(?<![\d.,:/-])#?\d+(?:\s*,\s*#?\d+)*,?\s*(?:and|&|n)\s+#?\d+(?![\d.,:/-]*\d)/giu

/** "tick off reminders 17 and 18", "timers for 5, 10 and 15 minutes": the message once for each; undefined: it has no such list, or two. */
export function eachNumber(message: string): readonly string[] | undefined {
  const [list, ...more] = message.matchAll(NUMBERS)
  if (list === undefined || more.length > 0) return undefined
  const behind = message.slice(list.index + list[0].length)
  return (list[0].match(/\d+/g) ?? []).map((one) => `${message.slice(0, list.index)}${one}${behind}`)
}

function eachPath(first: string, others: readonly string[]): readonly string[] | undefined {
  const head = FIRST.exec(first)
  const items = others.map((text) => ITEM.exec(text))
  if (head === null || items.includes(null) || ITEM.test(first)) return undefined
  const verb = (head[1] ?? '').replace(/\bboth\s+/i, '')
  const paths = [head[2], ...items.map((item) => item?.[1])]
  const said = [head[3], ...items.map((item) => item?.[2])]
  const last = said.at(-1)
  if (said.slice(0, -1).every((one) => one === undefined)) {
    if (last !== undefined && !OF_ALL.test(last)) return undefined
    return paths.map((path) => joined(`${verb}${path}`, last))
  }
  const words = new Set(said.map((one) => one?.split(/\s/)[0]?.toLowerCase()))
  return words.size === 1 ? paths.map((path, at) => joined(`${verb}${path}`, said[at])) : undefined
}

function eachText(first: string, others: readonly string[]): readonly string[] | undefined {
  const [verb, rest] = [first.slice(0, first.indexOf(' ') + 1), first.slice(first.indexOf(' ') + 1)]
  const all = [rest, ...others].map((text) => GOES.exec(text))
  const words = new Set(all.map((one) => one?.[2]?.split(/\s/)[0]?.toLowerCase()))
  if (verb === '' || all.includes(null) || words.size !== 1) return undefined
  return all.map((one) => `${verb}${one?.[1]} ${one?.[2]}`)
}

function eachPlace(first: string, others: readonly string[]): readonly string[] | undefined {
  const isQuestion = /\?\s*$/.test(others.at(-1) ?? '')
  const places = others.map((text) => PLACE.exec(text.replace(/[\s?.!]+$/, '')))
  const word = places[0]?.[1]?.toLowerCase()
  const at = word === undefined ? -1 : first.toLowerCase().lastIndexOf(` ${word} `)
  if (at < 0 || places.some((place) => place?.[1]?.toLowerCase() !== word)) return undefined
  const own = first.slice(at + 1)
  const isPlaces =
    word !== 'about' &&
    word !== 'for' &&
    [own.replace(/^\S+\s+/, ''), ...places.map((place) => place?.[2] ?? '')].every((one) => IS_PATH.test(one))
  if (!PLACE.test(own) || !(isQuestion || isPlaces)) return undefined
  const end = isQuestion ? '?' : ''
  return [own, ...places.map((place) => place?.[0])].map((place) => `${first.slice(0, at)} ${place}${end}`)
}

const CLOCK = String.raw`(?:\d{1,2}(?:[:.]\d{2})?(?:\s*[ap]\.?m\.?)?|noon|midnight)`
const DAY = String.raw`(?:\s+(?:today|tonight|tom+or+ow|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)days?))?`
const AT_CLOCK = new RegExp(`^(.*\\S\\s+(?:at|for)\\s+)${CLOCK}(${DAY})$`, 'iu')
const MORE_CLOCK = new RegExp(
  `^(?:(?:another|also|again|one)\\s+)*(?:(?:at|for)\\s+)?(${CLOCK})(${DAY})[\\s.!]*$`,
  'iu',
)

/** "Wake me at 6:30 and at 7 tomorrow", "an alarm for 7 am and another one for 8 am". */
function eachClock(first: string, others: readonly string[]): readonly string[] | undefined {
  const head = AT_CLOCK.exec(first)
  const clocks = others.map((text) => MORE_CLOCK.exec(text))
  if (head === null || clocks.includes(null)) return undefined
  const [, request = '', day = ''] = head
  const lastDay = clocks.at(-1)?.[2] ?? ''
  const own = first.slice(request.length)
  return [
    `${request}${own}${day === '' ? lastDay : ''}`,
    ...clocks.map((clock) => `${request}${clock?.[1]}${clock?.[2] || day || lastDay}`),
  ]
}

const TIMED = /\d|\b(?:today|tonight|tom+or+ow|\p{L}+day|noon|midnight)\b/iu

/**
 * "To buy stamps on Friday" behind `before`, "remind me to call Rui at 5": a request of its own, each with a time; undefined: it is none.
 */
export function nextDeed(before: string, text: string): string | undefined {
  const lead = /^.*?\bremind me (?=to\s)/iu.exec(before)?.[0]
  const isOne = /^to\s+\p{L}/iu.test(text) && TIMED.test(before) && TIMED.test(text)
  return lead === undefined || !isOne ? undefined : `${lead}${text}`
}

const ONE = /^(.*?\ban?\s+)(\S+(?:\s+\S+)??)(\s+)(timer|alarm|reminder|note)\b(.*)$/iu
const OTHER_ONE = /^an?(?:other)?\s+(\S+(?:\s+\S+)??)\s+one\b(.*)$/iu

/** "Start a 20 minute timer for the laundry and a 5 minute one for the tea". */
function eachOne(first: string, others: readonly string[]): readonly string[] | undefined {
  const head = ONE.exec(first)
  const more = others.map((text) => OTHER_ONE.exec(text))
  if (head === null || more.includes(null)) return undefined
  const [, lead = '', , gap = ' ', noun = ''] = head
  return [first, ...more.map((one) => `${lead}${one?.[1]}${gap}${noun}${one?.[2]}`)]
}

function joined(request: string, said: string | undefined): string {
  return said === undefined ? request : `${request} ${said}`
}
