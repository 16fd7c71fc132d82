// Units behind numbers: "2 kg" is not put into the 500 of `500 g`. Pure.
import { isLike, type Typed, writtenLike } from './typed.ts'

interface Unit {
  readonly of: string
  /** The same for all its spellings. */
  readonly name: string
  /** With what stands before it. */
  readonly written: string
}

/** Each with its spellings; a plural is one by its `s`. */
const UNITS: readonly (readonly [of: string, names: string])[] = [
  ['mass', 'mg|milligram; g|gram|gramme|gr; kg|kilo|kilogram|kilogramme; oz|ounce; lb|lbs'],
  ['volume', 'ml|millilitre|milliliter; cl; dl; l|litre|liter|ltr; pint|pt; gallon; cup; tbsp; tsp'],
  [
    'length',
    'mm; cm|centimetre|centimeter; m|metre|meter; km|kilometre|kilometer; mile|mi; inch|inches; ft|foot|feet',
  ],
  ['time', 'ms; sec|second|s; min|minute|mins; h|hr|hour; day; week|wk; month; year|yr; night'],
  ['heat', 'c|°c|celsius; f|°f|fahrenheit; °|degree'],
  ['power', 'w|watt; kw; wh; kwh'],
  ['share', '%|percent'],
  [
    'count',
    'pack|packet|pkt; bag; tin; cans; jar; box|boxes; bottle|btl; sack; piece|pc; bunch|bunches; crate; carton; roll',
  ],
  ['times', 'k; thousand; million|mio|mln; dozen'],
]
const KNOWN: ReadonlyMap<string, { readonly of: string; readonly name: string }> = new Map(
  UNITS.flatMap(([of, names]) =>
    names.split('; ').flatMap((spellings) => {
      const all = spellings.split('|')
      return all.map((one) => [one, { of, name: all[0] ?? '' }] as const)
    }),
  ),
)
/** What has no unit of its own may be any of these: degrees, percent, jars. */
const LOOSE = /^(?:heat|share|count)$/u

const MEASURES = /^(?:mass|volume|length|power)$/u

/** The one right behind a number; undefined: none that is known. */
function unitBehind(text: string): Unit | undefined {
  const [written, word = ''] = /^\s?(°?\p{L}+|%|°)/u.exec(text) ?? []
  const found = unitCalled(word)
  return found && written !== undefined ? { ...found, written } : undefined
}

function unitCalled(word: string) {
  const plain = word.toLowerCase()
  return KNOWN.get(plain) ?? (plain.length > 2 ? KNOWN.get(plain.replace(/s$/u, '')) : undefined)
}

/** `kg`, `hold_min`, `distance (km)`: the last word of the name that is one; a letter alone is none, and a `day` alone is no measure. */
function unitOfName(name: string) {
  const words = name.match(/[\p{L}%]+/gu) ?? []
  const units = words.filter((word) => word.length > 1).flatMap((word) => unitCalled(word) ?? [])
  return units.filter(({ of }) => words.length > 1 || MEASURES.test(of)).at(-1)
}

/** `text` with `value` of the message in the place of `there`; undefined: its unit is of another kind, or nothing tells how much it is. */
export function replaced(
  text: string,
  there: Typed,
  value: Typed,
  { message, name, isNamed }: { readonly message: string; readonly name: string; readonly isNamed: boolean },
): string | undefined {
  const behind = text.slice(there.to)
  const isAlike = isNamed && isLike(value, there)
  const end = value.kind === 'number' ? behindNumber(message.slice(value.to), behind, name, isAlike) : behind
  return end === undefined ? undefined : text.slice(0, there.from) + writtenLike(value, there) + end
}

function behindNumber(said: string, behind: string, name: string, isAlike: boolean): string | undefined {
  const [unit, here] = [unitBehind(said), unitBehind(behind)]
  const there = here ?? unitOfName(name)
  if (unit === undefined || unit.name === there?.name) return behind
  if (there === undefined) {
    const isOpen = LOOSE.test(unit.of) || (isAlike && unit.of !== 'times')
    return isOpen && !/^\s?\p{L}/u.test(behind) ? behind : undefined
  }
  if (unit.of !== there.of) return undefined
  if (unit.name === '°') return behind
  return here && unit.written + behind.slice(here.written.length)
}
