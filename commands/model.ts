import { type Command, fileNameIn } from '../source/contracts/command.ts'

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
    const width = Math.max(...rows.map((row) => row.id.length))
    const lines = rows.map((row) => {
      const state = row.current ? 'loaded   ' : row.installed ? 'installed' : '         '
      return `  ${state}  ${row.id.padEnd(width)}  ${String(Math.round(row.sizeBytes / 1e6)).padStart(5)} MB  ${row.licence}`
    })
    const hint = '`/model ID` loads one; `ethervox model pull ID` fetches one.'
    return { ok: true, text: [...lines, hint].join('\n'), data: rows.map((row) => ({ ...row })) }
  },
}

export default model
