/** One tool's folder: code and words checked against each other, and made one compiled tool. */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import { type CompiledTool, isManifestProblem } from '../contracts/manifest.ts'
import type { Tool } from '../contracts/tool.ts'
import { compileSchema, findSchemaFault } from '../lib/json-schema.ts'
import type { YamlFile, YamlPath } from '../lib/yaml-file.ts'
import { RISKS } from './layout.ts'
import { readToolWords, type ToolWords } from './tool-words.ts'
import { hashedTool } from './writer.ts'

/** What is wrong, where (line and column from 1), and what was expected. */
export interface CompileProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The whole sentence, place included. */
  readonly message: string
}

export interface FolderResult {
  /** Undefined as soon as there is one problem. */
  readonly tool: CompiledTool | undefined
  readonly problems: readonly CompileProblem[]
}

interface Loaded {
  readonly tool?: Tool
  readonly problems: readonly CompileProblem[]
}

/** A tool's code with the text it was loaded from, so that a complaint can name a line. */
interface Code {
  readonly file: string
  readonly text: string
}

const CODE_FILES = ['tool.ts', 'tool.js']

/** Reads one tool's folder, which must be named `name`; every problem of code and words at once. */
export async function compileToolFolder(
  folder: string,
  name: string,
  loadTool: (folder: string) => Promise<Tool>,
  codeFiles: readonly string[] = CODE_FILES,
): Promise<FolderResult> {
  const loaded = await loadChecked(folder, name, loadTool, codeFiles)
  const config = join(folder, 'config.yaml')
  const text = await readFile(config, 'utf8').catch((error: unknown) => ({ reason: reasonOf(error) }))
  if (typeof text !== 'string') {
    const missing = place(config, 1, 1, `the tool's words must stand here (${text.reason})`)
    return { tool: undefined, problems: [...loaded.problems, missing] }
  }
  return withWords(loaded, { file: config, text })
}

/** The same for a tool and words that were read already: opens nothing. `code` is where complaints about the tool point. */
export function compileToolTexts(tool: Tool, name: string, code: Code, words: Code): FolderResult {
  const problems = toolProblems(tool, name, code)
  return withWords(problems.length > 0 ? { problems } : { tool, problems }, words)
}

function withWords(loaded: Loaded, config: Code): FolderResult {
  const { words, problems, sheet } = readToolWords(config.text, config.file)
  const found = [...loaded.problems, ...problems]
  if (loaded.tool === undefined || words === undefined || sheet === undefined)
    return { tool: undefined, problems: found }
  const misfits = argumentProblems(loaded.tool, words, sheet)
  if (found.length + misfits.length > 0) return { tool: undefined, problems: [...found, ...misfits] }
  return joined(loaded.tool, words, config.file)
}

function joined(tool: Tool, words: ToolWords, config: string): FolderResult {
  const { tests: _, nearShots, followUps, ...rest } = words
  const near = nearShots.map((shot) => ({ ...shot, near: true as const }))
  const compiledWords = { ...rest, fewShots: [...rest.fewShots, ...near, ...followUps] }
  const { name, description, parameters, risk } = tool
  const unhashed = { name, description, parameters, risk, ...compiledWords }
  const hashed = hashedTool(unhashed)
  if (isManifestProblem(hashed)) return { tool: undefined, problems: [place(config, 1, 1, hashed.message)] }
  return { tool: hashed, problems: [] }
}

async function loadChecked(
  folder: string,
  name: string,
  loadTool: (folder: string) => Promise<Tool>,
  codeFiles: readonly string[],
): Promise<Loaded> {
  const code = await findCode(folder, codeFiles)
  if (code === undefined) {
    const needed = codeFiles.map((file) => `a \`${file}\``).join(' or ')
    return { problems: [place(join(folder, codeFiles[0] ?? ''), 1, 1, `the folder must have ${needed}`)] }
  }
  let tool: unknown
  try {
    tool = await loadTool(folder)
  } catch (error) {
    const { line, column } = thrownAt(error, code.file)
    return { problems: [place(code.file, line, column, `the tool must load, but ${reasonOf(error)}`)] }
  }
  const problems = toolProblems(tool, name, code)
  // Checked field by field just above.
  return problems.length > 0 ? { problems } : { tool: tool as Tool, problems }
}

async function findCode(folder: string, codeFiles: readonly string[]): Promise<Code | undefined> {
  for (const base of codeFiles) {
    const file = join(folder, base)
    const found = await access(file).then(
      () => true,
      () => false,
    )
    if (found) return { file, text: await readFile(file, 'utf8').catch(() => '') }
  }
  return undefined
}

function toolProblems(tool: unknown, name: string, code: Code): readonly CompileProblem[] {
  if (!isRecord(tool))
    return [place(code.file, 1, 1, 'the default export must be a tool; make it with `defineTool`')]
  const at = (field: string, expected: string) => fieldPlace(code, field, expected)
  const problems: CompileProblem[] = []
  if (tool.name !== name)
    problems.push(at('name', `\`name\` must be the folder's name \`${name}\`, not ${show(tool.name)}`))
  else if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    problems.push(at('name', `\`name\` must be lower case letters, digits and underscores, not \`${name}\``))
  }
  if (typeof tool.description !== 'string' || tool.description.trim() === '') {
    problems.push(at('description', `\`description\` must be a sentence, not ${show(tool.description)}`))
  }
  if (!isRecord(tool.parameters) || tool.parameters.type !== 'object') {
    problems.push(at('parameters', "`parameters` must be a schema with `type: 'object'`"))
  } else {
    const fault = findSchemaFault(tool.parameters)
    if (fault !== undefined)
      problems.push(at('parameters', `\`parameters\` must be a JSON Schema. ${fault.message}`))
  }
  if (!RISKS.some((risk) => risk === tool.risk)) {
    problems.push(at('risk', `\`risk\` must be one of ${RISKS.join(', ')}, not ${show(tool.risk)}`))
  }
  for (const method of ['run', 'say', ...(tool.preview === undefined ? [] : ['preview'])]) {
    if (typeof tool[method] !== 'function') problems.push(at(method, `\`${method}\` must be a function`))
  }
  const known = isRecord(tool.parameters) ? Object.keys(Object(tool.parameters.properties)) : []
  if (tool.approvalKey !== undefined && !known.some((parameter) => parameter === tool.approvalKey)) {
    const expected = `\`approvalKey\` must be a parameter (${known.join(', ') || 'there is none'})`
    problems.push(at('approvalKey', `${expected}, not ${show(tool.approvalKey)}`))
  }
  return problems
}

/** Few-shots, complete calls of triggers, and the parameter names of tests, against the tool's schema. */
function argumentProblems(tool: Tool, words: ToolWords, sheet: YamlFile): readonly CompileProblem[] {
  const check = compileSchema(tool.parameters)
  const misfits = (what: string, path: YamlPath, value: JsonObject | undefined, checkIt = check) =>
    (value === undefined ? [] : checkIt(value)).map((fault) =>
      sheet.problem(
        [...path, ...segments(fault.path)],
        `${what} does not fit \`${tool.name}\`: ${trimmed(fault.message)}`,
      ),
    )
  const known = Object.keys(tool.parameters.properties ?? {})
  return [
    ...words.fewShots.flatMap((shot, i) =>
      misfits('the few-shot', ['few_shots', i, 'arguments'], shot.arguments),
    ),
    ...words.nearShots.flatMap((shot, i) =>
      misfits('the few-shot', ['near_shots', i, 'arguments'], shot.arguments),
    ),
    ...words.followUps.flatMap((shot, i) =>
      misfits('the follow-up', ['follow_ups', i, 'arguments'], shot.arguments),
    ),
    ...words.triggers.flatMap((trigger, i) =>
      misfits(
        'the trigger',
        ['triggers', i, 'arguments'],
        trigger.arguments,
        compileSchema(withoutCaptured(tool, trigger.pattern)),
      ),
    ),
    ...words.tests.flatMap((test, i) =>
      (test.tool === undefined || test.tool === tool.name ? Object.keys(test.arguments ?? {}) : [])
        .filter((name) => !known.includes(name))
        .map((name) => {
          const expected = `\`${name}\` is no parameter of \`${tool.name}\`; it has ${known.join(', ') || 'none'}`
          return sheet.problem(['tests', i, 'arguments', name], expected, 'key')
        }),
    ),
  ]
}

/** The tool's schema without the need of what the pattern's named groups bring. */
function withoutCaptured({ parameters }: Tool, pattern: string): JsonSchema {
  const captured = new Set([...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, group]) => group))
  return { ...parameters, required: (parameters.required ?? []).filter((name) => !captured.has(name)) }
}

// The path of a JSON Pointer; digits become indexes, for that is what lists are asked with.
function segments(pointer: string): YamlPath {
  const parts = pointer.split('/').slice(1)
  return parts.map((part) =>
    /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'),
  )
}

// Where the field is written in the source; a tool that builds itself another way gets its first line.
function fieldPlace(code: Code, field: string, expected: string): CompileProblem {
  const found = new RegExp(`^[ \\t]*(?:async )?(?="?${field}\\b"?\\s*[:,(])`, 'm').exec(code.text)
  if (found === null) return place(code.file, 1, 1, expected)
  const before = code.text.slice(0, found.index + found[0].length).split('\n')
  return place(code.file, before.length, (before.at(-1)?.length ?? 0) + 1, expected)
}

// The first frame of the stack inside the tool's own file, if there is one.
function thrownAt(error: unknown, file: string): { readonly line: number; readonly column: number } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frame = stack.split('\n').find((line) => line.includes(file))
  const [, line, column] = /:(\d+)(?::(\d+))?\)?$/.exec(frame ?? '') ?? []
  return { line: Number(line ?? 1), column: Number(column ?? 1) }
}

function place(file: string, line: number, column: number, expected: string): CompileProblem {
  return { file, line, column, message: `\`${file}\` line ${line}, column ${column}: ${trimmed(expected)}.` }
}

function trimmed(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line
}

function show(value: unknown): string {
  return value === undefined ? 'left out' : `\`${JSON.stringify(value) ?? String(value)}\``
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
