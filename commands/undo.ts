import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import type { FileHistory, KeptChange, UndoOutcome } from '../source/contracts/file-history.ts'

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
    'A file that was made is moved away. `list` shows what can be taken back, `skip` lets the last change stand.',
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
  const [last] = await history.list()
  const outcome = await history.undo()
  const result = tell(outcome, await history.elsewhere())
  // Nothing was left to take back of the last change, as its file is so already: the one before it was next.
  if (last === undefined || (outcome.type !== 'nothing' && outcome.change.id === last.id)) return result
  const why = last.isNew ? 'is not there any more' : 'is already what it was before'
  return { ...result, text: `${shown(last.path)} ${why}. Before that: ${result.text}` }
}

async function list(history: FileHistory, when: (time: string) => string): Promise<CommandResult> {
  const changes = await history.list()
  const rows = changes.slice(0, MOST_ROWS).map((change) => `  ${rowOf(change, when)}`)
  const more = changes.length > rows.length ? [`  … and ${changes.length - rows.length} more`] : []
  const told = (await history.tidy(ALL)).map(shown)
  const others = await history.elsewhere()
  const [last] = others
  const elsewhere =
    last === undefined ? [] : [`  ${others.length} in other folders, the last ${rowOf(last, when)}`]
  const text = [...(changes.length === 0 ? [NOTHING] : [...rows, ...more]), ...elsewhere, ...told].join('\n')
  return { ok: true, text, data: changes.map(({ id, path, isNew, at }) => ({ id, path, isNew, at })) }
}

async function skip(history: FileHistory): Promise<CommandResult> {
  const change = await history.skip()
  if (change === undefined) return refusal(NOTHING)
  return { ok: true, text: `${shown(change.path)} stays as it is.`, data: { path: change.path } }
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
    case 'undone': {
      const { kept } = outcome
      const { path, isNew } = outcome.change
      const what = isNew ? 'is no longer there' : 'is what it was before'
      return {
        ok: true,
        text: `${shown(path)} ${what}${kept === undefined ? '' : `; what it was until now lies in \`${shown(kept)}\``}.`,
        data: { path, isNew, kept: kept ?? null },
      }
    }
    case 'changed':
    case 'gone': {
      const { path, isNew } = outcome.change
      const why = outcome.type === 'gone' ? 'it was removed or moved since' : 'somebody else changed it since'
      const kept =
        isNew || outcome.kept === undefined ? '' : `Its earlier version lies in \`${shown(outcome.kept)}\`; `
      return refusal(
        `${shown(path)} was not touched: ${why}. ${kept}${kept === '' ? 'With `/undo skip`' : 'with `/undo skip`'} the change before it is next.`,
      )
    }
    case 'failed': {
      const why = /\bENOENT\b/.test(outcome.reason) ? 'its earlier version is gone' : shown(outcome.reason)
      const next = 'With `/undo skip` the change before it is next.'
      return refusal(`${shown(outcome.change.path)} could not be brought back: ${why}. ${next}`)
    }
    default:
      return outcome satisfies never
  }
}

function rowOf({ path, isNew, at }: KeptChange, when: (time: string) => string): string {
  return `${when(at)}  ${isNew ? 'made   ' : 'changed'}  ${shown(path)}`
}

/** A name that cannot move the cursor. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, '�')
}

export default undo
