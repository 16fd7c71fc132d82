// SQLite's complaints as sentences that a model can mend its statement by. The patterns are those of SQLite's own messages. Pure.
import { nearestWord } from '../../toolkit/nearest-names.ts'
import { WrongArgument } from './sql-functions.ts'
import { shown } from './statement-text.ts'

/** What the statement could have named. */
export interface KnownNames {
  /** The tables that it names, with all of their columns. */
  readonly named: readonly { readonly name: string; readonly columns: readonly string[] }[]
  readonly tables: readonly string[]
  readonly functions: readonly string[]
  /** Why a table could not be made, by its name in lower case. */
  readonly faults: ReadonlyMap<string, string>
}

/** Names that are told where none is near. */
const MOST_TOLD = 12

type Say = (groups: { readonly [name: string]: string }, known: KnownNames) => string

const SENTENCES: readonly (readonly [pattern: RegExp, say: Say])[] = [
  [
    /^no such column: "(?<name>.+)" - should this be a string literal/su,
    ({ name = '' }, known) =>
      `${noColumn(name, known)} A text stands in single quotes: ${shown(`'${name.replaceAll("'", "''")}'`)}.`,
  ],
  [/^no such column: (?<name>.+)$/su, ({ name = '' }, known) => noColumn(name, known)],
  [
    /^table (?<table>.+) has no column named (?<name>.+)$/su,
    ({ table = '', name = '' }, known) => {
      const named = known.named.filter((one) => one.name.toLowerCase() === table.toLowerCase())
      return noColumn(name, { ...known, named: named.length > 0 ? named : known.named })
    },
  ],
  [
    /^no such table: (?<name>.+)$/su,
    ({ name = '' }, { tables, faults }) =>
      faults.get(name.toLowerCase()) ?? `There is no table ${shown(name)}${ending(name, tables)}`,
  ],
  [
    /^no such function: (?<name>.+)$/su,
    ({ name = '' }, { functions }) => `There is no function ${shown(name)}${ending(name, functions)}`,
  ],
  [
    /^ambiguous column name: (?<name>.+)$/su,
    ({ name = '' }) =>
      `Several of the tables have a column ${shown(name)}; write it with its table, like \`table.${name}\`.`,
  ],
  [
    /^near "(?<near>.+)": syntax error/su,
    ({ near = '' }) => `The statement cannot be read near ${shown(near)}.`,
  ],
  [
    /^unrecognized token: "(?<near>.+)"/su,
    ({ near = '' }) => `The statement cannot be read near ${shown(near)}.`,
  ],
  [/^incomplete input/u, () => 'The statement ends before it is whole.'],
  [
    /^wrong number of arguments to function (?<name>.+)\(\)/u,
    ({ name = '' }) => `\`${name}\` takes another number of arguments.`,
  ],
  [
    /^misuse of (?:aggregate|window)(?: function)?:? (?<name>\w+)\(\)/u,
    ({ name = '' }) =>
      `\`${name}\` cannot stand there; what it gives is tested in \`HAVING\`, not in \`WHERE\`.`,
  ],
  [
    /^(?:table \S+ has (?<columns>\d+) columns but (?<values>\d+) values were supplied|(?<given>\d+) values? for (?<wanted>\d+) columns?)/u,
    ({ columns, values, given, wanted }) =>
      `There are ${values ?? given} values for ${columns ?? wanted} columns; name the columns in \`INSERT INTO … (…)\`.`,
  ],
  [
    /^(?:string or blob too big|out of memory)/u,
    () => 'What it makes is too large to be held; ask for less at once.',
  ],
  [/^integer overflow/u, () => 'A whole number in it becomes too large.'],
]

/** One sentence for what SQLite or a function of ours threw. */
export function failureSentence(error: unknown, known: KnownNames): string {
  if (error instanceof WrongArgument) return error.message
  const message = error instanceof Error ? error.message : String(error)
  for (const [pattern, say] of SENTENCES) {
    const found = pattern.exec(message)
    if (found) return say((found.groups ?? {}) as { readonly [name: string]: string }, known)
  }
  return `The statement cannot be run: ${message.replace(/[\s.]+$/u, '')}.`
}

function noColumn(given: string, { named }: KnownNames): string {
  const name = given.split('.').at(-1) ?? given
  const place = named.map((one) => `\`${one.name}\``).join(' or ')
  const columns = [...new Set(named.flatMap((one) => one.columns))]
  return `There is no column ${shown(given)}${place === '' ? '' : ` in ${place}`}${ending(name, columns)}`
}

/** The end of a sentence about a name that is not there. */
function ending(name: string, names: readonly string[]): string {
  const nearest = nearestWord(name, names)
  if (nearest !== undefined) return `; did you mean \`${nearest}\`?`
  const told = names.slice(0, MOST_TOLD).map((one) => `\`${one}\``)
  const more = names.length > MOST_TOLD ? ' and others' : ''
  return told.length === 0 ? '.' : `; there ${told.length === 1 ? 'is' : 'are'} ${told.join(', ')}${more}.`
}
