// Tools that are gone for good take along what was kept of them: states, optimized lines, counts, and what the person allowed them, so that
// nothing of it holds for another tool that gets the name.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, parseJsonObject } from '../../contracts/json.ts'
import { writeFileAtomicSync } from '../../lib/atomic-write.ts'
import { callStateFiles } from '../../lib/state-names.ts'
import type { HomePaths } from '../../paths.ts'
import type { Settings } from '../../settings-table.ts'
import { keptSettings } from '../lent/kept-settings.ts'

/** Forgets them everywhere in a home. Throws the system's error, and `ToolFailure` where the settings cannot be written. */
export function forgetTools(home: HomePaths, names: readonly string[]): void {
  if (names.length === 0) return
  for (const model of foldersIn(home.states))
    for (const name of names)
      for (const file of callStateFiles(name)) rmSync(join(home.states, model, file), { force: true })
  const without = (object: JsonObject) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)))
  for (const file of filesIn(home.optimized))
    rewrite(join(home.optimized, file), (all) => within(all, 'tools', without))
  if (home.toolUses !== '')
    rewrite(home.toolUses, (all) => {
      const lines = Array.isArray(all.lines)
        ? all.lines.filter((name) => !names.includes(String(name)))
        : all.lines
      return { ...within(all, 'counts', without), ...(lines !== undefined && { lines }) }
    })
  forgetFailures(home, names)
  forgetChoices(home, names)
}

/** Ends pauses and clears counts of tools of these names; gives those that had any. Throws the system's error. */
export function forgetFailures({ toolHealth }: HomePaths, names: readonly string[]): readonly string[] {
  const had: string[] = []
  if (toolHealth !== '' && names.length > 0)
    rewrite(toolHealth, (all) => {
      had.push(...names.filter((name) => Object.hasOwn(all, name)))
      return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
    })
  return had
}

/** Takes back what was allowed to tools of these names; gives those that had something. Throws as `forgetTools` does. */
export function forgetPermissions(
  { settings: path }: HomePaths,
  names: readonly string[],
): readonly string[] {
  if (!existsSync(path)) return []
  const settings = keptSettings(path)
  const { allowedTools, allowedCalls } = settings.values
  const had = names.filter(
    (name) => allowedTools.includes(name) || allowedCalls.some((one) => one.tool === name),
  )
  if (had.length === 0) return []
  settings.set(
    'allowedTools',
    allowedTools.filter((name) => !had.includes(name)),
  )
  settings.set(
    'allowedCalls',
    allowedCalls.filter(({ tool }) => !had.includes(tool)),
  )
  return had
}

function forgetChoices({ settings: path }: HomePaths, names: readonly string[]): void {
  if (!existsSync(path)) return
  const settings = keptSettings(path)
  const { disabledTools, pinnedTools, allowedTools, allowedCalls, toolPriorities, toolProfiles } =
    settings.values
  const left = (all: readonly string[]) => all.filter((name) => !names.includes(name))
  const leftOf = <T>(all: { readonly [name: string]: T }) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
  const keep = <K extends keyof Settings>(name: K, before: Settings[K], after: Settings[K]) => {
    if (JSON.stringify(before) !== JSON.stringify(after)) settings.set(name, after)
  }
  keep('disabledTools', disabledTools, left(disabledTools))
  keep('pinnedTools', pinnedTools, left(pinnedTools))
  keep('allowedTools', allowedTools, left(allowedTools))
  keep(
    'allowedCalls',
    allowedCalls,
    allowedCalls.filter(({ tool }) => !names.includes(tool)),
  )
  keep('toolPriorities', toolPriorities, leftOf(toolPriorities))
  const profiles = Object.entries(toolProfiles).map(([name, profile]) => [
    name,
    { ...profile, tools: left(profile.tools), priorities: leftOf(profile.priorities) },
  ])
  keep('toolProfiles', toolProfiles, Object.fromEntries(profiles))
}

function within(all: JsonObject, key: string, change: (part: JsonObject) => JsonObject): JsonObject {
  const part = all[key]
  const isObject = typeof part === 'object' && part !== null && !Array.isArray(part)
  return isObject ? { ...all, [key]: change(part as JsonObject) } : all
}

/** A file that is not there, or damaged, stays as it is. */
function rewrite(path: string, to: (all: JsonObject) => JsonObject): void {
  const before = existsSync(path) ? parseJsonObject(readFileSync(path, 'utf8')) : undefined
  if (before === undefined) return
  const after = to(before)
  if (JSON.stringify(after) !== JSON.stringify(before))
    writeFileAtomicSync(path, `${JSON.stringify(after, null, 2)}\n`)
}

function foldersIn(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path) : []
}

function filesIn(path: string): readonly string[] {
  return foldersIn(path).filter((name) => name.endsWith('.json'))
}
