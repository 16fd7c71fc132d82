// The definition that a line of code is in, by form and indentation, in whatever language: a name behind `def`, `class`, `fn` …, a
// function's head, a selector. Keep it simple: it is a heading to ask by, no parser.
import { indentOf, isBlank, type Line } from './line.ts'

// The words are those of programming languages: they are the format.
const MODIFIERS =
  '(?:(?:export|default|declare|async|public|private|protected|internal|static|abstract|final|sealed|open|override|virtual|inline|' +
  'unsafe|extern|partial|data|local|pub(?:\\([^)]*\\))?|readonly|suspend)\\s+)*'
const NAMED = new RegExp(
  `^\\s*${MODIFIERS}(?:def|class|function\\*?|fn|func|fun|sub|interface|trait|struct|enum|union|impl(?:<[^>]*>)?|module|mod|namespace|type|` +
    'record|object|protocol|extension|package)\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?([\\p{L}_$][\\p{L}\\p{N}_$.:?!]*)',
  'u',
)
const CREATED =
  /^\s*create\s+(?:or\s+replace\s+)?(?:\w+\s+)?(?:table|view|function|procedure|trigger|index|type)\s+(?:if\s+not\s+exists\s+)?["'`[]?([\p{L}_][\p{L}\p{N}_.]*)/iu
const ASSIGNED = new RegExp(
  `^\\s*${MODIFIERS}(?:const|let|var|val)?\\s*([\\p{L}_$][\\p{L}\\p{N}_$.]*)\\s*(?::[^=]*)?[=:]\\s*(?:async\\s+)?` +
    '(?:function\\b|\\([^()]*\\)\\s*(?::[^=]*)?=>|[\\p{L}_$][\\p{L}\\p{N}_$]*\\s*=>)',
  'u',
)
/** `int main(int argc, char **argv) {`, `handle(event) {`, `greet() {` of a shell. */
const HEAD =
  /^\s*(?:[\p{L}_$][\p{L}\p{N}_$<>[\],.:*&?]*\s+)*[*&]*([\p{L}_$~][\p{L}\p{N}_$:~]*)\s*\([^;]*\)[^;=(){}]*\{?\s*$/u
const NO_NAME = new Set(
  'if for while switch catch return else elif do try with when match foreach using lock throw new await'.split(
    ' ',
  ),
)
const CLOSES = /^\s*(?:[)\]}]|end\b|\{\s*$|<\/)/

/** One a line: the name of the nearest definition around it, its own where it begins one; undefined: none. */
export function enclosingDefinitions(
  lines: readonly Line[],
  ending: string,
): readonly (string | undefined)[] {
  const isStyle = ending === 'css' || ending === 'scss' || ending === 'less'
  const open: { readonly indent: number; readonly name: string }[] = []
  return lines.map(({ text }, index) => {
    if (isBlank(text)) return open.at(-1)?.name
    const indent = indentOf(text)
    const name = isStyle ? selectorIn(text) : definitionIn(text, lines[index + 1]?.text ?? '')
    // A bracket at the margin of a definition closes it, or goes on with its head.
    const closes = name === undefined && CLOSES.test(text)
    while (open.length > 0) {
      const around = open.at(-1)?.indent ?? 0
      if (closes ? indent >= around : indent > around) break
      open.pop()
    }
    if (name !== undefined) open.push({ indent, name })
    return open.at(-1)?.name
  })
}

function selectorIn(line: string): string | undefined {
  const selector = line.slice(0, Math.max(0, line.indexOf('{'))).trim()
  return selector === '' || /[}@;]/.test(selector) ? undefined : selector
}

function definitionIn(line: string, below: string): string | undefined {
  if (line.length > 400) return undefined
  const name = NAMED.exec(line)?.[1] ?? CREATED.exec(line)?.[1] ?? ASSIGNED.exec(line)?.[1]
  if (name !== undefined) return name.replace(/[.:?!]+$/, '')
  // A call looks like a head, but for the brace.
  if (!/[{]\s*$/.test(line) && !/^\s*\{\s*$/.test(below)) return undefined
  const words = line.trim().split(/[\s(]+/, 1)[0] ?? ''
  const head = NO_NAME.has(words) || words.startsWith('}') ? undefined : HEAD.exec(line)?.[1]
  return head === undefined || NO_NAME.has(head) ? undefined : head
}
