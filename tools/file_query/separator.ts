// By what the cells of a file are parted, as far as it tells how its numbers are written. Pure.

/** Whether the first line of a file has its names between `;`, as spreadsheets write it where the comma is the decimal mark. */
export function isSplitBySemicolon(text: string, names: readonly string[]): boolean {
  const lines = text
    .slice(0, LONGEST)
    .replace(/^\uFEFF/, '')
    .split('\n')
  const first = lines.find((line) => line.trim() !== '' && !/^sep=/.test(line)) ?? ''
  const cells = first.split(';').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  // The first may have no name (`#`).
  return names.length > 1 && names.every((name, at) => cells[at] === name || (at === 0 && cells[at] === ''))
}

const LONGEST = 20_000
