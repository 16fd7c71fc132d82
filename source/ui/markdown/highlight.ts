// Colours of code, by the grammars of highlight.js through `lowlight`. Loaded with the first block of code that names its
// language. Pure.
import { common, createLowlight } from 'lowlight'
import type { Tint } from '../theme/colours.ts'
import type { Stretch, StyledRow } from '../theme/paint.ts'

/** Longer code is shown without colours: it would be looked at anew with every frame. */
const MOST_CHARACTERS = 12_000

const TINTS: { readonly [scope: string]: Tint } = {
  keyword: 'keyword',
  built_in: 'name',
  literal: 'number',
  number: 'number',
  string: 'string',
  regexp: 'string',
  subst: 'code',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'type',
  title: 'name',
  type: 'type',
  'selector-tag': 'keyword',
  'selector-class': 'type',
  'selector-id': 'type',
  attr: 'name',
  attribute: 'name',
  name: 'keyword',
  tag: 'quiet',
  symbol: 'number',
  section: 'heading',
  link: 'link',
  addition: 'added',
  deletion: 'removed',
  variable: 'code',
  'template-variable': 'code',
}

interface Node {
  readonly type: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly Node[]
}

let lowlight: ReturnType<typeof createLowlight> | undefined

/** The lines of a text, coloured where the language is known. */
export function highlightCode(code: string, language: string): readonly StyledRow[] {
  lowlight ??= createLowlight(common)
  if (code.length > MOST_CHARACTERS || !lowlight.registered(language)) return plainCode(code)
  return linesOf(flatten(lowlight.highlight(language, code) as Node, undefined))
}

function plainCode(code: string): readonly StyledRow[] {
  return code.split('\n').map((text) => [{ text }])
}

function flatten(node: Node, tint: Tint | undefined): readonly Stretch[] {
  if (node.type === 'text') return [{ text: node.value ?? '', tint }]
  const names = Array.isArray(node.properties?.className) ? node.properties.className.map(String) : []
  const own = names.map((name) => TINTS[name.replace('hljs-', '')]).find((one) => one !== undefined)
  return (node.children ?? []).flatMap((child) => flatten(child, own ?? tint))
}

function linesOf(stretches: readonly Stretch[]): readonly StyledRow[] {
  const rows: Stretch[][] = [[]]
  for (const stretch of stretches) {
    for (const [at, text] of stretch.text.split('\n').entries()) {
      if (at > 0) rows.push([])
      if (text !== '') rows.at(-1)?.push({ ...stretch, text })
    }
  }
  return rows
}
