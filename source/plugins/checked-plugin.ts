// A plugin whose files are what its `plugin.json` says, with its tools compiled. Pure, but for what reading its files took.
import { parseJsonObject } from '../contracts/json.ts'
import type { CompiledTool } from '../contracts/manifest.ts'
import { defineTool, type Risk, type Tool } from '../contracts/tool.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { SEMVER } from '../lib/semver.ts'
import { shortLine } from '../lib/short-line.ts'
import { compileToolTexts } from '../manifest/tool-folder.ts'
import { type PluginSheet, readSheet, SHEET } from './plugin-sheet.ts'
import type { PluginFiles } from './plugin-source.ts'

/** A tool of a plugin: words and schema compiled, its code as text. */
export interface PluginTool {
  readonly compiled: CompiledTool
  readonly code: string
  /** Its own, else the plugin's. */
  readonly version: string
  /** Inside the plugin. */
  readonly file: string
}

const LONGEST_FAULT = 600
/** A person mends the first ones first. */
const MOST_FAULTS = 50

export interface CheckedPlugin {
  readonly sheet: PluginSheet
  /** SHA-256 (hex) of `plugin.json`, which has those of all other files. */
  readonly sha256: string
  readonly tools: readonly PluginTool[]
}

/** Checks it whole; a list of sentences is what is wrong. `place` only names where it is. */
export function checkPlugin(files: PluginFiles, place: string): CheckedPlugin | readonly string[] {
  const checked = checkFiles(files, place)
  // They quote what a stranger wrote, which may be as long as a file.
  if ('sheet' in checked) return checked
  const told = checked.slice(0, MOST_FAULTS).map((fault) => shortLine(fault, LONGEST_FAULT))
  const more = checked.length - told.length
  return more === 0 ? told : [...told, `There are ${more} more faults.`]
}

function checkFiles(files: PluginFiles, place: string): CheckedPlugin | readonly string[] {
  const bytes = files.get(SHEET) ?? Buffer.alloc(0)
  const text = textOf(bytes)
  if (text === undefined) return [`\`${place}/${SHEET}\` must be text in UTF-8.`]
  const sheet = readSheet(text, `${place}/${SHEET}`)
  if (!('files' in sheet)) return sheet
  const problems = Object.entries(sheet.files).flatMap(([path, sum]) => {
    const content = files.get(path)
    if (content === undefined) return [`\`${place}/${path}\` is missing; \`${SHEET}\` names it.`]
    return sha256Hex(content) === sum
      ? []
      : [`\`${place}/${path}\` is not the file that \`${SHEET}\` names: its SHA-256 differs.`]
  })
  for (const path of files.keys())
    if (path !== SHEET && !Object.hasOwn(sheet.files, path))
      problems.push(`\`${place}/${path}\` does not stand in \`files\` of \`${SHEET}\`.`)
  if (problems.length > 0) return problems
  const tools = sheet.tools.map((name) => compileTool(sheet, name, files, place))
  const faults = tools.flatMap((tool) => ('code' in tool ? [] : tool))
  if (faults.length > 0) return faults
  return { sheet, sha256: sha256Hex(bytes), tools: tools.filter((tool) => 'code' in tool) }
}

function compileTool(
  { kind, version: ofPlugin }: PluginSheet,
  name: string,
  files: PluginFiles,
  place: string,
): PluginTool | readonly string[] {
  const folder = `tools/${name}`
  const read = (file: string) => textOf(files.get(`${folder}/${file}`) ?? Buffer.alloc(0)) ?? ''
  const schema = { file: `${place}/${folder}/schema.json`, text: read('schema.json') }
  const declared = parseJsonObject(schema.text)
  if (declared === undefined) return [`\`${schema.file}\` must hold a JSON object${jsonFault(schema.text)}.`]
  const { description, parameters, risk = kind === 'trusted' ? 'execute' : 'read' } = declared
  const { version = ofPlugin } = declared
  if (typeof version !== 'string' || !SEMVER.test(version))
    return [
      `\`${schema.file}\`: \`version\` must be a version such as \`"1.2.0"\`, not \`${String(version).slice(0, 60)}\`.`,
    ]
  if (kind === 'trusted' && risk !== 'execute')
    return [
      `\`${schema.file}\`: the \`risk\` of a tool of a trusted plugin must be \`execute\`, not \`${String(risk)}\`.`,
    ]
  const expression = findExpression(parameters)
  // It would be matched outside of the sandbox with every message.
  if (expression !== undefined)
    return [
      `\`${schema.file}\`: \`${expression}\` is nothing that a plugin has in its \`parameters\`; leave it out.`,
    ]
  const tool = defineTool({
    name: String(declared.name),
    description: String(description ?? ''),
    // Checked field by field when it is compiled.
    parameters: parameters as Tool['parameters'],
    risk: risk as Risk,
    run: () => null,
    say: () => ({ sentence: '' }),
  })
  const words = { file: `${place}/${folder}/config.yaml`, text: read('config.yaml') }
  const { tool: compiled, problems } = compileToolTexts(tool, name, schema, words)
  if (compiled === undefined) return problems.map(({ message }) => message)
  if (compiled.triggers.length > 0)
    return [
      `\`${words.file}\`: \`triggers\` are nothing that a plugin has; write \`examples\` in their place.`,
    ]
  return { compiled, version, code: read('tool.js'), file: `${folder}/tool.js` }
}

/** Keywords of ours (docs/tools.md) that hold regular expressions. */
const EXPRESSIONS = /^x-(?:when|empty|unit|cues)$/

/** One of these in a schema, wherever it stands. */
function findExpression(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const [keyword, value] of Object.entries(schema)) {
    if (!Array.isArray(schema) && EXPRESSIONS.test(keyword)) return keyword
    // What these hold is data.
    if (/^(?:const|default|enum|examples?)$/.test(keyword)) continue
    const isNamed = /^(?:properties|\$defs|definitions|dependentSchemas|dependencies)$/.test(keyword)
    const parts = isNamed && typeof value === 'object' && value !== null ? Object.values(value) : [value]
    for (const part of parts) {
      const found = findExpression(part)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function jsonFault(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return `, but ${error instanceof Error ? error.message : String(error)}`
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
