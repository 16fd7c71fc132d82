// A draft of a tool's file: from nothing, from what a program says of itself, or from a page. What is not known is a blank to be filled
// in, and a file with a blank is never used. Pure.
import { formatYaml } from '../lib/yaml-file.ts'
import { BLANK } from './tool-file.ts'
import type { WrittenParameter } from './tool-file-schema.ts'

/** What is known of a tool to be. */
export interface Draft {
  readonly title?: string
  readonly description?: string
  readonly group: string
  readonly parameters: readonly WrittenParameter[]
  readonly kind: 'js' | 'sh' | 'http'
  readonly code: string
  /** Requests that a model wrote. */
  readonly modelExamples?: readonly string[]
}

const MOST_TITLE = 60
const MOST_DESCRIPTION = 300

/** The text of the file. */
export function formatDraft(name: string, draft: Draft): string {
  const { title, description, group, parameters, kind, code, modelExamples = [] } = draft
  const front = {
    name,
    title: title === undefined ? BLANK : cut(title, MOST_TITLE),
    description: description === undefined ? BLANK : cut(description, MOST_DESCRIPTION),
    group,
    ...(parameters.length > 0 && { parameters }),
  }
  const examples =
    modelExamples.length === 0
      ? `# Requests that need this tool, as people write them; the more, the surer it is found.\nexamples: []\n`
      : `# Written by the model; move those that are right to \`examples\`.\n${formatYaml({ model_examples: modelExamples })}`
  return `---\n${formatYaml(front)}${examples}---\n\n\`\`\`${kind}\n${code}\n\`\`\`\n`
}

/** Nothing is known but the name. */
export function blankDraft(): Draft {
  return {
    group: 'own',
    parameters: [{ name: 'value', type: 'number', description: BLANK, from: 'message' }],
    kind: 'js',
    code: "return { sentence: 'The value is ' + args.value + '.' }",
  }
}

/** One line, cut at a word. */
export function cut(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const short = line.slice(0, most - 1)
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), most / 2))}…`
}
