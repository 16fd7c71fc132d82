// What one tool does and takes, from the manifest.
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'

type Arguments = { readonly name: string }

type Parameter = { readonly name: string; readonly takes: string; readonly needed: boolean }

type Info = {
  readonly name: string
  readonly group: string
  readonly risk: string
  readonly enabled: boolean
  readonly does: string
  readonly parameters: readonly Parameter[]
  /** null: the tool gives none. */
  readonly example: string | null
  /** Name of the tool that takes its place; null: it is not deprecated. */
  readonly replacedBy: string | null
}

export default defineTool<Arguments, Info>({
  name: 'tool_info',
  description: 'What one tool does, takes and may do',
  parameters: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        maxLength: 80,
        'x-from': 'message',
        'x-kind': 'tool',
        'x-ask': 'About which tool? `/tools` lists them.',
        description: 'name of the tool, as written',
      },
    },
    required: ['name'],
  },
  risk: 'read',
  run({ name }, { services }) {
    const { tools } = services
    if (tools === undefined) throw new ToolFailure('no_tools', 'The tools cannot be looked up here.')
    const facts = tools.find(name)
    if (facts === undefined) throw unknown(name, tools.nearest(name))
    const { properties = {}, required = [] } = facts.parameters
    return {
      name: facts.name,
      group: facts.group,
      risk: facts.risk,
      enabled: facts.isEnabled,
      does: facts.description,
      parameters: Object.entries(properties).map(([parameter, schema]) => ({
        name: parameter,
        takes: `${schema.enum === undefined ? '' : `${schema.enum.join(' or ')}: `}${schema.description ?? String(schema.type ?? 'anything')}`,
        needed: required.includes(parameter),
      })),
      example: facts.example ?? null,
      replacedBy: facts.deprecated?.use ?? null,
    }
  },
  say({ name, group, risk, enabled, does, parameters, example, replacedBy }) {
    const may = {
      read: 'only reads',
      write: 'may write',
      execute: 'may run commands',
      network: 'uses the network',
    }
    const risky = Object.entries(may).find(([one]) => one === risk)?.[1] ?? risk
    const sentence = `${name} (group ${group}, ${enabled ? 'on' : 'off'}, ${risky}): ${visible(does)}.`
    const lines = parameters.map(
      (one) => `${one.name}${one.needed ? '' : ' (optional)'}: ${visible(one.takes)}`,
    )
    const detail = [
      ...(lines.length === 0 ? ['It takes nothing.'] : lines),
      ...(example === null ? [] : [`Example: ${visible(example)}`]),
      ...(replacedBy === null ? [] : [`It is deprecated; ${replacedBy} takes its place.`]),
    ].join('\n')
    return { sentence, detail, key: [name] }
  },
})

function unknown(name: string, nearest: readonly string[]): ToolFailure {
  const names = nearest.map((one) => `\`${one}\``).join(', ')
  const hint = names === '' ? '`/tools` lists them' : `did you mean ${names}`
  return new ToolFailure('unknown_tool', `There is no tool \`${name}\`; ${hint}${names === '' ? '.' : '?'}`)
}
