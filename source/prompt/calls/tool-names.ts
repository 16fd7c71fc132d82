// Which tool does a name mean that a model wrote? `getTime`, `get-time` and `functions.get_time` are `get_time`; a slip
// is repaired only where a marker says that this is a call.
import { editDistance } from '../../lib/nearest-name.ts'
import { isDigit, isNameStart } from './growing-text.ts'
import type { FindTool } from './scan.ts'

interface Known {
  readonly name: string
  readonly words: readonly string[]
  readonly bare: string
}

/**
 * Finds the enabled tool that a written name means. `known` are all tools there are: a name of one that is not enabled
 * must not be repaired into that of its neighbour.
 */
export function createToolFinder(enabled: readonly string[], known: readonly string[] = enabled): FindTool {
  const tools = [...new Set([...enabled, ...known])].map(toKnown)
  return (written, marked) => {
    const name = findSame(written, tools) ?? (marked ? findNearest(written, tools) : undefined)
    return name !== undefined && enabled.includes(name) ? name : undefined
  }
}

/** The same name, then the same but for case and separators, then without what stands before a last dot. */
function findSame(written: string, tools: readonly Known[]): string | undefined {
  const exact = tools.find(({ name }) => name === written)
  if (exact !== undefined) return exact.name
  const { bare } = toKnown(written)
  const [same, another] = tools.filter((tool) => tool.bare === bare)
  if (same !== undefined) return another === undefined ? same.name : undefined
  const dot = written.lastIndexOf('.')
  return dot < 0 ? undefined : findSame(written.slice(dot + 1), tools)
}

/**
 * One slip in six letters, two at most, and the first letter of each word right: slips are seldom there, and `set` for
 * `get` would be another tool. Two candidates as near as each other are none.
 */
function findNearest(written: string, tools: readonly Known[]): string | undefined {
  const wanted = toKnown(written.slice(written.lastIndexOf('.') + 1))
  if (wanted.bare.length > 64) return undefined
  const most = Math.min(2, Math.floor(wanted.bare.length / 6))
  const near = tools
    .filter((tool) => initialsOf(tool) === initialsOf(wanted))
    .map((tool) => ({ name: tool.name, distance: editDistance(tool.bare, wanted.bare) }))
    .filter(({ distance }) => distance <= most)
    .sort((left, right) => left.distance - right.distance)
  const [best, second] = near
  return best !== undefined && best.distance !== second?.distance ? best.name : undefined
}

function initialsOf({ words }: Known): string {
  return words.map((word) => word[0]).join('')
}

/** Words end where another kind of character or a capital begins. */
function toKnown(name: string): Known {
  const words: string[] = []
  let before = ''
  for (const char of name) {
    const isLetter = char !== '_' && (isNameStart(char) || isDigit(char) || char > '\x7f')
    const isCapital = char >= 'A' && char <= 'Z'
    const wasSmall = before >= 'a' && before <= 'z'
    if (isLetter) {
      const begins = words.length === 0 || before === '' || (isCapital && wasSmall)
      if (begins) words.push('')
      words[words.length - 1] += char.toLowerCase()
    }
    before = isLetter ? char : ''
  }
  return { name, words, bare: words.join('') }
}
