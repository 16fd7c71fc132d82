// `ETHERVOX_MODELS=DIR node scripts/eval-reading.ts`: single requests that nobody who works on the reading has read (test/cases/requests/), each said alone and without a
// folder: of what cannot be done, how often that is said; of what can, how often it is said wrongly; and how often the likeliest act is one that was meant.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBeyond } from '../source/governor/read-request.ts'
import { meaningOfHome } from '../source/home/meaning-of-home.ts'
import { findProgram, homePaths } from '../source/paths.ts'
import { RequestReader } from '../source/reading/request-reader.ts'
import { routesOf } from './ground-inputs.ts'
import { ROOT } from './model-engine.ts'
import { linesOf, type Single, singleOf } from './reading-examples.ts'

const program = findProgram()
const meaning = meaningOfHome(program, homePaths(undefined, process.env), () => true)
const model = JSON.parse(readFileSync(program.reading, 'utf8'))
const reader = new RequestReader({ model: () => model, vectors: meaning.reading })
const folder = join(ROOT, 'test/cases/requests')
const all = readdirSync(folder).flatMap((file) => linesOf<Single>(join(folder, file)).map(singleOf('fresh')))
const routes = await routesOf(all.map(({ message }) => message))
const tally = { cannot: 0, said: 0, can: 0, wrongly: 0, likeliest: 0, named: 0 }
for (const { message, acts, beyond } of all) {
  const route = routes.get(message) ?? { tool: null, by: 'none' as const, candidates: [] }
  const reading = await reader.read({ request: message, route, last: undefined, tables: undefined })
  const isSaid = isBeyond(reading)
  const [act] = Object.entries(reading.acts).sort((a, b) => b[1] - a[1])[0] ?? []
  if (acts.some((one) => one === act)) tally.likeliest++
  if (acts.includes('cannot')) {
    tally.cannot++
    if (isSaid) tally.said++
    if (isSaid && reading.beyond === beyond) tally.named++
  } else {
    tally.can++
    if (isSaid) tally.wrongly++
  }
}
console.log(
  `what cannot be done: said ${tally.said} of ${tally.cannot}, as what it is ${tally.named}; what can: said wrongly ${tally.wrongly} of ${tally.can}`,
)
console.log(`likeliest act meant: ${tally.likeliest} of ${all.length}`)
await meaning.close()
