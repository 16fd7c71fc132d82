import {
  type Command,
  type CommandContext,
  type CommandResult,
  refusal,
} from '../source/contracts/command.ts'
import type { RoleRow } from '../source/contracts/role.ts'

/** `/role`: which tools a conversation may use. */
const role: Command = {
  name: 'role',
  group: 'tools',
  examples: ['/role list', '/role none'],
  usage: '[NAME|none|list]',
  summary: 'show the role, put one on or end it, list them',
  worksDownTo: 3,
  help: [
    'A role allows some tools and no others, also for `/call`, and may say a line before each message. It holds until the',
    'session ends; `/settings role NAME` keeps it. `none` also ends one that a tool profile brought for good. Your own stand in `roles.yaml` in the home; `/tools reload` reads it again.',
  ].join('\n'),
  complete: (input, { roles }) =>
    input === '' ? roles.rows().map(({ name, title }) => ({ text: name, note: title })) : [],
  run: (input, context) => {
    const [name, ...rest] = input.split(/\s+/).filter(Boolean)
    if (rest.length > 0) return refusal(`\`/role ${input}\` is not known; it takes ${role.usage}.`)
    if (name === undefined) return show(context)
    if (name === 'list') return list(context)
    const refused = context.roles.take(name === 'none' ? undefined : name)
    return refused === undefined ? taken(name, context) : refusal(refused)
  },
}

function show({ roles, view }: CommandContext): CommandResult {
  const { active } = roles
  if (active === undefined) return { ok: true, text: 'No role is on; `/role list` shows them.', data: null }
  const text = [
    `role     ${active.name}: ${active.title}`,
    `tools    ${active.tools.length} of ${view.tools.total}${active.tools.length > 0 ? `: ${active.tools.join(' ')}` : ''}`,
    ...(active.prompt === null ? [] : [`prompt   ${active.prompt}`]),
    ...(active.maxRounds === null ? [] : [`rounds   ${active.maxRounds}`]),
    '`/role none` ends the role.',
  ].join('\n')
  return { ok: true, text, data: { ...active } }
}

function list({ roles }: CommandContext): CommandResult {
  const rows = roles.rows()
  if (rows.length === 0) return { ok: true, text: 'There are no roles.', data: [] }
  const width = Math.max(...rows.map((row) => row.name.length))
  const text = rows
    .map(
      (row) => `${row.active ? '*' : ' '} ${row.name.padEnd(width)}  ${countOf(row).padEnd(8)}  ${row.title}`,
    )
    .join('\n')
  return { ok: true, text, data: rows.map((row) => ({ ...row })) }
}

function taken(name: string, context: CommandContext): CommandResult {
  const row = context.roles.rows().find((one) => one.name === name)
  if (row === undefined) return { ok: true, text: 'No role is on.', data: null }
  const tools = row.tools.length === 0 ? '' : `: ${row.tools.join(' ')}`
  const text = `The role \`${name}\` is on, with ${countOf(row)}${tools}. \`/role none\` ends it.`
  return { ok: true, text, data: { ...row, active: true } }
}

function countOf({ tools }: RoleRow): string {
  if (tools.length === 0) return 'no tools'
  return `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`
}

export default role
