// TOML as sections with places, from the parser of eslint's plugin for TOML, the one that tells where everything stands.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import { type Section, type SectionEntry, type SectionTree, treeOfSections } from './sections.ts'
import type { Plain, ScalarNode, SettingsNode } from './tree.ts'

/** Why a text is no TOML: where, and the library's sentence as a clause. */
export class TomlFault extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Throws `TomlFault`. */
export function readToml(text: string): SectionTree {
  const [top] = parse(text).body
  const root: SectionEntry[] = []
  const sections: Section[] = [{ path: [], start: 0, end: 0, name: { start: 0, end: 0 }, entries: root }]
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') root.push(entryOf(node, text))
    else sections.push(sectionOf(node, text))
  }
  return treeOfSections(sections, text)
}

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text)
  } catch (error) {
    if (error instanceof ParseError) {
      // A value that is missing is told where the next line begins.
      const isMissing = error.column === 0 && /=\s*$/.test(text.slice(0, error.index))
      const line = error.lineNumber - (isMissing ? 1 : 0)
      throw new TomlFault(line, error.message.slice(0, 1).toLowerCase() + error.message.slice(1))
    }
    if (error instanceof RangeError) throw new TomlFault(1, 'it nests too deep')
    throw error
  }
}

function sectionOf(table: AST.TOMLTable, text: string): Section {
  const [nameStart = 0, nameEnd = 0] = table.key.keys.at(-1)?.range ?? []
  // Brackets behind the name: a header has nothing else there but blanks.
  const close = /^[^\]\n]*\]\]?/.exec(text.slice(table.key.range[1]))?.[0].length ?? 0
  return {
    path: table.resolvedKey,
    start: table.range[0],
    end: table.key.range[1] + close,
    name: { start: nameStart, end: nameEnd },
    entries: table.body.map((node) => entryOf(node, text)),
  }
}

function entryOf(node: AST.TOMLKeyValue, text: string): SectionEntry {
  const [start, end] = node.key.range
  return { keys: node.key.keys.map(keyText), start, end, value: nodeOf(node.value, text) }
}

function keyText(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value
}

function nodeOf(node: AST.TOMLContentNode, text: string): SettingsNode {
  const [start, end] = node.range
  if (node.type === 'TOMLArray')
    return { type: 'list', start, end, items: node.elements.map((item) => nodeOf(item, text)) }
  if (node.type === 'TOMLValue') return scalarOf(node, text.slice(start, end))
  const section = { path: [], start, end: start, name: { start, end: start } }
  const entries = node.body.map((entry) => entryOf(entry, text))
  const isDotted = entries.some(({ keys }) => keys.length > 1)
  const inline = treeOfSections([{ ...section, entries }], text).root
  return { ...inline, start, end, ...(isDotted ? { fixed: 'its keys are joined by dots' } : {}) }
}

function scalarOf(node: AST.TOMLValue, source: string): ScalarNode {
  const [start, end] = node.range
  const place = { type: 'scalar' as const, start, end }
  switch (node.kind) {
    case 'string':
      return { ...place, value: node.value, text: node.value }
    case 'boolean':
      return { ...place, value: node.value, text: source }
    case 'integer':
      return { ...place, value: Number.isSafeInteger(node.value) ? node.value : node.bigint, text: source }
    case 'float':
      return { ...place, value: finite(node.value), text: source }
    default:
      return { ...place, value: source, text: source }
  }
}

function finite(value: number): Plain {
  return Number.isFinite(value) ? value : null
}
