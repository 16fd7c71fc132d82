import type { Command } from '../source/contracts/command.ts'

/** `/archive`: a conversation leaves the list. */
const archive: Command = {
  name: 'archive',
  usage: '[ID|last]',
  summary: 'put this conversation, or another one, into the archive',
  worksDownTo: 3,
  help: '`/sessions --all` lists it still, and `/resume ID` brings it back. Without an ID a new conversation begins.',
  complete: (input, { conversations }) =>
    input === ''
      ? conversations
          .rows(false)
          .map((row) => ({ text: row.id, note: `${conversations.when(row.changed)}  ${row.title}` }))
      : [],
  run: (input, { conversations }) =>
    /\s/.test(input)
      ? { ok: false, text: `\`/archive ${input}\` is not known; it takes ${archive.usage}.`, data: null }
      : conversations.archive(input || undefined),
}

export default archive
