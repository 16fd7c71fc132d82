import type { CellValue } from '../../source/contracts/folder.ts'
import { defineTool, type Said, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'

type Arguments = { readonly sql: string }

/** The rows, what each column is called, and how they are told. */
type Asked = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** Of all rows, of which the first are here. */
  readonly count: number
  readonly said: string
  readonly detail: string
  readonly key: readonly string[]
}

export default defineTool<Arguments, Asked>({
  name: 'file_query',
  description:
    'Ask the files of the folder, the lists in them, the memory and the reminders, which are tables, with one SQL SELECT',
  parameters: {
    type: 'object',
    properties: {
      sql: {
        type: 'string',
        'x-program': 'ask',
        'x-ask': 'What should I look for?',
        description: 'one SQLite SELECT; the table of bench.csv is `bench`, `files` lists all files',
      },
    },
    required: ['sql'],
  },
  risk: 'read',
  async run({ sql }, { signal, services: { tables } }: ToolContext) {
    if (tables === undefined)
      throw new ToolFailure('no_tables', 'There is no folder here whose files could be asked.')
    const answer = await tables.ask(sql, signal)
    if (answer.type === 'failed') throw new ToolFailure('bad_sql', answer.reason)
    const said: Said = await tables.say(sql, answer, signal)
    return {
      columns: answer.columns.map(({ name }) => name),
      rows: answer.rows.map((row) => row.map(plain)),
      count: answer.count,
      said: said.sentence,
      detail: said.detail ?? '',
      key: (said.key ?? []).flat(),
    }
  },
  say: ({ said, detail, key }) => ({ sentence: said, ...(detail !== '' && { detail }), key }),
})

function plain(value: CellValue): string | number | null {
  return typeof value === 'bigint' ? String(value) : value
}
