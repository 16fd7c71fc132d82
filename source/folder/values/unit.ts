// What may stand beside a number as its unit. Pure.
import { isCalendarName } from './calendar-names.ts'

/** Currencies written with letters that are no code of ISO 4217. */
const LETTER_CURRENCIES = new Set([
  'kr',
  'kr.',
  'Kč',
  'zł',
  'Ft',
  'Rs',
  'Rs.',
  'RM',
  'Fr',
  'Fr.',
  'lei',
  'Lei',
])

/** Symbols of SI, of what is used with it, and of imperial measures. */
const SYMBOLS = new Set(
  (
    'h min s ms d km m cm mm µm nm kg g mg µg t l L ml mL cl dl hl ha a Wh kWh MWh W kW MW V mV A mA Ah mAh Hz kHz MHz GHz ' +
    'Pa hPa kPa bar mbar J kJ K C F kcal cal B kB KB MB GB TB km/h m/s mph kn kt nm NM °C °F ° % ‰ m² m³ cm² cm³ km² ' +
    'bit/s kbit/s Mbit/s Gbit/s Mbps Gbps kB/s MB/s GB/s KiB MiB GiB TiB mol mmol VA kVA N Nm kN MPa GPa Ω kΩ MΩ µF nF pF mH ' +
    'ft in yd mi lb lbs oz gal pt qt hr hrs sec px pt dB lm lx rpm bpm pcs'
  ).split(' '),
)

/** Every form in which a time of the day ends. */
const DAY_HALF = /^[ap]\.?m\.?$/i

let currencyCodes: ReadonlySet<string> | undefined

/** Whether it is a currency's sign or code: `€`, `US$`, `EUR`, `kr`. */
export function isCurrency(text: string): boolean {
  if (/^\p{L}{0,3}\p{Sc}$/u.test(text) || LETTER_CURRENCIES.has(text)) return true
  if (!/^[A-Z]{3}$/.test(text)) return false
  currencyCodes ??= new Set(Intl.supportedValuesOf('currency'))
  return currencyCodes.has(text)
}

/** Whether it is a unit whatever the rest of the column says; other short words are where the column repeats them. */
export function isKnownUnit(text: string): boolean {
  return SYMBOLS.has(text) || /^[\p{Sc}%‰°]/u.test(text) || isCurrency(text.replace(/\/.*$/u, ''))
}

/** Whether a word behind a number may be its unit at all: `am`, `March` and `Mon` are not. */
export function mayBeUnit(text: string): boolean {
  return SYMBOLS.has(text) || (text.length <= 12 && !DAY_HALF.test(text) && !isCalendarName(text))
}
