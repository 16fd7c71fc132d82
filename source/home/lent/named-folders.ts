// Folders that go by a name: the person's, kept in the settings, and those of the desktop (XDG user folders).
// Invariant: only what the person named is ever open for reading, and never a folder that holds more than was meant.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, parse, relative, resolve } from 'node:path'
import type { Folders, NamedFolder } from '../../contracts/folders.ts'
import { isInside } from '../../toolkit/workspace-path.ts'
import type { KeptSettings } from './kept-settings.ts'

export interface FolderSources {
  readonly settings: KeptSettings
  /** The program's own folder: settings and conversations are nothing to read by its name. */
  readonly programHome: string
  /** The person's home. */
  readonly home?: string
  readonly env?: NodeJS.ProcessEnv
}

const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']
/** Where there is no `user-dirs.dirs`: `user-dirs.defaults` of xdg-user-dirs. */
const DESKTOP_DEFAULTS = [
  'Desktop',
  'Documents',
  'Downloads',
  'Music',
  'Pictures',
  'Public',
  'Templates',
  'Videos',
]

/** The folders of a home; settings and `user-dirs.dirs` are read anew each time. */
export function namedFolders({
  settings,
  programHome,
  home = homedir(),
  env = process.env,
}: FolderSources): Folders {
  const homes = [...new Set([resolve(home), realOf(home)])]
  const whyClosed = (path: string) => findReason(resolve(path), homes, realOf(programHome))
  return {
    list() {
      const own = Object.entries(settings.values.folders).map(([label, written]): NamedFolder => {
        const path = written.replace(/^~(?=[/\\]|$)/, () => home)
        const isOpen = isAbsolute(path) && whyClosed(path) === undefined
        return { label, path, by: 'person', isOpen }
      })
      const taken = new Set(own.map(({ label }) => label.toLowerCase()))
      const desktop = desktopFolders(home, env).filter(({ label }) => !taken.has(label.toLowerCase()))
      return [...own, ...desktop].sort((one, other) => one.label.localeCompare(other.label, 'en'))
    },
    set(label, path) {
      const before = Object.entries(settings.values.folders)
      const others = before.filter(([name]) => name.toLowerCase() !== label.toLowerCase())
      settings.set('folders', Object.fromEntries([...others, [label, path]]))
    },
    whyClosed,
  }
}

/** The folders of a `user-dirs.dirs`: `XDG_DOWNLOAD_DIR="$HOME/Downloads"` is named Downloads. */
export function parseUserFolders(text: string, home: string): readonly NamedFolder[] {
  return text.split('\n').flatMap((line): readonly NamedFolder[] => {
    const [, value = ''] = /^\s*XDG_[A-Z]+_DIR="((?:\\.|[^"\\])*)"\s*$/.exec(line) ?? []
    const written = value.replace(/\\(.)/g, '$1')
    const path = /^\$HOME(?:\/|$)/.test(written) ? join(home, written.slice(5)) : written
    // A folder that is turned off is set to the home itself.
    const isOff = resolve(path) === resolve(home)
    return !isAbsolute(path) || isOff
      ? []
      : [{ label: nameOf(path), path: resolve(path), by: 'desktop', isOpen: false }]
  })
}

function nameOf(path: string): string {
  return parse(resolve(path)).base
}

function desktopFolders(home: string, env: NodeJS.ProcessEnv): readonly NamedFolder[] {
  const config = env.XDG_CONFIG_HOME || join(home, '.config')
  try {
    return parseUserFolders(readFileSync(join(config, 'user-dirs.dirs'), 'utf8'), home)
  } catch {
    // Only desktops that keep to XDG have the file.
    return DESKTOP_DEFAULTS.map(
      (label): NamedFolder => ({ label, path: join(home, label), by: 'desktop', isOpen: false }),
    ).filter(({ path }) => statSync(path, { throwIfNoEntry: false })?.isDirectory())
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

function findReason(path: string, homes: readonly string[], programHome: string): string | undefined {
  if (dirname(path) === path) return 'it is the root of the disk, and holds everything on this machine'
  if (homes.includes(path)) return 'it is your home folder, and holds your keys and settings too'
  if (homes.some((home) => isInside(path, home))) return 'it holds your home folder'
  if (isInside(path, programHome) || isInside(programHome, path)) return "it holds this program's own files"
  if (SYSTEM_FOLDERS.some((one) => isInside(one, path)))
    return 'it is no folder of files, but the system itself'
  const home = homes.find((one) => isInside(one, path))
  const below = home === undefined ? path : relative(home, path)
  const hidden = below.split(/[/\\]/).find((name) => name.startsWith('.'))
  return hidden === undefined ? undefined : `\`${hidden}\` is hidden, and such folders hold keys and settings`
}
