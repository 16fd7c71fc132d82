import { type Command, type CommandResult, refusal, wordsIn } from '../source/contracts/command.ts'
import type { CollectedTurn, TeachingShelf } from '../source/contracts/teaching.ts'

const SHOWN = 20

/** `/collect`: turns that are kept for labelling, off by default. */
const collect: Command = {
  name: 'collect',
  group: 'memory',
  examples: ['/collect'],
  usage: '[status|on|off|list|show ID|label [ID TOOL|none|good|skip]|delete ID|all|export FILE]',
  summary: 'keep turns on this machine for labelling, and label those that failed',
  worksDownTo: 2,
  help: [
    'Off by default, and nothing leaves the machine. Secret stretches and what looks like a password, a key or a number of a card are never kept.',
    '`label` shows the next turn that failed; `label c3 file_read` says what it needed, `good` that it was right, `skip` leaves it out.',
    '`export FILE` writes the turns that are right, or labelled, as cases for `ethervox eval --cases FILE --part all`.',
  ].join('\n'),
  run: (input, { teaching }) => {
    const [verb = 'status', ...rest] = wordsIn(input)
    const [first, second] = rest
    if (verb === 'label' && rest.length <= 2) return label(teaching, first, second)
    if (rest.length === 0) {
      if (verb === 'status') return status(teaching)
      if (verb === 'on' || verb === 'off') return turn(teaching, verb === 'on')
      if (verb === 'list') return list(teaching)
    }
    if (verb === 'export' && first !== undefined) return exportTo(teaching, rest.join(' '))
    if (rest.length === 1 && first !== undefined) {
      if (verb === 'show') return show(teaching, first)
      if (verb === 'delete') return remove(teaching, first)
    }
    return refusal(`\`/collect ${input}\` is not known; it takes ${collect.usage}.`)
  },
}

function status(teaching: TeachingShelf): CommandResult {
  const turns = teaching.collection.list()
  const open = toLabel(turns).length
  const on = teaching.isCollecting()
  const said = `Collecting is ${on ? 'on' : 'off'}; ${turns.length} turns are kept in \`${teaching.collection.path}\`, ${open} to label (\`/collect label\`).`
  const text = [said, ...teaching.collection.problems()].join('\n')
  return { ok: true, text, data: { on, turns: turns.length, toLabel: open } }
}

function turn(teaching: TeachingShelf, on: boolean): CommandResult {
  const problem = teaching.setCollecting(on)
  if (problem !== undefined) return refusal(problem)
  const text = on
    ? 'Turns are kept on this machine from now on, but for secret ones; `/collect off` ends it.'
    : 'No turn is kept from now on; `/collect delete all` deletes those that are.'
  return { ok: true, text, data: { on } }
}

function list({ collection }: TeachingShelf): CommandResult {
  const turns = collection.list()
  const rows = turns.slice(-SHOWN).map(lineOf)
  const more = turns.length - rows.length
  const shown =
    rows.length === 0 ? ['No turn is kept.'] : [...(more > 0 ? [`(${more} older ones)`] : []), ...rows]
  const text = [...shown, ...collection.problems()].join('\n')
  return { ok: true, text, data: turns.map((one) => ({ ...one })) }
}

function show({ collection }: TeachingShelf, id: string): CommandResult {
  const one = collection.list().find((other) => other.id === id)
  return one === undefined ? missing(id) : { ok: true, text: JSON.stringify(one, null, 1), data: { ...one } }
}

function remove({ collection }: TeachingShelf, id: string): CommandResult {
  const count = collection.delete(id)
  if (count === 0 && id !== 'all') return missing(id)
  return {
    ok: true,
    text: count === 1 ? '1 turn was deleted.' : `${count} turns were deleted.`,
    data: { count },
  }
}

function exportTo(teaching: TeachingShelf, file: string): CommandResult {
  const { count, shown } = teaching.exportCases(file)
  const text = `${count} ${count === 1 ? 'case is' : 'cases are'} in \`${shown}\`. \`ethervox eval --cases ${/\s/.test(shown) ? `'${shown}'` : shown} --part all\` runs them.`
  return { ok: true, text, data: { count, file: shown } }
}

function label(teaching: TeachingShelf, id: string | undefined, as: string | undefined): CommandResult {
  const { collection } = teaching
  if (id === undefined) return next(teaching, [])
  if (as === undefined)
    return refusal(`\`/collect label ${id}\` takes a tool behind it, or \`none\`, \`good\`, \`skip\`.`)
  if (as === 'skip') {
    const one = collection.list().find((other) => other.id === id)
    if (one === undefined) return missing(id)
    if (one.done && one.failed === undefined)
      return refusal(
        `The turn \`${id}\` was labelled already; \`/collect delete ${id}\` takes it out of what is collected.`,
      )
    // What is left out is known by why it went wrong.
    collection.replace({ ...one, failed: one.failed ?? 'skipped', done: true })
    return next(teaching, [`${id} is left out.`])
  }
  const labelled = teaching.label(id, as === 'none' ? null : as)
  return labelled.ok ? next(teaching, [labelled.text]) : refusal(labelled.text)
}

function next({ collection }: TeachingShelf, said: readonly string[]): CommandResult {
  const [one] = toLabel(collection.list())
  const ask =
    one === undefined
      ? 'Nothing is left to label.'
      : `${lineOf(one)}\nWhich tool did it need? \`/collect label ${one.id} TOOL\`, \`none\`, \`good\` or \`skip\`.`
  return { ok: true, text: [...said, ask].join('\n'), data: one === undefined ? null : { ...one } }
}

/** Failed, and neither labelled nor left out. */
function toLabel(turns: readonly CollectedTurn[]): readonly CollectedTurn[] {
  return turns.filter(({ failed, done }) => failed !== undefined && done === undefined)
}

function lineOf({ id, text, tool, failed, done }: CollectedTurn): string {
  const state = done
    ? failed === undefined
      ? ' (labelled)'
      : ' (left out)'
    : failed === undefined
      ? ''
      : ` (${failed})`
  return `${id}  ${tool ?? 'none'}  "${text}"${state}`
}

function missing(id: string): CommandResult {
  return refusal(`There is no collected turn \`${id}\`; \`/collect list\` shows them.`)
}

export default collect
