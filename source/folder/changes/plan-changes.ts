/**
 * From what statements did to the rows of tables to what would become of the files: planned, shown and told, and nothing of it done. Invariant:
 * a plan is made from the bytes that stand in the files now. Next: plan-files.ts (bytes), say-changes.ts (words), own-changes.ts (what is no
 * file's), write-changes.ts (doing it).
 */
import type { FolderReader, FolderTable, RowChanges } from '../../contracts/folder.ts'
import type { ChangePlan, FolderView, PlannedFile } from '../../contracts/folder-access.ts'
import type { Said } from '../../contracts/tool.ts'
import type { WritingContext } from '../../toolkit/change-file.ts'
import type { Condition } from '../answer/conditions.ts'
import type { Changed } from '../sql/sql-table.ts'
import { type CurrentFile, readCurrent, refusing } from './current-file.ts'
import { type OwnPlan, planOwnChanges } from './own-changes.ts'
import { changedPaths, planFiles } from './plan-files.ts'
import { boundLines, previewFiles } from './preview.ts'
import { type SaidChange, sayFile } from './say-changes.ts'
import { warningsOf } from './warnings.ts'

export interface ChangeRequest {
  readonly sql: string
  /** What the statements were tried on. */
  readonly view: Pick<FolderView, 'tables'>
  readonly changed: Changed
  /** Of the statements where they are plain: told where no row fits. */
  readonly conditions?: readonly Condition[]
}

export interface PlanPlace extends WritingContext {
  readonly readers: readonly FolderReader[]
}

/** Throws `ChangeRefused` with why nothing of it can be done. */
export async function planChanges(request: ChangeRequest, place: PlanPlace): Promise<ChangePlan> {
  const { sql, view, changed } = request
  const { tables } = view
  const current = new Map<string, CurrentFile>()
  for (const path of changedPaths(tables, changed.changes))
    current.set(path, await readCurrent(place, path, place.readers))
  const files = await planFiles(tables, changed.changes, current)
  const own = await refusing(() => planOwnChanges(place, tables, changed.changes))
  return {
    type: 'plan',
    sql,
    files,
    changes: changed.changes,
    preview: [
      ...(files.length > 0 ? [previewFiles(files, tables, changed.changes)] : []),
      ...(own.lines.length > 0 ? [boundLines(own.lines)] : []),
    ].join('\n'),
    said: sayPlan(request, files, own),
    warnings: [...warningsOf(tables, changed.changes), ...own.warnings],
  }
}

function sayPlan(request: ChangeRequest, files: readonly PlannedFile[], own: OwnPlan): Said {
  const { tables } = request.view
  const { changes, counts } = request.changed
  const said: readonly SaidChange[] = [
    ...files.map(({ path }) => sayFile(path, ownOf(path, tables, changes), changes)),
    ...own.said,
  ]
  const done = new Set(files.map(({ path }) => path))
  const left = tables.filter((table) => {
    const isChanged = changes.has(table.name) && (table.path === '' || done.has(table.path))
    return counts.has(table.name) && !isChanged
  })
  const nothing = left.map((table) => nothingOf(table, counts.get(table.name)?.met ?? 0, request.conditions))
  return {
    sentence: [...said.map(({ sentence }) => sentence), ...nothing].join(' '),
    key: said.flatMap(({ key }) => key),
  }
}

function ownOf(
  path: string,
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): readonly FolderTable[] {
  return tables.filter((table) => table.path === path && changes.has(table.name))
}

/** Why a table is the same afterwards. */
function nothingOf(table: FolderTable, met: number, conditions: readonly Condition[] = []): string {
  if (met > 0)
    return `Nothing in ${table.path === '' ? table.name : table.path} is another after that: it says so already.`
  const own = conditions.filter(({ column }) =>
    table.columns.some(({ name }) => name === column.toLowerCase() || name === column),
  )
  const which = own.length === 0 ? '' : `: ${own.map(conditionText).join(', ')}`
  return `No row of ${table.name} fits${which}.`
}

/** `text like `exif``, `status is `open`` */
function conditionText({ column, operator, values }: Condition): string {
  const [first = '', second = ''] = values.map((value) => `\`${bare(value, operator)}\``)
  switch (operator) {
    case '=':
      return `${column} is ${first}`
    case '!=':
    case '<>':
      return `${column} is not ${first}`
    case 'between':
    case 'not between':
      return `${column} ${operator} ${first} and ${second}`
    case 'in':
    case 'not in':
      return `${column} ${operator} ${values.map((value) => `\`${value}\``).join(', ')}`
    default:
      return [column, operator, ...(values.length > 0 ? [first] : [])].join(' ')
  }
}

function bare(value: string, operator: string): string {
  return operator.endsWith('like') ? value.replaceAll('%', '') : value
}
