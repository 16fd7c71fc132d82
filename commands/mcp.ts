import {
  type Command,
  type CommandContext,
  type CommandResult,
  fileNameIn,
} from '../source/contracts/command.ts'
import type { McpRow, McpShelf } from '../source/contracts/mcp.ts'
import { ToolFailure } from '../source/contracts/tool.ts'

type Action = (
  words: readonly string[],
  mcp: McpShelf,
  context: CommandContext,
) => Promise<CommandResult> | CommandResult

const ACTIONS: { readonly [verb: string]: Action } = {
  list: (_, mcp) => list(mcp),
  info,
  add,
  remove: (words, mcp) => change(words, 'remove', (name) => mcp.remove(name)),
  restart,
  login,
  logout: (words, mcp) => change(words, 'logout', (name) => mcp.logout(name)),
  enable: (words, mcp) => change(words, 'enable', (name) => mcp.setEnabled(name, true)),
  disable: (words, mcp) => change(words, 'disable', (name) => mcp.setEnabled(name, false)),
  import: ([path = ''], mcp) => importFile(path, mcp),
}

const TAKES_NAME = /^(?:info|remove|restart|enable|disable|login|logout)$/

/** `/mcp`: servers of the Model Context Protocol, whose tools stand beside the program's own. */
const mcp: Command = {
  name: 'mcp',
  group: 'tools',
  examples: ['/mcp'],
  usage:
    '[list|info NAME|add NAME COMMAND…|add NAME URL|remove NAME|restart NAME|enable NAME|disable NAME|login NAME|logout NAME|import FILE]',
  summary: 'MCP servers: list, add, turn on and off, restart, log in',
  worksDownTo: 2,
  help: [
    '`/mcp` lists the servers: state, tools, last error. `info NAME` also shows prompts and resources.',
    '`add NAME COMMAND…` starts a program (`KEY=VALUE` before it are its environment; `"MY NOTES"` is one word); `add NAME URL` speaks streamable HTTP.',
    '`import FILE` takes the servers of a JSON file with `mcpServers`. What is added runs with your rights: add only what you trust.',
    '`login NAME` says the address at which you log in, opens it where a browser is, and waits for you; `logout NAME` forgets the login.',
    '`@NAME:URI` in a message brings a resource, `/NAME:PROMPT [VALUE…]` sends a prompt. Everything stands in `mcp.yaml` of the home.',
  ].join('\n'),
  complete: (input, { mcp: shelf }) =>
    TAKES_NAME.test(input)
      ? (shelf?.rows() ?? []).map(({ name, place }) => ({ text: name, note: place }))
      : [],
  run: async (input, context) => {
    const [verb = 'list', ...words] = input.split(/\s+/).filter(Boolean)
    const behind = input.trim().slice(verb.length).trim()
    const action = Object.hasOwn(ACTIONS, verb) ? ACTIONS[verb] : undefined
    if (action === undefined) return refuse(`There is no \`/mcp ${verb}\`; it takes ${mcp.usage}.`)
    if (context.mcp === undefined) return refuse('There are no MCP servers here.')
    try {
      const given = verb === 'add' ? commandWords(behind) : verb === 'import' ? [behind] : words
      return typeof given === 'string' ? refuse(given) : await action(given, context.mcp, context)
    } catch (error) {
      if (error instanceof ToolFailure) return refuse(error.message)
      throw error
    }
  },
}

function list(shelf: McpShelf): CommandResult {
  const rows = shelf.rows()
  const data = rows.map((row) => ({ ...row, lastError: row.lastError ?? null }))
  if (rows.length === 0)
    return { ok: true, text: 'There are no MCP servers; `/mcp add NAME COMMAND…` adds one.', data }
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map((row) => `${row.name.padEnd(width)}  ${stateOf(row)}  ${row.place}${errorOf(row)}`)
  return { ok: true, text: lines.join('\n'), data }
}

function stateOf({ state, tools }: McpRow): string {
  const known = `${tools} ${tools === 1 ? 'tool' : 'tools'}`
  return `${state.padEnd('connecting'.length)}  ${known.padEnd('100 tools'.length)}`
}

function errorOf({ lastError }: McpRow): string {
  return lastError === undefined ? '' : `\n  last error: ${lastError}`
}

async function info(
  words: readonly string[],
  shelf: McpShelf,
  context: CommandContext,
): Promise<CommandResult> {
  const [name] = words
  if (name === undefined || words.length > 1) return takesOne('info')
  const { tools, prompts, resources } = await shelf.offerOf(name)
  const own = context.tools().filter(({ group }) => group === `mcp: ${name}`)
  const text = [
    `${name}: ${tools.length} tools, ${prompts.length} prompts, ${resources.length} resources`,
    ...own.map((tool) => `  ${tool.name}  ${tool.risk}  ${tool.oneLiner}`),
    ...prompts.map((prompt) =>
      `  /${name}:${prompt.name} ${prompt.takes}`.trimEnd().concat(behind(prompt.description)),
    ),
    ...resources.map((one) => `  @${name}:${one.uri}${behind(one.name)}`),
  ].join('\n')
  const data = {
    tools: own.map((tool) => tool.name),
    prompts: prompts.map((one) => ({ ...one })),
    resources: resources.map((one) => ({ ...one })),
  }
  return { ok: true, text, data }
}

function behind(text: string): string {
  return text === '' ? '' : `  ${text}`
}

async function add(words: readonly string[], shelf: McpShelf): Promise<CommandResult> {
  const [name, ...rest] = words
  if (name === undefined || rest.length === 0)
    return refuse(
      '`/mcp add` takes a name and a command, or a name and an address: `/mcp add files npx -y PACKAGE FOLDER`.',
    )
  const problem = await shelf.add(name, rest)
  if (problem !== undefined) return refuse(problem)
  const row = shelf.rows().find((one) => one.name === name)
  if (row?.state === 'failed')
    return refuse(`${name} is added, and cannot be used: ${row.lastError ?? 'nobody knows why'}.`)
  const text =
    row?.state === 'ready' ? `${name} is added: ${row.tools} tools.` : `${name} is added and being connected.`
  return { ok: true, text, data: { name } }
}

async function restart(words: readonly string[], shelf: McpShelf): Promise<CommandResult> {
  const [name] = words
  if (name === undefined || words.length > 1) return takesOne('restart')
  const problem = await shelf.restart(name)
  const tools = shelf.rows().find((row) => row.name === name)?.tools ?? 0
  return problem === undefined
    ? { ok: true, text: `${name} runs again: ${tools} tools.`, data: { name, tools } }
    : refuse(problem)
}

async function login(words: readonly string[], shelf: McpShelf): Promise<CommandResult> {
  const [name] = words
  if (name === undefined || words.length > 1) return takesOne('login')
  const problem = await shelf.login(name)
  if (problem !== undefined) return refuse(problem)
  const tools = shelf.rows().find((row) => row.name === name)?.tools ?? 0
  return {
    ok: true,
    text: `You are logged in at ${name}: ${tools} ${tools === 1 ? 'tool' : 'tools'}.`,
    data: { name, tools },
  }
}

async function change(
  words: readonly string[],
  verb: 'remove' | 'enable' | 'disable' | 'logout',
  work: (name: string) => Promise<string | undefined> | string | undefined,
): Promise<CommandResult> {
  const [name] = words
  if (name === undefined || words.length > 1) return takesOne(verb)
  const problem = await work(name)
  const done = { remove: 'is removed', enable: 'is on', disable: 'is off', logout: 'knows you no more' }[verb]
  return problem === undefined ? { ok: true, text: `${name} ${done}.`, data: { name } } : refuse(problem)
}

/** Quotes hold words together, also behind `KEY=`; what stands inside of another word, as in JSON, stays as it is. */
const WORD = /([^\s"']*=)?(?:"([^"]*)"|'([^']*)')(?=\s|$)|\S+/g
const OPENED = /^(?:[^\s"']*=)?"/

/** Words of a command line; a sentence says that a quotation mark has no end. */
function commandWords(input: string): readonly string[] | string {
  const words: string[] = []
  for (const [whole, key = '', double, single] of input.matchAll(WORD)) {
    const quoted = double ?? single
    if (quoted === undefined && OPENED.test(whole))
      return `The quotation mark in \`${whole}\` has no end; nothing was added.`
    words.push(quoted === undefined ? whole : key + quoted)
  }
  return words
}

async function importFile(path: string, shelf: McpShelf): Promise<CommandResult> {
  if (path === '') return refuse('`/mcp import` takes the path of a JSON file with `mcpServers`.')
  const { added, problems } = await shelf.importFile(fileNameIn(path))
  const said = added.length === 0 ? 'No server was added.' : `Added: ${added.join(', ')}.`
  return { ok: problems.length === 0, text: [said, ...problems].join('\n'), data: { added, problems } }
}

function takesOne(verb: string): CommandResult {
  return refuse(`\`/mcp ${verb}\` takes the name of one server; \`/mcp\` lists them.`)
}

function refuse(text: string): CommandResult {
  return { ok: false, text, data: null }
}

export default mcp
