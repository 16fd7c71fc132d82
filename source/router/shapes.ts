/**
 * What a request is made of rather than what it says: a file, a path, an expression. Such features hold for values that no example has.
 * Every expression here is linear in the text: none has two unbounded repetitions side by side.
 */
const shapes: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'file', pattern: /[\p{L}\p{N}_)-]\.(?=[a-z0-9]{0,4}[a-z])[a-z0-9]{1,5}(?![\p{L}\p{N}@])/u },
  {
    name: 'path',
    pattern:
      /(?:^|[\s'"`(:])(?:~|\.{0,2})\/[\p{L}\p{N}_.~-]|[\p{L}\p{N}_-]\/[\p{L}\p{N}_-]{1,40}[/.]|\b[a-z]:\\/u,
  },
  { name: 'address', pattern: /\bhttps?:\/\/|\bwww\.|[\p{L}\p{N}_]@[\p{L}\p{N}]/u },
  { name: 'expression', pattern: /[\d)]\s?[-+*/^×÷x]\s?[(\d]/u },
  { name: 'function', pattern: /\b(?:sqrt|sin|cos|tan|log|ln|exp|abs|root|squared|cubed|factorial)\b/u },
  { name: 'percent', pattern: /\d\s?%|\bper ?cent\b/u },
  { name: 'money', pattern: /[$€£¥]\s?\d|\d\s?(?:[€£¥]|dollars?\b|euros?\b|usd\b|eur\b|pounds?\b)/u },
  { name: 'clock', pattern: /\b\d{1,2}:\d\d\b|\b\d{1,2}\s?[ap]m\b/u },
  { name: 'date', pattern: /\b\d{4}-\d\d?-\d\d?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/u },
  {
    name: 'unit',
    pattern:
      /\d\s?(?:k?m|cm|mm|kg|g|mg|lbs?|oz|ml|l|mi|ft|in|inch(?:es)?|miles?|feet|[mgkt]b|°|degrees?|mph|kmh|km\/h|[cf])\b/u,
  },
  { name: 'number-sign', pattern: /#\s?\d|\b(?:no|number|nr|id|#)\.?\s?\d/u },
  { name: 'quoted', pattern: /"[^"]{1,200}"|(?:^|[\s(:])'[^']{1,200}'|“[^”]{1,200}”|`[^`]{1,200}`/u },
  { name: 'question', pattern: /\?/u },
  { name: 'colon', pattern: /\p{L}:\s/u },
]

const share = /%|\bper ?cent|\bpct\b/u
const numbers = /\d+(?:[.,]\d+)*/gu

/** Names of the shapes that a considered text has; at most one per kind. */
export function findShapes(considered: string): string[] {
  const found: string[] = []
  for (const { name, pattern } of shapes) if (pattern.test(considered)) found.push(name)
  let count = 0
  numbers.lastIndex = 0
  while (count < 4 && numbers.test(considered)) count += 1
  found.push(`numbers ${Math.min(count, 3)}`)
  // A share of something: with one number it is mostly talk, with two a sum.
  if (count > 1 && share.test(considered)) found.push(`share ${Math.min(count, 3)}`)
  return found
}

/** The full stop of a sentence is no part of a path. */
const paths = /(?:~|\.{1,2})?(?:\/[\p{L}\p{N}_.~-]*[\p{L}\p{N}_~-])+\/?/gu
const fileNames = /[\p{L}\p{N}_-]{1,60}(\.[a-z]{1,5})(?![\p{L}\p{N}@])/gu
const extension = /\.[a-z]{1,5}$/u

/** The text with every path and file name made the same but for its extension: `notes/a.txt` says no more than `x.txt`. */
export function foldNames(considered: string): string {
  return considered
    .replace(paths, (path) => `/ppp${extension.exec(path)?.[0] ?? ''}`)
    .replace(fileNames, 'fff$1')
}
