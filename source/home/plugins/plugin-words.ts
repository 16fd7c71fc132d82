// What is said of plugins: a line for each that is installed, and what one may do.
import type { CommandResult } from '../../contracts/command.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { CheckedPlugin } from '../../plugins/checked-plugin.ts'
import { isOfGit, type PluginSheet } from '../../plugins/plugin-sheet.ts'
import type { InstalledVersion } from '../../plugins/plugin-store.ts'
import { count, visible } from '../../toolkit/plain-words.ts'

/** As many digits of a hash tell two plugins apart. */
export const HASH_DIGITS = 12

/** A line each; `ok` is false where one cannot be used. */
export function listed(rows: readonly InstalledVersion[]): CommandResult {
  if (rows.length === 0)
    return { ok: true, text: 'There are no plugins; `/plugins install PATH` installs one.', data: [] }
  const widths = [Math.max(...rows.map(titleWidth)), 'disabled'.length] as const
  const lines = rows.flatMap((row) => {
    const { record, read } = row
    const tools = 'sheet' in read ? `${read.sheet.kind}, ${count(read.tools.length, 'tool', 'tools')}` : ''
    const strikes = record.strikes ? `out of bounds ${times(record.strikes)}: ${record.last}` : ''
    const what = [tools, record.pinned && isUsed(row) ? 'pinned' : '', isUsed(row) ? strikes : ''].filter(
      Boolean,
    )
    const line =
      `${titleOf(row).padEnd(widths[0])}  ${stateOf(row).padEnd(widths[1])}  ${what.join(', ')}`.trimEnd()
    return [line, ...('sheet' in read ? [] : read.slice(0, 1).map((problem) => `  ${problem}`))]
  })
  return { ok: rows.every(({ read }) => 'sheet' in read), text: lines.join('\n'), data: rows.map(dataOf) }
}

function titleOf({ name, version }: InstalledVersion): string {
  return `${name} ${version}`
}

function titleWidth(row: InstalledVersion): number {
  return titleOf(row).length
}

function times(strikes: number): string {
  return strikes === 1 ? 'once' : `${strikes} times`
}

function isUsed({ version, record }: InstalledVersion): boolean {
  return record.used === version
}

function stateOf(row: InstalledVersion): string {
  if (!('sheet' in row.read)) return 'changed'
  if (!isUsed(row)) return 'kept'
  return row.record.disabled ? 'disabled' : 'used'
}

function dataOf(row: InstalledVersion): JsonObject {
  const { name, version, record, read } = row
  return {
    ...{ name, version, state: stateOf(row), pinned: record.pinned === true },
    kind: 'sheet' in read ? read.sheet.kind : null,
    tools: 'sheet' in read ? read.sheet.tools : [],
    from: record.versions[version]?.from ?? '',
    strikes: isUsed(row) ? (record.strikes ?? 0) : 0,
    last: isUsed(row) ? (record.last ?? null) : null,
    problems: 'sheet' in read ? [] : read,
  }
}

/** Behind a sentence: names of tools that were allowed and are asked for again. */
export function askedAgain(names: readonly string[]): string {
  return names.length === 0
    ? ''
    : ` What you had allowed ${names.map((name) => `\`${name}\``).join(', ')} is taken back: it stands for something else now.`
}

/** What a person sees before agreeing; `how` says how to agree. */
export function offered({ sheet, sha256, tools }: CheckedPlugin, how: string, ok: boolean): CommandResult {
  const { name, version, kind, summary } = sheet
  const words = [
    `${name} ${version} (${kind}): ${visible(summary)}`,
    ...tools.map(
      ({ compiled }) => `  tool ${compiled.name} (${compiled.risk}): ${visible(compiled.oneLiner)}`,
    ),
    'It may do this and nothing else:',
    ...mayDo(sheet).map((line) => `  ${line}`),
    how,
  ]
  const data = { name, version, kind, sha256, mayDo: mayDo(sheet), installed: false }
  return { ok, text: words.join('\n'), data }
}

/** A line for each kind of thing. */
export function mayDo({ kind, permissions }: Pick<PluginSheet, 'kind' | 'permissions'>): readonly string[] {
  const { paths, hosts, commands, environment } = permissions
  const line = (what: string, of: readonly string[]) =>
    of.length === 0 ? [] : [`${what} ${of.map(visible).join(', ')}`]
  const lines = [
    ...line('read', paths.read),
    ...line('write', paths.write),
    ...paths.write
      .filter(isOfGit)
      .map((path) => `that is git’s, which runs what stands there: ${visible(path)}`),
    ...line('fetch from', hosts),
    ...line('start', commands),
    ...line('read the variables', environment),
  ]
  const nothing = lines.length === 0 ? ['run in its sandbox; it reaches no file and no network'] : lines
  if (kind === 'sandboxed') return nothing
  return [
    'run as trusted code: a program of its own with your rights; its files are limited, its use of the network is not',
    ...lines,
  ]
}
