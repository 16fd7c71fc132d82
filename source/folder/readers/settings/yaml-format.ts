// How YAML is written: between brackets as in JSON, else in lines.
import { ChangeRefused } from '../../../contracts/folder.ts'
import type { FlowStyle } from './flow-render.ts'
import { spliceFlow } from './flow-splice.ts'
import type { Container, MapEntry, ScalarNode, SettingsFormat, SettingsNode } from './tree.ts'
import { isFlow, spliceBlock, type YamlBlocks } from './yaml-block.ts'
import { writeYaml } from './yaml-scalar.ts'
import type { YamlTree } from './yaml-tree.ts'

export function yamlFormat(text: string, root: SettingsNode, { inFlow, dashes }: YamlTree): SettingsFormat {
  const flow = styleOf(text, true)
  const line = styleOf(text, false)
  const blocks: YamlBlocks = { text, flow, line, dashes, owner: ownersOf(root), root }
  return {
    hasNull: true,
    writeScalar: (node, value) =>
      besideColon(text, node, writeYaml(value, node, { text, isFlow: inFlow.has(node) })),
    writeKey: (entry, key) => line.key(key, entry),
    splice: (container, change) =>
      isFlow(text, container) ? spliceFlow(flow, container, change) : spliceBlock(blocks, container, change),
  }
}

function styleOf(text: string, isInFlow: boolean): FlowStyle {
  return {
    text,
    scalar: (value, beside) => writeYaml(value, beside, { text, isFlow: isInFlow }),
    key: (key, beside) => writeKey(text, key, beside),
    colon: ': ',
    separator: ', ',
    padding: '',
    comment: /(?<=\s)#[^\r\n]*/y,
  }
}

function writeKey(text: string, key: string, beside: MapEntry | undefined): string {
  if (/[\r\n]/.test(key)) throw new ChangeRefused(`\`${key}\` cannot be a key because it has several lines.`)
  // A number or a word such as `no` is a key as it stands.
  if (/^[\p{L}\p{N}_][\p{L}\p{N}_./-]*$/u.test(key) && !/^["']/.test(text.slice(beside?.start, beside?.end)))
    return key
  const like: ScalarNode | undefined =
    beside === undefined
      ? undefined
      : { type: 'scalar', start: beside.start, end: beside.end, value: beside.key, text: beside.key }
  return writeYaml(key, like, { text, isFlow: true })
}

/** Where nothing stood, the value needs a blank behind the colon, and one before what follows. */
function besideColon(text: string, node: ScalarNode, source: string): string {
  if (node.start !== node.end) return source
  const before = /[\s]/.test(text[node.start - 1] ?? '\n') ? '' : ' '
  const behind = /[\s,\]}]/.test(text[node.end] ?? '\n') ? '' : ' '
  return `${before}${source}${behind}`
}

/** For each list and map below a key, that key. */
function ownersOf(root: SettingsNode): ReadonlyMap<Container, MapEntry> {
  const owners = new Map<Container, MapEntry>()
  const left: SettingsNode[] = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.type === 'list') for (const item of node.items) left.push(item)
    if (node.type !== 'map') continue
    for (const entry of node.entries) {
      if (entry.value.type === 'scalar') continue
      owners.set(entry.value, entry)
      left.push(entry.value)
    }
  }
  return owners
}
