import type { Command } from '../source/contracts/command.ts'
import type { ConversationRow } from '../source/contracts/conversations.ts'

const MOST = 20

/** `/sessions`: the conversations that are kept. */
const sessions: Command = {
  name: 'sessions',
  group: 'conversations',
  examples: ['/sessions', '/sessions 5 --all'],
  usage: '[N] [--all]',
  summary: 'list the conversations that are kept, the last first',
  worksDownTo: 3,
  help: 'The last 20, or N of them; `--all` lists also those in the archive. `*` is the one that is going on.',
  run: (input, { conversations }) => {
    const words = input.split(/\s+/).filter(Boolean)
    const all = words.includes('--all')
    const [count = String(MOST), ...rest] = words.filter((word) => word !== '--all')
    if (rest.length > 0 || !/^[1-9]\d*$/.test(count))
      return {
        ok: false,
        text: `\`/sessions ${input}\` is not known; it takes ${sessions.usage}.`,
        data: null,
      }
    const rows = conversations.rows(all)
    const shown = rows.slice(0, Number(count))
    const hidden = rows.length - shown.length
    const unreadable = conversations.unreadable(all)
    const text = [
      ...(rows.length === 0
        ? [nothing(all ? 0 : conversations.rows(true).length)]
        : linesOf(shown, conversations.when)),
      ...(hidden > 0 ? [`and ${hidden} more: \`/sessions ${rows.length}${all ? ' --all' : ''}\``] : []),
      ...unreadable.map((id) => `\`${id}\` cannot be read; its file stays as it is.`),
    ]
    return {
      ok: true,
      text: text.join('\n'),
      data: shown.map((row) => ({ ...row })),
    }
  },
}

/** `archived`: how many stand in the archive alone. */
function nothing(archived: number): string {
  return archived === 0
    ? 'No conversation is kept yet.'
    : `All that is kept (${archived}) is in the archive; \`/sessions --all\` lists that too.`
}

function linesOf(rows: readonly ConversationRow[], when: (time: string) => string): readonly string[] {
  const width = Math.max(...rows.map((row) => row.id.length))
  return rows.map((row) => {
    const turns = `${row.turns} ${row.turns === 1 ? 'turn' : 'turns'}`.padStart(9)
    const archived = row.archived ? '  (archive)' : ''
    return `${row.current ? '*' : ' '} ${row.id.padEnd(width)}  ${when(row.changed)}  ${turns}  ${row.title}${archived}`
  })
}

export default sessions
