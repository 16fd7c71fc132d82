import { type Command, fileNameIn, type ModelRow } from '../source/contracts/command.ts'

/** `/model`: which models there are, and loading another. */
const model: Command = {
  name: 'model',
  group: 'model',
  examples: ['/model'],
  usage: '[ID|PATH]',
  summary: 'list the models, or load another one',
  worksDownTo: 4,
  help: 'New models are fetched outside the chat: `ethervox model pull ID`.',
  complete: async (input, context) =>
    input === ''
      ? (await context.models())
          .filter((row) => row.installed)
          .map((row) => ({ text: row.id, note: row.current ? 'loaded' : row.title }))
      : [],
  run: async (input, context) => {
    if (input !== '') return context.loadModel(fileNameIn(input))
    const rows = await context.models()
    if (rows.length === 0) {
      const text =
        'No server has answered yet, so no model is known; each message asks again, and so does `/model NAME`.'
      return { ok: true, text, data: [] }
    }
    const width = Math.max(...rows.map((row) => row.id.length))
    const lines = rows.map(
      (row) => `  ${stateOf(row)}  ${row.id.padEnd(width)}  ${sizeOf(row)}${row.licence}`,
    )
    const hint = rows.some(isFile)
      ? '`/model ID` loads one; `ethervox model pull ID` fetches one.'
      : '`/model ID` changes to another.'
    return { ok: true, text: [...lines, hint].join('\n'), data: rows.map((row) => ({ ...row })) }
  },
}

export default model

function stateOf(row: ModelRow): string {
  return row.current ? 'loaded   ' : row.installed ? 'installed' : '         '
}

/** What a server has is no file of ours. */
function isFile(row: ModelRow): boolean {
  return row.sizeBytes > 0
}

function sizeOf(row: ModelRow): string {
  return isFile(row) ? `${String(Math.round(row.sizeBytes / 1e6)).padStart(5)} MB  ` : ''
}
