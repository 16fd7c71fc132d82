// Which of many names fits what was typed, best first. Pure.

/** How well: the beginning of the name, of a part of it, a piece of it, or its letters in order. */
const FITS: readonly ((name: string, typed: string) => boolean)[] = [
  (name, typed) => name.startsWith(typed),
  (name, typed) => new RegExp(`[^\\p{L}\\p{N}]${escapeOf(typed)}`, 'u').test(name),
  (name, typed) => name.includes(typed),
  hasInOrder,
]

/**
 * The items whose name fits, best first; among equals those with the higher `useOf` (e.g. how lately it was used), then as
 * they came. Capitals do not count. An empty text fits everything.
 */
export function fuzzyOrder<Item>(
  typed: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  useOf: (item: Item) => number = () => 0,
): readonly Item[] {
  const wanted = typed.toLowerCase()
  return items
    .map((item, at) => {
      const name = nameOf(item).toLowerCase()
      return { item, at, fit: FITS.findIndex((fits) => fits(name, wanted)), use: useOf(item) }
    })
    .filter(({ fit }) => fit >= 0)
    .sort((one, other) => one.fit - other.fit || other.use - one.use || one.at - other.at)
    .map(({ item }) => item)
}

function hasInOrder(name: string, typed: string): boolean {
  let at = 0
  for (const letter of typed) {
    at = name.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** A hyphen is left alone: in a pattern of Unicode nothing may be escaped that needs none. */
function escapeOf(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
