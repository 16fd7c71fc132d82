import { basename } from 'node:path'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { today } from '../../source/toolkit/civil-date.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { readTable } from '../../source/toolkit/read-table.ts'
import { readText } from '../../source/toolkit/read-text.ts'
import { locate } from '../../source/toolkit/workspace-path.ts'
import { answerQuestion, type TableAnswer } from './answer.ts'
import { sentenceOf } from './sentence.ts'
import { isSplitBySemicolon } from './separator.ts'

type Arguments = { readonly path: string; readonly question: string }

export default defineTool<Arguments, TableAnswer & { readonly path: string }>({
  name: 'file_query',
  description: 'Average, total, count, highest or lowest of a column of a table file (CSV, TSV, JSON list)',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'file',
        'x-ask': 'Which table file do you mean?',
        description: 'the table',
      },
      question: {
        type: 'string',
        'x-whole': 'question',
        description: 'what is asked about its rows, in the words of the user',
      },
    },
    required: ['path', 'question'],
  },
  risk: 'read',
  async run({ path, question }, { workspace, signal, services, clock }: ToolContext) {
    const place = await locate(workspace, path, { wanted: 'file', signal, folders: services.folders })
    const { text } = await readText(place, signal)
    const table = await readTable(place.shown, text)
    if (table === undefined)
      throw new ToolFailure(
        'no_table',
        `\`${place.shown}\` holds no table that can be read; it has to be CSV or TSV with a line of column names, a JSON list of records, or lines like \`name: 12.50\`.`,
      )
    if (table.fault !== undefined)
      throw new ToolFailure(
        'broken_table',
        `\`${place.shown}\` cannot be counted on: ${visible(table.fault)}.`,
      )
    // Words of the file's name are none of its columns.
    const asked = [path, place.shown, basename(place.shown)].reduce(
      (text, name) => text.replaceAll(name, ' '),
      question,
    )
    const writing = { isSplitBySemicolon: isSplitBySemicolon(text, table.columns) }
    return { path: place.shown, ...answerQuestion(table, asked, today(clock), writing) }
  },
  say: ({ path, ...answer }) => sentenceOf(visible(path), answer),
})
