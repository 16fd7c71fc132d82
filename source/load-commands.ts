// Slash commands are found by their place: one file each.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from './contracts/command.ts'
import type { ProgramPaths } from './paths.ts'

/** Every command of the commands folder, sorted by name. */
export async function loadCommands(program: ProgramPaths): Promise<readonly Command[]> {
  const files = (await readdir(program.commandsDir)).filter((file) => /\.(?:js|ts)$/.test(file)).sort()
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(program.commandsDir, file)).href)),
  )
  return modules.map((module: { default: Command }) => module.default)
}
