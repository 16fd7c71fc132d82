// What a message wants of the tables: how surely it is for them, which ones, and what a model is asked to write a program for it.
import type { CallRequest } from '../contracts/engine.ts'
import type { FolderTable } from '../contracts/folder.ts'
import type { FolderAccess } from '../contracts/folder-access.ts'
import { likeness, type Vectors } from '../contracts/meaning.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { AskedTables, LastOfTables } from '../contracts/table-request.ts'
import { spansIn } from '../toolkit/spans.ts'
import { type AboutModel, aboutFigures } from './ground/about.ts'
import { featuresOf, type GroundInput } from './ground/features.ts'
import { profileOf } from './ground/profile.ts'
import { type GroundModel, groundMessage, weightOfStem } from './ground/score.ts'
import { programConfidence } from './program-confidence.ts'
import { tablesIn } from './program-parts.ts'
import { chooseTables } from './show/choose-tables.ts'
import { lookUp } from './show/look-up.ts'
import { programRequest } from './show/program-request.ts'
import { saidWords } from './show/said-words.ts'

/** What was learned of it: models/tables.json. */
export interface TablesModel extends GroundModel {
  readonly about: AboutModel
}

export interface TableReaderParts {
  readonly tables: FolderAccess
  readonly model: () => TablesModel
  /** The sentence model as it came; undefined: there is none. */
  readonly meaning: Vectors | undefined
  /** ISO date on the person's clock. */
  readonly today: () => string
}

/** Tables whose texts a sentence model looks at; of more, those that share words with the message. */
const MOST_MEANT = 30
/** From here on a message is for the tables; where the model itself may decline, or the router chose a tool whose work a program does, more is tried. */
const LEAST = 0.5
const LEAST_TRIED = 0.15
/** Likeliest tables that are told of in a few words. */
const GISTS = 2
/** A stem that says less is no reason for a cell. */
const WEAK = 0.2

/** Reads a message against the tables of the folder. */
export class TableReader {
  readonly #parts: TableReaderParts
  #weak: ReadonlySet<string> | undefined

  constructor(parts: TableReaderParts) {
    this.#parts = parts
  }

  /** undefined: there are no tables. `isTaught`: the model that writes has learned to. */
  async read(
    message: string,
    route: RouteDecision,
    last: LastOfTables | undefined,
    signal: AbortSignal,
  ): Promise<AskedTables | undefined> {
    const { tables } = await this.#parts.tables.look(signal)
    if (tables.length === 0) return undefined
    const model = this.#parts.model()
    const before = last === undefined ? [] : tablesIn(last.sql, tables)
    const input = await this.#input(message, tables, before, model)
    const rows = featuresOf(input, tables)
    const grounding = groundMessage(input, tables, model)
    const [best, next] = grounding.tables
    if (best === undefined) return undefined
    const figures = aboutFigures({
      best: rows[tables.indexOf(best.table)] ?? [],
      score: best.score,
      lead: best.score - (next?.score ?? 0),
      ground: input,
      route,
      isTableTool: (tool) => model.about.tableTools.includes(tool),
      goesOn: before.length > 0,
      message,
    })
    const shown = chooseTables(grounding.tables, tables)
    const likeliest = grounding.tables
      .map(({ table }) => table)
      .filter((table) => shown.includes(table) && !isKept(table))
    const goesOn = before.some((table) => shown.includes(table))
    const isTheirs = route.tool !== null && model.about.tableTools.includes(route.tool)
    const isLookedUp = isKept(best.table) && model.about.ownTools.includes(route.tool ?? '')
    return {
      figures: {
        about: figures,
        best: best.probability,
        none: grounding.none,
        gists: grounding.tables.slice(0, GISTS).map(({ table }) => profileOf(table).gists[0] ?? ''),
      },
      isFor: (isTaught, share) => !isLookedUp && share >= (isTheirs || isTaught ? LEAST_TRIED : LEAST),
      tables: shown.map(({ name }) => name),
      // What is remembered is found by the memory's own tools.
      lookUp: () => (isKept(best.table) ? undefined : lookUp(message, likeliest, this.#weakOf(model))),
      sure: programConfidence,
      findsAny: (sql) => this.#parts.tables.findsAny(sql, signal),
      request: (isTaught, acts): CallRequest =>
        programRequest({
          ...{
            message,
            today: this.#parts.today(),
            tables: shown,
            weak: this.#weakOf(model),
            isTaught,
            acts,
          },
          last: goesOn ? last : undefined,
        }),
    }
  }

  async #input(
    message: string,
    tables: readonly FolderTable[],
    last: readonly FolderTable[],
    model: GroundModel,
  ): Promise<GroundInput> {
    const { meaning, today } = this.#parts
    const said = saidWords(message, this.#weakOf(model))
    const base: GroundInput = {
      said,
      weightOf: weightOfStem(model),
      hasSpan: spansIn(message, today()).length > 0,
      likeness: () => 0,
      last: last.map(({ name }) => name),
      before: [],
    }
    if (meaning === undefined) return base
    const near =
      tables.length <= MOST_MEANT
        ? tables
        : groundMessage(base, tables, model)
            .tables.slice(0, MOST_MEANT)
            .map(({ table }) => table)
    await meaning.prepare([message, ...near.flatMap((table) => profileOf(table).gists)])
    const own = meaning.vectorOf(message)
    if (own === undefined) return base
    return {
      ...base,
      likeness: (gist) => {
        const other = meaning.vectorOf(gist)
        return other === undefined ? 0 : likeness(own, other)
      },
    }
  }

  #weakOf({ stems }: GroundModel): ReadonlySet<string> {
    this.#weak ??= new Set(Object.entries(stems).flatMap(([stem, weight]) => (weight <= WEAK ? [stem] : [])))
    return this.#weak
  }
}

/** Whether it is no file: what is remembered, a reminder, a timer, the list of the files. */
function isKept({ path }: FolderTable): boolean {
  return path === ''
}
