/**
 * Changes to one's own files that name none: "GST return filed, one weight off my mind" ticks an item off. Run by hand:
 * `ETHERVOX_MODELS=… npx node test/benchmarks/deeds.bench.ts [--model ID] [--part train|accept|report|all] [--kinds tick,cell] [--set DIR] [--cases FILE] [--show]`.
 * `test/cases/deeds/` was written blind, with the folders of twelve people: something of a list is ticked off or not (`tick`), a `cell` of a table
 * changes, a line is added (`add`) or goes (`remove`), a `value` of a note or settings changes; and what changes nothing (`none`). Each case is a
 * conversation of its own, greedy, writing allowed. It is right when exactly the lines that should went, and came, in whatever place, and no other
 * file changed. `test/cases/deeds-read/` is a second set, of seven others, that was read while this was built. `--cases added.jsonl`: lines
 * that are added and what looks so, by a third writer, in the twelve's folders, read by nobody. `--show` prints what changed: keep it away from *report*.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { casesOf, openOwnFolder } from './own-folder.ts'

interface Case {
  readonly id: string
  readonly kind: string
  readonly folder: string
  readonly input: string
  readonly file: string | null
  readonly removed: readonly string[]
  /** Of each new line the accepted forms. */
  readonly added: readonly (readonly string[])[]
}

interface Change {
  readonly file: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'qwen2.5-coder-0.5b-instruct-q4_k_m' },
    part: { type: 'string', default: 'report' },
    kinds: { type: 'string' },
    set: { type: 'string', default: fileURLToPath(new URL('../cases/deeds', import.meta.url)) },
    cases: { type: 'string', default: 'cases.jsonl' },
    show: { type: 'boolean', default: false },
  },
})
const cases = casesOf<Case>(values.set, values.part, values.kinds, values.cases)
const own = await openOwnFolder(values.model)
let calls: string[] = []
let answer = ''
own.session.subscribe((event) => {
  if (event.type === 'tool.finished') calls.push(event.name)
  if (event.type === 'answer') answer = event.text
})
const counts = new Map<string, [right: number, all: number]>()
/** Of all changes that were made, those that were right. */
const made: [right: number, all: number] = [0, 0]
try {
  for (const one of cases) {
    await own.restore(join(values.set, one.folder))
    calls = []
    await own.session.submit(one.input)
    const changes = changesIn(join(values.set, one.folder), own.workspace)
    const right = isRight(one, changes)
    const [rights, all] = counts.get(one.kind) ?? [0, 0]
    counts.set(one.kind, [rights + Number(right), all + 1])
    made[0] += Number(right && changes.length > 0)
    made[1] += Number(changes.length > 0)
    if (values.show) show(one, changes, right)
  }
  const shares = [...counts].sort().map(([kind, [right, all]]) => `${kind} ${right} of ${all}`)
  console.log(
    `${own.session.view.model}, ${values.part}: ${shares.join(', ')}; changes made ${made[1]}, right ${made[0]}`,
  )
} finally {
  await own.close()
}

function isRight({ file, removed, added }: Case, changes: readonly Change[]): boolean {
  const [change, ...others] = changes
  if (file === null || change === undefined) return file === null && change === undefined
  const isOf = change.file === file && others.length === 0
  const went = [...change.removed].sort().join('\n') === [...removed].sort().join('\n')
  const came =
    change.added.length === added.length &&
    added.every((forms) => forms.some((form) => change.added.includes(form)))
  return isOf && went && came
}

/** Of each file that is not the same. */
function changesIn(before: string, after: string): readonly Change[] {
  const files = new Set([...filesIn(before), ...filesIn(after)])
  return [...files].flatMap((file) => {
    const [old, now] = [linesOf(join(before, file)), linesOf(join(after, file))]
    const [removed, added] = [without(old, now), without(now, old)]
    return removed.length + added.length === 0 ? [] : [{ file, removed, added }]
  })
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

/** Lines with something in them; none where the file is not there. */
function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
  } catch {
    return []
  }
}

/** Each line counts as often as it stands there. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function show({ id, kind, input, file, removed, added }: Case, changes: readonly Change[], right: boolean) {
  const told = changes.map((one) => `${one.file}: -${one.removed.join(' -')} +${one.added.join(' +')}`)
  console.log(
    `${right ? 'right' : 'WRONG'} ${id} ${kind} | ${input} | ${calls.join()} | ${told.join('; ')} | ${answer.replace(/\s*\n\s*/g, ' ⏎ ').slice(0, 160)} | wanted ${file}: -${removed.join(' -')} +${added.map(([form]) => form).join(' +')}`,
  )
}
