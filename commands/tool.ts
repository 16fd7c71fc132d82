import {
  type Command,
  type CommandContext,
  type CommandResult,
  fileNameIn,
} from '../source/contracts/command.ts'
import type { DraftSource, ToolFileRow } from '../source/contracts/tool-files.ts'

/** `/tool`: tools of the person's own, a Markdown file each. */
const tool: Command = {
  name: 'tool',
  group: 'tools',
  examples: ['/tool new weather_note', '/tool check weather_note', '/tool trust weather_note'],
  usage: '[list|new NAME [--help-of COMMAND|--from-docs FILE]|check FILE|test NAME|trust NAME [HASH]]',
  summary: 'write tools of your own: draft, check, test and trust them',
  worksDownTo: 2,
  help: [
    'A tool of your own is one Markdown file, in `tools/` of the home or in `.ethervox/tools/` of the workspace; docs/writing-a-tool.md has one to copy.',
    '`new NAME` drafts one: with `--help-of COMMAND` from what `COMMAND --help` says, with `--from-docs FILE` from a README, a web page or an OpenAPI file.',
    '`check FILE` says line and column of each fault; `test NAME` runs its tests; `/tools reload` reads changed files.',
    'Tools of a workspace came with its files: `trust NAME` shows one, and with the hash that it names that very text is used.',
    'Examples: `/tool new tides --help-of tide`, `/tool check tides`, `/tool test tides`.',
  ].join('\n'),
  complete: (input, { toolFiles }) => {
    const rows = toolFiles.list().filter(({ state }) => (input === 'trust') === (state === 'untrusted'))
    return ['test', 'trust'].includes(input)
      ? rows.map(({ name, state }) => ({ text: name, note: STATES[state] }))
      : []
  },
  run: (input, context) => {
    const [verb = 'list', name, ...rest] = input.split(/\s+/).filter(Boolean)
    const { toolFiles } = context
    if (verb === 'list' && name === undefined) return list(context)
    if (verb === 'check' && name !== undefined)
      return toolFiles.check(fileNameIn(input.trim().slice('check'.length)))
    if (verb === 'test' && name !== undefined && rest.length === 0) return toolFiles.test(name)
    if (verb === 'trust' && name !== undefined && rest.length <= 1) return toolFiles.trust(name, rest[0])
    const from = verb === 'new' && name !== undefined ? sourceOf(rest) : undefined
    if (name !== undefined && from !== undefined) return toolFiles.draft(name, from)
    return { ok: false, text: `\`/tool ${input}\` is not known; it takes ${tool.usage}.`, data: null }
  },
}

function sourceOf(words: readonly string[]): DraftSource | undefined {
  const [flag, ...rest] = words
  const given = rest.join(' ')
  if (flag === undefined) return { type: 'blank' }
  if (given === '') return undefined
  if (flag === '--help-of') return { type: 'help', command: given }
  return flag === '--from-docs' ? { type: 'docs', file: fileNameIn(given) } : undefined
}

const STATES: { readonly [state in ToolFileRow['state']]: string } = {
  used: 'used',
  untrusted: 'not trusted',
  hidden: 'hidden',
  broken: 'broken',
}

function list({ toolFiles }: CommandContext): CommandResult {
  const rows = toolFiles.list()
  if (rows.length === 0)
    return {
      ok: true,
      text: 'There are no tools of your own; `/tool new NAME` drafts one.',
      data: [],
    }
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, state, kind, risk, version, from }) => {
    const what = [from, kind, risk, version && `version ${version}`].filter(Boolean).join(', ')
    return `${STATES[state].padEnd(11)}  ${name.padEnd(width)}  ${what}`
  })
  const notes = [
    ...(rows.some(({ state }) => state === 'untrusted')
      ? ['not trusted: never run; `/tool trust NAME` shows it.']
      : []),
    ...(rows.some(({ state }) => state === 'hidden')
      ? ['hidden: the program has a tool of that name; `/settings shadowing true` puts yours in its place.']
      : []),
    ...(rows.some(({ state }) => state === 'broken') ? ['broken: `/tool check NAME` says why.'] : []),
  ]
  const data = rows.map((row) => ({
    ...row,
    kind: row.kind ?? null,
    risk: row.risk ?? null,
    version: row.version ?? null,
  }))
  return { ok: true, text: [...lines, ...notes].join('\n'), data }
}

export default tool
