// What a program wrote to stderr before it ended, cut down to the line that says why.

/** Lines with which Node ends behind its message: frames, the rest of an object, its version; and those of its native stack. */
const BEHIND =
  /^(?:\s+at .*(?::\d+\)?|\(<anonymous>\))(?: \{)?|\s*[\]})]+,?|Node\.js v\d\S*|\(Use `node .*|\s*\d+: 0x.*|-{3,} .*)\s*$/
/** Node's own message, which begins a line. */
const MESSAGE = /^(?:\w*Error|FATAL ERROR)\b/

/** The line, without blanks around it; empty: it said nothing. */
export function lastWords(written: string): string {
  const lines = written.split('\n').filter((line) => line.trim() !== '')
  const isNode = BEHIND.test(lines.at(-1) ?? '')
  const said = isNode ? lines.findLast((line) => MESSAGE.test(line)) : undefined
  return (said ?? lines.findLast((line) => !BEHIND.test(line)) ?? '').trim()
}
