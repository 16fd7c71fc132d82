// One writer (`child.ts NAME FOLDER RUN`) until somebody kills it; each line is out before the next step begins.
import { writeSync } from 'node:fs'
import type { Writer } from './harness.ts'

const [name = '', folder = '', run = '0'] = process.argv.slice(2)
const { writer } = (await import(`./${name}.ts`)) as { readonly writer: Writer }
await writer.write(folder, Number(run), (line) => {
  writeSync(1, `${line}\n`)
})
