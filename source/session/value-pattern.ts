// Patterns of kept permissions: `docs/**`, `npm run *`, `https://example.org/*`. A wildcard lets through only what
// cannot turn the value into something else than the person meant: no way up in a path, no second command in a line,
// no other host in an address. In doubt it does not fit, and the person is asked.

/** What a value is, because each kind can be abused in its own way. */
export type ValueKind = 'path' | 'command' | 'address'

interface Wild {
  /** What `*` and `?` may stand for: nothing beyond the folder's border. */
  readonly one: RegExp
  /** What `**` may stand for. */
  readonly many: RegExp
}

const WILD: { readonly [K in ValueKind]: Wild } = {
  path: { one: /[^/\\\p{Cc}]/u, many: /[^\\\p{Cc}]/u },
  // Shells read the left out ones as another command, a redirection or a substitution.
  command: { one: /[^;&|<>`$()\\\p{Cc}]/u, many: /[^;&|<>`$()\\\p{Cc}]/u },
  // `https://example.org@elsewhere/`, and what parsers of addresses take for a slash.
  address: { one: /[^/\\?#@:\s\p{Cc}]/u, many: /[^\\@\s\p{Cc}]/u },
}

/** A way up, also as servers decode it. */
const WAY_UP = /(?:^|[/\\])(?:\.|%2e){2}(?:[/\\?#]|$)/i
const FROM_ROOT = /^(?:[/\\~]|[a-z]:)/i
/** Of a value that is judged at all. */
const LONGEST = 4_096

/** Whether the text has a wildcard; one without is an exact value. In an address `?` is a part of it. */
export function isPattern(text: string, kind: ValueKind): boolean {
  return (kind === 'address' ? /\*/ : /[*?]/).test(text)
}

/**
 * Whether all of the value fits. `*` and `?` stay within a folder (of a path or an address), `**` does not, and
 * `**` with a slash behind it may also be nothing; in an address `?` is itself. Every other character is itself; upper and lower case differ.
 */
export function fitsPattern(pattern: string, value: string, kind: ValueKind): boolean {
  if (value === '' || value.length > LONGEST) return false
  // Tools take spaces around a path away, so that what is judged here would be another one.
  if (kind === 'path' && value !== value.trim()) return false
  if (kind !== 'command' && WAY_UP.test(value)) return false
  if (kind === 'path' && FROM_ROOT.test(value) && !FROM_ROOT.test(pattern)) return false
  return matches(pattern.match(/\*{2,}\/|\*{2,}|[\s\S]/gu) ?? [], value, kind)
}

/** All readings at once, a character at a time: no pattern takes more than its length times the value's. */
function matches(parts: readonly string[], value: string, kind: ValueKind): boolean {
  const { one, many } = WILD[kind]
  // A web address has a `?` of its own.
  const isOne = (part: string) => part === '?' && kind !== 'address'
  let places = new Set<number>()
  // `open`: places that what may be nothing was left out from.
  const reach = (into: Set<number>, open: Set<number>, from: number) => {
    for (let place = from; !open.has(place); place++) {
      open.add(place)
      into.add(place)
      if (!parts[place]?.startsWith('*')) return
    }
  }
  reach(places, new Set(), 0)
  for (const character of value) {
    const next = new Set<number>()
    const open = new Set<number>()
    for (const place of places) {
      const part = parts[place]
      if (part === undefined) continue
      if (part.endsWith('*')) {
        if ((part === '*' ? one : many).test(character)) reach(next, open, place)
      } else if (part.startsWith('*')) {
        // Once begun, only its slash ends it.
        if (many.test(character)) next.add(place)
        if (character === '/') reach(next, open, place + 1)
      } else if (isOne(part) ? one.test(character) : part === character) reach(next, open, place + 1)
    }
    places = next
  }
  return places.has(parts.length)
}
