// Fuel use, through litres for 100 km: it has no factor, because more miles a gallon are fewer litres. Pure.

/** `factor`: litres for 100 km = factor / value, or value × factor where it is fuel for distance. */
export interface FuelUnit {
  readonly shown: string
  readonly factor: number
  readonly isDistance: boolean
}

const FUEL: readonly (readonly [name: RegExp, unit: FuelUnit])[] = [
  [
    /^(?:mpg|us mpg|mpg us|miles? (?:per|a|to the) (?:us )?gallon)$/iu,
    { shown: 'mpg (US)', factor: (3.785411784 / 1.609344) * 100, isDistance: true },
  ],
  [
    /^(?:(?:uk|imperial|british) mpg|mpg (?:uk|imperial)|miles? (?:per|a) (?:uk|imperial) gallon)$/iu,
    { shown: 'mpg (imperial)', factor: (4.54609 / 1.609344) * 100, isDistance: true },
  ],
  [
    /^(?:km\/l|kmpl|kilomet(?:re|er)s? per lit(?:re|er))$/iu,
    { shown: 'km/l', factor: 100, isDistance: true },
  ],
  [
    /^(?:mpl|mi(?:les?)?\/l|miles? (?:per|a|to the) lit(?:re|er))$/iu,
    { shown: 'miles per litre', factor: 100 / 1.609344, isDistance: true },
  ],
  [
    /^(?:l\/100 ?km|l per 100 ?km|lit(?:re|er)s? (?:per|for|a|on) (?:100|hundred|a hundred) ?(?:km|kilomet(?:re|er)s?))$/iu,
    { shown: 'l/100 km', factor: 1, isDistance: false },
  ],
]

/** The unit of that name; undefined for any other. */
export function findFuel(name: string): FuelUnit | undefined {
  const wanted = name
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/ ?\/ ?/gu, '/')
  return FUEL.find(([pattern]) => pattern.test(wanted))?.[1]
}

/** Litres for 100 km of a value in `unit`; its own inverse for distances. */
export function fuelLitres(value: number, { factor, isDistance }: FuelUnit): number {
  return isDistance ? factor / value : value * factor
}
