import {
  type Command,
  type CommandContext,
  type CommandResult,
  fileNameIn,
  refusal,
  type ToolRow,
} from '../source/contracts/command.ts'
import type { JsonValue } from '../source/contracts/json.ts'
import type { ToolDetail } from '../source/contracts/manifest.ts'
import type { ToolPause } from '../source/contracts/tool-health.ts'
import type { SavedState, ToolTest, ToolUse } from '../source/contracts/tool-shelf.ts'

/** Those that take the name of a tool. */
const VERBS = ['info', 'enable', 'disable', 'priority', 'pin', 'unpin', 'resume']
/** Those that also take a group. */
const FOR_GROUPS = ['enable', 'disable']

/** `/tools`: list, look at, turn on and off, order, compile anew. */
const tools: Command = {
  name: 'tools',
  group: 'tools',
  examples: ['/tools', '/tools info file_read', '/tools disable speak'],
  usage:
    '[list|info NAME|enable NAME|disable NAME|priority NAME N|pin NAME|unpin NAME|resume NAME|profile [NAME|list|save NAME|delete NAME]|reload]',
  summary: 'list tools, show one, turn some on or off, compile them anew',
  worksDownTo: 4,
  help: [
    'What you choose is kept in the settings. `enable` and `disable` also take the name of a group.',
    '`priority NAME N` (0 to 255, `own`: as the tool says) orders the tools where the prompt gets tight; from 200 on a tool keeps its line.',
    '`pin NAME` gives a tool a line of its own in the head; those that you use most get one by themselves (`toolLinesByUse`).',
    '`profile save NAME` keeps what is on now, with priorities, role and approvals; `profile NAME` sets exactly that again, all but the approvals also for later sessions.',
    '`resume NAME` turns a tool on again that was paused because it failed five times running.',
    '`reload` compiles the tools anew and climbs the levels again.',
  ].join('\n'),
  complete: (input, context) => {
    if (['profile', 'profile delete'].includes(input))
      return context.bench.profileNames().map((text) => ({ text }))
    if (!VERBS.includes(input)) return []
    const isOn = { enable: false, disable: true }[input]
    const rows = context.tools().filter(({ enabled }) => isOn === undefined || enabled === isOn)
    const groups = FOR_GROUPS.includes(input) ? [...new Set(rows.map((row) => row.group))].sort() : []
    const named = rows.map(({ name, oneLiner }) => ({ text: name, note: oneLiner }))
    return [...named, ...groups.map((text) => ({ text, note: 'group' }))]
  },
  run: (input, context) => {
    const [verb = 'list', name, ...rest] = input.split(/\s+/).filter(Boolean)
    if (verb === 'reload' && name === undefined) return context.reload()
    if (verb === 'list' && name === undefined) return list(context)
    if (verb === 'profile') return context.bench.profile(input.split(/\s+/).filter(Boolean).slice(1))
    if (!VERBS.includes(verb)) return refusal(`\`/tools ${input}\` is not known; it takes ${tools.usage}.`)
    const wanted = verb === 'priority' ? 1 : 0
    if (FOR_GROUPS.includes(verb)) return turnNamed(input.trim().slice(verb.length), verb, context)
    if (name === undefined || rest.length !== wanted)
      return refusal(
        verb === 'priority'
          ? '`/tools priority` takes the name of one tool and a whole number from 0 to 255, or `own`.'
          : `\`/tools ${verb}\` takes the name of one tool.`,
      )
    const row = context.tools().find((one) => one.name === name)
    if (row !== undefined && verb === 'info') return info(row, context)
    if (row !== undefined && verb === 'priority') return prioritize(row, rest[0] ?? '', context)
    if (row !== undefined && (verb === 'pin' || verb === 'unpin'))
      return context.bench.pin(name, verb === 'pin')
    if (row !== undefined) return context.bench.resume(name)
    return unknown(name, context)
  },
}

/** A tool, else a group, which may have blanks in its name (`mcp: files`). */
function turnNamed(behind: string, verb: string, context: CommandContext): CommandResult {
  const name = fileNameIn(behind)
  const isOn = verb === 'enable'
  const row = context.tools().find((one) => one.name === name)
  if (row !== undefined) return turn(row, isOn, context)
  const group = context.tools().filter((one) => one.group === name)
  if (group.length > 0) return turnGroup(name, group, isOn, context)
  if (name !== '' && !/\s/.test(name)) return unknown(name, context)
  const none = name === '' ? '' : `; there is none \`${name}\``
  return refusal(`\`/tools ${verb}\` takes the name of one tool or group${none}.`)
}

async function list(context: CommandContext): Promise<CommandResult> {
  const rows = context.tools()
  if (rows.length === 0)
    return {
      ok: true,
      text: 'There are no tools at this level; `/tools reload` compiles them anew.',
      data: [],
    }
  const states = await context.bench.states()
  const width = Math.max(...rows.map((row) => row.name.length))
  const risks = Math.max(...rows.map((row) => row.risk.length))
  const groups = [...new Set(rows.map((row) => row.group))].sort()
  const text = groups
    .map((group) => {
      const own = rows.filter((row) => row.group === group)
      const lines = own.map((row) => {
        const begin = `  ${stateOf(row).padEnd(3)}  ${row.name.padEnd(width)}  ${row.risk.padEnd(risks)}`
        return `${begin}  ${row.oneLiner}${noteOf(row, states.get(row.name), context)}`
      })
      return [group, ...lines].join('\n')
    })
    .join('\n')
  const role = context.roles.active
  const note =
    role && `no: the role \`${role.name}\` forbids it, enabled or not; \`/role none\` ends the role.`
  const data = rows.map((row) => ({ ...row, ...dataOfUse(row, states.get(row.name), context) }))
  return { ok: true, text: note ? `${text}\n${note}` : text, data }
}

/** What there is to say of a tool besides what it does: its state, how it was used, what went wrong. */
function noteOf({ name }: ToolRow, state: SavedState | undefined, context: CommandContext): string {
  const { calls, lastError } = context.bench.use(name)
  const pause = context.bench.pause(name)
  const deprecated = context.toolDetail(name)?.deprecated
  const notes = [
    ...(pause === undefined ? [] : [`paused after ${pause.failures} failures`]),
    ...(deprecated === undefined ? [] : [`deprecated: use ${deprecated.use}`]),
    ...(state === undefined ? [] : [`state ${state.tokens} tokens`]),
    ...(calls === 0 ? [] : [calledWords(calls)]),
    ...(lastError === null ? [] : [`last error ${lastError.code}`]),
  ]
  return notes.length === 0 ? '' : `  (${notes.join(', ')})`
}

function calledWords(calls: number): string {
  return calls === 1 ? 'called once' : `called ${calls} times`
}

function dataOfUse({ name }: ToolRow, state: SavedState | undefined, context: CommandContext) {
  const { calls, failures, lastError } = context.bench.use(name)
  const pause = context.bench.pause(name)
  return {
    calls,
    failures,
    lastError: lastError && { ...lastError },
    state: state ? { ...state } : null,
    pause: pause ? { ...pause } : null,
  }
}

/** `no`: a role forbids it, which counts more than on or off. */
function stateOf(row: ToolRow): string {
  if (!row.permitted) return 'no'
  return row.enabled ? 'on' : 'off'
}

async function info(row: ToolRow, context: CommandContext): Promise<CommandResult> {
  const detail = context.toolDetail(row.name)
  if (detail === undefined)
    return refusal(`The details of \`${row.name}\` are damaged; \`/tools reload\` compiles them anew.`)
  const use = context.bench.use(row.name)
  const state = (await context.bench.states()).get(row.name)
  const tests = await context.bench.tests(row.name)
  const role = context.roles.active
  const forbidden = row.permitted || role === undefined ? '' : ` (forbidden by the role \`${role.name}\`)`
  const stateWords = row.warm ? 'ready' : 'not made yet'
  const text = [
    `${row.name}  ${row.enabled ? 'on' : 'off'}${forbidden}, ${row.risk}, group ${row.group}, priority ${row.priority}, state ${stateWords}${sizeOf(state)}`,
    ...detailLines(detail),
    ...linesOfUse(use),
    ...pauseLines(context.bench.pause(row.name), row.name),
    ...testLines(tests),
    ...(row.version === undefined ? [] : [`version ${row.version}`]),
    `content hash ${row.contentHash.slice(0, 16)}, ethervox ${context.view.version}`,
  ].join('\n')
  const data = {
    ...row,
    ...(JSON.parse(JSON.stringify(detail)) as { [key: string]: JsonValue }),
    ...dataOfUse(row, state, context),
    tests: tests.map((one) => ({ ...one })),
  }
  return { ok: true, text, data }
}

function sizeOf(state: SavedState | undefined): string {
  return state === undefined ? '' : ` (${state.tokens} tokens, ${(state.bytes / 1e6).toFixed(1)} MB)`
}

function detailLines(detail: ToolDetail): readonly string[] {
  const { description, examples, fewShots, triggers, deprecated } = detail
  const parameters = Object.entries(detail.parameters.properties ?? {}).map(([name, schema]) => {
    const needed = detail.parameters.required?.includes(name) ? '' : ' (optional)'
    const kind =
      schema.enum === undefined ? String(schema.type ?? 'any') : schema.enum.map(String).join(' | ')
    return `  ${name}: ${kind}${needed}  ${schema.description ?? ''}`
  })
  return [
    description,
    ...(deprecated === undefined
      ? []
      : [`deprecated since ${deprecated.since}; \`${deprecated.use}\` takes its place`]),
    ...(parameters.length > 0 ? parameters : ['  no parameters']),
    `examples (${examples.length}): ${examples.slice(0, 4).join(' · ')}`,
    ...fewShots.slice(0, 3).map((shot) => `  "${shot.user}" → ${JSON.stringify(shot.arguments)}`),
    ...(triggers.length === 0
      ? []
      : [
          `triggers (${triggers.length}): ${triggers
            .slice(0, 2)
            .map((one) => one.pattern)
            .join(' · ')}`,
        ]),
  ]
}

function linesOfUse({ calls, failures, lastError }: ToolUse): readonly string[] {
  if (calls === 0) return ['not called in this session']
  const failed = failures === 0 ? '' : `, ${failures} of them failed`
  const last = lastError === null ? [] : [`  last error ${lastError.code}: ${lastError.message}`]
  return [`${calledWords(calls)} in this session${failed}`, ...last]
}

function pauseLines(pause: ToolPause | undefined, name: string): readonly string[] {
  if (pause === undefined) return []
  const { failures, code, since } = pause
  return [
    `paused since ${since}: it failed ${failures} times running, last ${code}; \`/tools resume ${name}\` turns it on again`,
  ]
}

function testLines(tests: readonly ToolTest[]): readonly string[] {
  // Those of a file are tried by `/tool test` or `/composite test`.
  if (tests.length === 0) return []
  return [
    `tests (${tests.length}): ${tests
      .slice(0, 4)
      .map((one) => one.input)
      .join(' · ')}`,
  ]
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

function turnGroup(
  group: string,
  rows: readonly ToolRow[],
  enabled: boolean,
  context: CommandContext,
): CommandResult {
  const state = enabled ? 'on' : 'off'
  const changed = rows.filter((row) => row.enabled !== enabled).map((row) => row.name)
  const data = { group, enabled, changed }
  if (changed.length === 0) return { ok: true, text: `All of ${group} is ${state} already.`, data }
  context.bench.setEnabled(Object.fromEntries(changed.map((name) => [name, enabled])))
  const role = rows.every((row) => row.permitted) || !enabled ? undefined : context.roles.active
  const still = role === undefined ? '' : ` The role \`${role.name}\` still forbids some of it.`
  return {
    ok: true,
    text: `${group} is ${state} (${changed.join(', ')}); the head is made anew once.${still}`,
    data,
  }
}

function prioritize(row: ToolRow, text: string, context: CommandContext): CommandResult {
  const priority = text === 'own' ? undefined : Number(text)
  if (priority !== undefined && !(/^\d{1,3}$/.test(text) && priority <= 255))
    return refusal(`\`${text}\` is no priority; it takes a whole number from 0 to 255, or \`own\`.`)
  const problem = context.bench.setPriority(row.name, priority)
  const now = context.tools().find((one) => one.name === row.name)?.priority ?? row.priority
  const done = `${row.name} has the priority ${now}${priority === undefined ? ', its own' : ''}; the head is made anew once.`
  return {
    ok: problem === undefined,
    text: problem === undefined ? done : `${done} ${problem}`,
    data: { name: row.name, priority: now },
  }
}

function unknown(name: string, context: CommandContext): CommandResult {
  const nearest = context.nearestTool(name)
  return refusal(
    context.whyAbsent(name) ??
      `There is no tool \`${name}\`${nearest ? `; did you mean \`${nearest}\`?` : '; `/tools` lists them.'}`,
  )
}

export default tools
