// What a terminal shows after some output, as an SVG that is readable on a light and on a dark page.
import xterm from '@xterm/headless'

const CELL_WIDTH = 8.4
const ROW_HEIGHT = 19
const MARGIN = 14

/** Colours by their meaning, for both kinds of page. The sixteen of a terminal are named by number. */
const STYLE = `
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328;white-space:pre}
rect{fill:#f6f8fa;stroke:#d0d7de}.b{font-weight:700}.d{fill:#656d76}.c1{fill:#cf222e}.c2{fill:#1a7f37}.c3{fill:#9a6700}.c4{fill:#0969da}.c5{fill:#8250df}.c6{fill:#1b7c83}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#0d1117;stroke:#30363d}.d{fill:#8d96a0}.c1{fill:#ff7b72}.c2{fill:#3fb950}.c3{fill:#d29922}.c4{fill:#58a6ff}.c5{fill:#bc8cff}.c6{fill:#39c5cf}}
`

/** Every row that the output has left, scrollback included. */
export async function drawTerminal(
  output: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): Promise<string> {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 2_000, allowProposedApi: true })
  await new Promise<void>((resolve) => terminal.write(output, resolve))
  const { active } = terminal.buffer
  const drawn = Array.from({ length: active.length }, (_, at) => runsOf(active, at, columns))
  const count = drawn.findLastIndex((runs) => runs.length > 0) + 1
  terminal.dispose()
  const width = Math.ceil(columns * CELL_WIDTH + 2 * MARGIN)
  const height = count * ROW_HEIGHT + 2 * MARGIN
  const lines = drawn.slice(0, count).flatMap((runs, row) => runs.map((run) => textOf(run, row)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>A session of ethervox in a terminal</title>
<style>${STYLE}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${lines.join('\n')}
</svg>
`
}

interface Run {
  readonly column: number
  readonly cells: number
  readonly text: string
  readonly classes: string
}

/** Stretches of one look; blanks alone are none. */
function runsOf(
  buffer: InstanceType<typeof xterm.Terminal>['buffer']['active'],
  at: number,
  columns: number,
): readonly Run[] {
  const line = buffer.getLine(at)
  const runs: { column: number; cells: number; text: string; classes: string }[] = []
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column)
    if (cell === undefined || cell.getWidth() === 0) continue
    const colour = cell.isFgPalette() ? cell.getFgColor() % 8 : 0
    const classes = [
      cell.isBold() ? 'b' : '',
      cell.isDim() ? 'd' : '',
      colour > 0 && colour < 7 ? `c${colour}` : '',
    ]
      .filter(Boolean)
      .join(' ')
    const text = cell.getChars() || ' '
    const last = runs.at(-1)
    if (last?.classes === classes) {
      last.text += text
      last.cells += cell.getWidth()
    } else runs.push({ column, cells: cell.getWidth(), text, classes })
  }
  return runs.flatMap((run) => {
    const text = run.text.trimEnd()
    return text.trim() === '' ? [] : [{ ...run, text, cells: run.cells - (run.text.length - text.length) }]
  })
}

function textOf({ column, cells, text, classes }: Run, row: number): string {
  const x = round(MARGIN + column * CELL_WIDTH)
  const y = round(MARGIN + row * ROW_HEIGHT + 14)
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const look = classes === '' ? '' : ` class="${classes}"`
  return `<text x="${x}" y="${y}" textLength="${round(cells * CELL_WIDTH)}" xml:space="preserve"${look}>${escaped}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
