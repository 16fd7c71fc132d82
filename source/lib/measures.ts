// What is measured by a unit, and by what such a value is called. Pure.

interface Measure {
  readonly name: string
  /** Its units as they are written, an expression for each. */
  readonly units: readonly string[]
  /** What such a value is called beside its name. */
  readonly words: string
}

const MEASURES: readonly Measure[] = [
  { name: 'speed', units: ['km/h', 'mph', 'm/s', 'knots?|kn'], words: 'speed fast' },
  {
    name: 'area',
    units: [
      'm²|m2|sq ?m|square met(?:er|re)s?',
      'sq ?ft|square (?:feet|foot)',
      'square yards?',
      'square miles?',
      'hectares?|ha',
      'acres?',
    ],
    words: 'area size',
  },
  {
    name: 'volume',
    units: [
      'm³|m3|cubic met(?:er|re)s?',
      'ml|millilit(?:er|re)s?',
      'cl',
      'dl',
      'lit(?:er|re)s?|l',
      'gallons?',
      'pints?',
      'cups?',
      'quarts?',
      'fl ?oz',
    ],
    words: 'volume amount',
  },
  {
    name: 'distance',
    units: [
      'km|kilomet(?:er|re)s?',
      'miles?|mi',
      'cm|centimet(?:er|re)s?',
      'mm|millimet(?:er|re)s?',
      'ft|feet|foot',
      'inch(?:es)?',
      'yards?',
      'met(?:er|re)s?|m',
    ],
    words: 'distance length long far tall height',
  },
  {
    name: 'weight',
    units: [
      'kg|kilos?|kilograms?',
      'mg',
      'lbs?|pounds?',
      'oz|ounces?',
      'stones?',
      'tonnes?|tons?',
      'grams?|g',
    ],
    words: 'weight heavy',
  },
  {
    name: 'temperature',
    units: [
      '°\\s?c|(?:degrees? )?celsius|degrees? c',
      '°\\s?f|(?:degrees? )?fahrenheit|degrees? f',
      'degrees?',
    ],
    words: 'temperature temp heat hot warm',
  },
  { name: 'energy', units: ['kwh', 'mwh', 'wh'], words: 'energy consumption' },
  { name: 'power', units: ['kw', 'watts?|w'], words: 'power' },
  { name: 'data', units: ['tb', 'gb', 'mb', 'kb'], words: 'size' },
  { name: 'share', units: ['percent|per cent|%'], words: 'percentage rate share' },
  {
    name: 'money',
    units: ['euros?|eur|€', 'dollars?|usd|\\$', 'gbp', 'chf|francs?', 'cents?'],
    words: 'price cost sum',
  },
]

/** Every unit that is known, the longer ones of a measure first. */
export const UNIT = MEASURES.flatMap(({ units }) => units).join('|')

const TIME = /\d\s*-?(?:hours?|hrs?|h|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?)\b/iu
const DATE =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/iu
const CLOCK = /^\d{1,2}:\d{2}|^\d{1,2}\s*[ap]m$/iu

/** What a value such as `230 °C` measures, and the words for it; `number`: nothing that is known. */
export function measureOf(value: string): { readonly measure: string; readonly words: string } {
  if (DATE.test(value)) return { measure: 'date', words: 'date day' }
  if (CLOCK.test(value)) return { measure: 'clock', words: 'time hour clock' }
  if (TIME.test(value)) return { measure: 'time', words: 'time duration length long' }
  if (/^[$€£]/.test(value)) return { measure: 'money', words: 'price cost sum' }
  const found = MEASURES.find(({ units }) =>
    new RegExp(`\\d[\\s-]?(?:${units.join('|')})$`, 'iu').test(value),
  )
  return { measure: found?.name ?? 'number', words: found?.words ?? 'number amount value' }
}

/** Units of measures into which something is converted. */
const CONVERTED = ['speed', 'area', 'volume', 'distance', 'weight', 'temperature']
const LONG_UNITS = '(?:day|week|month|year)s?'
const COUNTS = new RegExp(
  `\\b(?<unit>${LONG_UNITS})\\b.{0,24}\\b(?:(?<since>since|ago)|until|till|til|to go|left|before|away|from now|to)\\b`,
  'iu',
)

/** What a request wants of one value: what it measures, and how that is asked plainly; undefined: it is that already. */
export interface Wanted {
  readonly measure: string
  plainly(value: string): string | undefined
}

const AHEAD =
  /^(?<lead>.*\bremind me\b.*?\b(?:an?|the|one|two|three|four|five|six|seven|ten|\d+)\s+(?<unit>minute|hour|day|week|month)s?\s+before)\s+(?<rest>.+)$/iu

/** A conversion ("in miles"), the days to a date, or a reminder so long before it; undefined: none is plain. */
export function wantedOf(request: string): Wanted | undefined {
  const ahead = AHEAD.exec(request)?.groups
  if (ahead !== undefined)
    return {
      measure: /^(?:minute|hour)$/iu.test(ahead.unit ?? '') ? 'clock' : 'date',
      plainly: (value) => `${ahead.lead} ${value}, ${ahead.rest}`,
    }
  for (const { name, units } of MEASURES) {
    if (!CONVERTED.includes(name)) continue
    const into = new RegExp(
      `(?:\\b(?:in|into|to|as|many)|^)\\s+(?:the\\s+)?(?<unit>${units.join('|')})(?![\\p{L}\\p{N}])`,
      'giu',
    )
    const named = [...request.matchAll(into)].map(({ groups }) => groups?.unit ?? '')
    if (named.length === 0) continue
    const plainly = (value: string) => {
      const unit = named.find((one) => !isSameUnit(value, one, units))
      return unit && `convert ${value} to ${unit}`
    }
    return { measure: name, plainly }
  }
  if (/\bhow old\b/iu.test(request))
    return { measure: 'date', plainly: (value) => `how many years since ${value}` }
  const { unit, since } = COUNTS.exec(request)?.groups ?? {}
  if (unit === undefined) return undefined
  const many = `how many ${unit.replace(/s?$/iu, 's')}`
  return {
    measure: 'date',
    plainly: (value) => (since === undefined ? `${many} until ${value}` : `${many} since ${value}`),
  }
}

/** Whether a value has this unit already: `9 kg`, kilos. */
function isSameUnit(value: string, unit: string, units: readonly string[]): boolean {
  const own = units.find((one) => new RegExp(`\\d[\\s-]?(?:${one})$`, 'iu').test(value))
  return own !== undefined && new RegExp(`^(?:${own})$`, 'iu').test(unit)
}

const PERIODS: readonly (readonly [short: string, long: string, times: number])[] = [
  ['month', 'year', 12],
  ['week', 'year', 52],
  ['day', 'year', 365],
  ['day', 'week', 7],
  ['hour', 'day', 24],
]

/** `11.9 times 12`: what comes of a value each month in a year; undefined: nothing of that is asked. */
export function overPeriod(request: string, line: string, value: string): string | undefined {
  if (/\d/.test(request)) return undefined
  const found = PERIODS.find(
    ([short, long]) =>
      new RegExp(`\\b(?:a|an|per|each|every)\\s+${short}\\b|\\b${short}ly\\b`, 'iu').test(line) &&
      new RegExp(
        `\\b(?:a|an|per|each|every|one|whole|full|the)\\s+${long}\\b|\\b${long}ly\\b${long === 'year' ? '|\\bannual' : ''}`,
        'iu',
      ).test(request),
  )
  return found && `${value} times ${found[2]}`
}
