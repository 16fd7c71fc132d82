// Bars as a picture, with the same figures in a table beside it: no figure is only drawn.
import { BarController, BarElement, CategoryScale, Chart, LinearScale, type Scale } from 'chart.js'
import { h, table } from './dom.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale)

export interface Bar {
  readonly name: string
  /** From 0. */
  readonly value: number
  /** The value in words. */
  readonly text: string
  /** Drawn in the second colour. */
  readonly second?: boolean
}

/** Height of a bar and of its row, in heights of the text. */
const THICK = 1.25
const ROW = 1.85
/** What the library leaves free above and below all rows, seen. */
const AROUND = 1.7
/** Below this width, in pixels, names have fewer characters. */
const NARROW = 480
const LONGEST = { wide: 38, narrow: 20 }

/** What is on the page draws itself anew where light and dark change. */
const shown = new Set<() => void>()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const draw of shown) draw()
})

/** `most`: what a whole bar stands for; undefined: the largest value. */
export function bars(caption: string, column: string, all: readonly Bar[], most?: number): HTMLElement {
  const whole = (most ?? Math.max(...all.map(({ value }) => value), 0)) || 1
  const rows = all.map(({ name, text }) => [name, text])
  return h(
    'figure',
    {},
    h('figcaption', {}, caption),
    picture(caption, all, whole),
    h(
      'details',
      {},
      h('summary', {}, 'The same as a table'),
      table(caption, [column, { number: 'value' }], rows),
    ),
  )
}

/** Drawn when it comes onto the page and when its width changes; gone from there, it lets go of everything. */
function picture(caption: string, all: readonly Bar[], whole: number): HTMLElement {
  const holder = h('div', { class: 'chart' })
  let width = 0
  let chart: Chart | undefined
  const draw = () => {
    chart?.destroy()
    const canvas = h('canvas', { role: 'img', 'aria-label': caption })
    holder.replaceChildren(canvas)
    chart = drawBars(canvas, { all, whole, width })
  }
  new ResizeObserver(([entry]) => {
    const next = Math.floor(entry?.contentRect.width ?? 0)
    if (next === width) return
    width = next
    if (width > 0) {
      shown.add(draw)
      draw()
    } else {
      shown.delete(draw)
      chart?.destroy()
      chart = undefined
    }
  }).observe(holder)
  return holder
}

interface Drawing {
  readonly all: readonly Bar[]
  readonly whole: number
  /** In pixels. */
  readonly width: number
}

function drawBars(canvas: HTMLCanvasElement, { all, whole, width }: Drawing): Chart {
  const style = getComputedStyle(canvas)
  const size = Number.parseFloat(style.fontSize)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const longest = width < NARROW ? LONGEST.narrow : LONGEST.wide
  canvas.width = width
  canvas.height = Math.ceil((Math.max(all.length, 1) * ROW + AROUND) * size)
  const texts = (labels: readonly string[], position: 'left' | 'right', name: string) => ({
    type: 'category' as const,
    labels: [...labels],
    position,
    offset: true,
    grid: { display: false },
    border: { display: false },
    // The library gives an axis a quarter of the width at most, and cuts off what is wider.
    afterFit: (axis: Scale) => {
      axis.ctx.font = `${size}px ${style.fontFamily}`
      axis.width = Math.max(...labels.map((label) => axis.ctx.measureText(label).width), 0) + size
    },
    ticks: { autoSkip: false, color: colour(name), font: { family: style.fontFamily, size } },
  })
  const bar = { barThickness: THICK * size, grouped: false }
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: all.map(({ name }) => short(name, longest)),
      datasets: [
        {
          ...bar,
          data: all.map(({ value }) => Math.max(0, Math.min(whole, value))),
          backgroundColor: all.map(({ second }) => colour(second ? 'warn' : 'accent')),
          order: 0,
        },
        { ...bar, data: all.map(() => whole), backgroundColor: colour('raised'), order: 1 },
      ],
    },
    options: {
      indexAxis: 'y',
      responsive: false,
      animation: false,
      events: [],
      scales: {
        x: { display: false, min: 0, max: whole },
        y: texts(
          all.map(({ name }) => short(name, longest)),
          'left',
          'text',
        ),
        yValues: texts(
          all.map(({ text }) => text),
          'right',
          'quiet',
        ),
      },
    },
  })
}

function short(name: string, longest: number): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 1)}…`
}
