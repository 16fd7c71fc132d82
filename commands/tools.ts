import type { Command, CommandContext, CommandResult, ToolRow } from '../source/contracts/command.ts'

/** `/tools`: list, look at, turn on and off, compile anew. */
const tools: Command = {
  name: 'tools',
  usage: '[list|info NAME|enable NAME|disable NAME|reload]',
  summary: 'list tools, show one, turn one on or off, compile them anew',
  worksDownTo: 4,
  help: 'A choice of on or off is kept in the settings; `reload` compiles the tools anew and climbs the levels again.',
  run: (input, context) => {
    const [verb = 'list', name, ...rest] = input.split(/\s+/).filter(Boolean)
    if (verb === 'reload' && name === undefined) return context.reload()
    if (verb === 'list' && name === undefined) return list(context)
    const known = verb === 'info' || verb === 'enable' || verb === 'disable'
    if (!known) return refusal(`\`/tools ${input}\` is not known; it takes ${tools.usage}.`)
    if (name === undefined || rest.length > 0)
      return refusal(`\`/tools ${verb}\` takes the name of one tool.`)
    const row = context.tools().find((one) => one.name === name)
    if (row === undefined) return unknown(name, context)
    return verb === 'info' ? info(row, context) : turn(row, verb === 'enable', context)
  },
}

function list(context: CommandContext): CommandResult {
  const rows = context.tools()
  if (rows.length === 0)
    return {
      ok: true,
      text: 'There are no tools at this level; `/tools reload` compiles them anew.',
      data: [],
    }
  const width = Math.max(...rows.map((row) => row.name.length))
  const groups = [...new Set(rows.map((row) => row.group))].sort()
  const text = groups
    .map((group) => {
      const own = rows.filter((row) => row.group === group)
      const lines = own.map(
        (row) =>
          `  ${stateOf(row).padEnd(3)}  ${row.name.padEnd(width)}  ${row.risk.padEnd(5)}  ${row.oneLiner}`,
      )
      return [group, ...lines].join('\n')
    })
    .join('\n')
  const role = context.roles.active
  const note =
    role && `no: the role \`${role.name}\` forbids it, enabled or not; \`/role none\` ends the role.`
  return { ok: true, text: note ? `${text}\n${note}` : text, data: rows.map((row) => ({ ...row })) }
}

/** `no`: a role forbids it, which counts more than on or off. */
function stateOf(row: ToolRow): string {
  if (!row.permitted) return 'no'
  return row.enabled ? 'on' : 'off'
}

function info(row: ToolRow, context: CommandContext): CommandResult {
  const detail = context.toolDetail(row.name)
  if (detail === undefined)
    return refusal(`The details of \`${row.name}\` are damaged; \`/tools reload\` compiles them anew.`)
  const parameters = Object.entries(detail.parameters.properties ?? {}).map(([name, schema]) => {
    const needed = detail.parameters.required?.includes(name) ? '' : ' (optional)'
    const kind =
      schema.enum === undefined ? String(schema.type ?? 'any') : schema.enum.map(String).join(' | ')
    return `  ${name}: ${kind}${needed}  ${schema.description ?? ''}`
  })
  const role = context.roles.active
  const forbidden = row.permitted || role === undefined ? '' : ` (forbidden by the role \`${role.name}\`)`
  const text = [
    `${row.name}  ${row.enabled ? 'on' : 'off'}${forbidden}, ${row.risk}, group ${row.group}, priority ${row.priority}, state ${row.warm ? 'ready' : 'not made yet'}`,
    detail.description,
    ...(parameters.length > 0 ? parameters : ['  no parameters']),
    `examples (${detail.examples.length}): ${detail.examples.slice(0, 4).join(' · ')}`,
    ...detail.fewShots.slice(0, 3).map((shot) => `  "${shot.user}" → ${JSON.stringify(shot.arguments)}`),
  ].join('\n')
  return { ok: true, text, data: { ...row, ...JSON.parse(JSON.stringify(detail)) } }
}

function turn(row: ToolRow, enabled: boolean, context: CommandContext): CommandResult {
  const state = enabled ? 'on' : 'off'
  if (row.enabled === enabled)
    return { ok: true, text: `${row.name} is ${state} already.`, data: { name: row.name, enabled } }
  context.setToolEnabled(row.name, enabled)
  const role = row.permitted || !enabled ? undefined : context.roles.active
  const still = role === undefined ? '' : ` The role \`${role.name}\` still forbids it.`
  return {
    ok: true,
    text: `${row.name} is ${state}; the head is made anew once.${still}`,
    data: { name: row.name, enabled },
  }
}

function unknown(name: string, context: CommandContext): CommandResult {
  const nearest = context.nearestTool(name)
  return refusal(
    `There is no tool \`${name}\`${nearest ? `; did you mean \`${nearest}\`?` : '; `/tools` lists them.'}`,
  )
}

function refusal(text: string): CommandResult {
  return { ok: false, text, data: null }
}

export default tools
