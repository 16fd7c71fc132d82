import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import type { FileHistory, KeptChange, UndoneFile, UndoOutcome } from '../source/contracts/file-history.ts'

const MOST_ROWS = 20
/** More than are ever kept. */
const ALL = 1_000

/** `/undo`: makes the last file that a tool changed what it was before. */
const undo: Command = {
  name: 'undo',
  group: 'back',
  examples: ['/undo', '/undo list', '/undo turn'],
  usage: '[list|skip|turn]',
  summary: 'take back the last change of a file, or the last turn',
  worksDownTo: 3,
  help: [
    'Brings back what the last written, extended or edited file of this folder was before; again, the one before it, and so on.',
    'A file that was made is moved away; files that were changed together come back together. `list` shows what can be taken back, `skip` lets the last change stand.',
    '`turn` takes your last message and its answer out of the conversation instead, again the ones before; `/redo` brings them back.',
  ].join('\n'),
  run: async (input, { services: { fileHistory }, conversations: { when }, talk }) => {
    if (input === 'turn') return talk.dropTurn()
    if (fileHistory === undefined) return refusal('No earlier versions of files are kept here.')
    if (input === '') return takeBack(fileHistory)
    if (input === 'list') return list(fileHistory, when)
    if (input === 'skip') return skip(fileHistory)
    return refusal(`\`/undo ${input}\` is not known; it takes ${undo.usage}.`)
  },
}

async function takeBack(history: FileHistory): Promise<CommandResult> {
  const changes = await history.list()
  const [last] = changes
  const outcome = await history.undo()
  const result = tell(outcome, await history.elsewhere())
  // Nothing was left to take back of the last change, as its files are so already: the one before it was next.
  if (last === undefined || (outcome.type !== 'nothing' && isTogether(outcome.change, last))) return result
  const group = changes.filter((change) => isTogether(change, last)).toReversed()
  const is = group.length > 1 ? 'are' : 'is'
  const why = last.isNew ? `${is} not there any more` : `${is} already what ${itWas(group)} before`
  return { ...result, text: `${namesOf(group)} ${why}. Before that: ${result.text}` }
}

async function list(history: FileHistory, when: (time: string) => string): Promise<CommandResult> {
  const changes = await history.list()
  const groups = changes
    .filter((change, at) => changes.findIndex((other) => isTogether(other, change)) === at)
    .map((change) => changes.filter((other) => isTogether(other, change)).toReversed())
  const rows = groups.slice(0, MOST_ROWS).map((group) => `  ${rowOf(group, when)}`)
  const more = groups.length > rows.length ? [`  … and ${groups.length - rows.length} more`] : []
  const told = (await history.tidy(ALL)).map(shown)
  const others = await history.elsewhere()
  const [last] = others
  const elsewhere =
    last === undefined ? [] : [`  ${others.length} in other folders, the last ${rowOf([last], when)}`]
  const text = [...(changes.length === 0 ? [NOTHING] : [...rows, ...more]), ...elsewhere, ...told].join('\n')
  return {
    ok: true,
    text,
    data: changes.map(({ id, path, isNew, at, group }) => ({ id, path, isNew, at, ...(group && { group }) })),
  }
}

async function skip(history: FileHistory): Promise<CommandResult> {
  const change = await history.skip()
  if (change === undefined) return refusal(NOTHING)
  const { others = [], path } = change
  const text =
    others.length === 0
      ? `${shown(path)} stays as it is.`
      : `${namesOf([change, ...others])} stay as they are.`
  const data = { path, ...(others.length > 0 && { others: others.map((one) => one.path) }) }
  return { ok: true, text, data }
}

/** Whether it is the same change, or one that was made together with it. */
function isTogether(one: KeptChange, other: KeptChange): boolean {
  return one.id === other.id || (one.group !== undefined && one.group === other.group)
}

const NOTHING = 'There is no change of a file to take back.'

function tell(outcome: UndoOutcome, [other]: readonly KeptChange[]): CommandResult {
  switch (outcome.type) {
    case 'nothing':
      return refusal(
        other === undefined
          ? NOTHING
          : `No file was changed from this folder; ${shown(other.path)} was from another one, and \`/undo\` there takes it back.`,
      )
    case 'undone':
      return tellUndone([outcome, ...(outcome.others ?? [])])
    case 'changed':
    case 'gone':
      return tellLeft(outcome)
    case 'failed': {
      const { change, others = [], undone = [] } = outcome
      const why = /\bENOENT\b/.test(outcome.reason) ? 'its earlier version is gone' : shown(outcome.reason)
      const done = undone.length === 0 ? '' : ` ${tellUndone(undone).text}`
      return refusal(
        `${shown(change.path)} could not be brought back: ${why}.${done} ${stayed(others)}${nextStep(change, others)}`,
      )
    }
    default:
      return outcome satisfies never
  }
}

function tellUndone(files: readonly UndoneFile[]): CommandResult {
  const changed = files.flatMap(({ change }) => (change.isNew ? [] : [change]))
  const made = files.flatMap(({ change }) => (change.isNew ? [change] : []))
  const what = [
    ...(changed.length === 0 ? [] : [`${namesOf(changed)} ${areWhat(changed)} ${itWas(changed)} before`]),
    ...(made.length === 0 ? [] : [`${namesOf(made)} ${made.length > 1 ? 'are' : 'is'} no longer there`]),
  ].join(', ')
  const kept = files.flatMap((file) => (file.kept === undefined ? [] : [`\`${shown(file.kept)}\``]))
  const where = kept.length === 0 ? '' : `; what ${itWas(files)} until now lies in ${inWords(kept)}`
  const [first, ...others] = files.map((file) => ({
    path: file.change.path,
    isNew: file.change.isNew,
    kept: file.kept ?? null,
  }))
  return { ok: true, text: `${what}${where}.`, data: { ...first, ...(others.length > 0 && { others }) } }
}

function tellLeft(outcome: Extract<UndoOutcome, { type: 'changed' | 'gone' }>): CommandResult {
  const { change, kept, others = [] } = outcome
  const why = outcome.type === 'gone' ? 'it was removed or moved since' : 'somebody else changed it since'
  const where =
    change.isNew || kept === undefined
      ? ''
      : `${others.length > 0 ? `The earlier version of ${shown(change.path)}` : 'Its earlier version'} lies in \`${shown(kept)}\`; `
  const next = nextStep(change, others)
  return refusal(
    `${shown(change.path)} was not touched: ${why}. ${stayed(others)}${where}${where === '' ? next : `${next[0]?.toLowerCase()}${next.slice(1)}`}`,
  )
}

/** Of those that were changed together with one that cannot be taken back. */
function stayed(others: readonly KeptChange[]): string {
  if (others.length === 0) return ''
  const [were, stay, they] = others.length > 1 ? ['were', 'stay', 'they are'] : ['was', 'stays', 'it is']
  return `${namesOf(others)}, which ${were} changed together with it, ${stay} as ${they}, too. `
}

function nextStep(change: KeptChange, others: readonly KeptChange[]): string {
  return others.length === 0
    ? 'With `/undo skip` the change before it is next.'
    : `With \`/undo skip\` ${shown(change.path)} is left out, and \`/undo\` takes back the rest.`
}

function areWhat(all: readonly unknown[]): string {
  return all.length > 1 ? 'are what' : 'is what'
}

function itWas(all: readonly unknown[]): string {
  return all.length > 1 ? 'they were' : 'it was'
}

function namesOf(changes: readonly KeptChange[]): string {
  return inWords(changes.map(({ path }) => shown(path)))
}

function inWords(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

function rowOf(group: readonly KeptChange[], when: (time: string) => string): string {
  const [first] = group
  if (first === undefined) return ''
  const isMade = group.every(({ isNew }) => isNew)
  return `${when(first.at)}  ${isMade ? 'made   ' : 'changed'}  ${namesOf(group)}`
}

/** A name that cannot move the cursor. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, '�')
}

export default undo
