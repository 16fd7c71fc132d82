// `ethervox sql`: one statement over the tables of the folder, without a model. Rows go to stdout, sentences about them to stderr.

import { UserError } from '../contracts/errors.ts'
import type { CellValue } from '../contracts/folder.ts'
import type { ChangePlan, FolderAccess, SqlAnswer } from '../contracts/folder-access.ts'
import { statementKind } from '../contracts/statement-kind.ts'
import { moreText, tableText } from '../contracts/table-text.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { openToolServices } from '../home/lent/lend-to-tools.ts'
import { withTables } from '../home/tables-of-home.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { openSecretSwitch } from '../sessions/secret-switch.ts'
import { csvText } from '../toolkit/csv-text.ts'
import { clockOf } from './clock-of.ts'
import type { FlagValues } from './flags.ts'
import { workingFolder } from './working-folder.ts'

/** Rows of a table for a person, and of a file for a program. */
const SHOWN = 200
const ALL = 100_000
/** `--approve` with which a change is made. */
const MAY_CHANGE = ['write', 'all']
const INTERRUPTED = 130

export interface SqlOptions {
  readonly json: boolean
  readonly csv: boolean
  /** Changes are made, only shown, or refused. */
  readonly changes: 'made' | 'shown' | 'refused'
  readonly write: (text: string) => void
  /** Takes sentences that are no rows, a line each. */
  readonly warn: (text: string) => void
}

/** Runs it over the folder that the program was started in; gives the exit code. */
export async function runSqlCommand(
  words: readonly string[],
  {
    program,
    home,
    flags,
  }: { readonly program: ProgramPaths; readonly home: HomePaths; readonly flags: FlagValues },
): Promise<number> {
  const options: SqlOptions = {
    json: flags.json === true,
    csv: flags.csv === true,
    changes: changesOf(flags),
    write: (text) => process.stdout.write(text),
    warn: (text) => process.stderr.write(`${plainText(text)}\n`),
  }
  const [workspace, clock] = [workingFolder(), clockOf(flags.now as string | undefined)]
  const secret = openSecretSwitch(flags.secret === true)
  const place = { program, workspace, clock }
  const services = withTables(openToolServices(home, { secret, clock, workspace }), place)
  const facts = {
    ...{ name: 'ethervox', version: program.version, model: undefined },
    ...{ contextTokens: undefined, toolsEnabled: [] },
  }
  const stop = new AbortController()
  // Who closes the pipe has seen enough.
  process.stdout.on('error', () => undefined)
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  try {
    const context = { workspace, clock, program: facts, signal: stop.signal, services }
    return await runStatement(words.join(' '), context, options)
  } catch (error) {
    if (stop.signal.aborted) return INTERRUPTED
    throw error
  } finally {
    process.removeListener('SIGINT', onSignal)
    process.removeListener('SIGTERM', onSignal)
    await services.tables?.close()
    services.memory?.close()
  }
}

/** What the flags allow: in a dry run nothing is made. */
export function changesOf({ approve, dryRun }: FlagValues): SqlOptions['changes'] {
  if (dryRun === true) return 'shown'
  return MAY_CHANGE.includes(String(approve)) ? 'made' : 'refused'
}

/** One statement; gives the exit code: 0, or 1 where it failed. Throws `UserError` for wrong usage. */
export async function runStatement(sql: string, context: ToolContext, options: SqlOptions): Promise<number> {
  const { tables } = context.services
  if (sql.trim() === '')
    throw new UserError('`ethervox sql` needs a statement, e.g. `ethervox sql "SELECT * FROM files"`.')
  if (options.json && options.csv) throw new UserError('Take `--json` or `--csv`, not both.')
  if (tables === undefined) throw new UserError('There is no folder here whose files could be asked.', 1)
  const kind = statementKind(sql)
  if (kind === undefined)
    throw new UserError(
      `A statement begins with SELECT, INSERT, UPDATE or DELETE, not with \`${sql.trim().split(/\s/, 1)[0]}\`.`,
    )
  return kind === 'question' ? ask(sql, tables, context, options) : change(sql, tables, context, options)
}

async function ask(
  sql: string,
  tables: FolderAccess,
  { signal }: ToolContext,
  options: SqlOptions,
): Promise<number> {
  const { json, csv, write, warn } = options
  const answer = await tables.ask(sql, signal, json || csv ? ALL : SHOWN)
  if (answer.type === 'failed') {
    warn(answer.reason)
    return 1
  }
  const names = answer.columns.map(({ name }) => name)
  const more = moreText(answer.rows.length, answer)
  if (csv) write(csvText(names, answer.rows))
  else if (json) write(jsonText(answer))
  else if (answer.rows.length === 0) write(`${plainText((await tables.say(sql, answer, signal)).sentence)}\n`)
  else write(`${plainText(tableText(names, answer.rows))}\n`)
  if (more !== undefined) (json || csv ? warn : (text: string) => write(`${text}\n`))(more)
  return 0
}

async function change(
  sql: string,
  tables: FolderAccess,
  context: ToolContext,
  { json, csv, changes, write, warn }: SqlOptions,
): Promise<number> {
  if (csv) throw new UserError('`--csv` is for rows; a change gives none.')
  if (changes === 'refused')
    throw new UserError(
      'Nothing was changed: `--approve write` lets `ethervox sql` change files, `--dry-run` shows what it would do.',
    )
  try {
    const plan = await tables.plan(sql, context)
    if (plan.type === 'failed' || plan.changes.size === 0) {
      warn(plan.type === 'failed' ? plan.reason : plan.said.sentence)
      return 1
    }
    const diff = [...plan.warnings, plan.preview].join('\n')
    // What is about to be done is seen also where it fails.
    if (!json) write(`${plainText(diff)}\n`)
    const said = changes === 'shown' ? 'Nothing was changed (--dry-run).' : await make(plan, tables, context)
    const files = plan.files.map(({ path }) => path)
    write(json ? `${plainJson({ isDone: changes === 'made', files, diff, said })}\n` : `${plainText(said)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    warn(error.message)
    return 1
  }
}

async function make(plan: ChangePlan, tables: FolderAccess, context: ToolContext): Promise<string> {
  const note = await tables.make(plan, context)
  return `${plan.said.sentence}${note}`
}

/** An array with an object a line. */
function jsonText({ columns, rows }: SqlAnswer): string {
  const names = different(columns.map(({ name }) => name))
  const lines = rows.map((row) =>
    plainJson(Object.fromEntries(names.map((name, at) => [name, plain(row[at])]))),
  )
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`
}

/** Two columns of one name would be one field. */
function different(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let at = 2; taken.has(free); at++) free = `${name}_${at}`
    taken.add(free)
    return free
  })
}

function plain(value: CellValue | undefined): string | number | null {
  return typeof value === 'bigint' ? String(value) : (value ?? null)
}
