import type { Command, CommandContext, CommandResult } from '../source/contracts/command.ts'
import { SETTING_ORIGINS, type ShownSetting } from '../source/contracts/settings.ts'

/** Columns of a value, and not more. */
const MOST_COLUMN = 12

/** `/settings`: every setting, one of them, a new value, or the default again. */
const settings: Command = {
  name: 'settings',
  usage: '[NAME [VALUE]|reset NAME|reset all]',
  summary: 'show the settings, or change one',
  worksDownTo: 3,
  group: 'setup',
  examples: ['/settings', '/settings theme', '/settings theme dark', '/settings reset theme'],
  help: [
    'A star marks what is not as it comes. Most settings take effect at the next start. A flag wins over its environment variable, that over',
    'the setting, and that over the default. `yes` and `on` are `true`, `no` and `off` are `false`; a list of one needs no brackets.',
    '`reset all` keeps tool profiles and pins; `reset toolProfiles` deletes the profiles.',
  ].join('\n'),
  complete: (input, context) => {
    const rows = context.settings()
    const shown = padTo(rows)
    const names = rows.map((row) => ({ text: row.name, note: `${shown(row)}  ${row.meaning}` }))
    if (input === '') return [...names, { text: 'reset', note: 'give one its default again' }]
    if (input === 'reset')
      return [...names, { text: 'all', note: 'every setting, but for tool profiles and pins' }]
    return (rows.find(({ name }) => name === input)?.choices ?? []).map((text) => ({ text }))
  },
  run: (input, context) => {
    const [name = '', ...rest] = input.split(/\s+/).filter(Boolean)
    if (name === '') return list(context.settings())
    if (name === 'reset') return reset(rest, context)
    const row = context.settings().find((one) => one.name === name)
    return rest.length === 0 && row !== undefined
      ? show(row)
      : set(name, input.slice(name.length).trim(), context)
  },
}

function list(rows: readonly ShownSetting[]): CommandResult {
  const width = Math.max(...rows.map((row) => row.name.length))
  const shown = padTo(rows)
  const lines = rows.map((row) => {
    const { name, from, meaning } = row
    const mark = from === 'default' ? ' ' : '*'
    const said = from === 'flag' || from === 'environment' ? ` (${SETTING_ORIGINS[from]})` : ''
    return `${mark} ${name.padEnd(width)}  ${shown(row)}${said}  ${meaning}`
  })
  return { ok: true, text: lines.join('\n'), data: rows.map(plain) }
}

/** Values in a column; a long one, such as a list, stands out of it. */
function padTo(rows: readonly ShownSetting[]): (row: ShownSetting) => string {
  const widths = rows.map(({ value }) => JSON.stringify(value).length).filter((width) => width <= MOST_COLUMN)
  const width = Math.max(0, ...widths)
  return ({ value }) => JSON.stringify(value).padEnd(width)
}

function show(row: ShownSetting): CommandResult {
  const { name, value, meaning, from, fallback, choices } = row
  const text = [
    `${name}  ${JSON.stringify(value)}  (${SETTING_ORIGINS[from]})`,
    meaning,
    ...(choices === undefined ? [] : [`takes ${choices.join(', ')}`]),
    ...(from === 'default' ? [] : [`as it comes: ${JSON.stringify(fallback)}`]),
  ].join('\n')
  return { ok: true, text, data: plain(row) }
}

function set(name: string, value: string, context: CommandContext): CommandResult {
  const refused = context.setSetting(name, value)
  if (refused !== undefined) return { ok: false, text: refused, data: null }
  return { ok: true, text: `${name} is set; ${whenItCounts(name, context)}.`, data: null }
}

function reset([name, ...more]: readonly string[], context: CommandContext): CommandResult {
  if (name === undefined || more.length > 0)
    return { ok: false, text: '`/settings reset` takes one name, or `all`.', data: null }
  const refused = context.resetSetting(name)
  if (refused !== undefined) return { ok: false, text: refused, data: null }
  const text = name === 'all' ? `Every setting is as it comes${butFor(context)}` : `${name} is as it comes`
  return { ok: true, text: `${text}; ${whenItCounts(name, context)}.`, data: null }
}

/** What stands in the file all the same. */
function butFor(context: CommandContext): string {
  const kept = context.settings().filter(({ from }) => from === 'file')
  const names = kept.map(({ name }) => name).join(' and ')
  return kept.length === 0 ? '' : `, but for ${names} (\`/settings reset ${kept[0]?.name}\`)`
}

function whenItCounts(name: string, context: CommandContext): string {
  const { from, isLive } = context.settings().find((row) => row.name === name) ?? {}
  if (from === 'flag' || from === 'environment')
    return `until the next start the value ${SETTING_ORIGINS[from]} wins`
  return isLive ? 'it counts from now on' : 'most settings take effect at the next start'
}

function plain({ choices, isLive: _, ...row }: ShownSetting) {
  return { ...row, ...(choices !== undefined && { choices: [...choices] }) }
}

export default settings
