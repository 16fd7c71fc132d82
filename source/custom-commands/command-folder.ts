// Folders of custom commands. A name of the program wins over one of the home, and that over one of the workspace: a folder
// that somebody else made never changes what a command means that the person knows, and nothing in it keeps the start waiting.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readPlainText } from '../lib/plain-file.ts'
import { COMMAND_NAME, type CustomCommand, parseCommand } from './command-file.ts'

const ENDING = '.md'
const MOST_FILES = 200
const LONGEST_FILE = 64_000
/** So many of those beyond `MOST_FILES` are named. */
const NAMED_BEYOND = 3

export interface FoundCommands {
  readonly commands: readonly (CustomCommand & { readonly path: string })[]
  /** Files that are not used, a sentence each. */
  readonly problems: readonly string[]
}

/** Reads `folders`, the first wins; a folder need not be there. `taken`: names of the program's own commands. */
export function readCommandFolders(folders: readonly string[], taken: readonly string[]): FoundCommands {
  const commands: (CustomCommand & { path: string })[] = []
  const problems: string[] = []
  const read = folders.map(filesIn)
  for (const path of read.flatMap(({ files }) => files)) {
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
      const command = readFile(path, name)
      if (typeof command === 'string') problems.push(command)
      else commands.push({ ...command, path })
    }
  }
  problems.push(...read.flatMap(({ beyond }) => beyond))
  return { commands: commands.sort((a, b) => (a.name < b.name ? -1 : 1)), problems }
}

/** The files of a folder by name, and a sentence where there are too many. */
function filesIn(folder: string): { readonly files: readonly string[]; readonly beyond: readonly string[] } {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
      .filter((name) => name.endsWith(ENDING) && name !== 'README.md')
      .sort()
  } catch {
    return { files: [], beyond: [] } // Nobody need have any.
  }
  const files = names.slice(0, MOST_FILES).map((name) => join(folder, name))
  const left = names.slice(MOST_FILES)
  if (left.length === 0) return { files, beyond: [] }
  const named = left.slice(0, NAMED_BEYOND).map((name) => `\`${name}\``)
  const more = left.length > named.length ? ` and ${left.length - named.length} more` : ''
  return {
    files,
    beyond: [
      `\`${folder}\` has ${names.length} commands, and ${MOST_FILES} are read; not used: ${named.join(', ')}${more}. Take some of them away.`,
    ],
  }
}

function readFile(path: string, name: string): CustomCommand | string {
  const text = readPlainText(path, LONGEST_FILE)
  return typeof text === 'string'
    ? parseCommand(text, name, path)
    : `\`${path}\` is not used: ${text.reason}; a command is a plain file of at most ${LONGEST_FILE} bytes of UTF-8.`
}
