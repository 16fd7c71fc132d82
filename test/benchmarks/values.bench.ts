/**
 * Requests whose value stands in a file or in the memory. Run by hand:
 * `ETHERVOX_MODELS=… npx node test/benchmarks/values.bench.ts [--model ID] [--part train|accept|report|all] [--kinds file,table] [--folder DIR] [--file NAME] [--show]`.
 * `test/cases/values/` was written blind, with a folder of its own: a value of one `file` that something is computed with, a `table` that is
 * counted or summed, a value of the `memory`; and look-alikes that only read (`file-look`, `memory-look`) or need neither (`none-look`).
 * `--folder test/cases/folder` has the folders of ten people and questions that name no file: of a table (`own-table`), a text (`own-text`),
 * behind another question (`own-follow`), and what no file is for (`none`); `--file talk.jsonl` what speaks of the
 * same things and needs no file (`none`), and questions that need one (`need`), there and in the folders of `deeds/`. Each case is a conversation of its own, greedy, the memory
 * holding what the case says. An answer is right when it has one of the forms of each fact; of a
 * question of plain knowledge (no facts) when nothing was called. `--show` prints the answers: keep it away from *report*.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { casesOf, openOwnFolder } from './own-folder.ts'

interface Case {
  readonly id: string
  readonly kind: string
  readonly memory?: readonly string[]
  /** The folder that it is asked in, below the set's; undefined: `workspace`. */
  readonly folder?: string
  /** Messages of the conversation in front of it. */
  readonly before?: readonly string[]
  readonly input: string
  readonly gold: readonly (readonly string[])[]
}

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'qwen2.5-coder-0.5b-instruct-q4_k_m' },
    part: { type: 'string', default: 'report' },
    kinds: { type: 'string' },
    folder: { type: 'string', default: fileURLToPath(new URL('../cases/values', import.meta.url)) },
    file: { type: 'string', default: 'cases.jsonl' },
    show: { type: 'boolean', default: false },
  },
})
const cases = casesOf<Case>(values.folder, values.part, values.kinds, values.file)
const own = await openOwnFolder(values.model)
const { session } = own
let answer = ''
let calls: string[] = []
session.subscribe((event) => {
  if (event.type === 'answer') answer = event.text
  if (event.type === 'tool.finished') calls.push(event.name)
})

const counts = new Map<string, [right: number, all: number]>()
try {
  for (const one of cases) {
    await own.restore(join(values.folder, one.folder ?? 'workspace'))
    await remember(one.memory ?? [])
    for (const message of one.before ?? []) await session.submit(message)
    answer = ''
    calls = []
    await session.submit(one.input)
    const isRight =
      one.gold.length === 0 ? calls.length === 0 : one.gold.every((forms) => says(answer, forms))
    const [right, all] = counts.get(one.kind) ?? [0, 0]
    counts.set(one.kind, [right + Number(isRight), all + 1])
    if (values.show)
      console.log(
        `${isRight ? 'right' : 'WRONG'} ${one.id} ${one.kind} | ${one.input} | ${calls.join()} | ${answer.replace(/\s*\n\s*/g, ' ⏎ ').slice(0, 300)} | ${one.gold.map(([form]) => form).join('; ')}`,
      )
  }
  const shares = [...counts].sort().map(([kind, [right, all]]) => `${kind} ${right} of ${all}`)
  console.log(`${session.view.model}, ${values.part}: ${shares.join(', ')}`)
} finally {
  await own.close()
}

/** The memory holds these alone. */
async function remember(texts: readonly string[]): Promise<void> {
  const memory = await session.ports.services.memory?.open()
  if (memory === undefined) throw new Error('there is no memory')
  for (const text of texts) memory.store({ text, kind: 'fact' })
}

/** A number stands alone, a word may go on: `22 min` is in "22 minutes". */
function says(text: string, forms: readonly string[]): boolean {
  const plain = text.toLowerCase().replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  return forms.some((form) => {
    const end = /\d$/.test(form) ? '(?!\\d|[.,]\\d)' : ''
    return new RegExp(`(?<![\\p{L}\\d]|\\d[.,])${RegExp.escape(form.toLowerCase())}${end}`, 'u').test(plain)
  })
}
