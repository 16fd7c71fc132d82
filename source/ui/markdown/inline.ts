// The inside of a paragraph: emphasis, code, links. Pure.
import type { Token, Tokens } from 'marked'
import type { Stretch, StyledRow } from '../theme/paint.ts'
import type { Layout } from './layout.ts'

type Inline = Pick<Layout, 'styled' | 'links' | 'spoken'>
type Style = Omit<Stretch, 'text'>

const ENTITIES: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Stretches of text; a line break in the source stays one, as models mean it. */
export function inlineStretches(tokens: readonly Token[], how: Inline, style: Style = {}): StyledRow {
  return tokens.flatMap((token) => stretchesOf(token, how, style))
}

function stretchesOf(token: Token, how: Inline, style: Style): StyledRow {
  const { styled, spoken } = how
  // Signs stay where a style cannot be seen; where it is read aloud they would only be in the way.
  const signed = (sign: string, inner: StyledRow): StyledRow =>
    styled || spoken ? inner : [{ ...style, text: sign }, ...inner, { ...style, text: sign }]
  switch (token.type) {
    case 'strong':
      return signed('**', inlineStretches(token.tokens ?? [], how, { ...style, bold: true }))
    case 'em':
      return signed('*', inlineStretches(token.tokens ?? [], how, { ...style, italic: true }))
    case 'del':
      return signed('~~', inlineStretches(token.tokens ?? [], how, { ...style, strike: true }))
    case 'codespan':
      return signed('`', [{ ...style, text: (token as Tokens.Codespan).text, tint: 'code' }])
    case 'link':
      return linkStretches(token as Tokens.Link, how, style)
    case 'image':
      return imageStretches(token as Tokens.Image, style)
    case 'br':
      return [{ ...style, text: '\n' }]
    case 'html':
      return [{ ...style, text: /^<br\s*\/?>$/i.test(token.raw) ? '\n' : token.raw }]
    case 'escape':
      return [{ ...style, text: (token as Tokens.Escape).text }]
    case 'text':
      return token.tokens === undefined
        ? [{ ...style, text: withoutEntities(token.raw) }]
        : inlineStretches(token.tokens, how, style)
    case 'checkbox':
      return []
    default:
      return [{ ...style, text: token.raw }]
  }
}

function linkStretches({ href, text, tokens }: Tokens.Link, how: Inline, style: Style): StyledRow {
  const inner = inlineStretches(tokens, how, { ...style, tint: 'link', underline: true })
  const isBare = text === href || `mailto:${text}` === href
  if (isBare || how.links) return inner.map((one) => ({ ...one, href }))
  return [...inner, { ...style, text: ` (${href})`, tint: 'quiet' }]
}

function imageStretches({ href, text }: Tokens.Image, style: Style): StyledRow {
  return [
    { ...style, text: `[image: ${text || 'without a name'}]` },
    { ...style, text: ` (${href})`, tint: 'quiet' },
  ]
}

function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? "'")
}
