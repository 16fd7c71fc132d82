import type { Command, CommandContext, CommandGroup, CommandResult } from '../source/contracts/command.ts'
import { KEYS } from '../source/contracts/keys.ts'

/** `/help`: what works now, a line each, by groups. */
const help: Command = {
  name: 'help',
  group: 'program',
  examples: ['/help', '/help undo', '/help keys'],
  usage: '[COMMAND|keys]',
  summary: 'show the commands, or one of them',
  worksDownTo: 4,
  beside: true,
  complete: (input, { commands }) =>
    input === '' ? commands.map(({ name, summary }) => ({ text: name, note: summary })) : [],
  run: (input, { commands, view }) => {
    const wanted = input.replace(/^\//, '')
    if (wanted === 'keys') return keys()
    if (wanted === '') return list(commands, view)
    const command = commands.find((one) => one.name === wanted)
    return command === undefined
      ? { ok: false, text: `There is no command \`/${wanted}\`; \`/help\` lists them.`, data: null }
      : show(command)
  },
}

/** Characters of a command with its usage that stand in the list. */
const WIDEST = 30

const GROUPS: readonly (readonly [CommandGroup | undefined, string])[] = [
  ['talk', 'Asking and reading'],
  ['back', 'Going back'],
  ['conversations', 'Conversations'],
  ['tools', 'Tools'],
  ['model', 'Model'],
  ['memory', 'Memory and teaching'],
  ['setup', 'Setting up'],
  ['program', 'The program'],
  [undefined, 'More'],
  ['own', 'Your own'],
]

function show({ name, usage, summary, help: more = '', examples = [] }: Command): CommandResult {
  const tried = examples.length === 0 ? '' : `For example:\n${examples.map((line) => `  ${line}`).join('\n')}`
  const text = [`/${name} ${usage}`.trim(), summary, inWholeLines(more), tried].filter(Boolean).join('\n')
  return { ok: true, text, data: { name, usage, summary, examples: [...examples] } }
}

/** A sentence that goes on in the next line of the source is one line: where it breaks is the terminal's to say. */
function inWholeLines(text: string): string {
  return text.replace(/(?<![.!?:`\n])\n(?![ \n])/g, ' ')
}

function list(commands: readonly Command[], view: CommandContext['view']): CommandResult {
  const rows = commands.map((one) => ({
    name: one.name,
    group: one.group,
    call: `/${one.name} ${one.usage}`.trim(),
    summary: view.level > one.worksDownTo ? `${one.summary} (not at level ${view.level})` : one.summary,
  }))
  // What takes more words is shown by `/help COMMAND`: whole, it would be most of the page.
  const shown = (row: (typeof rows)[number]) => (row.call.length < WIDEST ? row.call : `/${row.name} …`)
  const width = Math.max(...rows.map((row) => shown(row).length))
  const groups = GROUPS.flatMap(([group, heading]) => {
    const own = rows.filter((row) => row.group === group)
    return own.length === 0
      ? []
      : [heading, ...own.map((row) => `  ${shown(row).padEnd(width)}  ${row.summary}`)]
  })
  const text = [
    ...groups,
    '',
    '`/help COMMAND` tells more. Everything else is sent to the model; `//text` sends a message that begins with a slash.',
  ].join('\n')
  return { ok: true, text, data: rows.map(({ group = 'more', ...row }) => ({ ...row, group })) }
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
