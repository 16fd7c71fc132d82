// What a state or a persona may be called, and the states that stand in a folder.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a state sets stands in this file of its folder. */
export const CONFIG = 'config.yaml'

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** What a person writes where they want none, so that one of this name could never be begun with. */
const MEANS_NONE: readonly string[] = ['none', 'off']

/** Whether the name says that there is to be none. */
export function meansNone(name: string): boolean {
  return MEANS_NONE.includes(name)
}

/** Whether a folder of this name may hold a state; also one of a name that is not given any more. */
export function isStateName(name: string): boolean {
  return NAME.test(name)
}

/** Why a state cannot get this name, in a sentence; undefined: it can. */
export function faultOfName(name: string): string | undefined {
  if (meansNone(name))
    return `\`${name}\` cannot be the name of a state: it means no state; take another name.`
  return isStateName(name)
    ? undefined
    : `\`${name}\` cannot be the name of a state; it takes 1 to 40 lower-case letters, digits, \`-\` and \`_\`.`
}

/** Names of the folders of states in a folder, sorted; none where it cannot be read. */
export function stateFoldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && holdsState(join(folder, entry.name)))
      .map((entry) => entry.name)
      .sort()
  } catch {
    return [] // Nothing was saved yet.
  }
}

/** A folder without a config is no state; one into which nobody may look may be one. */
function holdsState(folder: string): boolean {
  try {
    return statSync(join(folder, CONFIG), { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** A state that was moved aside. */
export interface AsideState {
  readonly name: string
  readonly folder: string
  /** When; ISO 8601, or what stands there where a person named the folder. */
  readonly until: string
}

/** Those in the folder of what was moved aside, in the order in which they were. */
export function asideIn(folder: string): readonly AsideState[] {
  return stateFoldersIn(folder)
    .flatMap((one) => {
      const [, name = '', stamp = ''] = /^([^.]+)\.(.+)$/.exec(one) ?? []
      return isStateName(name) ? [{ name, folder: one, stamp }] : []
    })
    .sort((a, b) => a.stamp.localeCompare(b.stamp, 'en', { numeric: true }))
    .map(({ name, folder, stamp }) => ({
      name,
      folder,
      // Colons are no characters of a file name everywhere; several of one moment are numbered.
      until: stamp.replace(/^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)(?:-\d+)?$/, '$1:$2:$3.$4'),
    }))
}
