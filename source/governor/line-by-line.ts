// "…with passport, boots and a map, one per line": the items of a text, each in a line of its own. Pure.
import type { JsonObject, JsonSchema } from '../contracts/json.ts'

const ASKED =
  /,?\s*(?:\b(?:one|each|every)(?: (?:item|thing|word|name|one|of them|entry))?,? (?:(?:per|to a|a) line|(?:on|in) (?:(?:its|their|a|an) (?:own |separate |new )?|separate )lines?)\b|\bline by line\b)/iu
const BETWEEN = /\s*[,;]\s*(?:and\s+)?|\s+and\s+/iu
/** A longer item is a sentence. */
const MOST_WORDS = 6

/** `args`, a text for a file as lines where `request` asks for that and the text is a list. */
export function lineByLine(args: JsonObject, { properties = {} }: JsonSchema, request: string): JsonObject {
  if (!ASKED.test(request)) return args
  const lines = Object.entries(args).map(([name, value]) => {
    const schema = properties[name]
    const isText = schema?.['x-free'] === true && schema['x-looks'] === 'quoted'
    return [name, isText && typeof value === 'string' ? linesOf(value) : value]
  })
  return Object.fromEntries(lines)
}

function linesOf(text: string): string {
  const items = text
    .replace(ASKED, '')
    .split(BETWEEN)
    .map((item) => item.replace(/[.!]+$/, '').trim())
    .filter((item) => item !== '')
  const isList = !text.includes('\n') && items.every((item) => item.split(/\s+/).length <= MOST_WORDS)
  return items.length > 1 && isList ? items.join('\n') : text
}
