// `plugin.json`: what a plugin says of itself. Each fault is said with its line and column, all of them at once. Pure.
import type { PluginKind, PluginPermissions } from '../contracts/plugins.ts'
import { type Broken, compileOwnSchema } from '../lib/json-schema.ts'
import { SEMVER } from '../lib/semver.ts'
import { isYamlProblem, parseYaml, type YamlFile, type YamlPath } from '../lib/yaml-file.ts'

/** A `plugin.json` without faults. */
export interface PluginSheet {
  readonly name: string
  readonly version: string
  readonly kind: PluginKind
  readonly summary: string
  readonly tools: readonly string[]
  readonly permissions: PluginPermissions
  /** SHA-256 (hex) of each file but this one. */
  readonly files: { readonly [path: string]: string }
}

export const SHEET = 'plugin.json'
export const MOST_PLUGIN_FILES = 500
/** The files that each tool of a plugin has. */
export const TOOL_FILES = ['schema.json', 'config.yaml', 'tool.js'] as const

const texts = (pattern: string) => ({
  type: 'array',
  items: { type: 'string', pattern, maxLength: 300 },
  maxItems: 50,
  uniqueItems: true,
})
/** A place and what lies below it; nothing in it may lead up again, or be a star, which Node takes for every name. */
const PATHS = texts('^(?!.*(?:^|/)\\.\\.?(?:/|$))(?:workspace|data|~)?(?:/[^/*\\u0000-\\u001f]+)*/?$')

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,39}$' },
    version: { type: 'string', pattern: SEMVER.source, maxLength: 60 },
    kind: { enum: ['sandboxed', 'trusted'] },
    summary: { type: 'string', pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$', maxLength: 200 },
    tools: { ...texts('^[a-z][a-z0-9_]{1,63}$'), minItems: 1 },
    permissions: {
      type: 'object',
      properties: {
        paths: {
          type: 'object',
          properties: { read: PATHS, write: PATHS },
          additionalProperties: false,
        },
        hosts: texts('^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$'),
        commands: texts('^[A-Za-z0-9_][A-Za-z0-9._+-]*$'),
        // What steers Node or the loader would undo the fences of a trusted plugin.
        environment: texts('^(?!NODE_|LD_|DYLD_)[A-Za-z_][A-Za-z0-9_]*$'),
      },
      additionalProperties: false,
    },
    files: {
      type: 'object',
      additionalProperties: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      maxProperties: MOST_PLUGIN_FILES,
    },
  },
  required: ['name', 'version', 'kind', 'summary', 'tools', 'files'],
  additionalProperties: false,
} as const

/** Reads the text; `file` only names it. A list of sentences is what is wrong with it. */
export function readSheet(text: string, file: string): PluginSheet | readonly string[] {
  // JSON is YAML, whose reader tells where things stand.
  const sheet = parseYaml(text, file)
  if (isYamlProblem(sheet)) return [sheet.message]
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return [`\`${file}\` must be JSON, but ${error instanceof Error ? error.message : String(error)}.`]
  }
  const faults = compileOwnSchema(SCHEMA)(value).map((broken) => sentenceOf(broken, sheet))
  if (faults.length > 0) return faults
  // Checked against the schema just above.
  const written = value as Omit<PluginSheet, 'permissions'> & {
    readonly permissions?: Partial<PluginPermissions>
  }
  const { paths, hosts = [], commands = [], environment = [] } = written.permissions ?? {}
  const permissions = { paths: { read: [], write: [], ...paths }, hosts, commands, environment }
  const read = { ...written, permissions }
  const problems = meaningFaults(read, sheet)
  return problems.length > 0 ? problems : read
}

/** What the schema cannot say. */
function meaningFaults({ kind, tools, permissions, files }: PluginSheet, sheet: YamlFile): readonly string[] {
  const faults: string[] = []
  const say = (path: YamlPath, clause: string, at: 'key' | 'value' = 'value') =>
    faults.push(sheet.problem(path, clause, at).message)
  if (kind === 'sandboxed' && permissions.commands.length > 0)
    say(
      ['permissions', 'commands'],
      'a sandboxed plugin starts no commands; leave them out, or it is `trusted`',
    )
  for (const access of ['read', 'write'] as const)
    for (const [at, path] of permissions.paths[access].entries())
      if (path === '')
        say(['permissions', 'paths', access, at], 'a path must begin with `workspace`, `data`, `~` or `/`')
      else if (access === 'write' && kind === 'sandboxed' && isOfGit(path))
        say(
          ['permissions', 'paths', access, at],
          `\`${path}\` is git’s, which runs what stands there, and no sandboxed plugin writes it; leave it out`,
        )
  for (const path of Object.keys(files)) {
    const fault = findPathFault(path)
    if (fault !== undefined) say(['files', path], `\`${path}\` ${fault}`, 'key')
  }
  for (const [at, tool] of tools.entries())
    for (const name of TOOL_FILES)
      if (!Object.hasOwn(files, `tools/${tool}/${name}`))
        say(['tools', at], `the tool \`${tool}\` needs \`tools/${tool}/${name}\` in \`files\``)
  return faults
}

/** What lies in a folder of that name is run by git. */
export function isOfGit(path: string): boolean {
  return path.split(/[/\\]/).some((name) => name.toLowerCase() === '.git')
}

function findPathFault(path: string): string | undefined {
  if (path === SHEET) return 'cannot hold its own sum; leave it out'
  const isPlain = path.split('/').every((part) => /^[\w@+-][\w@+.-]{0,99}$/.test(part) && !part.endsWith('.'))
  return isPlain
    ? undefined
    : 'must be a plain path of letters, digits, `.`, `_`, `-` and `/` inside the plugin'
}

function sentenceOf({ path, message }: Broken, sheet: YamlFile): string {
  const surplus = /has `([^`]+)`, which the schema does not know/.exec(message)?.[1]
  const at: YamlPath = path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
  const clause = message.replace(/\.$/, '').replace(/^The value/, 'the plugin')
  return surplus === undefined
    ? sheet.problem(at, clause).message
    : sheet.problem([...at, surplus], clause.replace('the schema does not know', 'is not known'), 'key')
        .message
}
