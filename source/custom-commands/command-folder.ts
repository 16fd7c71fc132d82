// Folders of custom commands. A name of the program wins over one of the home, and that over one of the workspace: a folder
// that somebody else made never changes what a command means that the person knows.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { diskReason } from '../lib/disk-reason.ts'
import { COMMAND_NAME, type CustomCommand, parseCommand } from './command-file.ts'

const ENDING = '.md'
const MOST_FILES = 200
const LONGEST_FILE = 64_000

export interface FoundCommands {
  readonly commands: readonly (CustomCommand & { readonly path: string })[]
  /** Files that are not used, a sentence each. */
  readonly problems: readonly string[]
}

/** Reads `folders`, the first wins; a folder need not be there. `taken`: names of the program's own commands. */
export function readCommandFolders(folders: readonly string[], taken: readonly string[]): FoundCommands {
  const commands: (CustomCommand & { path: string })[] = []
  const problems: string[] = []
  for (const path of folders.flatMap(filesIn)) {
    const name = basename(path, ENDING)
    const other = commands.find((one) => one.name === name)
    if (!COMMAND_NAME.test(name))
      problems.push(
        `\`${path}\` is not used: \`${name}\` cannot be a command; take a to z, 0 to 9, \`-\` and \`_\`.`,
      )
    else if (taken.includes(name))
      problems.push(
        `\`${path}\` is not used: \`/${name}\` is a command of the program; give the file another name.`,
      )
    else if (other !== undefined)
      problems.push(
        `\`${path}\` is not used: \`/${name}\` is already \`${other.path}\`; give one of them another name.`,
      )
    else {
      const read = readFile(path, name)
      if (typeof read === 'string') problems.push(read)
      else commands.push({ ...read, path })
    }
  }
  return { commands: commands.sort((a, b) => (a.name < b.name ? -1 : 1)), problems }
}

function filesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(ENDING) && name !== 'README.md')
    return names
      .sort()
      .slice(0, MOST_FILES)
      .map((name) => join(folder, name))
  } catch {
    return [] // Nobody need have any.
  }
}

function readFile(path: string, name: string): CustomCommand | string {
  try {
    const { size } = statSync(path)
    if (size > LONGEST_FILE)
      return `\`${path}\` has ${size} bytes, more than ${LONGEST_FILE}; make it shorter.`
    return parseCommand(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)), name, path)
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : diskReason(error)
    return `The command \`${path}\` cannot be read (${reason}); give yourself access to the file, or remove it.`
  }
}
