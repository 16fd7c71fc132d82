import type { Drawing } from '../contracts/reading.ts'

/** Eighths of a cell, from one to seven. */
const PARTS = '▏▎▍▌▋▊▉'
const LEVELS = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.:-=+*#' }

/** Bars and sparklines in the signs that can be shown. */
export function drawingOf(unicode: boolean): Drawing {
  return { bar: unicode ? fineBar : plainBar, sparkline: (values) => sparkline(values, unicode) }
}

function fineBar(share: number, cells: number): string {
  const eighths = Math.round(within(share) * cells * 8)
  const whole = Math.floor(eighths / 8)
  const part = eighths % 8 === 0 ? '' : (PARTS[(eighths % 8) - 1] ?? '')
  return `${'█'.repeat(whole)}${part}`.padEnd(cells, '░')
}

function plainBar(share: number, cells: number): string {
  return '#'.repeat(Math.round(within(share) * cells)).padEnd(cells, '.')
}

function sparkline(values: readonly number[], unicode: boolean): string {
  const levels = unicode ? LEVELS.unicode : LEVELS.ascii
  const most = Math.max(0, ...values)
  return values
    .map((value) => levels[most <= 0 ? 0 : Math.round(within(value / most) * (levels.length - 1))] ?? '')
    .join('')
}

function within(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
