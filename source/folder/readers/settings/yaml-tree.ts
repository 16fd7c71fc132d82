// YAML as a tree with places. What comes from elsewhere (aliases, merged keys) is read and cannot be changed here.
import {
  type Alias,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { ListNode, MapEntry, MapNode, ScalarNode, SettingsNode } from './tree.ts'
import { plainValue, stringValue } from './yaml-plain.ts'

/** Why a text is no YAML: where, and the library's sentence as a clause. */
export class YamlFault extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

export interface YamlTree {
  /** undefined: there is nothing but comments. Several documents: a list of them. */
  readonly root: SettingsNode | undefined
  /** Scalars that stand between brackets, where commas and brackets need quotes. */
  readonly inFlow: WeakSet<ScalarNode>
  /** Where the `-` of each item of a block list stands. */
  readonly dashes: WeakMap<ListNode, readonly number[]>
}

/** Aliases in aliases unfold without end. */
const MOST_FOLLOWED = 50_000
const MOST_LEVELS = 100

/** Throws `YamlFault`. */
export function readYaml(text: string): YamlTree {
  const builder = new Builder(text)
  const roots = parse(text).flatMap((document) => {
    const problem = document.errors[0]
    if (problem !== undefined) throw new YamlFault(problem.pos[0], clauseOf(problem.message))
    return document.contents === null ? [] : [builder.build(document)]
  })
  const { inFlow, dashes } = builder
  if (roots.length < 2) return { root: roots[0], inFlow, dashes }
  const fixed = 'each is a document of its own'
  return { root: { type: 'list', start: 0, end: text.length, items: roots, fixed }, inFlow, dashes }
}

function parse(text: string): readonly Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, {
      // The library compares each key with every other one.
      uniqueKeys: false,
      intAsBigInt: true,
      keepSourceTokens: true,
      prettyErrors: false,
      logLevel: 'silent',
    })
    return Array.isArray(documents) ? documents : []
  } catch (error) {
    if (error instanceof RangeError) throw new YamlFault(0, 'it nests too deep')
    throw error
  }
}

function clauseOf(message: string): string {
  const clause = message.replace(/\s+/g, ' ').replace(/\.$/, '')
  return clause.slice(0, 1).toLowerCase() + clause.slice(1)
}

/** Where a node stands: what is written in the place of nothing, and whether it may be changed. */
interface Place {
  /** Behind the `:` or `-` where an empty value would stand. */
  readonly empty: number
  readonly isFlow: boolean
  readonly level: number
  readonly fixed?: string
  /** All that comes from an alias has the alias's place. */
  readonly at?: readonly [number, number]
}

class Builder {
  readonly inFlow = new WeakSet<ScalarNode>()
  readonly dashes = new WeakMap<ListNode, readonly number[]>()
  private readonly text: string
  private document: Document.Parsed | undefined
  private aliased: ReadonlySet<string> = new Set()
  private followed = 0

  constructor(text: string) {
    this.text = text
  }

  build(document: Document.Parsed): SettingsNode {
    this.document = document
    this.aliased = aliasesOf(document.contents)
    const { contents } = document
    const isEmpty = isScalar(contents) && contents.range[0] === contents.range[1]
    const fixed = isEmpty ? 'nothing stands in that document' : undefined
    return this.node(contents, { empty: document.range[0], isFlow: false, level: 0, fixed })
  }

  private node(node: unknown, place: Place): SettingsNode {
    if (place.at !== undefined) this.followed += 1
    if (this.followed > MOST_FOLLOWED || place.level > MOST_LEVELS)
      throw new YamlFault(place.empty, 'it is too large or nests too deep once its aliases are followed')
    if (isAlias(node)) return this.alias(node, place)
    if (!isScalar(node) && !isMap(node) && !isSeq(node))
      return {
        type: 'scalar',
        ...span(place, [place.empty, place.empty]),
        value: null,
        text: '',
        fixed: 'no value stands there',
      }
    const isUsed = node.anchor !== undefined && this.aliased.has(node.anchor)
    const inner =
      isUsed && place.fixed === undefined
        ? { ...place, fixed: `\`&${node.anchor}\` is used in other places, too` }
        : place
    if (isMap(node)) return this.map(node, inner)
    return isSeq(node) ? this.list(node, inner) : this.scalar(node, inner)
  }

  private alias(alias: Alias, place: Place): SettingsNode {
    const [start, end] = alias.range ?? [place.empty, place.empty]
    const found = this.document === undefined ? undefined : alias.resolve(this.document)
    const inner = {
      ...place,
      level: place.level + 1,
      fixed: `it comes from \`&${alias.source}\``,
      at: place.at ?? ([start, end] as const),
    }
    return this.node(found, inner)
  }

  private scalar(scalar: Scalar, place: Place): ScalarNode {
    const [from = place.empty, to = place.empty] = scalar.range ?? []
    const isPlain = scalar.type === undefined || scalar.type === 'PLAIN'
    const isEmpty = from === to
    const isBlock = scalar.type === 'BLOCK_LITERAL' || scalar.type === 'BLOCK_FOLDED'
    const end = isBlock && to > from && this.text[to - 1] === '\n' ? to - 1 : to
    const { value, text } = isPlain && scalar.tag === undefined ? plainValue(scalar) : stringValue(scalar)
    const isTagged = isEmpty && (scalar.anchor !== undefined || scalar.tag !== undefined)
    const fixed =
      place.fixed ??
      (isBlock ? 'it is written as a block of lines' : undefined) ??
      (isTagged ? 'nothing but an anchor or a tag stands there' : undefined)
    const node: ScalarNode = {
      type: 'scalar',
      ...span(place, isEmpty ? [place.empty, place.empty] : [from, end]),
      value,
      text,
      ...(fixed === undefined ? {} : { fixed }),
    }
    if (place.isFlow) this.inFlow.add(node)
    return node
  }

  private list(seq: YAMLSeq, place: Place): ListNode {
    const isFlow = place.isFlow || seq.flow === true
    const tokens = itemTokens(seq)
    const dashes: number[] = []
    const items = seq.items.map((item, index) => {
      const dash = tokens[index]?.start.find(({ type }) => type === 'seq-item-ind')?.offset ?? 0
      dashes.push(dash)
      return this.node(item, { ...below(place, isFlow), empty: dash + 1 })
    })
    const list: ListNode = { type: 'list', ...this.spanOf(seq, place, items), items, ...fixedOf(place) }
    if (seq.flow !== true) this.dashes.set(list, dashes)
    return list
  }

  private map(map: YAMLMap, place: Place): MapNode {
    const isFlow = place.isFlow || map.flow === true
    const tokens = itemTokens(map)
    const merged: MapEntry[] = []
    let fixed = place.fixed
    if (place.isFlow && this.text[map.range?.[0] ?? 0] !== '{')
      fixed ??= 'it stands between brackets without its own'
    const own = map.items.flatMap((pair: Pair, index): MapEntry[] => {
      const token = tokens[index]
      const colon = token?.sep?.find(({ type }) => type === 'map-value-ind')?.offset
      if (token?.start.some(({ type }) => type === 'explicit-key-ind'))
        fixed ??= 'its keys are marked with `?`'
      const [start, end] = keySpan(pair.key) ?? [place.empty, place.empty]
      const inner = { ...below(place, isFlow), empty: (colon ?? end - 1) + 1 }
      if (isMerge(pair)) {
        merged.push(...this.merge(pair.value, inner))
        return []
      }
      const entry = {
        key: keyText(pair.key, this.text),
        ...span(place, [start, end]),
        value: this.node(pair.value, inner),
      }
      return [entry]
    })
    if (merged.length > 0) fixed ??= 'some of its keys come from another place'
    const keys = new Set(own.map(({ key }) => key))
    const entries = [...merged.filter(({ key }) => !keys.has(key)), ...own]
    const spanned = this.spanOf(
      map,
      place,
      own.map(({ value }) => value),
    )
    return { type: 'map', ...spanned, entries, ...(fixed === undefined ? {} : { fixed }) }
  }

  /** The entries that `<<: *name` or `<<: [*one, *other]` takes over; of two the first counts. */
  private merge(value: unknown, place: Place): readonly MapEntry[] {
    const sources = isSeq(value) ? value.items : [value]
    return sources.toReversed().flatMap((source) => {
      const node = this.node(source, place)
      return node.type === 'map'
        ? node.entries.map((entry) => ({ ...entry, start: node.start, end: node.start }))
        : []
    })
  }

  /** Of a block: up to the end of what stands last in it, without the blank lines and comments behind. */
  private spanOf(node: YAMLMap | YAMLSeq, place: Place, children: readonly SettingsNode[]) {
    const [start = place.empty, end = place.empty] = node.range ?? []
    const last = children.at(-1)?.end
    return span(place, [start, node.flow === true || last === undefined ? end : last])
  }
}

function below(place: Place, isFlow: boolean): Omit<Place, 'empty'> {
  return { ...place, isFlow, level: place.level + 1 }
}

function fixedOf({ fixed }: Place) {
  return fixed === undefined ? {} : { fixed }
}

function span(place: Place, [start, end]: readonly [number, number]) {
  const [from, to] = place.at ?? [start, end]
  return { start: from, end: to }
}

/** Anchors that an alias of the document names. */
function aliasesOf(contents: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const left: unknown[] = [contents]
  while (left.length > 0) {
    const node = left.pop()
    if (isAlias(node)) names.add(node.source)
    else if (isSeq(node)) for (const item of node.items) left.push(item)
    else if (isMap(node)) for (const { key, value } of node.items) left.push(key, value)
  }
  return names
}

function itemTokens(node: YAMLMap | YAMLSeq): readonly CST.CollectionItem[] {
  const { srcToken } = node
  return srcToken !== undefined && 'items' in srcToken ? srcToken.items : []
}

function isMerge({ key, value }: Pair): boolean {
  if (!isScalar(key) || key.value !== '<<') return false
  return isAlias(value) || (isSeq(value) && value.items.every(isAlias))
}

function keySpan(key: unknown): readonly [number, number] | undefined {
  const range = isScalar(key) || isMap(key) || isSeq(key) || isAlias(key) ? key.range : undefined
  return range ? [range[0], range[1]] : undefined
}

function keyText(key: unknown, text: string): string {
  if (isScalar(key)) return key.type === 'PLAIN' ? (key.source ?? '') : String(key.value ?? '')
  const [start, end] = keySpan(key) ?? [0, 0]
  return text.slice(start, end).trim()
}
