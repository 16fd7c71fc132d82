import {
  type Command,
  type CommandContext,
  type CommandResult,
  fileNameIn,
} from '../source/contracts/command.ts'
import {
  type ImportReport,
  MEMORY_KINDS,
  type Memory,
  type MemoryAction,
  type MemoryEntry,
  type MemoryKind,
} from '../source/contracts/memory.ts'
import { ToolFailure } from '../source/contracts/tool.ts'

type Action = (
  rest: string,
  memory: Memory,
  context: CommandContext,
) => Promise<CommandResult> | CommandResult

const SEARCHED = 20
const LISTED = 50

const ACTIONS: { readonly [name: string]: Action } = {
  search,
  list,
  show,
  edit,
  delete: remove,
  export: exportAll,
  import: importAll,
  undo,
}

/** They take nothing. */
const ALONE = ['status', 'undo', 'path']

/** `/memory`: what is remembered beyond the session, and what the program takes of memory and disk. */
const memory: Command = {
  name: 'memory',
  group: 'memory',
  examples: ['/memory', '/memory list'],
  usage: '[status|search Q|list|show|edit|delete|export|import|undo|path]',
  summary: 'show, search and change what is remembered; memory and disk use',
  worksDownTo: 3,
  help: [
    '`/memory` or `/memory status`: memory and disk use, how much is remembered.',
    '`search Q`: the best entries for words; also `tag:NAME`, `kind:correction`, `since:2026-03-01`, `until:2026-03-31`.',
    '`list [TAG]`: the newest ones. `show ID`: all of one. `edit ID TEXT`: another text. `delete ID...`: into the bin.',
    '`export FILE [json|markdown]`: all of them. `import FILE [--merge|--replace]`: from JSON; `--replace` puts the others into the bin.',
    '`undo`: takes the last change of the last 30 days back. `path`: where the file is.',
  ].join('\n'),
  complete: (input) => (input === 'import' ? 'files' : []),
  run: async (input, context) => {
    const [, name = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(input.trim()) ?? []
    try {
      if (ALONE.includes(name) && rest.trim() !== '')
        return refuse(`\`/memory ${input.trim()}\` is not known; \`${name}\` takes nothing behind it.`)
      if (name === '' || name === 'status') return await status(context)
      if (name === 'path') return path(context)
      const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
      if (action === undefined)
        return refuse(`There is no \`/memory ${name}\`; \`/help memory\` shows what there is.`)
      if (context.memory === undefined) return refuse('There is no memory here.')
      return await action(rest.trim(), await context.memory.open(), context)
    } catch (error) {
      if (error instanceof ToolFailure) return refuse(error.message)
      throw error
    }
  },
}

async function status(context: CommandContext): Promise<CommandResult> {
  const use = await context.memoryUse()
  const lines = [
    `program  ${megabytes(use.processBytes)}`,
    `engine   ${megabytes(use.engineBytes)}`,
    `talk     ${use.talkTokens} of ${use.talkWindow} tokens in the KV cache`,
    `call     window of ${use.callWindow} tokens`,
    `states   ${megabytes(use.statesBytes)} of ${megabytes(use.statesBudgetBytes)} on disk`,
    `models   ${megabytes(use.modelsBytes)} on disk`,
  ]
  // A memory that nobody used is not made by looking at it.
  if (context.memory?.exists() !== true) {
    const text = [...lines, 'memories nothing is remembered yet'].join('\n')
    return { ok: true, text, data: { ...use, memories: null } }
  }
  const opened = await context.memory.open()
  const overview = opened.overview()
  const kinds = MEMORY_KINDS.map(
    (kind) => `${overview.kinds[kind]} ${kind}${overview.kinds[kind] === 1 ? '' : 's'}`,
  )
  const { lastExport } = overview
  const text = [
    ...lines,
    `memories ${overview.total}: ${kinds.join(', ')}; ${overview.openReminders} open; ${overview.binned} in the bin`,
    `file     ${megabytes(overview.bytes)}${context.memory.isPaused ? ', paused: nothing is stored' : ''}`,
    `exported ${lastExport === undefined ? 'never' : `${opened.moment(lastExport.at)} to ${lastExport.place}`}`,
    ...opened.notices,
  ].join('\n')
  return { ok: true, text, data: { ...use, memories: { ...overview, lastExport: lastExport ?? null } } }
}

function path({ memory: book }: CommandContext): CommandResult {
  return book === undefined
    ? refuse('There is no memory here.')
    : { ok: true, text: book.path, data: { path: book.path } }
}

async function search(rest: string, opened: Memory): Promise<CommandResult> {
  const filters = new Map(
    [...rest.matchAll(/(?:^|\s)(tag|kind|since|until):(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  const words = rest.replace(/(?:^|\s)(?:tag|kind|since|until):\S+/g, ' ').trim()
  if (rest === '') return refuse('Say what to look for: `/memory search garage code`.')
  const kind = MEMORY_KINDS.find((one) => one === filters.get('kind'))
  if (filters.has('kind') && kind === undefined)
    return refuse(`There is no kind \`${filters.get('kind')}\`; there are ${MEMORY_KINDS.join(', ')}.`)
  // A person's "until the 3rd" has the 3rd in it.
  const [from, to] = [filters.get('since'), filters.get('until')]
  const since = from === undefined ? undefined : opened.dayBegins(from)
  const until = to === undefined ? undefined : opened.dayBegins(to, 1)
  for (const [typed, day] of [[from, since] as const, [to, until] as const])
    if (typed !== undefined && day === undefined)
      return refuse(`\`${typed}\` is no date; write one as \`2026-03-31\`.`)
  const found = await opened.nearest({ words, kind, tag: filters.get('tag'), since, until, limit: SEARCHED })
  const entries = found.map(({ entry }) => entry)
  const isNear = found.length > 0 && found.every(({ hasWords }) => !hasWords)
  const how = isNear ? 'none has these words; the nearest in meaning' : ''
  return rows(opened, entries, `No memory for \`${rest}\`.`, how)
}

function list(tag: string, opened: Memory): CommandResult {
  const found = opened.search({ words: '', limit: LISTED, ...(tag !== '' && { tag }) })
  const none = tag === '' ? 'Nothing is remembered yet.' : `No memory has the tag \`${tag}\`.`
  const { total } = opened.summarize(tag === '' ? {} : { tag }, 1)
  return rows(opened, found, none, total > found.length ? `the newest ${found.length} of ${total}` : '')
}

function show(rest: string, opened: Memory): CommandResult {
  const entry = entryOf(rest, opened)
  if (typeof entry === 'string') return refuse(entry)
  const { id, kind, text, tags, context, importance, created, updated, completed, rung, source } = entry
  const due = opened.dueText(entry)
  const lines = [
    `${kind} ${id}, importance ${importance}, from ${source}`,
    ...(tags.length > 0 ? [`tags     ${tags.join(', ')}`] : []),
    ...(context === '' ? [] : [`about    ${context}`]),
    `stored   ${opened.moment(created)}${updated === created ? '' : `, changed ${opened.moment(updated)}`}`,
    ...(due === undefined ? [] : [`due      ${due}${rung === null ? '' : `, rang ${opened.moment(rung)}`}`]),
    ...(completed === null ? [] : [`done     ${opened.moment(completed)}`]),
    text,
  ]
  return { ok: true, text: lines.join('\n'), data: { ...entry } }
}

async function edit(rest: string, opened: Memory): Promise<CommandResult> {
  const [, id = '', text = ''] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? []
  const entry = entryOf(id, opened)
  if (typeof entry === 'string') return refuse(entry)
  if (text === '') return refuse(`Say the new text: \`/memory edit ${id} TEXT\`.`)
  const changed = await opened.reword(entry.id, text)
  if (changed === undefined) return refuse(`There is no memory \`${entry.id}\` any more.`)
  const due = opened.dueText(changed.entry)
  const isOpen = entry.kind === 'reminder' && entry.completed === null
  const time = isOpen && due !== undefined ? ` (${changed.isMoved ? 'due' : 'still due'} ${due})` : ''
  const name = entry.kind === 'reminder' ? 'Reminder' : 'Memory'
  return {
    ok: true,
    text: `${name} ${entry.id} is now: ${changed.entry.text}${time}`,
    data: { ...changed.entry, isMoved: changed.isMoved },
  }
}

function remove(rest: string, opened: Memory): CommandResult {
  const words = rest.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) return refuse('Say which: `/memory delete 12 15`.')
  // All of them or none: a slip in one id must not cost the others.
  const entries = words.map((word) => entryOf(word, opened))
  const wrong = entries.find((entry) => typeof entry === 'string')
  if (wrong !== undefined) return refuse(`${wrong} Nothing was deleted.`)
  const removed = opened.remove(
    entries.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.id])),
    'delete',
  )
  const text = `${amount(removed.length)} deleted; \`/memory undo\` brings ${removed.length === 1 ? 'it' : 'them'} back.`
  return { ok: true, text, data: { ids: removed.map(({ id }) => id) } }
}

async function exportAll(rest: string, opened: Memory, context: CommandContext): Promise<CommandResult> {
  const [, before = '', format] = /^(.*?)(?:\s+(json|markdown|md))?$/isu.exec(rest) ?? []
  const file = fileNameIn(before)
  if (file === '') return refuse('Say where to: `/memory export memories.json`.')
  // A word behind the name is no part of it; a quotation mark without its end is told by `exportPlace`.
  const [, name = '', more] = /^("[^"]*"|'[^']*'|[^\s"']\S*)\s+(.+)$/su.exec(before) ?? []
  if (more !== undefined) {
    const next = /^["']/.test(name)
      ? 'leave that out'
      : `a name with spaces goes in quotation marks: \`/memory export "${before.replaceAll('"', '')}"\``
    return refuse(`Behind the file's name goes \`json\` or \`markdown\`, not \`${more}\`; ${next}.`)
  }
  const isMarkdown = format === undefined ? /\.(?:md|markdown)$/i.test(file) : format.toLowerCase() !== 'json'
  const place = context.exportPlace(file)
  if ('reason' in place) return refuse(place.reason)
  const done = await opened.exportTo(place.path, isMarkdown ? 'markdown' : 'json')
  const text = `${amount(done.entries)} written to \`${place.shown}\`.`
  return { ok: true, text, data: { place: place.path, format: isMarkdown ? 'markdown' : 'json', ...done } }
}

async function importAll(rest: string, opened: Memory, context: CommandContext): Promise<CommandResult> {
  const modes = [...rest.matchAll(/(?:^|\s)--(\S+)/g)].map(([, mode = '']) => mode)
  const wrong = modes.find((mode) => mode !== 'merge' && mode !== 'replace')
  if (wrong !== undefined)
    return refuse(`There is no \`--${wrong}\`; there are \`--merge\` and \`--replace\`.`)
  if (new Set(modes).size > 1) return refuse('Choose one of `--merge` and `--replace`.')
  const file = fileNameIn(rest.replace(/(?:^|\s)--\S+/g, ' '))
  if (file === '') return refuse('Say which file: `/memory import memories.json`.')
  const report = await opened.importFrom(placeOf(file, context), modes[0] === 'replace' ? 'replace' : 'merge')
  return { ok: true, text: sayImport(report), data: { ...report } }
}

const UNDONE: { readonly [action in MemoryAction]: string } = {
  delete: 'brought back',
  forget: 'brought back',
  change: 'put back as it was',
  complete: 'put back as open',
  replace: 'brought back in the place of the others',
  import: 'put into the bin, because an import had added them',
}

function undo(_rest: string, opened: Memory): CommandResult {
  const done = opened.undo()
  if (done === undefined) return refuse('There is nothing to take back: no change in the last 30 days.')
  const lines = done.entries.slice(0, SEARCHED).map((entry) => opened.line(entry))
  const text = [`${amount(done.entries.length)} ${UNDONE[done.action]}.`, ...lines].join('\n')
  return { ok: true, text, data: { ...done } }
}

function sayImport({ imported, duplicates, renumbered, replaced }: ImportReport): string {
  const shown = duplicates.slice(0, SEARCHED).join(', ') + (duplicates.length > SEARCHED ? ', …' : '')
  const were = duplicates.length === 1 ? 'was' : 'were'
  return [
    `${amount(imported)} imported${imported > 0 && replaced === 0 ? '; `/memory undo` takes that back' : ''}.`,
    ...(replaced > 0 ? [`${replaced} went into the bin; \`/memory undo\` brings them back.`] : []),
    ...(renumbered > 0 ? [`${renumbered} got new ids, because theirs were taken.`] : []),
    ...(duplicates.length > 0 ? [`${duplicates.length} ${were} there already: ${shown} of the file.`] : []),
  ].join('\n')
}

/** The entry of an id as typed, or why there is none. */
function entryOf(id: string, opened: Memory): MemoryEntry | string {
  const number = Number(/^#?(\d{1,15})$/.exec(id)?.[1])
  if (Number.isNaN(number))
    return id === '' ? 'Say which: an id as `/memory list` shows it.' : `\`${id}\` is no id; ids are numbers.`
  return opened.find(number) ?? `There is no memory \`${number}\`; \`/memory list\` shows the newest.`
}

function rows(opened: Memory, entries: readonly MemoryEntry[], none: string, below = ''): CommandResult {
  const label = (kind: MemoryKind) => (kind === 'fact' ? '' : ` [${kind}]`)
  const lines = entries.map((entry) => `${opened.line(entry)}${label(entry.kind)}`)
  const text = lines.length === 0 ? none : [...lines, ...(below === '' ? [] : [below])].join('\n')
  return { ok: true, text, data: { entries: entries.map((entry) => ({ ...entry })) } }
}

function placeOf(file: string, { workspace }: CommandContext): string {
  const bare = file.replace(/^(["'])(.*)\1$/, '$2')
  return /^(?:\/|~\/|[a-z]:[\\/])/i.test(bare) ? bare : `${workspace}/${bare.replace(/^\.\//, '')}`
}

function amount(number: number): string {
  return number === 1 ? '1 memory was' : `${number} memories were`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`
}

function refuse(text: string): CommandResult {
  return { ok: false, text, data: null }
}

export default memory
