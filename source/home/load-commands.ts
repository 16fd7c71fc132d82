// Slash commands are found by their place: the program's one file each, the person's own as Markdown in the home and the workspace.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from '../contracts/command.ts'
import { type CustomCommand, fillCommand } from '../custom-commands/command-file.ts'
import { readCommandFolders } from '../custom-commands/command-folder.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import type { SessionOptions } from '../session/ports.ts'

/** Every command of the commands folder, sorted by name. */
export async function loadCommands(program: ProgramPaths): Promise<readonly Command[]> {
  const files = (await readdir(program.commandsDir)).filter((file) => /\.(?:js|ts)$/.test(file)).sort()
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(program.commandsDir, file)).href)),
  )
  return modules.map((module: { default: Command }) => module.default)
}

/** Those, and behind them the person's own; `problems`: files that are not used, a sentence each. */
export async function loadEveryCommand({
  program,
  home,
  workspace,
}: {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly workspace: string
}): Promise<{ readonly commands: readonly Command[]; readonly problems: readonly string[] }> {
  const shipped = await loadCommands(program)
  const folders = [home.commands, join(workspace, '.ethervox', 'commands')]
  const own = readCommandFolders(
    [...new Set(folders)],
    shipped.map(({ name }) => name),
  )
  return { commands: [...shipped, ...own.commands.map(commandOf)], problems: own.problems }
}

/** A session that also says these at its start. */
export function sayProblems(options: SessionOptions, problems: readonly string[]): SessionOptions {
  return { ...options, begins: { ...options.begins, problems: [...options.begins.problems, ...problems] } }
}

function commandOf(custom: CustomCommand & { readonly path: string }): Command {
  return {
    name: custom.name,
    usage: custom.arguments,
    summary: custom.description,
    worksDownTo: 4,
    group: 'own',
    file: custom.path,
    help: `Sends this message (\`${custom.path}\`):\n\n${custom.body}`,
    run: (input, { talk }) => {
      const filled = fillCommand(custom, input)
      return 'refusal' in filled
        ? { ok: false, text: filled.refusal, data: null }
        : talk.send(filled.message, custom.name)
    },
  }
}
