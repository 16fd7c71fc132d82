import type { Command, CommandResult } from '../source/contracts/command.ts'
import { KEYS } from '../source/contracts/keys.ts'

/** `/help`: what works now, a line each. */
const help: Command = {
  name: 'help',
  usage: '[COMMAND|keys]',
  summary: 'show the commands, or one of them',
  worksDownTo: 4,
  beside: true,
  complete: (input, { commands }) =>
    input === '' ? commands.map(({ name, summary }) => ({ text: name, note: summary })) : [],
  run: (input, { commands, view }) => {
    const wanted = input.replace(/^\//, '')
    if (wanted === 'keys') return keys()
    if (wanted !== '') {
      const command = commands.find((one) => one.name === wanted)
      if (command === undefined)
        return { ok: false, text: `There is no command \`/${wanted}\`; \`/help\` lists them.`, data: null }
      const text = [`/${command.name} ${command.usage}`.trim(), command.summary, command.help ?? '']
        .filter(Boolean)
        .join('\n')
      return { ok: true, text, data: { name: command.name, usage: command.usage, summary: command.summary } }
    }
    const rows = commands.map((one) => ({
      name: one.name,
      call: `/${one.name} ${one.usage}`.trim(),
      summary: view.level > one.worksDownTo ? `${one.summary} (not at level ${view.level})` : one.summary,
    }))
    const width = Math.max(...rows.filter((row) => row.call.length < 34).map((row) => row.call.length))
    const text = [
      ...rows.map((row) => `  ${row.call.padEnd(width)}  ${row.summary}`),
      '',
      'Everything else is sent to the model; `//text` sends a message that begins with a slash.',
    ].join('\n')
    return { ok: true, text, data: rows }
  },
}

/** What the keys of the screen do. */
function keys(): CommandResult {
  const width = Math.max(...KEYS.flatMap(({ rows }) => rows.map((row) => row.keys.join(' ').length)))
  const text = KEYS.map(({ group, rows }) =>
    [group, ...rows.map((row) => `  ${row.keys.join(' ').padEnd(width)}  ${row.does}`)].join('\n'),
  ).join('\n')
  return {
    ok: true,
    text,
    data: KEYS.flatMap(({ rows }) => rows.map((row) => ({ keys: [...row.keys], does: row.does }))),
  }
}

export default help
