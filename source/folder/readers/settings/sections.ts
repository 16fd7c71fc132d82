// Settings in sections, `[name]` with `key = value` lines below: TOML and INI. What stands under one header is a map; the
// tree knows for each map which sections make it, so that records come and go with their headers.
import type { Container, ListNode, MapEntry, MapNode, SettingsNode } from './tree.ts'

export interface SectionEntry {
  /** `a.b = 1` has two. */
  readonly keys: readonly string[]
  /** The whole key. */
  readonly start: number
  readonly end: number
  readonly value: SettingsNode
}

export interface Section {
  /** Empty above the first header; numbers are indices of `[[name]]`. */
  readonly path: readonly (string | number)[]
  /** The header with its brackets. */
  readonly start: number
  readonly end: number
  /** The last part of its name. */
  readonly name: { readonly start: number; readonly end: number }
  readonly entries: readonly SectionEntry[]
}

/** The sections that a map or a list is made of. */
export interface SectionPlace {
  /** With its own header, or above all headers; undefined: only others below it have one. */
  readonly own?: Section
  /** With all below it, in the order of the file. */
  readonly all: readonly Section[]
}

export interface SectionTree {
  readonly root: MapNode
  /** What is not here is written between brackets, or by keys with dots. */
  readonly places: WeakMap<Container, SectionPlace>
}

interface OpenMap {
  readonly type: 'open map'
  start: number
  own: Section | undefined
  readonly all: Section[]
  isDotted: boolean
  readonly entries: { key: string; start: number; end: number; value: OpenValue }[]
  /** The last value of each key. */
  readonly byKey: Map<string, OpenValue>
}

type OpenValue = SettingsNode | OpenMap | OpenList

interface OpenList {
  readonly type: 'open list'
  readonly all: Section[]
  readonly items: OpenMap[]
}

export function treeOfSections(sections: readonly Section[], text: string): SectionTree {
  const root = openMap(0)
  for (const section of sections) {
    const map = mapAt(root, section)
    map.own = section
    for (const entry of section.entries) putEntry(map, entry)
  }
  const places = new WeakMap<Container, SectionPlace>()
  const closed = closeMap(root, places)
  const whole = { ...closed, start: 0, end: text.length }
  places.set(whole, { own: root.own, all: root.all })
  return { root: whole, places }
}

function openMap(start: number): OpenMap {
  return { type: 'open map', start, own: undefined, all: [], isDotted: false, entries: [], byKey: new Map() }
}

function mapAt(root: OpenMap, section: Section): OpenMap {
  let map = root
  map.all.push(section)
  for (const [depth, key] of section.path.entries()) {
    if (typeof key === 'number') continue
    const index = section.path[depth + 1]
    map = typeof index === 'number' ? itemAt(map, section, key, index) : childAt(map, section, key)
    map.all.push(section)
  }
  return map
}

function childAt(map: OpenMap, section: Section, key: string): OpenMap {
  const known = map.byKey.get(key)
  if (known?.type === 'open map') return known
  if (known?.type === 'open list') return known.items.at(-1) ?? openMap(section.start)
  const child = openMap(section.start)
  put(map, key, section.name, child)
  return child
}

function itemAt(map: OpenMap, section: Section, key: string, index: number): OpenMap {
  const known = map.byKey.get(key)
  const list: OpenList = known?.type === 'open list' ? known : { type: 'open list', all: [], items: [] }
  if (known !== list) put(map, key, section.name, list)
  list.all.push(section)
  const item = list.items[index] ?? openMap(section.start)
  if (list.items[index] === undefined) list.items.push(item)
  return item
}

function putEntry(map: OpenMap, { keys, start, end, value }: SectionEntry): void {
  let inner = map
  for (const key of keys.slice(0, -1)) {
    const known = inner.byKey.get(key)
    const next = known?.type === 'open map' ? known : openMap(start)
    if (known !== next) {
      next.isDotted = true
      put(inner, key, { start, end }, next)
    }
    inner = next
  }
  put(inner, keys.at(-1) ?? '', { start, end }, value)
}

function put(
  map: OpenMap,
  key: string,
  place: { readonly start: number; readonly end: number },
  value: OpenValue,
): void {
  map.entries.push({ key, start: place.start, end: place.end, value })
  map.byKey.set(key, value)
}

function closeMap(map: OpenMap, places: WeakMap<Container, SectionPlace>): MapNode {
  const entries = map.entries.map(
    ({ key, start, end, value }): MapEntry => ({
      key,
      start,
      end,
      value:
        value.type === 'open map'
          ? closeMap(value, places)
          : value.type === 'open list'
            ? closeList(value, places)
            : value,
    }),
  )
  const end = entries.reduce((last, { value }) => Math.max(last, value.end), map.start)
  const fixed = map.isDotted && map.own === undefined ? 'its keys are joined by dots' : undefined
  const node: MapNode = {
    type: 'map',
    start: map.start,
    end,
    entries,
    ...(fixed === undefined ? {} : { fixed }),
  }
  places.set(node, { own: map.own, all: map.all })
  return node
}

function closeList(list: OpenList, places: WeakMap<Container, SectionPlace>): ListNode {
  const items = list.items.map((item) => closeMap(item, places))
  const node: ListNode = { type: 'list', start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0, items }
  places.set(node, { all: list.all })
  return node
}
