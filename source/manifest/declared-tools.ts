/**
 * Tools that have words and a schema but no code: they can be chosen and called, and nothing is done. For measuring, from
 * folders (`schema.json` in place of `tool.ts`) or from a catalogue, a JSON object a line. Next: `compile.ts`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import { type CompiledTool, isManifestProblem } from '../contracts/manifest.ts'
import type { Tool } from '../contracts/tool.ts'
import { findSchemaFault } from '../lib/json-schema.ts'
import { type CompileResult, compileTools } from './compile.ts'
import { contentHashOf, type UnhashedTool } from './tool-bytes.ts'
import type { CompileProblem } from './tool-folder.ts'
import { hashedTool } from './writer.ts'

const SCHEMA_FILE = 'schema.json'
const LONGEST_NAME = 64
const LONGEST_LINE = 80
/** Below every tool of ours, so that those keep their lines in the index. */
const PRIORITY = 64

type Declaration = Pick<Tool, 'name' | 'description' | 'parameters' | 'risk'>
type Described = Omit<Declaration, 'risk'> & { readonly group: string }

/** A tool that only says what it was called with. Nothing is done, so its risk is `read`, whatever is declared. */
export function declaredTool({ name, description, parameters }: Omit<Declaration, 'risk'>): Tool {
  return {
    name,
    description,
    parameters,
    risk: 'read',
    run: (args) => ({ declared: true, arguments: args }),
    say: (_result, args) => {
      const given = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
      const called = `${name} was called with ${given.join(', ') || 'no arguments'}`
      return { sentence: `${called}; it is declared only, so nothing was done.` }
    },
  }
}

/** Compiles every folder of `toolsDir` that has a `schema.json` and a `config.yaml`. */
export function compileDeclared(toolsDir: string): Promise<CompileResult> {
  return compileTools({ toolsDir, builtAt: 0, codeFiles: [SCHEMA_FILE], loadTool: readDeclaration })
}

async function readDeclaration(folder: string): Promise<Tool> {
  const schema = parseJsonObject(await readFile(join(folder, SCHEMA_FILE), 'utf8'))
  if (schema === undefined) throw new Error(`\`${SCHEMA_FILE}\` holds no JSON object`)
  // `compileToolFolder` checks every field; what is missing is missing there.
  const { name, description, parameters, risk } = schema as unknown as Declaration
  return { ...declaredTool({ name, description, parameters }), risk }
}

/**
 * Reads a catalogue: a line is `{server, name, description, inputSchema}`, as MCP servers say it. Names become
 * `server_name`, legal and unique. Lines that are none, and tools that cannot be compiled, are problems.
 */
export function readCatalogue(
  text: string,
  file: string,
): { readonly tools: readonly CompiledTool[]; readonly problems: readonly CompileProblem[] } {
  const taken = new Set<string>()
  const tools: CompiledTool[] = []
  const problems: CompileProblem[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const tool = compileLine(line, taken)
    if (typeof tool !== 'string') tools.push(tool)
    else {
      const message = `\`${file}\` line ${at + 1}: ${tool}.`
      problems.push({ file, line: at + 1, column: 1, message })
    }
  }
  return { tools, problems }
}

/** A sentence without its dot says what is wrong. */
function compileLine(line: string, taken: Set<string>): CompiledTool | string {
  const row = parseJsonObject(line)
  const { server = '', name, description, inputSchema } = row ?? {}
  const isObject = typeof inputSchema === 'object' && inputSchema !== null && !Array.isArray(inputSchema)
  if (typeof name !== 'string' || typeof server !== 'string' || !isObject)
    return 'a tool must have `server`, `name`, `description` and `inputSchema`'
  const parameters = { ...inputSchema, type: 'object' }
  const fault = findSchemaFault(parameters)
  if (fault !== undefined) return `the schema of \`${name}\` cannot be used: ${fault.message}`
  const tool = hashedTool(
    describeDeclaration({
      name: uniqueName(`${server}_${name}`, taken),
      description: typeof description === 'string' && description.trim() !== '' ? description.trim() : name,
      parameters,
      group: legalName(server || 'other'),
    }),
  )
  return isManifestProblem(tool) ? tool.message.replace(/\.$/, '') : tool
}

/** A tool without examples, whose one-liner is the beginning of its description. Its name is taken as it is. Throws `NotJson`. */
export function compileDeclaration(declared: Described): CompiledTool {
  const unhashed = describeDeclaration(declared)
  return { ...unhashed, contentHash: contentHashOf(unhashed) }
}

/** The same without its hash; nothing of it is checked. */
export function describeDeclaration(declared: Described, risk: Tool['risk'] = 'network'): UnhashedTool {
  return {
    ...declared,
    oneLiner: firstSentence(declared.description),
    priority: PRIORITY,
    risk,
    examples: [],
    fewShots: [],
    triggers: [],
  }
}

/** A legal name that is not taken yet, and takes it. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  const base = legalName(wanted)
  let name = base
  for (let count = 2; taken.has(name); count++) name = `${base.slice(0, LONGEST_NAME - 4)}_${count}`
  taken.add(name)
  return name
}

/** Lower-case letters, digits and underscores, a letter first. */
export function legalName(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return (/^[a-z]/.test(plain) ? plain : `tool_${plain}`).slice(0, LONGEST_NAME)
}

/** The first sentence or line, cut at a word where it is longer than a one-liner. */
function firstSentence(text: string): string {
  const [line = ''] = text.split(/[\r\n]|(?<=[.!?。])\s/u, 1)
  const characters = [
    ...line
      .replace(/\s+/g, ' ')
      .replace(/[.。]$/u, '')
      .trim(),
  ]
  if (characters.length <= LONGEST_LINE) return characters.join('')
  const cut = characters.slice(0, LONGEST_LINE - 1).join('')
  const atWord = cut.replace(/\s+\S*$/u, '')
  return `${atWord.length > LONGEST_LINE / 2 ? atWord : cut}…`
}
