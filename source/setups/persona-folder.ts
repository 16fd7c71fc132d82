// The personas of the program and of the home, a file each; one of the home replaces a shipped one of the same name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FoundPersona, Persona, PersonaFolder } from '../contracts/persona.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { isPersonaProblem, PERSONA_NAME, parsePersona } from './persona-file.ts'
import { meansNone } from './state-names.ts'

const ENDING = '.yaml'

/** Folders of `NAME.yaml` files; a folder may be missing. */
export function openPersonas(folders: { readonly shipped: string; readonly own: string }): PersonaFolder {
  const fileOf = (name: string) =>
    [folders.own, folders.shipped]
      .map((folder) => join(folder, name + ENDING))
      .find((path) => existsSync(path))
  const names = () =>
    [...new Set([folders.shipped, folders.own].flatMap(filesIn))].sort((a, b) => (a < b ? -1 : 1))
  const find = (name: string): FoundPersona => {
    const file = PERSONA_NAME.test(name) ? fileOf(name) : undefined
    if (file === undefined) return { type: 'missing', reason: noSuchPersona(name, names()) }
    return meansNone(name) ? { type: 'missing', reason: noName(name, file) } : readFile(file)
  }
  return {
    find,
    read: () => {
      const personas: Persona[] = []
      const problems: string[] = []
      for (const name of names()) {
        const found = find(name)
        if (found.type === 'found') personas.push(found.persona)
        else problems.push(found.reason)
      }
      return { personas, problems }
    },
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((file) => {
      const name = file.endsWith(ENDING) ? basename(file, ENDING) : ''
      return PERSONA_NAME.test(name) ? [name] : []
    })
  } catch {
    return [] // A home need not have any.
  }
}

function readFile(path: string): FoundPersona {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    const read = parsePersona(text, basename(path, ENDING), path)
    return isPersonaProblem(read)
      ? { type: 'missing', reason: read.message }
      : { type: 'found', persona: read }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      type: 'missing',
      reason: `The persona \`${path}\` cannot be read (${reason}); give yourself access to the file, \`/persona\` lists the others.`,
    }
  }
}

function noName(name: string, path: string): string {
  return `The persona \`${path}\` cannot be used: \`${name}\` means no persona; give the file another name.`
}

function noSuchPersona(name: string, all: readonly string[]): string {
  const names = all.filter((one) => !meansNone(one))
  const nearest = nearestName(name, names)
  if (nearest !== undefined) return `There is no persona \`${name}\`; did you mean \`${nearest}\`?`
  return `There is no persona \`${name}\`; there are ${names.map((one) => `\`${one}\``).join(', ')}.`
}
