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

const ROW = 24
/** Widths of the picture, of names and of values, and characters of a name: as wide as it is shown, so that texts keep their size. */
const WIDE = { all: 700, names: 270, values: 120, longest: 38 }
const NARROW = { all: 366, names: 150, values: 90, longest: 20 }

/** `most`: what a whole bar stands for; undefined: the largest value. */
export function bars(caption: string, column: string, all: readonly Bar[], most?: number): HTMLElement {
  const whole = most ?? Math.max(...all.map(({ value }) => value), 0)
  const { all: width, names, values, longest } = matchMedia('(max-width: 46rem)').matches ? NARROW : WIDE
  const room = width - names - values
  const height = Math.max(all.length, 1) * ROW
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': caption })
  for (const [at, { name, value, text, second }] of all.entries()) {
    const length = whole === 0 ? 0 : Math.max(0, Math.min(1, value / whole)) * room
    const y = at * ROW
    picture.append(
      label(short(name, longest), { x: names - 8, y: y + 16, 'text-anchor': 'end' }),
      svg('rect', { class: 'under', x: names, y: y + 4, width: room, height: ROW - 8 }),
      svg('rect', {
        class: second ? 'bar second' : 'bar',
        x: names,
        y: y + 4,
        width: length,
        height: ROW - 8,
      }),
      label(text, { class: 'value', x: names + room + 8, y: y + 16 }),
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

function short(name: string, longest: number): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 1)}…`
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
