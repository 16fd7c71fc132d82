// Names that people use for units. Definitions: SI brochure; NIST Handbook 44 (US customary), UK Weights and Measures Act (imperial). Pure.

/** What a name stands for: `factor` × `base`, where mathjs knows `base`. */
export interface NamedUnit {
  readonly factor: string
  readonly base: string
  /** How it is written in an answer. */
  readonly shown: string
  /** `length`, `mass` …, for "a metre measures length". */
  readonly measure: string
  /** In lower case, but for those where the case decides. */
  readonly names: readonly string[]
}

/** `shown | factor base | name, name, …` */
const TABLE: { readonly [measure: string]: readonly string[] } = {
  length: [
    'nm|1e-9 m|nm, nanometre, nanometer',
    'µm|1e-6 m|µm, μm, um, micron, micrometre, micrometer',
    'mm|0.001 m|mm, millimetre, millimeter, mil, mils',
    'cm|0.01 m|cm, cms, centimetre, centimeter',
    'dm|0.1 m|dm, decimetre, decimeter',
    'm|1 m|m, metre, meter, mtr, mtrs',
    'km|1000 m|km, kms, kilometre, kilometer, klick, k',
    `in|0.0254 m|in, inch, inches, inchs, ", ″, '', ins`,
    "ft|0.3048 m|ft, foot, feet, foots, feets, ', ′",
    'yd|0.9144 m|yd, yds, yard',
    'mi|1609.344 m|mi, mile, mls, statute mile, english mile',
    'nmi|1852 m|nmi, NM, nautical mile, sea mile, nautic mile, naut mile, nautical mi',
    'furlongs|201.168 m|furlong',
    'leagues|4828.032 m|league',
    'fathoms|1.8288 m|fathom',
    'chains|20.1168 m|chain',
    'hands|0.1016 m|hand',
    'thou|0.0000254 m|thou, mil, mils',
    'Å|1e-10 m|å, angstrom, ångström',
    'au|149597870700 m|au, astronomical unit',
    'light-years|9460730472580800 m|ly, light year, light-year, lightyear',
    'pc|30856775814913673 m|pc, parsec',
  ],
  mass: [
    'µg|1e-9 kg|µg, μg, ug, mcg, microgram',
    'mg|1e-6 kg|mg, milligram, milligramme',
    'g|0.001 kg|g, gr, gm, gms, gram, gramme, grm',
    'kg|1 kg|kg, kgs, kilo, kilogram, kilogramme, kilogramm, kilogramms',
    't|1000 kg|t, tonne, metric ton, metric tonne',
    'US tons|907.18474 kg|ton, short ton, us ton',
    'long tons|1016.0469088 kg|long ton, imperial ton, uk ton',
    'oz|0.028349523125 kg|oz, ounce, onz, us oz, us ounce, imperial oz, imperial ounce, uk oz, uk ounce, avoirdupois ounce',
    'lb|0.45359237 kg|lb, lbs, pound, punds, lbm',
    'st|6.35029318 kg|st, stone',
    'troy oz|0.0311034768 kg|troy ounce, troy oz, ozt, ounce of gold, oz of gold, gold ounce, ounce gold, oz gold, ounce of silver, oz of silver, silver ounce, ounce silver, oz silver, ounce of platinum, oz of platinum, ounce of palladium, oz of palladium',
    'carats|0.0002 kg|ct, carat, karat',
    'grains|0.00006479891 kg|grain',
    'cwt|50.80234544 kg|cwt, hundredweight',
  ],
  temperature: [
    '°C|1 degC|°c, c, celsius, celcius, celsus, centigrade, degc, deg c, degree, º, ºc, celsius degree, degrees c',
    '°F|1 degF|°f, f, fahrenheit, farenheit, fahrenheight, degf, deg f, degree, ºf, degrees f',
    'K|1 K|k, kelvin, °k',
    '°R|1 degR|°r, rankine',
  ],
  volume: [
    'ml|0.001 L|ml, mls, millilitre, milliliter, mil, mils',
    'cm³|0.001 L|cc, cm3, cm³, cubic centimetre, cubic centimeter',
    'cl|0.01 L|cl, centilitre, centiliter',
    'dl|0.1 L|dl, decilitre, deciliter',
    'l|1 L|l, ltr, ltrs, litre, liter, liters, litres, dm3, dm³',
    'hl|100 L|hl, hectolitre, hectoliter',
    'm³|1000 L|m3, m³, m^3, cubic metre, cubic meter, cbm',
    'mm³|1e-6 L|mm3, mm³',
    'km³|1e12 L|km3, km³, cubic kilometre, cubic kilometer',
    'US cups|0.2365882365 L|cup, us cup',
    'metric cups|0.25 L|metric cup, australian cup',
    'US tbsp|0.01478676478125 L|tbsp, tbsps, tablespoon, tblsp, us tbsp',
    'US tsp|0.00492892159375 L|tsp, tsps, teaspoon, us tsp',
    'US fl oz|0.0295735295625 L|fl oz, floz, fluid ounce, fl. oz, oz fl, us fl oz, oz, ounce, us oz, us ounce',
    'US pints|0.473176473 L|pint, pt, us pint',
    'US quarts|0.946352946 L|quart, qt, us quart',
    'US gallons|3.785411784 L|gallon, gal, gals, us gallon, gallons us',
    'imperial fl oz|0.0284130625 L|imperial fl oz, imperial fluid ounce, uk fl oz, uk fluid ounce, imperial oz, imperial ounce, uk oz, uk ounce',
    'imperial pints|0.56826125 L|imperial pint, uk pint, british pint',
    'imperial quarts|1.1365225 L|imperial quart, uk quart',
    'imperial gallons|4.54609 L|imperial gallon, uk gallon, british gallon',
    'in³|0.016387064 L|in3, in³, cubic inch, cubic inches, cu in',
    'ft³|28.316846592 L|ft3, ft³, cubic foot, cubic feet, cu ft, cuft',
    'yd³|764.554857984 L|yd3, yd³, cubic yard, cu yd',
    'oil barrels|158.987294928 L|barrel, bbl, oil barrel',
  ],
  area: [
    'mm²|1e-6 m^2|mm2, mm², sq mm, square millimetre, square millimeter',
    'cm²|0.0001 m^2|cm2, cm², sq cm, square centimetre, square centimeter',
    'm²|1 m^2|m2, m², m^2, sq m, sqm, square metre, square meter, qm',
    'ares|100 m^2|are, ar',
    'ha|10000 m^2|ha, hectare, hectar',
    'km²|1e6 m^2|km2, km², sq km, square kilometre, square kilometer',
    'in²|0.00064516 m^2|in2, in², sq in, square inch, square inches',
    'ft²|0.09290304 m^2|ft2, ft², sq ft, sqft, square foot, square feet',
    'yd²|0.83612736 m^2|yd2, yd², sq yd, square yard',
    'acres|4046.8564224 m^2|acre, ac',
    'mi²|2589988.110336 m^2|mi2, mi², sq mi, square mile',
  ],
  speed: [
    'm/s|1 m/s|m/s, mps, meters per second, metres per second, meter per second, metre per second, m per s',
    'km/h|1 km/hour|km/h, kmh, kph, kmph, km per hour, km/hr, kilometres per hour, kilometers per hour, kilometre per hour, kilometer per hour, k/h',
    'km/s|1000 m/s|km/s, kilometres per second, kilometers per second',
    'mph|1609.344 m/hour|mph, mi/h, miles per hour, miles an hour, mile per hour, miles/h',
    'ft/s|0.3048 m/s|ft/s, fps, feet per second',
    'knots|1852 m/hour|knot, kn, kt, kts',
  ],
  time: [
    'ns|1e-9 s|ns, nanosecond',
    'µs|1e-6 s|µs, us, microsecond',
    'ms|0.001 s|ms, millisecond',
    's|1 s|s, sec, secs, second',
    'min|60 s|min, mins, minute, m',
    'h|3600 s|h, hr, hrs, hour',
    'days|86400 s|d, day',
    'weeks|604800 s|week, wk, wks',
    'fortnights|1209600 s|fortnight',
    'months (30.44 days)|2629746 s|month',
    'years (365.2425 days)|31556952 s|year, yr, yrs, y',
    'decades|315569520 s|decade',
    'centuries|3155695200 s|century, centuries',
  ],
  energy: [
    'J|1 J|J, joule',
    'kJ|1000 J|kJ, kilojoule',
    'MJ|1e6 J|MJ, megajoule',
    'cal|4.184 J|cal, calorie, small calorie, gram calorie',
    'kcal|4184 J|kcal, kilocalorie, kcals, Cal, Calorie, Calories, food calorie, cal, calorie',
    'Wh|3600 J|Wh, watt hour, watt-hour, watthour',
    'kWh|3600000 J|kWh, kilowatt hour, kilowatt-hour, kilowatthour, kwhs, unit of electricity',
    'MWh|3.6e9 J|MWh, megawatt hour, megawatt-hour',
    'BTU|1055.05585262 J|btu, btus, british thermal unit',
    'eV|1.602176634e-19 J|eV, electronvolt, electron volt',
    'Nm|1 N*m|Nm, N m, N·m, newton metre, newton meter, newton-metre, newton-meter',
    'ft·lbf|1.3558179483314004 N*m|ft lb, ft-lb, lb ft, lb-ft, ft lbs, ft-lbs, foot pound, foot-pound, pound foot, pound-foot, ft lbf, ftlb, lbft',
  ],
  power: [
    'mW|0.001 W|mW, milliwatt',
    'W|1 W|W, watt',
    'kW|1000 W|kW, kilowatt',
    'MW|1e6 W|MW, megawatt',
    'GW|1e9 W|GW, gigawatt',
    'hp|745.69987158227022 W|hp, horsepower, bhp, horse power',
    'PS|735.49875 W|PS, metric horsepower, cv',
    'BTU/h|0.29307107017222 W|btu/h, btu per hour, btu/hr',
  ],
  pressure: [
    'Pa|1 Pa|Pa, pascal',
    'hPa|100 Pa|hPa, hectopascal, mbar, millibar',
    'kPa|1000 Pa|kPa, kilopascal',
    'MPa|1e6 Pa|MPa, megapascal',
    'bar|100000 Pa|bar',
    'psi|6894.757293168361 Pa|psi, pounds per square inch, lbs per square inch',
    'atm|101325 Pa|atm, atmosphere',
    'mmHg|133.322387415 Pa|mmhg, mm of mercury, mm hg, millimetre of mercury, millimeter of mercury',
    'torr|133.32236842105263 Pa|torr',
    'inHg|3386.388640341 Pa|inhg, inches of mercury, inch of mercury, inches hg, inch hg',
  ],
  force: [
    'N|1 N|N, newton',
    'kN|1000 N|kN, kilonewton',
    'lbf|4.4482216152605 N|lbf, pound force, pound-force, pounds of force, pound',
    'kgf|9.80665 N|kgf, kilogram force, kilopond, kp',
  ],
  frequency: [
    'Hz|1 Hz|hz, hertz',
    'kHz|1000 Hz|khz, kilohertz',
    'MHz|1e6 Hz|MHz, mhz, megahertz',
    'GHz|1e9 Hz|ghz, gigahertz',
    'rpm|1 min^-1|rpm, revolutions per minute, turns per minute',
  ],
  angle: [
    'degrees|1 deg|deg, degree, °, º',
    'rad|1 rad|rad, radian',
    'gon|1 grad|grad, gon, gradian',
    'arcminutes|1 arcmin|arcmin, arcminute, minute of arc',
    'arcseconds|1 arcsec|arcsec, arcsecond, second of arc',
    'turns|1 cycle|turn, revolution, full circle',
  ],
  data: [
    'bits|1 b|b, bit',
    'kbit|1000 b|kbit, kilobit, Kb',
    'Mbit|1e6 b|Mb, mbit, megabit',
    'Gbit|1e9 b|Gb, gbit, gigabit',
    'bytes|1 B|B, byte',
    'kB|1000 B|kB, KB, kb, kilobyte',
    'MB|1e6 B|MB, megabyte, mb, meg, megs',
    'GB|1e9 B|GB, gigabyte, gb, gig, gigs',
    'TB|1e12 B|TB, terabyte, tb',
    'PB|1e15 B|PB, petabyte, pb',
    'KiB|1024 B|KiB, kibibyte',
    'MiB|1048576 B|MiB, mebibyte',
    'GiB|1073741824 B|GiB, gibibyte',
    'TiB|1099511627776 B|TiB, tebibyte',
  ],
  'data rate': [
    'Mbit/s|1e6 b/s|Mbit/s, mbps, Mb/s, megabits per second, mbit/s',
    'Gbit/s|1e9 b/s|Gbit/s, gbps, Gb/s, gigabits per second, gbit/s',
    'kbit/s|1000 b/s|kbit/s, kbps, kilobits per second',
    'MB/s|1e6 B/s|MB/s, mb/s, megabytes per second, MBps',
    'GB/s|1e9 B/s|GB/s, gb/s, gigabytes per second, GBps',
    'kB/s|1000 B/s|kB/s, KB/s, kb/s, kilobytes per second',
  ],
}

/** Every unit of the table. */
export const UNITS: readonly NamedUnit[] = Object.entries(TABLE).flatMap(([measure, rows]) =>
  rows.map((row) => {
    const [shown = '', definition = '', names = ''] = row.split('|')
    const [factor = '', base = ''] = definition.split(' ')
    return { factor, base, shown, measure, names: names.split(', ') }
  }),
)

const WHOLE = `(?:nano|micro|milli|centi|deci|hecto|kilo|mega|giga|tera)?(?:met(?:er|re)|lit(?:er|re)|gram(?:me)?|watt(?:[- ]hour)?|joule|pascal|hertz|byte|bit|calorie|newton)|kilo|inche?|f(?:oo|ee)t|yard|mile|acre|hectare?|league|furlong|fathom|ounce|pound|stone|tonne|ton|carat|grain|pint|quart|gallon|cup|tablespoon|teaspoon|barrel|degrees?(?: [cf](?:elsius|ahrenheit)?)?|cel[sc]ius|centigrade|fahrenheit|farenheit|kelvin|knot|horse ?power|atmosphere|light[- ]year`
const SHORT = String.raw`[nµμumcdk]m|[µμmk]?g|[mcdh]?l|n?mi|ft|yd|oz|lb|st|ha|cc|t|tbsp|tsp|gal|pt|qt|(?:°|º|deg)\s?[cfk]|[cfk]|m|mp[hg]|k(?:m/?|p)h|k[nt]|[kmg]?wh?|k?j|k?cal|btu(?:/h)?|[kmg]?hz|[hkm]?pa|b?hp|ps|[kmgtp]i?b|[kmg]bps|[kmg]bit|bar|atm|psi`
/**
 * An expression for the usual names of units in a sentence, but for those of time, which stand in every story. Not all of them: an expression
 * has 4,000 characters at most, and "are" and "in" are mostly other words. A rate ("60 km per hour") is left to the model.
 */
export const UNIT_WORD = `(?:(?:(?:square|sq\\.?|cubic|nautical|us|uk|imperial|fluid|fl\\.?|metric|troy) ?)?(?:${WHOLE}|${SHORT})[²³23]?s?|in(?!\\s+\\p{L}))(?![\\p{L}\\p{N}/^²³]|-\\p{L}|\\s+(?:per|an?|of (?:mercury|gold|silver|platinum|palladium|arc|electricity)|imperial|british|american|nautical|metric|troy|hg|(?:uk|us)(?=\\s+(?:in|to|into|as)\\b))\\b)`

/** Names of money: rates change every day, so none is converted. */
export const MONEY =
  /^(?:[$€£¥₹₽₿]|(?:us|american|canadian|australian|hong kong)?\s*(?:dollars?|bucks?)|us money|american money|euros?|pounds? sterling|british pounds?|sterling|quid|pence|cents?|yen|yuan|renminbi|rupees?|rubles?|roubles?|francs?|swiss francs?|kron(?:a|or|er|e)|zlot(?:y|ys)|forints?|liras?|pesos?|reals?|reais|rand|won|shekels?|dirhams?|bitcoins?|ether(?:eum)?|usd|eur|gbp|jpy|cny|rmb|inr|rub|chf|sek|nok|dkk|pln|huf|czk|try|mxn|brl|zar|krw|ils|aed|cad|aud|nzd|hkd|sgd|thb|btc|eth)$/iu
