import {
  type Command,
  type CommandContext,
  type CommandResult,
  refusal,
} from '../source/contracts/command.ts'
import type { FolderAccess } from '../source/contracts/folder-access.ts'
import type { JsonValue } from '../source/contracts/json.ts'
import { statementKind } from '../source/contracts/statement-kind.ts'
import { moreText, tableText } from '../source/contracts/table-text.ts'

const CHANGER = 'file_change'
const FIRST_WORDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
/** Names that are told without being asked for. */
const MOST_NAMES = 40
/** Words behind which a table stands. */
const BEFORE_TABLE = /\b(?:from|join|into|update)$/i

/** `/sql`: a statement of the person, over the folder's tables. */
const sql: Command = {
  name: 'sql',
  group: 'tools',
  examples: [
    '/sql SELECT client, sum(hours) FROM timesheet GROUP BY client',
    "/sql UPDATE todo SET done = 1 WHERE text LIKE '%dentist%'",
  ],
  usage: '[STATEMENT]',
  summary: 'ask or change your files, which are tables, with SQL',
  worksDownTo: 3,
  help: [
    '`SELECT` shows rows. `INSERT`, `UPDATE` and `DELETE` show what they would do to your files, and ask; `/undo` takes it back.',
    '`/tables` lists the tables, `/tables NAME` shows the columns of one.',
  ].join('\n'),
  complete: async (input, context) => {
    if (input === '') return FIRST_WORDS.map((text) => ({ text }))
    if (!BEFORE_TABLE.test(input)) return []
    return (await tablesOf(context)).map(({ name, path }) => ({ text: name, note: path }))
  },
  run: async (input, context) => {
    const { tables } = context.services
    if (tables === undefined) return refusal('There is no folder here whose files could be asked.')
    const statement = input.trim()
    if (statement === '') return howTo(context)
    const kind = statementKind(statement)
    if (kind === undefined)
      return refusal(
        `\`/sql\` takes a statement that begins with SELECT, INSERT, UPDATE or DELETE, not with \`${statement.split(/\s/, 1)[0]}\`.`,
      )
    return kind === 'question' ? ask(statement, tables) : change(statement, context)
  },
}

async function howTo(context: CommandContext): Promise<CommandResult> {
  const names = (await tablesOf(context)).map(({ name }) => name)
  const more = names.length > MOST_NAMES ? `, … and ${names.length - MOST_NAMES} more` : ''
  const example = names.find((name) => name !== 'files') ?? 'files'
  return {
    ok: true,
    text: [
      `Write a statement behind it: \`/sql SELECT * FROM ${example} LIMIT 5\`. INSERT, UPDATE and DELETE show the change and ask first.`,
      `Tables: ${names.slice(0, MOST_NAMES).join(', ')}${more}. \`/tables NAME\` shows the columns of one.`,
    ].join('\n'),
    data: { tables: names },
  }
}

async function ask(statement: string, tables: FolderAccess): Promise<CommandResult> {
  const { signal } = new AbortController()
  const answer = await tables.ask(statement, signal)
  if (answer.type === 'failed') return refusal(answer.reason)
  const columns = answer.columns.map(({ name }) => name)
  const rows = answer.rows.map((row) =>
    row.map((cell): JsonValue => (typeof cell === 'bigint' ? String(cell) : cell)),
  )
  const data = { columns, rows, count: answer.count }
  if (rows.length === 0)
    return { ok: true, text: (await tables.say(statement, answer, signal)).sentence, data }
  const more = moreText(rows.length, answer)
  const text = [tableText(columns, answer.rows), ...(more === undefined ? [] : [more])].join('\n')
  return { ok: true, text, data }
}

/** As `/call` does it, with all that it refuses; the person sees the change before it is made. */
async function change(statement: string, context: CommandContext): Promise<CommandResult> {
  const call = context.commands.find(({ name }) => name === 'call')
  if (call === undefined) return refusal('Nothing can be changed here.')
  return call.run(`${CHANGER} ${JSON.stringify({ sql: statement })}`, context)
}

async function tablesOf({ services }: CommandContext) {
  return (await services.tables?.look(new AbortController().signal))?.tables ?? []
}

export default sql
