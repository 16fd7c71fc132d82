import { APPROVAL_POLICIES, type ApprovalPolicy, type StandingRule } from '../source/contracts/approval.ts'
import {
  type Command,
  type CommandContext,
  type CommandResult,
  refusal,
} from '../source/contracts/command.ts'

const MEANINGS: { readonly [P in ApprovalPolicy]: string } = {
  ask: 'reading runs, the rest asks',
  none: 'nothing runs',
  read: 'reading runs, the rest does not',
  write: 'reading and writing run, the rest does not',
  all: 'everything runs',
}

/** `/approvals`: what runs without a question. */
const approvals: Command = {
  name: 'approvals',
  group: 'tools',
  examples: ['/approvals', '/approvals preset read'],
  usage: '[allow TOOL [PATTERN]|remove TOOL [PATTERN]|preset WHAT]',
  summary: 'show what runs without a question, allow or forbid something',
  worksDownTo: 2,
  help: [
    '`allow` and `remove` are kept in the settings. A PATTERN is for the tool’s path, command or address: `*` and `?` stay',
    'within a folder, `**` does not; in an address `?` is itself. `remove TOOL` takes back everything for that tool.',
    `\`preset\` takes ${APPROVAL_POLICIES.join(', ')} and holds until the session ends; \`/settings approve WHAT\` keeps it.`,
  ].join('\n'),
  complete: (input, context) => {
    if (input === 'preset') return APPROVAL_POLICIES.map((text) => ({ text, note: MEANINGS[text] }))
    if (input === 'remove') return context.approvals.rules().map(({ tool }) => ({ text: tool }))
    if (input !== 'allow') return []
    return context.tools().map(({ name, oneLiner }) => ({ text: name, note: oneLiner }))
  },
  run: (input, context) => {
    const [, verb = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(input) ?? []
    const [, tool = '', pattern = ''] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? []
    if (verb === '' || (verb === 'list' && rest === '')) return list(context)
    if (verb === 'preset') return preset(rest, context)
    if (verb !== 'allow' && verb !== 'remove')
      return refusal(`\`/approvals ${input}\` is not known; it takes ${approvals.usage}.`)
    if (tool === '') return refusal(`\`/approvals ${verb}\` takes the name of a tool, and maybe a pattern.`)
    return verb === 'allow'
      ? allow(tool, pattern || undefined, context)
      : remove(tool, pattern || undefined, context)
  },
}

function list({ approvals }: CommandContext): CommandResult {
  const { policy, dryRun } = approvals
  const rules = approvals.rules()
  const text = [
    `preset   ${policy}: ${MEANINGS[policy]}`,
    `dry run  ${dryRun ? 'on: only reading runs' : 'off'}`,
    ...rules.map((rule) => `${rule.lasts.padEnd(7)}  ${scopeOf(rule)}`),
    ...(rules.length > 0 && policy !== 'ask' ? ['Permissions count only where the preset is `ask`.'] : []),
  ].join('\n')
  return { ok: true, text, data: { policy, dryRun, rules: rules.map((rule) => ({ ...rule })) } }
}

async function allow(
  tool: string,
  pattern: string | undefined,
  context: CommandContext,
): Promise<CommandResult> {
  if (!context.tools().some((row) => row.name === tool)) {
    const nearest = context.nearestTool(tool)
    return refusal(
      `There is no tool \`${tool}\`${nearest ? `; did you mean \`${nearest}\`?` : '; `/tools` lists them.'}`,
    )
  }
  const refused = await context.approvals.allow(tool, pattern)
  if (refused !== undefined) return refusal(refused)
  const what = pattern === undefined ? `every call of ${tool}` : `${tool} with \`${pattern}\``
  const call = `${tool} ${pattern ?? ''}`.trim()
  const isKept = context.approvals
    .rules()
    .some((rule) => rule.tool === tool && rule.lasts === 'always' && (rule.pattern ?? rule.value) === pattern)
  const howLong = isKept ? 'always' : 'this session, as the settings cannot be written'
  return {
    ok: true,
    text: `Allowed for ${howLong}: ${what}. \`/approvals remove ${call}\` takes it back.`,
    data: { tool, pattern: pattern ?? null },
  }
}

function remove(tool: string, pattern: string | undefined, { approvals }: CommandContext): CommandResult {
  const removed = approvals.remove(tool, pattern)
  const what = pattern === undefined ? tool : `${tool} with \`${pattern}\``
  if (removed === 0) return refusal(`There is no permission for ${what}; \`/approvals\` lists them.`)
  return {
    ok: true,
    text: `${removed === 1 ? 'One permission is' : `${removed} permissions are`} taken back.`,
    data: { tool, pattern: pattern ?? null, removed },
  }
}

function preset(text: string, { approvals }: CommandContext): CommandResult {
  const policy = APPROVAL_POLICIES.find((one) => one === text)
  if (policy === undefined)
    return refusal(`The preset \`${text}\` is not known; it is one of ${APPROVAL_POLICIES.join(', ')}.`)
  const refused = approvals.setPolicy(policy)
  if (refused !== undefined) return refusal(refused)
  return {
    ok: true,
    text: `Until the session ends: ${MEANINGS[policy]}. \`/settings approve ${policy}\` keeps it.`,
    data: { policy },
  }
}

function scopeOf({ tool, value, pattern }: StandingRule): string {
  if (pattern !== undefined) return `${tool}  ${pattern}  (pattern)`
  return value === undefined ? tool : `${tool}  ${value}`
}

export default approvals
