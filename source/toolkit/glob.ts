// Names by pattern; pure, and never slower than the pattern is long times the name.

const MOST_VARIANTS = 50

/** Whether a text is a pattern at all, and not a part of a name. */
export function isGlob(text: string): boolean {
  return /[*?]|\{[^{}]*,[^{}]*\}/.test(text)
}

/**
 * Whether a path (with slashes) fits a pattern, whatever the letter case: `*` and `?` stay within a name, `**` is any
 * folders or none, `{a,b}` is either. A pattern without a slash is for the last name alone.
 */
export function fitsGlob(pattern: string, path: string): boolean {
  const names = path.toLowerCase().split('/')
  return variantsOf(pattern.toLowerCase()).some((variant) => {
    const parts = variant.replace(/^\.?\/+|\/+$/g, '').split('/')
    return parts.length === 1 && parts[0] !== '**'
      ? fitsName(parts[0] ?? '', names.at(-1) ?? '')
      : fitsPath(parts, names)
  })
}

/** `a.{b,c}` is `a.b` and `a.c`. */
function variantsOf(pattern: string): readonly string[] {
  let variants = [pattern]
  for (;;) {
    const at = variants.findIndex((one) => /\{[^{}]*,[^{}]*\}/.test(one))
    if (at === -1 || variants.length >= MOST_VARIANTS) return variants
    const [whole = '', inner = ''] = /\{([^{}]*,[^{}]*)\}/.exec(variants[at] ?? '') ?? []
    const made = inner.split(',').map((one) => (variants[at] ?? '').replace(whole, () => one))
    variants = [...variants.slice(0, at), ...made, ...variants.slice(at + 1)].slice(0, MOST_VARIANTS)
  }
}

/** Row by row: which parts of the pattern are used up when so many names are. */
function fitsPath(parts: readonly string[], names: readonly string[]): boolean {
  let open = closure(parts, new Set([0]))
  for (const name of names) {
    const next = new Set<number>()
    for (const at of open) {
      if (parts[at] === '**') next.add(at)
      else if (parts[at] !== undefined && fitsName(parts[at], name)) next.add(at + 1)
    }
    open = closure(parts, next)
  }
  return open.has(parts.length)
}

/** `**` may also be nothing. */
function closure(parts: readonly string[], open: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(open)
  for (const at of all) if (parts[at] === '**') all.add(at + 1)
  return all
}

function fitsName(glob: string, text: string): boolean {
  // Of whole characters: `?` is one emoji, not half of it.
  const [pattern, name] = [[...glob], [...text]]
  let at = 0
  let star = -1
  let tried = 0
  for (let i = 0; i < name.length; ) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at++
      tried = i
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[i])) {
      at += 1
      i += 1
    } else if (star !== -1) {
      at = star + 1
      i = ++tried
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}
