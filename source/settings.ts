// A person's choices on disk: plain JSON that may be edited by hand; the only importer of conf.

import { existsSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Conf from 'conf'
import { capital } from './lib/as-clause.ts'
import { diskReason, isDiskError } from './lib/disk-reason.ts'
import { LockBusy, withFileLock } from './lib/file-lock.ts'
import { compileOwnSchema } from './lib/json-schema.ts'
import { nearestName } from './lib/nearest-name.ts'
import { DEFAULT_SETTINGS, NAMES, type SettingName, type Settings, TABLE } from './settings-table.ts'
import { isTooLittle, readTyped, takenWords } from './typed-setting.ts'

export interface SettingsFile {
  readonly values: Settings
  /** Settings that stand in the file. */
  readonly names: readonly SettingName[]
  /** Takes them out of the file, so that their defaults count. Throws `SettingsNotKept` when it cannot be written. */
  reset(names: readonly SettingName[]): void
  /** Keeps it. Throws `SettingsNotKept` when the file cannot be written, else for a value that is not one. */
  set<K extends SettingName>(name: K, value: Settings[K]): void
}

/** The file cannot be written; its message is a sentence. What stood in it is unchanged. */
export class SettingsNotKept extends Error {}

/** Made by hand, name by name: they are taken out by their own name alone. */
const KEPT_BY_ALL: readonly SettingName[] = ['toolProfiles', 'pinnedTools']

/** Another program that changes a setting is done in a moment. */
const PATIENCE_MS = 2_000

export type OpenedSettings =
  | { readonly ok: true; readonly file: SettingsFile }
  | { readonly ok: false; readonly reason: string }

/** Opens `settings.json` at `path`; a damaged file is a reason and stays as it is. */
export function openSettings(path: string): OpenedSettings {
  const damage = findDamage(path)
  if (damage !== undefined) return { ok: false, reason: damage }
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: 'settings',
      clearInvalidConfig: false,
      configFileMode: 0o600,
      deserialize: (text) => parseSettings(text) as Record<string, unknown>,
    })
    checkStore(conf.store)
    return { ok: true, file: settingsFile(conf, path) }
  } catch (error) {
    return { ok: false, reason: `the settings in \`${path}\` are not valid: ${messageOf(error)}` }
  }
}

/** The model that a settings file names, read without checking the rest, which takes a tenth of a second; empty: none. */
export function peekModel(path: string): string {
  try {
    const { model } = parseSettings(readFileSync(path, 'utf8')) as { readonly model?: unknown }
    return typeof model === 'string' ? model : ''
  } catch {
    return ''
  }
}

/** The text of a settings file as JSON, which is not checked; some editors put a byte order mark in front. */
export function parseSettings(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}

/** Moves a damaged settings file aside, so that a new one can begin; gives its new place. */
export function setSettingsAside(path: string, stamp: string): string {
  const aside = `${path}.damaged-${stamp}`
  renameSync(path, aside)
  return aside
}

/** Keeps one; false where the file cannot be written, or there is none. */
export function tryToKeep<K extends SettingName>(
  file: SettingsFile | undefined,
  name: K,
  value: Settings[K],
): boolean {
  try {
    file?.set(name, value)
    return file !== undefined
  } catch (error) {
    if (error instanceof SettingsNotKept) return false
    throw error
  }
}

/** Sets one from a typed text; gives the reason when it is refused. */
export function setFromText(file: SettingsFile, name: string, text: string): string | undefined {
  const known = NAMES.find((one) => one === name)
  if (known === undefined) return noSuchSetting(name)
  const { schema, meaning } = TABLE[known]
  const value = readTyped(schema, text)
  const refused = (why: string) => `\`${text}\` is not a value for \`${name}\`: ${why} (${meaning}).`
  const taken = takenWords(known, schema)
  if (value === undefined || isTooLittle(known, value))
    return refused(`it takes ${taken ?? 'a value written as JSON'}`)
  try {
    file.set(known, value as Settings[typeof known])
    return undefined
  } catch (error) {
    if (error instanceof SettingsNotKept) return error.message
    const others = whyOthers(known, value)
    if (others !== undefined) return `\`${name}\` was not kept: ${others}; mend it in \`settings.json\`.`
    return refused(taken === undefined ? messageOf(error).replace(/\.$/, '') : `it takes ${taken}`)
  }
}

/** Why nothing works with a value that its schema allows, as a clause; undefined: it does. */
export function whyTooLittle(name: SettingName, value: unknown): string | undefined {
  return isTooLittle(name, value) ? `it takes ${takenWords(name, TABLE[name].schema)}` : undefined
}

/** What is wrong with the rest of the file, where this value is one; undefined: it is not. */
function whyOthers(name: SettingName, value: unknown): string | undefined {
  try {
    checkStore({ [name]: value })
    return 'another setting in the file has no value that it takes'
  } catch {
    return undefined
  }
}

/** Takes one setting, or `all` but tool profiles and pins, out of the file; gives the reason when that is refused. */
export function resetFromText(file: SettingsFile, name: string): string | undefined {
  const names = NAMES.filter((one) => (name === 'all' ? !KEPT_BY_ALL.includes(one) : one === name))
  if (names.length === 0) return noSuchSetting(name)
  try {
    file.reset(names)
    return undefined
  } catch (error) {
    if (error instanceof SettingsNotKept) return error.message
    throw error
  }
}

function noSuchSetting(name: string): string {
  const nearest = nearestName(name, NAMES)
  const hint = nearest === undefined ? '`/settings` lists them.' : `did you mean \`${nearest}\`?`
  return `There is no setting \`${name}\`; ${hint}`
}

function settingsFile(conf: Conf<Record<string, unknown>>, path: string): SettingsFile {
  // A file that somebody broke while the program runs must not end what goes on; the next start tells of it.
  let last: Partial<Settings> = {}
  return {
    get values() {
      try {
        const { store } = conf
        checkStore(store)
        last = store as Partial<Settings>
      } catch {}
      return { ...DEFAULT_SETTINGS, ...last }
    },
    get names() {
      return NAMES.filter((name) => Object.hasOwn(last, name))
    },
    reset: (names) =>
      change(path, names.length === 1 ? `\`${names[0]}\` was` : 'the settings were', () => {
        for (const name of names) conf.delete(name)
      }),
    set: (name, value) =>
      change(path, `\`${name}\` was`, () => {
        checkStore({ ...conf.store, [name]: value })
        conf.set(name, value)
      }),
  }
}

/** Other settings, that another program sets at the same time, are not lost: it is read and written in one go. */
function change(path: string, whatWas: string, act: () => void): void {
  const refused = (why: string) => `${capital(whatWas)} not kept: ${why}.`
  const damage = findDamage(path)
  if (damage !== undefined) throw new SettingsNotKept(refused(damage))
  try {
    withFileLock(`${path}.lock`, PATIENCE_MS, act)
  } catch (error) {
    if (!isDiskError(error) && !(error instanceof LockBusy)) throw error
    throw new SettingsNotKept(refused(`\`${path}\` cannot be written (${diskReason(error)})`), {
      cause: error,
    })
  }
}

/** Each setting's schema as that of an object that has only this setting, so that a refusal names it. */
const SCHEMAS = new Map<SettingName, object>()

/**
 * Throws with the first setting that its schema refuses. Only those that stand in the file are compiled: all of them, as conf would
 * do it, cost every start a tenth of a second.
 */
function checkStore(store: Readonly<Record<string, unknown>>): void {
  for (const name of NAMES) {
    if (!Object.hasOwn(store, name)) continue
    const schema = SCHEMAS.get(name) ?? { type: 'object', properties: { [name]: TABLE[name].schema } }
    SCHEMAS.set(name, schema)
    const [broken] = compileOwnSchema(schema)({ [name]: store[name] })
    if (broken !== undefined) throw new Error(broken.rule === 'pattern' ? patternText(name) : broken.message)
  }
}

function patternText(name: SettingName): string {
  return `\`${name}\` takes ${takenWords(name, TABLE[name].schema)}, and what stands there is none.`
}

function findDamage(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  try {
    const value = parseSettings(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined
    return `the settings in \`${path}\` are not a JSON object`
  } catch (error) {
    return `the settings in \`${path}\` cannot be read: ${messageOf(error)}`
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
