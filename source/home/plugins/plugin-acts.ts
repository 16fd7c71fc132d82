// What `/plugins` and `ethervox plugin` do, by their words: install, verify, update, go back, pin, remove, resume.
import { existsSync } from 'node:fs'
import type { PluginResult } from '../../contracts/plugins.ts'
import { diskReason } from '../../lib/disk-reason.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { compareVersions } from '../../lib/semver.ts'
import { checkPlugin } from '../../plugins/checked-plugin.ts'
import { PluginUnreadable, readPluginFiles } from '../../plugins/plugin-source.ts'
import { type PluginRecord, withoutStrikes } from '../../plugins/plugin-store.ts'
import { forgetFailures, forgetTools } from './forget-tools.ts'
import { done, install, type PluginActs, placeOf, refusal, updateOne } from './plugin-install.ts'
import { changeTools } from './plugin-names.ts'
import { seal } from './plugin-seal.ts'
import { askedAgain, HASH_DIGITS, listed, offered } from './plugin-words.ts'

type Act = (acts: PluginActs, words: readonly string[]) => PluginResult

/** What stands behind the name of the command. */
export const PLUGIN_USAGE =
  '[list|install PATH [--yes]|verify [NAME|PATH]|update [NAME [PATH]] [--yes]|rollback NAME|pin NAME [VERSION]|unpin NAME|remove NAME|resume NAME|seal FOLDER]'

const ACTS: { readonly [verb: string]: Act } = {
  list: ({ store }, words) => {
    if (words.length > 0) return refusal(`\`list\` takes nothing behind it, not \`${words.join(' ')}\`.`)
    const records = store.records()
    return typeof records === 'string' ? refusal(records) : listed(store.installed())
  },
  install: (acts, words) => {
    const { rest, agreed } = splitAgreement(words)
    const path = rest.join(' ')
    return path === ''
      ? refusal('`install` takes a folder or a `.tgz` of a plugin.')
      : install(acts, path, agreed)
  },
  verify,
  update,
  rollback: (acts, words) => named(acts, words, (name, record) => rollback(acts, name, record)),
  pin: (acts, [name = '', version, ...more]) =>
    more.length > 0
      ? refusal('`pin` takes the name of one plugin and maybe one version.')
      : named(acts, [name], (_, record) => pin(acts, name, record, version ?? record.used)),
  unpin: (acts, words) => named(acts, words, (name, record) => unpin(acts, name, record)),
  remove: (acts, words) => named(acts, words, (name, record) => remove(acts, name, record)),
  resume: (acts, words) => named(acts, words, (name, record) => resume(acts, name, record)),
  seal: (acts, words) =>
    words.length === 0 ? refusal('`seal` takes the folder of a plugin.') : seal(acts, words.join(' ')),
}

/** Does what the words say; what a disk refuses is a sentence. */
export function actOnPlugins(acts: PluginActs, [verb = 'list', ...words]: readonly string[]): PluginResult {
  const act = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined
  if (act === undefined) return refusal(`\`${verb}\` is nothing that plugins know; it takes ${PLUGIN_USAGE}.`)
  if (acts.home.plugins === '') return refusal('There are no plugins in a measurement.')
  try {
    return act(acts, words)
  } catch (error) {
    if (error instanceof PluginUnreadable) return refusal(error.message)
    return refusal(
      `\`${acts.home.plugins}\` cannot be changed (${diskReason(error)}); \`/plugins\` lists what is there now.`,
    )
  }
}

function verify(acts: PluginActs, words: readonly string[]): PluginResult {
  const what = words.join(' ')
  const rows = acts.store.installed()
  const records = acts.store.records()
  if (typeof records === 'string') return refusal(records)
  if (what !== '' && !records.has(what)) {
    if (/^[a-z][a-z0-9-]*$/.test(what) && !existsSync(placeOf(acts, what))) return unknown(acts, what)
    const plugin = checkPlugin(readPluginFiles(placeOf(acts, what)), placeOf(acts, what))
    if (!('sheet' in plugin)) return refusal(plugin.join('\n'))
    return offered(plugin, 'Its files are what its `plugin.json` says.', true)
  }
  const asked = rows.filter(({ name }) => what === '' || name === what)
  const lines = asked.flatMap(({ name, version, read }) =>
    'sheet' in read ? [`${name} ${version} is whole: every file is what was installed.`] : read,
  )
  const data = asked.map(({ name, version, read }) => ({
    name,
    version,
    problems: 'sheet' in read ? [] : read,
  }))
  const text = lines.length === 0 ? 'There are no plugins.' : lines.join('\n')
  return { ok: asked.every(({ read }) => 'sheet' in read), text, data }
}

function update(acts: PluginActs, words: readonly string[]): PluginResult {
  const { rest, agreed } = splitAgreement(words)
  const [name, ...path] = rest
  const records = acts.store.records()
  if (typeof records === 'string') return refusal(records)
  if (name !== undefined)
    return named(acts, [name], (_, record) => updateOne(acts, name, record, path.join(' '), agreed))
  if (agreed !== undefined && agreed !== '--yes')
    return refusal('A hash is for one plugin: `/plugins update NAME HASH`.')
  const results = [...records].map(([one, record]) => {
    try {
      return updateOne(acts, one, record, '', agreed)
    } catch (error) {
      if (error instanceof PluginUnreadable) return refusal(error.message)
      throw error
    }
  })
  if (results.length === 0) return done('There are no plugins.', [])
  return {
    ok: results.every(({ ok }) => ok),
    text: results.map(({ text }) => text).join('\n'),
    data: results.map(({ data }) => data),
    ...(results.some(({ changed }) => changed) && { changed: true }),
  }
}

function remove(acts: PluginActs, name: string, { names = [] }: PluginRecord): PluginResult {
  const now = acts.tools().filter(({ plugin }) => plugin.sheet.name === name)
  const tools = [...new Set([...now.map((one) => one.name), ...names])]
  const forgotten = changeTools(acts, name, () => {
    try {
      acts.store.remove(name)
    } finally {
      // Also where its files could not be taken away.
      if (!isListed(acts, name)) forgetTools(acts.home, tools)
    }
  })
  const text = `${name} is removed, with its versions, its data and what was kept of its tools.${askedAgain(forgotten)}`
  return { ...done(text, { name, tools }), changed: true }
}

/** Lets it go on, and its tools that were paused. */
function resume(acts: PluginActs, name: string, record: PluginRecord): PluginResult {
  const isStruck = record.disabled === true || (record.strikes ?? 0) > 0
  const own = acts.tools().filter(({ plugin }) => plugin.sheet.name === name)
  const failed = forgetFailures(
    acts.home,
    own.map((tool) => tool.name),
  )
  if (!isStruck && failed.length === 0) return done(`${name} is not disabled.`, { name })
  if (isStruck) acts.store.change(name, (before) => before && withoutStrikes(before))
  return { ...done(`${name} goes on; what was counted against it is forgotten.`, { name }), changed: true }
}

function isListed({ store }: PluginActs, name: string): boolean {
  const records = store.records()
  return typeof records === 'string' || records.has(name)
}

function rollback(acts: PluginActs, name: string, record: PluginRecord): PluginResult {
  const { used, previous, pinned } = record
  if (pinned) return refusal(`\`${name}\` ${used} is pinned; \`/plugins unpin ${name}\` comes first.`)
  const kept = previous === undefined ? undefined : record.versions[previous]
  if (previous === undefined || kept === undefined)
    return refusal(`There is no earlier version of \`${name}\`.`)
  const more = { pinned: false, wentBackFrom: used }
  return use(acts, name, previous, more, `${name} ${previous} is used again; ${used} is kept.`)
}

function unpin({ store }: PluginActs, name: string, { used, previous }: PluginRecord): PluginResult {
  store.change(name, (before) => {
    if (before === undefined) return undefined
    const { wentBackFrom: _, ...left } = before
    return { ...left, pinned: false }
  })
  const isBeside = previous !== undefined && compareVersions(previous, used) > 0
  const beside = isBeside ? ` ${previous} is installed: \`/plugins update ${name}\` takes it.` : ''
  return done(`${name} follows updates again.${beside}`, { name })
}

function pin(acts: PluginActs, name: string, record: PluginRecord, version: string): PluginResult {
  if (record.versions[version] === undefined)
    return refusal(
      `\`${name}\` ${version} is not installed; there are ${Object.keys(record.versions).join(', ')}.`,
    )
  return use(
    acts,
    name,
    version,
    { pinned: true },
    `${name} ${version} is pinned: updates are installed beside it.`,
  )
}

/** Takes another version, if it is whole. */
function use(
  acts: PluginActs,
  name: string,
  version: string,
  more: { readonly pinned: boolean; readonly wentBackFrom?: string },
  text: string,
): PluginResult {
  const { store } = acts
  const records = store.records()
  const record = typeof records === 'string' ? undefined : records.get(name)
  const kept = record?.versions[version]
  const read = kept === undefined ? ['It is not installed.'] : store.load(name, version, kept)
  if (!('sheet' in read)) return refusal(read.join('\n'))
  const forgotten = changeTools(acts, name, () =>
    store.change(name, (before) => {
      if (before === undefined || before.used === version) return before && { ...before, ...more }
      return { ...withoutStrikes(before), ...more, used: version, previous: before.used }
    }),
  )
  return { ...done(`${text}${askedAgain(forgotten)}`, { name, version }), changed: true }
}

function named(
  acts: PluginActs,
  words: readonly string[],
  act: (name: string, record: PluginRecord) => PluginResult,
): PluginResult {
  const [name = '', ...more] = words
  if (name === '' || more.length > 0)
    return refusal('It takes the name of one plugin; `/plugins` lists them.')
  const records = acts.store.records()
  if (typeof records === 'string') return refusal(records)
  const record = records.get(name)
  return record === undefined ? unknown(acts, name) : act(name, record)
}

function unknown({ store }: PluginActs, name: string): PluginResult {
  const nearest = nearestName(
    name,
    store.installed().map((row) => row.name),
  )
  const hint = nearest === undefined ? '`/plugins` lists them.' : `did you mean \`${nearest}\`?`
  return refusal(`There is no plugin \`${name}\`; ${hint}`)
}

/** `--yes` or the beginning of a hash, at the end. */
function splitAgreement(words: readonly string[]) {
  const last = words.at(-1) ?? ''
  const isAgreed =
    last === '--yes' || (words.length > 1 && new RegExp(`^[0-9a-f]{${HASH_DIGITS},64}$`).test(last))
  return { rest: isAgreed ? words.slice(0, -1) : words, agreed: isAgreed ? last : undefined }
}
