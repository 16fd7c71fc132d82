// The names that tools of plugins have here. Invariant: what the person allowed a name holds for the very tool that had it then: a plugin
// that comes later takes no name of an earlier one, and a name that other code gets is asked anew.

import type { HomePaths } from '../../paths.ts'
import type { CheckedPlugin, PluginTool } from '../../plugins/checked-plugin.ts'
import type { InstalledVersion, PluginStore } from '../../plugins/plugin-store.ts'
import { printOf } from '../../plugins/tool-of-plugin.ts'
import { forgetFailures, forgetPermissions } from './forget-tools.ts'

/** A tool of a plugin under the name that it has here. */
export interface NamedTool {
  readonly plugin: CheckedPlugin
  readonly tool: PluginTool
  readonly name: string
  /** Its plugin is disabled; the name is kept for it. */
  readonly isOff: boolean
}

/** Of the used versions, in the order in which they were installed; a name that is taken gets the plugin's in front of it. */
export function namedTools(
  rows: readonly InstalledVersion[],
  takenBefore: readonly string[],
): readonly NamedTool[] {
  const taken = new Set(takenBefore)
  const inOrder = [...rows].sort((a, b) => (a.record.serial ?? 0) - (b.record.serial ?? 0))
  return inOrder.flatMap(({ record, read }) => {
    if (!('sheet' in read)) {
      for (const name of record.names ?? []) taken.add(name)
      return []
    }
    return read.tools.map((tool) => {
      const own = tool.compiled.name
      const base = `${read.sheet.name.replaceAll('-', '_')}_${own}`.slice(0, 60)
      let name = taken.has(own) ? base : own
      for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
      taken.add(name)
      return { plugin: read, tool, name, isOff: record.disabled === true }
    })
  })
}

/** What `changeTools` stands on. */
export interface NamesHere {
  readonly home: HomePaths
  readonly store: PluginStore
  /** Those of all plugins, disabled ones too. */
  readonly tools: () => readonly NamedTool[]
}

/**
 * Does the work, which changes what is installed, notes the names of the plugin's tools, and takes back what was allowed to names that
 * stand for something else now; gives those. Failures that were counted against such names are forgotten, and against tools that may run
 * again. Throws the system's error, and `ToolFailure` where the settings are not to be had.
 */
export function changeTools(
  { home, store, tools }: NamesHere,
  plugin: string,
  work: () => void,
): readonly string[] {
  // Where they cannot be read nothing is changed.
  forgetPermissions(home, [])
  const earlier = tools()
  work()
  const now = tools()
  const names = now.filter((one) => one.plugin.sheet.name === plugin).map(({ name }) => name)
  if (names.length > 0)
    store.change(
      plugin,
      (record) => record && { ...record, names: [...new Set([...(record.names ?? []), ...names])] },
    )
  const other = changedNames(earlier, now)
  const wereOff = earlier.flatMap(({ name, isOff }) => (isOff ? [name] : []))
  const runAgain = now.flatMap(({ name, isOff }) => (!isOff && wereOff.includes(name) ? [name] : []))
  const forgotten = forgetPermissions(home, other)
  forgetFailures(home, [...new Set([...other, ...runAgain])])
  return forgotten
}

/** Names that do not stand for what they stood for. */
function changedNames(earlier: readonly NamedTool[], now: readonly NamedTool[]): readonly string[] {
  const [before, after] = [printsOf(earlier), printsOf(now)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
}

/** What each name stands for. */
function printsOf(tools: readonly NamedTool[]): ReadonlyMap<string, string> {
  return new Map(tools.map(({ plugin, tool, name }) => [name, printOf(plugin, tool)]))
}
