// A terminal at the end of a slow line: `node scripts/slow-terminal.ts [BAUD] COMMAND …` runs the command in a pseudo-terminal and lets so many
// bits a second (9,600 if none are named; ten make a character) out of it. The program feels the line: it is not read faster.
import { type IPty, spawn } from '@lydell/node-pty'

const BITS_A_BYTE = 10
const TICKS_A_SECOND = 20

const [first = '', ...rest] = process.argv.slice(2)
const isBaud = /^\d+$/.test(first)
const baud = isBaud ? Number(first) : 9_600
const [command, ...words] = isBaud ? rest : [first, ...rest]
if (command === undefined || command === '' || baud < BITS_A_BYTE * TICKS_A_SECOND) {
  console.error('Usage: node scripts/slow-terminal.ts [BAUD, 200 or more] COMMAND …')
  process.exit(2)
}
run(command, words, Math.floor(baud / BITS_A_BYTE / TICKS_A_SECOND))

function run(file: string, args: readonly string[], bytesATick: number): void {
  const { stdin, stdout } = process
  const pty = spawn(file, [...args], {
    name: process.env.TERM ?? 'xterm-256color',
    ...sizeOf(stdout),
    encoding: null,
  })
  let waiting = Buffer.alloc(0)
  let exitCode: number | undefined
  pty.onData((data) => {
    waiting = Buffer.concat([waiting, Buffer.from(data)])
    if (waiting.length > bytesATick) pty.pause()
  })
  const clock = setInterval(() => {
    stdout.write(waiting.subarray(0, bytesATick))
    waiting = waiting.subarray(bytesATick)
    if (waiting.length <= bytesATick) pty.resume()
    if (waiting.length === 0 && exitCode !== undefined) end(exitCode)
  }, 1_000 / TICKS_A_SECOND)
  stdin.setRawMode?.(true)
  stdin.on('data', (data) => pty.write(String(data)))
  stdout.on('resize', () => resize(pty))
  pty.onExit((exit) => {
    exitCode = exit.exitCode
  })

  function end(code: number): void {
    clearInterval(clock)
    stdin.setRawMode?.(false)
    process.exit(code)
  }
}

function sizeOf({ columns = 80, rows = 24 }: NodeJS.WriteStream): { cols: number; rows: number } {
  return { cols: columns, rows }
}

function resize(pty: IPty): void {
  const { cols, rows } = sizeOf(process.stdout)
  pty.resize(cols, rows)
}
