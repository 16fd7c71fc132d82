// Bars as a picture, with the same figures in a table beside it: no figure is only drawn.
import { h, table } from './dom.ts'

export interface Bar {
  readonly name: string
  /** From 0. */
  readonly value: number
  /** The value in words. */
  readonly text: string
  /** Drawn in the second colour. */
  readonly second?: boolean
}

const WIDTH = 640
const ROW = 24
const NAME = 200
const VALUE = 110
const LONGEST_NAME = 28

/** `most`: what a whole bar stands for; undefined: the largest value. */
export function bars(caption: string, column: string, all: readonly Bar[], most?: number): HTMLElement {
  const whole = most ?? Math.max(...all.map(({ value }) => value), 0)
  const height = Math.max(all.length, 1) * ROW
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': caption })
  for (const [at, { name, value, text, second }] of all.entries()) {
    const room = WIDTH - NAME - VALUE
    const width = whole === 0 ? 0 : Math.max(0, Math.min(1, value / whole)) * room
    const y = at * ROW
    picture.append(
      label(short(name), { x: NAME - 8, y: y + 16, 'text-anchor': 'end' }),
      svg('rect', { class: 'under', x: NAME, y: y + 4, width: room, height: ROW - 8 }),
      svg('rect', { class: second ? 'bar second' : 'bar', x: NAME, y: y + 4, width, height: ROW - 8 }),
      label(text, { class: 'value', x: NAME + room + 8, y: y + 16 }),
    )
  }
  const rows = all.map(({ name, text }) => [name, text])
  return h(
    'figure',
    {},
    h('figcaption', {}, caption),
    picture,
    h(
      'details',
      {},
      h('summary', {}, 'The same as a table'),
      table(caption, [column, { number: 'value' }], rows),
    ),
  )
}

function short(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`
}

function label(text: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const element = svg('text', attributes)
  element.textContent = text
  return element
}

function svg(tag: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  return element
}
