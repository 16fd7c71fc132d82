// Installing a plugin and taking a newer version: what it may do is shown, and only what was agreed to is put there.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CommandResult } from '../../contracts/command.ts'
import type { PluginResult } from '../../contracts/plugins.ts'
import { compareVersions } from '../../lib/semver.ts'
import { type CheckedPlugin, checkPlugin } from '../../plugins/checked-plugin.ts'
import { type PluginFiles, readPluginFiles } from '../../plugins/plugin-source.ts'
import type { PluginRecord } from '../../plugins/plugin-store.ts'
import { changeTools, type NamesHere } from './plugin-names.ts'
import { askedAgain, HASH_DIGITS, offered } from './plugin-words.ts'
import type { PluginPlace } from './plugins-of-home.ts'

/** What the acts stand on. */
export type PluginActs = PluginPlace & NamesHere

/** Shows a folder or an archive, or installs it; throws `PluginUnreadable`. */
export function install(acts: PluginActs, given: string, agreed: string | undefined): PluginResult {
  const from = placeOf(acts, given)
  const files = readPluginFiles(from)
  const plugin = checkPlugin(files, from)
  if (!('sheet' in plugin)) return refusal(plugin.join('\n'))
  return put(acts, { plugin, files, from, given, verb: 'install' }, agreed)
}

interface Found {
  readonly plugin: CheckedPlugin
  readonly files: PluginFiles
  readonly from: string
  /** As it was written. */
  readonly given: string
  readonly verb: string
}

/** Installs what was agreed to, or shows it. */
function put(acts: PluginActs, found: Found, agreed: string | undefined): PluginResult {
  const { plugin, files, from, given, verb } = found
  const { name, version, kind } = plugin.sheet
  const records = acts.store.records()
  const before = typeof records === 'string' ? undefined : records.get(name)
  const kept = before?.versions[version]
  const isWhole = kept !== undefined && 'sheet' in acts.store.load(name, version, kept)
  if (isWhole && kept.sha256 !== plugin.sha256)
    return refusal(
      `\`${name}\` ${version} is installed with other files; give the changed plugin another version.`,
    )
  if (isWhole && before?.used === version && !before.disabled)
    return done(`${name} ${version} is installed already.`, { name, version, installed: true })
  const begin = plugin.sha256.slice(0, HASH_DIGITS)
  const code = kind === 'trusted' ? ' this trusted code' : ' exactly this'
  const how = `\`/plugins ${verb} ${given} ${begin}\` installs${code}; a script says \`--yes\`.`
  if (agreed === undefined) return offered(plugin, how, acts.interactive === true)
  if (verb === 'update' && agreed === '--yes' && mayOther(acts, before, plugin)) {
    const ask = `It may do other things than the version that is used, so \`--yes\` is not enough; \`${verb} ${given} ${begin}\` takes it.`
    return offered(plugin, ask, false)
  }
  if (agreed !== '--yes' && !plugin.sha256.startsWith(agreed))
    return refusal(`\`${agreed}\` is not the hash of \`${given}\` as it is now; without it, it is shown.`)
  const forgotten = changeTools(acts, name, () => acts.store.install(plugin, files, from))
  const isBeside = before?.pinned === true && before.used !== version
  const beside = isBeside ? ` beside ${before.used}, which is pinned` : ''
  const back =
    before !== undefined && !isBeside && before.used !== version
      ? ` ${before.used} is kept: \`/plugins rollback ${name}\`.`
      : ''
  const text = `${name} ${version} is installed${beside}: ${plugin.sheet.tools.join(', ')}.${back}${askedAgain(forgotten)}`
  return { ...done(text, { name, version, installed: true, tools: plugin.sheet.tools }), changed: true }
}

/** Its kind or permissions are not those of the used version, or that one is not what it was. */
function mayOther(
  { store }: PluginActs,
  before: PluginRecord | undefined,
  { sheet }: CheckedPlugin,
): boolean {
  const kept = before?.versions[before.used]
  if (before === undefined || kept === undefined) return false
  const used = store.load(sheet.name, before.used, kept)
  if (!('sheet' in used)) return true
  return used.sheet.kind !== sheet.kind || !isDeepStrictEqual(used.sheet.permissions, sheet.permissions)
}

/** The same from where it came, or from `path`, if that is newer. */
export function updateOne(
  acts: PluginActs,
  name: string,
  record: PluginRecord,
  path: string,
  agreed: string | undefined,
): PluginResult {
  const newest = Object.keys(record.versions).sort(compareVersions).at(-1) ?? record.used
  const from = path === '' ? (record.versions[newest]?.from ?? '') : placeOf(acts, path)
  const files = readPluginFiles(from)
  const plugin = checkPlugin(files, from)
  if (!('sheet' in plugin)) return refusal(plugin.join('\n'))
  if (plugin.sheet.name !== name)
    return refusal(`\`${from}\` holds the plugin \`${plugin.sheet.name}\`, not \`${name}\`.`)
  const order = compareVersions(plugin.sheet.version, newest)
  const isLeft = record.pinned === true || record.wentBackFrom === newest
  // One that was installed beside a pinned version is taken once that is pinned no longer.
  if (order < 0 || (order === 0 && (record.used === newest || isLeft)))
    return done(
      `${name} ${newest} is the newest: \`${from}\` has ${plugin.sheet.version}.${whyOther(name, newest, record)}`,
      { name, version: newest },
    )
  const given = path === '' ? name : `${name} ${path}`
  return put(acts, { plugin, files, from, given, verb: 'update' }, agreed)
}

/** Behind a sentence on the newest version that is installed: why another one is used. */
function whyOther(name: string, newest: string, { used, pinned, wentBackFrom }: PluginRecord): string {
  if (used === newest) return ''
  if (pinned) return ` ${used} is used and pinned: \`/plugins unpin ${name}\`.`
  const went = wentBackFrom === newest ? 'You went back to' : 'What is used is'
  return ` ${went} ${used}; \`/plugins rollback ${name}\` uses ${newest}.`
}

/** A path as a person writes it. */
export function placeOf({ workspace }: PluginActs, given: string): string {
  return given.startsWith('~/') ? join(homedir(), given.slice(2)) : resolve(workspace, given)
}

/** Nothing was done, or it is done. */
export function done(text: string, data: CommandResult['data']): PluginResult {
  return { ok: true, text, data }
}

/** A sentence why not. */
export function refusal(text: string): PluginResult {
  return { ok: false, text, data: null }
}
