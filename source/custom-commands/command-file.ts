// A command of the person's own as a Markdown file: front matter (description, arguments), then the message with its places.
import { isYamlProblem, parseYaml } from '../lib/yaml-file.ts'

/** What a custom command may be called; also the name of its file. */
export const COMMAND_NAME = /^[a-z][a-z0-9_-]{0,39}$/
const FIELDS = ['description', 'arguments']
const LONGEST_LINE = 200
/** At the very start: a rule of the message's own, `-----`, opens none. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?\n)??---[ \t]*(?:\r?\n|$)/
const OPENED = /^---[ \t]*(?:\r?\n|$)/
/** A field, and one whose value YAML may take for something else than a text. */
const FIELD_LINE = /^\w+[ \t]*:/
const BARE_FIELD = /^\w+[ \t]*:[ \t]*[^\s"'|>]/
/** `$1` to `$9`, `$ARGUMENTS`, and `$$` for a dollar. */
const PLACE = /\$(?:([1-9])(?!\d)|(ARGUMENTS)\b|(\$))/g

export interface CustomCommand {
  readonly name: string
  readonly description: string
  /** What comes behind the name, as `/help` shows it, e.g. `FILE [TONE]`. */
  readonly arguments: string
  /** The message, with its places. */
  readonly body: string
}

/** Reads a file's text; what is wrong is a sentence. `path` is only for that. */
export function parseCommand(text: string, name: string, path: string): CustomCommand | string {
  const front = FRONT_MATTER.exec(text)
  if (front === null && OPENED.test(text))
    return `\`${path}\` begins with \`---\` that nothing closes; put a line \`---\` behind the front matter.`
  const body = text.slice(front?.[0].length ?? 0).trim()
  if (body === '') return `\`${path}\` has no message; write below the front matter what is to be sent.`
  const fields = readFields(front?.[1] ?? '', path)
  if (typeof fields === 'string') return fields
  const firstLine = body.split('\n')[0] ?? ''
  const description =
    fields.description ?? (firstLine.length > 60 ? `${firstLine.slice(0, 59).trimEnd()}…` : firstLine)
  return { name, description, arguments: fields.arguments ?? usageOf(body), body }
}

/** The message with every place filled; a refusal when words are missing. */
export function fillCommand(
  command: CustomCommand,
  input: string,
): { readonly message: string } | { readonly refusal: string } {
  const words = splitWords(input)
  const needed = command.arguments
    .replace(/\[[^\]]*\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  if (words.length < needed.length) {
    const usage = `\`/${command.name} ${command.arguments}\``
    return { refusal: `${usage} needs ${needed.slice(words.length).join(' ')} behind it.` }
  }
  let hasPlace = false
  const filled = command.body.replace(PLACE, (_all, place?: string, whole?: string, dollar?: string) => {
    if (dollar !== undefined) return '$'
    hasPlace = true
    return whole === undefined ? (words[Number(place) - 1] ?? '') : input
  })
  // Words that have no place are not lost.
  return { message: hasPlace || input === '' ? filled.trim() : `${filled}\n\n${input}` }
}

/** Words between spaces; quotes hold several together. */
function splitWords(input: string): readonly string[] {
  return [...input.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}

function usageOf(body: string): string {
  const places = [...body.matchAll(PLACE)]
  const most = Math.max(0, ...places.map(([, place]) => Number(place ?? 0)))
  const named = Array.from({ length: most }, (_, at) => `ARGUMENT${at + 1}`).join(' ')
  return named !== '' ? named : places.some(([, , whole]) => whole !== undefined) ? '[TEXT]' : ''
}

function readFields(
  text: string,
  path: string,
): { readonly description?: string; readonly arguments?: string } | string {
  if (text.trim() === '') return {}
  // The line `---` stands above it in the file.
  const whole = `\n${text}`
  const yaml = parseYaml(whole, path)
  if (isYamlProblem(yaml)) {
    const field = whole
      .split('\n')
      .slice(0, yaml.line)
      .findLast((line) => FIELD_LINE.test(line))
    const isBare = field !== undefined && BARE_FIELD.test(field)
    return isBare ? `${yaml.message.replace(/\.$/, '')}; put the value in quotes.` : yaml.message
  }
  const { value } = yaml
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `The front matter of \`${path}\` must be lines such as \`description: TEXT\`.`
  const fields: { description?: string; arguments?: string } = {}
  for (const [name, given] of Object.entries(value)) {
    if (!FIELDS.includes(name))
      return `The front matter of \`${path}\` has no field \`${name}\`; it takes ${FIELDS.join(' and ')}.`
    // `[TEXT]` is a list to YAML, and what it means to a person is plain.
    const said = Array.isArray(given) ? given.map((one) => `[${String(one)}]`).join(' ') : given
    if (typeof said !== 'string' || said.length > LONGEST_LINE)
      return `\`${name}\` in \`${path}\` must be a text of at most ${LONGEST_LINE} characters.`
    fields[name as 'description' | 'arguments'] = said.replace(/\s+/g, ' ').trim()
  }
  return fields
}
